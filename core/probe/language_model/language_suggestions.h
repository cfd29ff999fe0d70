#pragma once

#include "core/model/encoder/encoder.h"
#include "core/probe/language_model/language_reading.h"

#include <vector>

namespace core {

/// Finds continuations of a text that is being typed. Keeps the states after earlier texts while
/// the network is the same, so that another letter costs one step.
class Suggester {
public:
    /// @param model  outlives this.
    explicit Suggester(const ViewedLanguageModel& model) : m_model(model) { }

    Suggestions suggest(const AskSuggestions& question);

private:
    /// The state after `ids`.
    struct Known {
        std::vector<int32_t> ids;
        CarriedState carried;
        torch::Tensor logits; ///< [vocabulary]
    };
    const Known& behind(const std::vector<int32_t>& ids);
    int64_t mostRead() const; ///< Tokens of the end of a text.
    void forgetOld(TextCondition condition);
    /// Rests of the begun word, or words: for tokens that are words.
    void suggestWords(const AskSuggestions& question, Suggestions& found);
    /// The likeliest beginnings, continued to the end of a word: for words of several tokens.
    void suggestRests(const AskSuggestions& question, Suggestions& found);

    const ViewedLanguageModel& m_model;
    std::vector<Known> m_known; ///< The latest last.
    int64_t m_step = -1;
    TextCondition m_condition;
};

} // namespace core
