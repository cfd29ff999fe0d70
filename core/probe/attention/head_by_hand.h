#pragma once

#include "core/nn/by_hand/attention_by_hand.h"
#include "core/probe/attention/attention_questions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// One head of a trained network as small tables of queries, keys and values, and its prediction
// when numbers of these are changed. Plain values.

namespace core {

/// A table of an attention layer.
enum class HeadTable { Queries, Keys, Values };

/// A number of a table that is set.
struct SetNumber {
    HeadTable table = HeadTable::Keys;
    int64_t row = 0, column = 0; ///< From 0, in the tables of HeadByHand.
    double value = 0.0;
    friend bool operator==(const SetNumber&, const SetNumber&) = default;
};

/// A head over the chosen tokens of a text.
///
/// The weights of n keys depend on the parts of queries and keys that lie in the at most n
/// directions of these keys, and the output is a mixture of the n values. A head with more features
/// than HeadByHand::kLargest is therefore rotated into these directions, the singular vectors of
/// the keys and those of the values, in the order of their singular values: scores, weights and the
/// lengths of all vectors' parts stay what they are, and a number that is set is rotated back.
struct HeadByHand {
    static constexpr int64_t kLargest = 8; ///< Rows and columns of a table.

    std::string text;
    AttentionSite site; ///< One head.
    AttentionByHand attention; ///< As the network computes it, without the numbers that are set.
    std::vector<int64_t> queries, keys; ///< Tokens of the rows, by their number in the text.
    std::vector<std::string> queryTokens, keyTokens;
    int64_t features = 0, valueFeatures = 0; ///< Those of the head.
    bool rotatedKeys = false, rotatedValues = false;
    /// Weights of the network [queries, keys]; the other keys have the rest of 1.
    NumberTable weights;
    std::vector<std::string> classes; ///< The classes of a classifier.
    AttentionSaying plain;
    // With the numbers that are set:
    std::optional<NumberTable> changedWeights;
    std::optional<AttentionOutcome> changed;
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
};

struct AskHeadByHand {
    static constexpr const char* kName = "attention_by_hand";
    using Answer = HeadByHand;
    static QuestionKind<AskHeadByHand> kind();
    Example example;
    AttentionSite site{{}, 0, 0}; ///< Without a group the first head.
    int64_t query = 0; ///< The first query; those behind it follow.
    int64_t key = -1; ///< A key that is among the chosen ones; -1: any.
    int64_t queries = 1;
    int64_t keys = 4; ///< Those with the largest weights of the first query.
    std::vector<int64_t> keyTokens = {}; ///< These keys instead; empty: those of `keys`.
    std::vector<SetNumber> set = {};
    friend bool operator==(const AskHeadByHand&, const AskHeadByHand&) = default;
};

} // namespace core
