#pragma once

#include "core/model/parts/layer_summary.h"
#include "core/probe/attention/attention_map.h"
#include "core/probe/example.h"
#include "core/probe/question.h"
#include "core/probe/states/state_questions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The whole way of one text, or of a pair of texts, through a network of any task. Plain values;
// matrices are row-major.

namespace core {

/// Vectors at the steps of a text, reduced to what a picture can show.
struct TraceVectors {
    int64_t steps = 0, units = 0;
    /// [steps * units]. Where a layer has more than Trace::kUnits, each value is the mean of
    /// several neighbouring units.
    std::vector<float> values;
    std::vector<double> norms; ///< [steps] L2 norm of each whole vector.
    /// [steps] L2 norm of the derivative of the loss with respect to each vector; empty unless
    /// asked for, and where there is no loss or it does not depend on it.
    std::vector<double> gradientNorms;
};

/// A quantity of a cell: a gate, a candidate, a state.
struct TraceQuantity {
    StateQuantity description;
    TraceVectors vectors;
};

/// A layer, or one layer and direction of a stack of recurrent ones, in the order of the data's
/// way.
struct TraceRow {
    int64_t layer = 0; ///< Index in Trace::layers.
    int64_t depth = 0; ///< Number in a stack of recurrent layers.
    int64_t direction = 0; ///< 1: it reads from the last token to the first.
    int64_t features = 0; ///< Units of the layer, before any reduction.
    TraceVectors output; ///< Without steps: the layer has no vectors of its own (a CRF).
    std::vector<TraceQuantity> quantities; ///< Empty unless the layer is recurrent.
    /// [output.steps] Where a pooling passes values on unchanged, the share of this row's units
    /// that come from each step: the winners of a maximum, or the last state. Else empty.
    std::vector<double> passedShares = {};
};

/// One of the likeliest outputs at a place.
struct TraceOutput {
    std::string name; ///< A class, a tag, a token.
    double probability = 0.0; ///< Softmax of the scores of the last layer.
};

/// A linear-chain CRF on the text, with the tags that matter most in it.
struct TraceChain {
    static constexpr int64_t kTags = 6; ///< At most.

    std::vector<std::string> tags; ///< Those of the best path first.
    std::vector<float> probabilities; ///< [steps * tags] softmax over all tags of the emissions.
    std::vector<float> transitions; ///< [tags * tags] scores, from row to column.
    std::vector<bool> legal; ///< [tags * tags] whether the scheme of the tags allows it.
    std::vector<int64_t> path; ///< [steps] the predicted tags; -1: one that is not among `tags`.
};

/// An operation in the equations of a recurrent cell, element by element. Vectors that pass through
/// weights are operands of the operation that adds them up: an LSTM's forget gate is a sigmoid of
/// x_t and h_{t-1}.
struct TraceOperation {
    enum class Kind { Input, State, Sum, Product, Sigmoid, Tanh, Relu, OneMinus, Normalise };

    Kind kind = Kind::Input;
    std::string text; ///< As equations have it: "x_t", "c_{t−1}", "σ"; "+" for a sum.
    std::vector<int> operands; ///< Indices of earlier operations; of a function, to be added up.
    /// Index in TraceRow::quantities of the value that it computes; of a state, of its next value.
    /// -1: it has no name.
    int quantity = -1;
    bool weighted = false; ///< Its value depends on more than the same unit of its operands.
};

/// The changes by an update of the training.
struct TraceUpdate {
    int64_t step = 0; ///< Its number.
    /// [layers] L2 norms over all parameters of each layer: of the change, and of the weights
    /// before.
    std::vector<double> changes, weights;
};

struct Trace {
    static constexpr int64_t kSteps = 128, kUnits = 128; ///< Shown at most.
    static constexpr int64_t kOutputs = 5;

    std::string text;
    std::vector<std::string> tokens; ///< As the network reads them; the source of a translation.
    std::vector<std::string> targetTokens; ///< The tokens that the decoder of a translator reads.
    std::vector<std::string> unknown = {}; ///< Words of the text that are not in the vocabulary.
    int64_t cutTokens = 0; ///< Tokens of either side that are not shown.
    std::vector<LayerSummary> layers;
    std::vector<TraceRow> rows;
    std::vector<TraceOperation> cell; ///< The step of all recurrent layers; empty without them.
    /// All attention between the first kSteps tokens, that of a pooling as group "pooling" with one
    /// row.
    std::vector<AttentionMap> attention;
    /// For each place of the last layer its likeliest outputs; empty where a number is predicted.
    std::vector<std::vector<TraceOutput>> outputs;
    /// The text that the likeliest next token of a language model adds to `text`; else empty.
    std::string continuation;
    TextVerdict verdict;
    std::optional<TraceChain> chain;
    std::optional<TraceUpdate> update; ///< The last one that was recorded.
    int64_t step = 0, epoch = 0; ///< Update and epoch of the network.
};

struct AskTrace {
    static constexpr const char* kName = "trace";
    using Answer = Trace;
    static QuestionKind<AskTrace> kind();
    Example example;
    bool gradients = false; ///< Also the derivatives of the loss.
    friend bool operator==(const AskTrace&, const AskTrace&) = default;
};

} // namespace core
