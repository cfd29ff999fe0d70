#pragma once

#include "core/probe/data_questions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// A changed text with its answer.
struct Counterfactual {
    std::string text;
    std::string change; ///< "typed", "shuffled", "gender"
    BriefAnswer answer;
    /// The answer is that of the original text; the tags of shuffled words, if each word has kept
    /// its own.
    bool same = false;
};

/// The predictions of a network for a text and for changes of it.
struct Counterfactuals {
    std::string text;
    BriefAnswer before;
    std::vector<Counterfactual> rows;
    int64_t shuffled = 0; ///< Rows with shuffled words,
    int64_t shuffledSame = 0; ///< in so many the answer stays.
    int64_t step = 0, epoch = 0;
};

/// For networks of all tasks with a prediction in a few words.
struct AskCounterfactuals {
    static constexpr const char* kName = "counterfactuals";
    using Answer = Counterfactuals;
    static QuestionKind<AskCounterfactuals> kind();

    std::string text;
    std::string className = {}; ///< As AskBriefly's.
    std::vector<std::string> variants = {}; ///< Changed texts.
    bool gender = false; ///< Also the text with the gender of its pronouns exchanged.
    int64_t shuffles = 0; ///< And so many orders of its words.
    int64_t seed = 1; ///< The seed of the first order.
    friend bool operator==(const AskCounterfactuals&, const AskCounterfactuals&) = default;
};

} // namespace core
