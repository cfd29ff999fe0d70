#pragma once

#include <chrono>

namespace core {

/// Seconds of a steady clock that have passed since `begin`.
inline double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

inline double millisecondsSince(std::chrono::steady_clock::time_point begin)
{
    return 1e3 * secondsSince(begin);
}

} // namespace core
