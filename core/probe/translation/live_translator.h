#pragma once

#include "core/model/translator.h"
#include "core/probe/attention/attention_answers.h"
#include "core/probe/states/live_cells.h"
#include "core/probe/translation/translation_questions.h"
#include "core/task/translation/translation_scoring.h"
#include "core/task/translation/translator_parts.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A translator that can be inspected.
class LiveTranslator : public LiveCells {
public:
    using Parts = TranslatorParts;
    LiveTranslator(const TranslatorParts& parts, NetworkMoment moment)
        : LiveCells(parts, std::move(moment)), m_parts(parts)
    {
    }

    /// @param target  empty: the greedy translation is inspected; else this one, teacher-forced.
    TranslationInspection inspect(const std::string& source, const std::string& target);
    /// The reference under teacher forcing, and free running on the same source.
    TeacherComparison compare(const std::string& source, const std::string& reference);
    /// @throws Error{BadSetting} for settings that do not fit (width over the vocabulary,
    /// exhaustive search over its budget), Error{BadData} for a prefix with unknown words.
    Decoding decode(const DecodingRequest& request, const Monitor& monitor = Monitor());
    /// `best` translations of each source, in order. A source that cannot be translated does not
    /// prevent the others.
    /// @param before  sources that came before these in other calls: sampling draws for each source
    /// by its number among all.
    /// @throws Error{BadSetting} for settings that fit no source at all.
    std::vector<TranslatedSource> translate(std::span<const std::string> sources,
                                            const DecodingSpec& decoding, int64_t best,
                                            const Monitor& monitor, int64_t before = 0);
    /// @throws Error{BadSetting} for a source that cannot be translated, naming its number.
    TranslationScores evaluate(std::span<const std::string> sources,
                               std::span<const std::string> references,
                               const DecodingSpec& decoding,
                               std::vector<ScoredTranslation>* translations, const Monitor& monitor,
                               std::span<const std::vector<std::string>> further = {});
    /// Sentences on which `search` finds something more probable than greedy; largest gain first.
    std::vector<SearchGain> gainsOverGreedy(std::span<const std::string> sources,
                                            std::span<const std::string> references,
                                            const DecodingSpec& decoding, const Monitor& monitor);
    const DecodingSpec& decoding() const { return m_parts.decoding; } ///< The run's own.
    std::vector<PositionTable> positions(int64_t length);
    ScoredNetwork scored() const { return {*m_parts.network, m_parts.pipelines, torchDevice()}; }

    torch::nn::Module& module() const final { return *m_parts.network; }
    std::vector<CellLayers> stacks() const final
    {
        return {m_parts.network->encoderCells(), m_parts.network->decoderCells()};
    }
    std::string inputName(int64_t token) const final
    {
        return m_parts.pipelines.source->token(token);
    }
    torch::Tensor scoresOf(const SequenceBatch& batch) const final
    {
        m_parts.network->start({batch});
        return {};
    }
    std::string outputName(int64_t output) const final
    {
        return m_parts.pipelines.target->token(output);
    }
    Example example(const CorpusPart& rows, size_t row) const final;
    std::unique_ptr<CellReading> readCells(const Example& example) const final;
    std::unique_ptr<CellBatch> readBatch(std::span<const Example> examples) const final;
    Text readText(const Example& example) const final;
    void encode(const SequenceBatch& batch, const CellLook& look) const final
    {
        m_parts.network->encodeSeen(batch, look);
    }

private:
    int64_t targetWords() const { return m_parts.pipelines.target->vocabularySize(); }
    /// The part of an inspection that concerns the source only.
    TranslationInspection read(const std::string& source) const;
    std::vector<int32_t> writeGreedily(TranslationInspection& result);
    std::vector<int32_t> readTarget(const std::string& target, TranslationInspection& result) const;
    /// Runs the pair through the network and copies out what can be seen.
    void open(const std::vector<int32_t>& target, TranslationInspection& result);
    void addGold(TranslationInspection& result) const;
    std::vector<int32_t> prefixIds(const std::string& prefix) const;
    void checkPrefix(const std::vector<int32_t>& prefix) const;
    void nameTokens(Decoding& decoding) const;
    SearchGain gainOf(const SentencePairs& pairs, size_t index, const Translation& greedy,
                      const Translation& searched) const;

    TranslatorParts m_parts;
};

/// Translations are generated greedily.
std::unique_ptr<AttentionReading> openAttention(const LiveTranslator& model, const Example& pair,
                                                const Monitor& monitor);
/// @pre the question has its rows.
std::unique_ptr<AttentionRows> openRows(const LiveTranslator& model,
                                        const AskAttentionScores& question, const Monitor& monitor);

/// A pair for looking into the recurrent layers of a translator. Evaluation mode and no gradients
/// are the caller's business (InspectionScope).
/// @param decoding  its lengths count, not its search: the translation is written greedily.
/// @param pair      without a reference the greedy translation is the target of losses.
/// @pre the network has encoderCells().
std::unique_ptr<CellReading> readPair(const ScoredNetwork& network, const DecodingSpec& decoding,
                                      const Example& pair);

/// Pairs side by side. As above.
std::unique_ptr<CellBatch> readPairs(const ScoredNetwork& network, const DecodingSpec& decoding,
                                     std::span<const Example> pairs);

} // namespace core
