#pragma once

#include "core/projection/vectors.h"

#include <cstdint>
#include <random>
#include <vector>

namespace support {

/// Vectors around some centres, in turn: vector i belongs to centre i % centres. Drawn without
/// std::normal_distribution, whose numbers depend on the library.
inline std::vector<float> sampledVectors(size_t count, size_t size, size_t centres, double apart)
{
    std::mt19937_64 random(7);
    const auto bell = [&] {
        double sum = -6.0;
        for (int i = 0; i < 12; ++i)
            sum += double(random() >> 11U) / double(uint64_t{1} << 53U);
        return sum;
    };
    std::vector<float> places(centres * size), vectors(count * size);
    for (float& each : places)
        each = float(apart * bell());
    for (size_t i = 0; i < vectors.size(); ++i)
        vectors[i] = places[i / size % centres * size + i % size] + float(bell());
    return vectors;
}

} // namespace support
