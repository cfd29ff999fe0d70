#pragma once

#include "core/model/encoder/encoder.h"
#include "core/probe/language_model/language_reading.h"

#include <vector>

namespace core {

/// Finds what could follow a text that is being typed. Keeps the states behind what it was asked
/// before, as long as the network is the same: another letter costs one step.
class Suggester {
public:
    /// @param model  outlives this.
    explicit Suggester(const ViewedLanguageModel& model) : m_model(model) { }

    Suggestions suggest(const AskSuggestions& question);

private:
    /// Behind `ids`.
    struct Known {
        std::vector<int32_t> ids;
        CarriedState carried;
        torch::Tensor logits; ///< [vocabulary]
    };
    const Known& behind(const std::vector<int32_t>& ids);
    int64_t mostRead() const; ///< Tokens of a text's end.
    void forgetOld(int64_t classIndex);
    /// Rests of the word begun, or words: where a token is a word.
    void suggestWords(const AskSuggestions& question, Suggestions& found);
    /// The likeliest beginnings, written on to the end of a word: where a word has several tokens.
    void suggestRests(const AskSuggestions& question, Suggestions& found);

    const ViewedLanguageModel& m_model;
    std::vector<Known> m_known; ///< The latest last.
    int64_t m_step = -1, m_class = -1;
};

} // namespace core
