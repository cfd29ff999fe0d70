#pragma once

#include <cstdint>

namespace core {

/// The token whose features a row of a tensor contains. Random numbers for a row depend on it and
/// not on where the row stands. @param text  row of the batch.  @param place  in the text.
constexpr int64_t tokenMark(int64_t text, int64_t place)
{
    return (text << 32) + place;
}

} // namespace core
