#pragma once

#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Questions about the gates and states of a network's recurrent layers, of any task and cell. Plain
// values; matrices are row-major.

namespace core {

/// A value that a cell computes at each token: a gate, a candidate, a state.
struct StateQuantity {
    std::string name; ///< "f"
    std::string text; ///< "f_t"
    std::string equation; ///< "f_t = σ(W_f x_t + U_f h_{t−1} + b_f)"
    bool gate = false; ///< A sigmoid's value, from 0 to 1.
    bool state = false; ///< It is passed to the next step.
};

/// The recurrent layers of a network.
struct StateCell {
    std::string title; ///< "LSTM"; empty: the network has none.
    std::vector<StateQuantity> quantities;
    int64_t layers = 0, directions = 0;
    /// The last of the layers: they generate the target, one token a step, in one direction.
    int64_t decoderLayers = 0;
};

/// @throws Error{BadSetting} that explains that the network has no recurrent layers.
[[noreturn]] void refuseWithoutCell();

/// The prediction for a text, and its loss.
struct TextVerdict {
    std::vector<std::string> classes; ///< The classes of a classifier; else empty.
    std::vector<float> probabilities; ///< One for each class.
    /// The prediction for the text, or for each token: a class, a number, a tag, the next token.
    std::vector<std::string> said;
    std::vector<float> certainties; ///< Probability of each of these; empty for numbers.
    std::optional<double> loss;
    std::string lossOf; ///< The target of the loss: the reference if known, else the prediction.
    bool lossOfTruth = false; ///< The target is the reference.
    std::optional<double> number{}; ///< The prediction of a regressor.
};

/// One reading of a text.
struct StateReading {
    int64_t units = 0; ///< Units of the largest quantity.
    /// For each quantity [tokens * its units].
    std::vector<std::vector<float>> values;
    TextVerdict verdict;
};

/// A term of an equation with its value, if any.
struct EquationNumber {
    std::string text; ///< "U_f h_{t−1}"
    std::optional<double> number;
};

/// An equation of one unit at one token.
struct UnitEquation {
    std::vector<EquationNumber> parts; ///< The first is the quantity that it defines.
};

/// Values that are set by hand and replace computed ones.
struct StateEdit {
    int64_t layer = 0, direction = 0;
    std::string quantity; ///< "f"
    int64_t unit = -1; ///< -1: all.
    int64_t first = 0, last = -1; ///< Tokens; a `last` of -1: to the end.
    double value = 0.0;
    /// Not empty: the values of the quantity at the same tokens of this text are used instead of
    /// `value`; after its end those of its last token.
    std::string fromText = {};
    friend bool operator==(const StateEdit&, const StateEdit&) = default;
};

/// Gates and states of one layer and direction on a text.
struct States {
    std::string text;
    std::vector<std::string> tokens;
    std::vector<std::string> unknown = {}; ///< Words of the text that are not in the vocabulary.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which are not read.
    StateCell cell;
    int64_t layer = 0, direction = 0;
    StateReading plain; ///< Without edits.
    std::optional<StateReading> edited; ///< With the edits, if any.
    /// For the chosen unit, with the edits: one of each quantity, in their order.
    std::vector<UnitEquation> equations;
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
};

struct AskStates {
    static constexpr const char* kName = "states";
    using Answer = States;
    static QuestionKind<AskStates> kind();
    Example example;
    int64_t layer = 0, direction = 0; ///< A number beyond the layers: the last.
    std::vector<StateEdit> edits = {};
    int64_t unit = -1, token = -1; ///< Unit and token to show in the equations; -1: none.
    friend bool operator==(const AskStates&, const AskStates&) = default;
};

/// A unit that is on where its value, or the negative of it, reaches a threshold.
struct PatternUnit {
    int64_t unit = 0;
    bool negative = false;
    friend bool operator==(const PatternUnit&, const PatternUnit&) = default;
};

/// A range of tokens in which units are on, but neither right before nor right after it.
struct PatternMatch {
    Example example;
    std::vector<std::string> tokens;
    int64_t first = 0, last = 0;
    std::vector<PatternUnit> units; ///< The units of the question that are on.
};

struct FoundPattern {
    static constexpr int64_t kMostMatches = 100;
    std::vector<PatternMatch> matches; ///< Those with the most units first.
    int64_t texts = 0; ///< Texts searched.
    int64_t found = 0; ///< Texts with some of the units.
    int64_t step = 0, epoch = 0;
};

/// Finds places in the data where units are on together, as LSTMVis does (Strobelt et al. 2018,
/// arXiv:1606.07461).
struct AskStatePattern : RowsQuestion {
    static constexpr const char* kName = "state_pattern";
    using Answer = FoundPattern;
    static QuestionKind<AskStatePattern> kind();
    static constexpr int64_t kTexts = 2000; ///< The first of the rows.
    std::string quantity = "h";
    int64_t layer = 0, direction = 0;
    std::vector<PatternUnit> units = {};
    double threshold = 0.3;
    int64_t length = 1; ///< Tokens of the pattern: among equal matches the nearest length is first.
    friend bool operator==(const AskStatePattern&, const AskStatePattern&) = default;
};

/// How the gradient of the loss flows back through a text.
struct GradientFlow {
    std::string text;
    std::vector<std::string> tokens;
    StateCell cell;
    int64_t layer = 0, direction = 0;
    std::vector<std::string> states; ///< "h", "c"
    /// For each state [tokens]: L2 norm of dL/d(state after the token).
    std::vector<std::vector<double>> norms;
    /// For each state [tokens]: largest singular value of d(last h)/d(state after the token), the
    /// product of the Jacobians of all steps between. Empty: too expensive to compute.
    std::vector<std::vector<double>> jacobians;
    struct Matrix {
        std::string name; ///< "U_f"
        double largest = 0.0; ///< Singular value.
    };
    std::vector<Matrix> matrices; ///< From state to state, gate by gate.
    /// Its loss is differentiated: of several tokens that of the one read last.
    TextVerdict verdict;
    int64_t step = 0, epoch = 0;
};

struct AskGradientFlow {
    static constexpr const char* kName = "gradient_flow";
    using Answer = GradientFlow;
    static QuestionKind<AskGradientFlow> kind();
    Example example;
    int64_t layer = -1, direction = 0; ///< -1, or a number beyond the layers: the last.
    int64_t length = 0; ///< Only its first tokens; 0: all.
    friend bool operator==(const AskGradientFlow&, const AskGradientFlow&) = default;
};

} // namespace core
