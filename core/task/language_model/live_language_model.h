#pragma once

#include "core/decode/translate.h"
#include "core/task/brief_answer.h"
#include "core/task/decoding_questions.h"
#include "core/task/language_model/language_reading.h"
#include "core/task/language_model/language_suggestions.h"
#include "core/task/live_model.h"
#include "core/task/states/live_encoder.h"
#include "core/task/updates/update_answers.h"

namespace core {

/// A language model that can be looked into, also between two updates of its training: what its
/// task's answers are made of.
class LiveLanguageModel : public LiveModel, public LiveEncoder {
public:
    explicit LiveLanguageModel(ViewedLanguageModel viewed);

    const TaskAnswers& answers() const final;

    ReadText read(const AskReading& question, const Monitor& monitor) const;
    std::vector<ReadText> readRows(const AskRowReadings& question, const Monitor& monitor) const;
    ScoredReadings evaluate(const CorpusPart& rows, const Monitor& monitor) const;
    /// @throws Error{BadSetting} for settings that do not fit, Error{BadData} for a forced
    /// beginning with unknown words.
    Decoding decode(const DecodingRequest& request, const std::string& className,
                    const Monitor& monitor) const;
    Suggestions suggest(const AskSuggestions& question);
    const std::vector<std::string>& classes() const { return m_viewed.facts.classes; }
    DecodingSpec decoding() const { return decodingOf(m_viewed.options.writing); }
    std::vector<PositionTable> positions(int64_t length) const;

    torch::nn::Module& module() const final { return *m_viewed.network; }
    TextNetwork& textNetwork() const final { return *m_viewed.network; }
    torch::Device textDevice() const final { return m_device; }
    std::pair<int64_t, int64_t> stepAndEpoch() const final { return m_viewed.stepAndEpoch(); }
    /// What is fed: the mark of the beginning, then all tokens but the last.
    Text readText(const Example& example) const final;
    Example example(const CorpusPart& rows, size_t row) const final;
    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const final;
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const final;

    ModelSummary summary() const final;
    std::string device() const final { return m_viewed.device; }
    int64_t step() const final { return m_viewed.stepAndEpoch().first; }
    int64_t epoch() const final { return m_viewed.stepAndEpoch().second; }

private:
    std::vector<int32_t> promptOf(const std::string& text) const;
    TranslationJob jobOf(const DecodingRequest& request) const;
    Translation written(const Hypothesis& hypothesis) const;
    std::vector<int32_t> forcedIds(const DecodingRequest& request) const;
    std::string textOf(std::span<const int32_t> ids) const;

    ViewedLanguageModel m_viewed;
    torch::Device m_device;
    Suggester m_suggester;
};

} // namespace core
