#pragma once

#include "core/base/monitor.h"
#include "core/projection/vectors.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// For each of some vectors the most similar others, nearest first.
struct NearestRows {
    size_t count = 0; ///< Neighbours of each vector.
    std::vector<int32_t> rows; ///< [vectors * count]
    std::vector<float> distances; ///< [vectors * count] Euclidean.

    std::span<const int32_t> of(size_t vector) const
    {
        return std::span(rows).subspan(vector * count, count);
    }
};

/// The exact nearest rows by Euclidean distance, found in blocks. For vectors of
/// length 1 (normalised()) these are the nearest by cosine.
/// @param count  at most the number of the others. @param asked  rows to find neighbours of; empty:
/// all. @return the same for any number of threads. @throws Error{Cancelled}.
NearestRows nearestRows(const VectorsView& vectors, size_t count, std::span<const int32_t> asked,
                        size_t threads, const Monitor& monitor = {});

/// Those of one row, at once: many rows are found faster together.
NearestRows nearestTo(const VectorsView& vectors, size_t row, size_t count);

/// @pre as many numbers in both.
float squaredDistance(std::span<const float> a, std::span<const float> b);

/// The vectors scaled to length 1; a zero vector stays.
std::vector<float> normalised(const VectorsView& vectors);

/// The cosine of two vectors of length 1 at a Euclidean distance.
inline double cosineAt(double distance)
{
    return 1.0 - distance * distance / 2.0;
}

/// The share of the first `count` neighbours that are neighbours in the map as well, 0 to 1.
/// @param inSpace  at least `count` neighbours in the full space. @param inMap  of the same rows.
double neighbourRecall(const NearestRows& inSpace, const NearestRows& inMap, size_t count);

} // namespace core
