#include "core/data/split.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace core {

namespace {

/// A number below `bound`, all equally likely. std::uniform_int_distribution would be free to draw
/// otherwise with every library.
uint64_t drawBelow(uint64_t bound, std::mt19937_64& generator)
{
    const uint64_t unfair = (UINT64_MAX % bound + 1) % bound; // Values beyond whole rounds.
    uint64_t value = generator();
    while (value > UINT64_MAX - unfair)
        value = generator();
    return value % bound;
}

/// Fisher-Yates; std::shuffle leaves the order of draws open.
void shuffle(std::vector<size_t>& rows, std::mt19937_64& generator)
{
    for (size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[drawBelow(i, generator)]);
}

} // namespace

SplitCounts splitCounts(int64_t rows, double validFraction, double testFraction)
{
    const auto share = [rows](double fraction) {
        return static_cast<int64_t>(std::llround(double(rows) * fraction));
    };
    const int64_t available = std::max<int64_t>(rows - 1, 0);
    SplitCounts counts;
    counts.test = std::min(share(testFraction), available);
    counts.valid = std::min(share(validFraction), available - counts.test);
    counts.train = rows - counts.test - counts.valid;
    return counts;
}

std::vector<Split> stratifiedSplit(const std::vector<int32_t>& labels, size_t classCount,
                                   double validFraction, double testFraction, int64_t seed)
{
    std::vector<std::vector<size_t>> rowsOfClass(classCount);
    for (size_t i = 0; i < labels.size(); ++i)
        rowsOfClass[static_cast<size_t>(labels[i])].push_back(i);
    std::mt19937_64 generator(static_cast<uint64_t>(seed));
    std::vector<Split> result(labels.size(), Split::Train);
    for (auto& rows : rowsOfClass) {
        shuffle(rows, generator);
        const auto counts
            = splitCounts(static_cast<int64_t>(rows.size()), validFraction, testFraction);
        for (int64_t i = 0; i < counts.test + counts.valid; ++i)
            result[rows[static_cast<size_t>(i)]] = i < counts.test ? Split::Test : Split::Valid;
    }
    return result;
}

std::vector<Split> randomSplit(size_t rows, double validFraction, double testFraction, int64_t seed)
{
    return stratifiedSplit(std::vector<int32_t>(rows, 0), 1, validFraction, testFraction, seed);
}

std::vector<Split> contiguousSplit(size_t rows, double validFraction, double testFraction)
{
    const SplitCounts counts = splitCounts(static_cast<int64_t>(rows), validFraction, testFraction);
    std::vector<Split> splits(rows, Split::Train);
    const auto test = splits.end() - static_cast<std::ptrdiff_t>(counts.test);
    std::fill(test - static_cast<std::ptrdiff_t>(counts.valid), test, Split::Valid);
    std::fill(test, splits.end(), Split::Test);
    return splits;
}

} // namespace core
