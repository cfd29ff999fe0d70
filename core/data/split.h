#pragma once

#include "core/data/source/split_name.h"

#include <cstdint>
#include <vector>

namespace core {

struct SplitCounts {
    int64_t train = 0;
    int64_t valid = 0;
    int64_t test = 0;
};

/// How `rows` texts of one class are divided. Shares are rounded to whole texts; one text at least
/// stays to train on.
SplitCounts splitCounts(int64_t rows, double validFraction, double testFraction);

/// The split of each row, so that every class is divided alike (stratified).
/// Depends on labels, fractions and seed only, on every machine: the generator is
/// std::mt19937_64, which the standard defines, and indices are drawn by our own code.
/// @param labels  0 to classCount - 1.
std::vector<Split> stratifiedSplit(const std::vector<int32_t>& labels, size_t classCount,
                                   double validFraction, double testFraction, int64_t seed);

/// As stratifiedSplit(), of `rows` rows without classes.
std::vector<Split> randomSplit(size_t rows, double validFraction, double testFraction,
                               int64_t seed);

/// Rows in their order: the last ones are held out, those for testing at the end. A continuous
/// text stays in one piece.
std::vector<Split> contiguousSplit(size_t rows, double validFraction, double testFraction);

} // namespace core
