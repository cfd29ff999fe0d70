#pragma once

#include "core/nn/layers/crf.h"
#include "core/probe/counterfactuals/counterfactuals.h"
#include "core/probe/data_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/tagging/word_divider.h"
#include "core/probe/texts/live_text_model.h"
#include "core/task/tagging/tag_decoder.h"
#include "core/task/tagging/tagger_parts.h"

#include <string>
#include <vector>

namespace core {

/// A tagger that can be inspected.
class LiveTagger : public LiveTextModel {
public:
    using Parts = TaggerParts;
    LiveTagger(const TaggerParts& parts, NetworkMoment moment);

    TaggedText tag(const AskTags& question);
    Trellis trellis(const AskTrellis& question);
    /// @throws Error{BadData} for an unknown tag, naming its text.
    ScoredTags evaluate(const CorpusPart& rows, const Monitor& monitor);
    /// The tags or, if they mark spans, the spans in a few words.
    BriefAnswer brief(const std::string& text);
    /// The same with the tag of each token. Spans, or else tags, move with their words.
    Outcome outcome(const std::string& text);
    /// The tags of each of the first `count` rows.
    std::vector<std::vector<int32_t>> predict(const CorpusPart& rows, size_t count,
                                              const Monitor& monitor);
    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const override;
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;
    const std::vector<std::string>& tagNames() const { return m_parts.tags; }
    std::string outputName(int64_t output) const override
    {
        return m_parts.tags[static_cast<size_t>(output)];
    }
    void requireReference(const std::string& reference, const std::string& text) const override;
    std::optional<Transitions> transitions() const override;
    Example example(const CorpusPart& rows, size_t row) const override;

protected:
    GivenText given(const Example& example) const override;
    void interpret(const torch::Tensor&, Inspection&) const override { } ///< AskTags has it.

private:
    /// Scores of all tags at all tokens of all pieces, in their order.
    struct Emissions {
        torch::Tensor scores; ///< [tokens, tags] float32 on the CPU.
        std::vector<int64_t> offsets; ///< Offsets of the pieces; see crfLoss().
    };
    Emissions emissionsOf(const EncodedTexts& pieces, const Message& stage,
                          const Monitor& monitor) const;
    /// The tags in `reference`, one for each token; empty if there are others.
    std::vector<int64_t> tagsNamed(const std::string& reference, int64_t tokens) const;
    const TagHead& head() const { return static_cast<const TagHead&>(network().head()); }
    TagDecoder decoder() const { return {head(), m_forbidden}; }
    EncodedTexts read(const Example& example, std::vector<std::string>& tokens) const;
    /// Names the columns that the network reads and `example` does not have; else empty.
    Message missingColumns(const Example& example) const;

    TaggerParts m_parts;
    std::optional<CrfScores> m_forbidden; ///< See TagDecoder.
    WordDivider m_divider; ///< For texts that the user types.
};

/// Computes the trellis from tokens, tags, emissions, `constrained` and the learned scores (on the
/// CPU; zero without a CRF).
void fillTrellis(Trellis& trellis, const CrfScores& learned, const AskTrellis& question);

} // namespace core
