#pragma once

#include "core/task/attention/attention_questions.h"
#include "core/task/live_model.h"
#include "core/task/states/live_cells.h"
#include "core/task/translation/translation_questions.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// A translator that can be looked into: what its task's answers are made of.
class LiveTranslator : public LiveModel, public LiveCells {
public:
    const TaskAnswers& answers() const final;

    /// @param target  empty: the greedy translation is looked at; else this one, teacher-forced.
    virtual TranslationInspection inspect(const std::string& source, const std::string& target) = 0;
    /// The reference teacher-forced beside free running on the same source (B3).
    virtual TeacherComparison compare(const std::string& source, const std::string& reference) = 0;
    /// @throws Error{BadSetting} for settings that do not fit (width over the vocabulary,
    /// exhaustive search over its budget), Error{BadData} for a prefix with unknown words.
    virtual Decoding decode(const DecodingRequest& request, const Monitor& monitor = Monitor()) = 0;
    /// `best` translations of each source, in order. A source that cannot be translated does not
    /// hinder the others.
    /// @param before  sources that came before these in other calls: sampling draws for each source
    /// by its number among all.
    /// @throws Error{BadSetting} for settings that fit no source at all.
    virtual std::vector<TranslatedSource> translate(std::span<const std::string> sources,
                                                    const DecodingSpec& decoding, int64_t best,
                                                    const Monitor& monitor, int64_t before = 0)
        = 0;
    /// @throws Error{BadSetting} for a source that cannot be translated, naming its number.
    virtual TranslationScores evaluate(std::span<const std::string> sources,
                                       std::span<const std::string> references,
                                       const DecodingSpec& decoding,
                                       std::vector<ScoredTranslation>* translations,
                                       const Monitor& monitor)
        = 0;
    /// Sentences on which `search` finds something more probable than greedy; largest gain first.
    virtual std::vector<SearchGain> gainsOverGreedy(std::span<const std::string> sources,
                                                    std::span<const std::string> references,
                                                    const DecodingSpec& decoding,
                                                    const Monitor& monitor)
        = 0;
    /// The attention put to the test; translations are written greedily.
    virtual AttentionTest testAttention(const AskAttentionTest& question, const Monitor& monitor)
        = 0;
    virtual AttentionEntropies attentionEntropies(const AskAttentionEntropy& question,
                                                  const Monitor& monitor)
        = 0;
    /// @pre the question has its rows.
    virtual AttentionScores scoreAttention(const AskAttentionScores& question,
                                           const Monitor& monitor)
        = 0;
    /// The run's own way to decode.
    virtual const DecodingSpec& decoding() const = 0;
    virtual std::vector<PositionTable> positions(int64_t length) = 0;
};

} // namespace core
