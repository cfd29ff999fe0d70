#include "core/task/word_vectors/shared_neighbours.h"

#include "core/text/tokens/vocabulary.h"

#include <torch/nn/functional/normalization.h>

#include <algorithm>
#include <limits>
#include <map>

namespace core {

namespace {

constexpr int64_t kNeighbours = 10;

/// Rows of the words that have both vectors, the most frequent words first.
struct CommonRows {
    std::vector<int64_t> own, other;
};

CommonRows commonRows(const WordVectors& other, const WordTable& table)
{
    std::map<int64_t, int64_t> rows; // by id, and ids are sorted by frequency
    for (size_t row = 0; row < other.words.size(); ++row)
        if (const int64_t id = table.find(other.words[row]); id >= kSpecialTokens)
            rows.try_emplace(id, static_cast<int64_t>(row));
    CommonRows common;
    for (const auto& [own, row] : rows) {
        if (std::ssize(common.own) == kCandidates)
            break;
        common.own.push_back(own);
        common.other.push_back(row);
    }
    return common;
}

/// The numbers of the nearest among all `directions`, sorted, for those from `begin` to `end`.
torch::Tensor nearestOf(const torch::Tensor& directions, int64_t begin, int64_t end, int64_t count)
{
    torch::Tensor cosines = directions.slice(0, begin, end).mm(directions.t());
    for (int64_t row = begin; row < end; ++row)
        cosines[row - begin][row] = -std::numeric_limits<float>::infinity();
    const torch::Tensor nearest = std::get<1>(cosines.topk(count, 1));
    return std::get<0>(nearest.sort(1)).contiguous();
}

int64_t countShared(const torch::Tensor& some, const torch::Tensor& others)
{
    int64_t shared = 0;
    const int64_t count = some.size(1);
    for (int64_t row = 0; row < some.size(0); ++row) {
        const int64_t* a = some.data_ptr<int64_t>() + row * count;
        const int64_t* b = others.data_ptr<int64_t>() + row * count;
        shared += std::count_if(
            a, a + count, [&](int64_t word) { return std::binary_search(b, b + count, word); });
    }
    return shared;
}

} // namespace

SharedNeighbours sharedNeighbours(const WordVectors& other, const WordTable& table,
                                  const Monitor& monitor)
{
    constexpr int64_t kBlock = 64;
    SharedNeighbours result;
    const torch::Tensor& own = table.directions();
    result.asked = std::clamp(own.size(0) - kSpecialTokens, int64_t{0}, kAskedWords);
    const CommonRows common = commonRows(other, table);
    result.covered
        = std::lower_bound(common.own.begin(), common.own.end(), kSpecialTokens + result.asked)
        - common.own.begin();
    const int64_t count = std::min(kNeighbours, std::ssize(common.own) - 1);
    result.share = std::numeric_limits<double>::quiet_NaN();
    if (count < 1 || result.covered == 0)
        return result;
    const torch::Tensor ours = own.index_select(0, torch::tensor(common.own));
    const torch::Tensor theirs
        = torch::nn::functional::normalize(torch::tensor(other.values)
                                               .view({-1, other.dimension})
                                               .index_select(0, torch::tensor(common.other)),
                                           torch::nn::functional::NormalizeFuncOptions().dim(1));
    int64_t shared = 0;
    for (int64_t begin = 0; begin < result.covered; begin += kBlock) {
        monitor.throwIfStopped();
        const int64_t end = std::min(begin + kBlock, result.covered);
        shared += countShared(nearestOf(ours, begin, end, count),
                              nearestOf(theirs, begin, end, count));
    }
    result.share = static_cast<double>(shared) / static_cast<double>(result.covered * count);
    return result;
}

} // namespace core
