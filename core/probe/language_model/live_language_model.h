#pragma once

#include "core/decode/translate.h"
#include "core/probe/data_questions.h"
#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/language_model/language_reading.h"
#include "core/probe/language_model/language_suggestions.h"
#include "core/probe/states/live_cells.h"
#include "core/probe/updates/update_answers.h"

namespace core {

/// A language model that can be inspected.
class LiveLanguageModel : public LiveEncoder {
public:
    using Parts = LanguageParts;
    LiveLanguageModel(const LanguageParts& parts, const NetworkMoment& moment)
        : LiveEncoder(parts, moment), m_viewed{parts, moment}, m_suggester(m_viewed)
    {
    }

    ReadText read(const AskReading& question, const Monitor& monitor) const;
    std::vector<ReadText> readRows(const AskRowReadings& question, const Monitor& monitor) const;
    ScoredReadings evaluate(const CorpusPart& rows, const Monitor& monitor) const;
    /// @throws Error{BadSetting} for settings that do not fit, Error{BadData} for a forced
    /// beginning with unknown words.
    Decoding decode(const DecodingRequest& request, const std::string& className,
                    const Monitor& monitor) const;
    Suggestions suggest(const AskSuggestions& question);
    WrittenConditions conditions() const;
    DecodingSpec decoding() const { return decodingOf(m_viewed.options.writing); }
    std::vector<PositionTable> positions(int64_t length) const;
    bool readsStream() const { return m_viewed.options.isStream(); } ///< Across the ends of lines.

    TextNetwork& textNetwork() const final { return *m_viewed.network; }
    /// The input: the mark of the beginning, then all tokens but the last.
    Text readText(const Example& example) const final;
    std::string inputName(int64_t token) const final { return m_viewed.shownToken(token); }
    std::string outputName(int64_t output) const final { return m_viewed.shownToken(output); }
    std::string continuation(const std::string& text, const torch::Tensor& scores) const final;
    Example example(const CorpusPart& rows, size_t row) const final;
    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const final;
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const final;

private:
    std::vector<int32_t> promptOf(const std::string& text) const;
    TranslationJob jobOf(const DecodingRequest& request) const;
    Translation written(const Hypothesis& hypothesis) const;
    std::vector<int32_t> forcedIds(const DecodingRequest& request) const;
    std::string textOf(std::span<const int32_t> ids) const;

    ViewedLanguageModel m_viewed;
    Suggester m_suggester;
};

} // namespace core
