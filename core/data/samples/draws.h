#pragma once

#include <cstdint>
#include <random>
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

} // namespace core
