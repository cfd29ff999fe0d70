#pragma once

#include "core/probe/data_questions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// A number for each token of a text.
struct OutcomeSeries {
    enum class Unit { Probability, Nats };
    std::string name; ///< "start": a key in JSON.
    std::string title; ///< English.
    Unit unit = Unit::Probability;
    std::vector<double> values{}; ///< [token]; NaN: not known.

    double mean() const; ///< Mean of the known values; NaN without one.
};

/// The prediction of a network for a text, as far as it is compared before and after a change. Each
/// task fills the parts that its predictions have.
struct Outcome : BriefAnswer {
    std::vector<std::string> tokens{}; ///< Those to which what follows belongs; may be empty.
    std::vector<std::string> predicted{}; ///< [token] or empty: a tag, a filled-in word.
    std::vector<OutcomeSeries> series{};
    /// The prediction in parts that move with the words: in another order of these, equal parts
    /// are the same prediction. Empty: the prediction is compared as a whole.
    std::vector<std::string> parts{};

    /// Makes each token with its prediction a part.
    void divideByTokens();
    /// Mean of -ln p over the known tokens, from all sides; NaN: the task has none.
    double meanNats() const;
};

/// A changed text with its outcome.
struct Counterfactual {
    std::string text;
    std::string change; ///< "typed", "shuffled", "gender"
    Outcome answer{};
    /// The prediction is that for the original text; for shuffled words, in any order of its parts.
    bool same = false;
};

/// The predictions of a network for a text and for changes of it.
struct Counterfactuals {
    std::string text;
    Outcome before{};
    std::vector<Counterfactual> rows{}; ///< The variants, the gender, the orders of the words.
    double orders = 0.0; ///< Number of other orders that the words have.
    int64_t shuffled = 0; ///< Orders among the rows,
    int64_t shuffledSame = 0; ///< in so many the prediction stays.
    int64_t step = 0, epoch = 0;
};

/// For networks of all tasks but word vectors.
struct AskCounterfactuals {
    static constexpr const char* kName = "counterfactuals";
    using Answer = Counterfactuals;
    static QuestionKind<AskCounterfactuals> kind();

    std::string text;
    std::string className = {}; ///< As AskBriefly's.
    std::vector<std::string> variants = {}; ///< Changed texts.
    bool gender = false; ///< Also the text with the gender of its pronouns exchanged.
    int64_t shuffles = 0; ///< And so many different orders of its words, or all that it has.
    int64_t seed = 1; ///< The seed of the first order.
    friend bool operator==(const AskCounterfactuals&, const AskCounterfactuals&) = default;
};

} // namespace core
