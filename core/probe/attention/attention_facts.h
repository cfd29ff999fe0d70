#pragma once

#include "core/probe/attention/attention_questions.h"

#include <torch/types.h>

#include <span>
#include <vector>

namespace core {

/// Adds the heads of the first text.
/// @param weights  [texts, heads, rows, columns] @param scores  likewise, or undefined: not known.
void addMaps(std::vector<AttentionMap>& maps, const std::string& group, int64_t layer,
             const torch::Tensor& weights, const torch::Tensor& scores = {},
             const Formula& formula = {});
std::vector<AttentionSite> sitesOf(const std::vector<AttentionMap>& maps);

/// Entropies of a head's rows. @param causal  row q attends to columns 0 ... q only.
AttentionHeadFacts headFacts(AttentionMap map, bool causal);
AttentionEntropy entropyOf(const AttentionHeadFacts& facts);

/// Rank correlation of a head with a measure of importance.
/// @param importance  [rows x columns], or [columns] for all rows together.
std::optional<double> correlation(const AttentionMap& map, std::span<const double> importance);

/// Total variation of softmax(a) and softmax(b), mean over rows [..., outputs]; of one output the
/// mean of |a - b|.
double outputDistance(const torch::Tensor& a, const torch::Tensor& b);
/// The same, of each row.
std::vector<double> outputDistances(const torch::Tensor& a, const torch::Tensor& b);

/// Means over texts for each head.
class EntropyMeans {
public:
    void add(const std::vector<AttentionHeadFacts>& heads);
    std::vector<AttentionEntropy> means() const;

private:
    struct Sum {
        AttentionEntropy sum;
        int64_t texts = 0;
    };
    std::vector<Sum> m_sums;
};

} // namespace core
