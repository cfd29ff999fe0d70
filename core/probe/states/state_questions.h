#pragma once

#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What can be asked of the gates and states of a network's recurrent layers, whatever its task and
// its cell. Plain values; matrices are row-major.

namespace core {

/// A value that a cell computes at each token: a gate, a candidate, a state.
struct StateQuantity {
    std::string name; ///< "f"
    std::string text; ///< "f_t"
    std::string equation; ///< "f_t = σ(W_f x_t + U_f h_{t−1} + b_f)"
    bool gate = false; ///< A sigmoid's value, from 0 to 1.
    bool state = false; ///< The next step goes on with it.
};

/// The recurrent layers of a network.
struct StateCell {
    std::string title; ///< "LSTM"; empty: the network has none.
    std::vector<StateQuantity> quantities;
    int64_t layers = 0, directions = 0;
    /// The last of the layers: they write the target, a token a step, in one direction.
    int64_t decoderLayers = 0;
};

/// What a network says of a text, and how far that is from what it should.
struct TextVerdict {
    std::vector<std::string> classes; ///< Of a network that chooses among a few; else empty.
    std::vector<float> probabilities; ///< One a class.
    /// What it says: one for the text, or one a token. A class, a number, a tag, the next token.
    std::vector<std::string> said;
    std::vector<float> certainties; ///< Probability of each of these; empty: numbers have none.
    std::optional<double> loss;
    std::string lossOf; ///< The answer that the loss is taken of: the true one, where it is known.
    bool lossOfTruth = false; ///< Else of what the network says by itself.
    std::optional<double> number{}; ///< What it says, where that is one.
};

/// One reading of a text.
struct StateReading {
    int64_t units = 0; ///< At most, of a quantity.
    /// Of each quantity [tokens * its units].
    std::vector<std::vector<float>> values;
    TextVerdict verdict;
};

/// A piece of an equation with the number that stands for it, if any.
struct EquationNumber {
    std::string text; ///< "U_f h_{t−1}"
    std::optional<double> number;
};

/// An equation of one unit at one token.
struct UnitEquation {
    std::vector<EquationNumber> parts; ///< The first is what it defines.
};

/// A change by hand: values that stand in the place of computed ones.
struct StateEdit {
    int64_t layer = 0, direction = 0;
    std::string quantity; ///< "f"
    int64_t unit = -1; ///< -1: all.
    int64_t first = 0, last = -1; ///< Tokens; a `last` of -1: to the end.
    double value = 0.0;
    /// Not empty: in place of `value` what the quantity is at the same places of this text, behind
    /// its end that of its last token.
    std::string fromText = {};
    friend bool operator==(const StateEdit&, const StateEdit&) = default;
};

/// Gates and states of one layer and direction on a text.
struct States {
    std::string text;
    std::vector<std::string> tokens; ///< As the network sees them.
    StateCell cell;
    int64_t layer = 0, direction = 0;
    StateReading plain; ///< As the network computes it.
    std::optional<StateReading> edited; ///< With the edits, where there are some.
    /// Of the unit asked for, with the edits: each quantity's, in their order.
    std::vector<UnitEquation> equations;
    int64_t step = 0, epoch = 0; ///< Of the network.
};

struct AskStates {
    static constexpr const char* kName = "states";
    using Answer = States;
    static QuestionKind<AskStates> kind();
    Example example;
    int64_t layer = 0, direction = 0; ///< Beyond what there is: the last.
    std::vector<StateEdit> edits = {};
    int64_t unit = -1, token = -1; ///< Whose numbers are asked for; -1: nobody's.
    friend bool operator==(const AskStates&, const AskStates&) = default;
};

/// A unit that is on where its value, or the negative of it, reaches a threshold.
struct PatternUnit {
    int64_t unit = 0;
    bool negative = false;
    friend bool operator==(const PatternUnit&, const PatternUnit&) = default;
};

/// A place at which units are on exactly there: throughout, but neither before nor behind it.
struct PatternMatch {
    Example example;
    std::vector<std::string> tokens;
    int64_t first = 0, last = 0;
    std::vector<PatternUnit> units; ///< Of those asked for.
};

struct FoundPattern {
    static constexpr int64_t kMostMatches = 100;
    std::vector<PatternMatch> matches; ///< The best of them, the one with most units first.
    int64_t texts = 0; ///< That were searched.
    int64_t found = 0; ///< Texts with some of the units, of which `matches` are the best.
    int64_t step = 0, epoch = 0;
};

/// Where else in the data units are on together, as LSTMVis (Strobelt et al. 2018,
/// arXiv:1606.07461) finds it.
struct AskStatePattern : RowsQuestion {
    static constexpr const char* kName = "state_pattern";
    using Answer = FoundPattern;
    static QuestionKind<AskStatePattern> kind();
    static constexpr int64_t kTexts = 2000; ///< The first of the rows.
    std::string quantity = "h";
    int64_t layer = 0, direction = 0;
    std::vector<PatternUnit> units = {};
    double threshold = 0.3;
    int64_t length = 1; ///< Tokens of the pattern: among equals the nearest in length come first.
    friend bool operator==(const AskStatePattern&, const AskStatePattern&) = default;
};

/// How the gradient of the loss flows back through a text.
struct GradientFlow {
    std::string text;
    std::vector<std::string> tokens;
    StateCell cell;
    int64_t layer = 0, direction = 0;
    std::vector<std::string> states; ///< "h", "c"
    /// Of each state [tokens]: L2 norm of dL/d(state after the token).
    std::vector<std::vector<double>> norms;
    /// Of each state [tokens]: largest singular value of d(last h)/d(state after the token), the
    /// product of the Jacobians of all steps between. Empty: too much to compute.
    std::vector<std::vector<double>> jacobians;
    struct Matrix {
        std::string name; ///< "U_f"
        double largest = 0.0; ///< Singular value.
    };
    std::vector<Matrix> matrices; ///< From state to state, gate by gate.
    TextVerdict verdict; ///< Its loss is what is derived: where each token has one, the last's.
    int64_t step = 0, epoch = 0;
};

struct AskGradientFlow {
    static constexpr const char* kName = "gradient_flow";
    using Answer = GradientFlow;
    static QuestionKind<AskGradientFlow> kind();
    Example example;
    int64_t layer = -1, direction = 0; ///< A layer of -1, or beyond what there is: the last.
    int64_t length = 0; ///< Only its first tokens; 0: all.
    friend bool operator==(const AskGradientFlow&, const AskGradientFlow&) = default;
};

} // namespace core
