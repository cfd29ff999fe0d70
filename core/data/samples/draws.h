#pragma once

#include "core/base/error.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace core {

/// Random draws that are the same on every machine: the standard fixes the numbers of mt19937_64,
/// but not those of its distributions, so these are our own.
class Draws {
public:
    explicit Draws(int64_t seed) : m_engine(static_cast<uint64_t>(seed)) { }

    /// Uniform in [0, bound). @pre bound > 0.
    size_t below(size_t bound)
    {
        // Values beyond the last whole multiple would favour small results.
        const uint64_t tail = (UINT64_MAX % bound + 1) % bound;
        uint64_t value = m_engine();
        while (value > UINT64_MAX - tail)
            value = m_engine();
        return static_cast<size_t>(value % bound);
    }

    /// True in `percent` of 100 draws.
    bool chance(size_t percent) { return below(100) < percent; }

    template <class T> const T& pick(const std::vector<T>& from)
    {
        return from[below(from.size())];
    }

    template <class T> void shuffle(std::vector<T>& items)
    {
        for (size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::mt19937_64 m_engine;
};

/// How many texts are generated for validation, and as many for testing.
inline int64_t heldOutTexts(int64_t trainTexts, int64_t least = 1)
{
    return std::max(trainTexts / 8, least);
}

/// Draws texts that all differ.
class DistinctDraws {
public:
    explicit DistinctDraws(int64_t seed) : m_draws(seed) { }

    Draws& draws() { return m_draws; }

    /// Calls `make`, which draws a text, until one comes that was not there before.
    /// @throws Error{BadSetting} when none comes.
    template <class Make> std::string next(const Make& make)
    {
        for (int tries = 0; tries < kLargestNumberOfTries; ++tries) {
            std::string text = make(m_draws);
            if (m_seen.insert(text).second)
                return text;
        }
        throw Error(ErrorCode::BadSetting,
                    {"The sample cannot generate that many different texts; it stopped at %1.",
                     {std::to_string(m_seen.size())}},
                    {"Ask for fewer texts.", {}});
    }

private:
    static constexpr int kLargestNumberOfTries = 1000;

    Draws m_draws;
    std::unordered_set<std::string> m_seen;
};

} // namespace core
