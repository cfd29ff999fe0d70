#pragma once

#include "core/data/sample.h"
#include "core/decode/translate.h"
#include "core/metric/score.h"
#include "core/metric/translation.h"
#include "core/model/translator.h"
#include "core/task/decoding_spec.h"
#include "core/text/pair_pipelines.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A translator with its texts, as scoring needs it. Evaluation mode and no gradients are the
/// caller's business (InspectionScope).
struct ScoredNetwork {
    Translator& network;
    const PairPipelines& pipelines;
    torch::Device device;
};

/// The loss of references under teacher forcing.
struct ReferenceScores {
    TokenLoss loss; ///< Over references with end marks; without label smoothing.
    int64_t correct = 0; ///< Reference tokens that were the likeliest next one.

    double accuracy() const;
};

/// @param stage  the text of the progress. @throws Error{Cancelled}.
ReferenceScores scoreReferences(const ScoredNetwork& scored, std::span<const IdRow> sources,
                                std::span<const IdRow> targets, const Message& stage,
                                const Monitor& monitor);

std::vector<Translation> asTexts(const std::vector<Hypothesis>& hypotheses,
                                 const TextPipeline& target);

/// Sources as text translated; [source][n].
std::vector<std::vector<Translation>> translateTexts(const ScoredNetwork& scored,
                                                     std::span<const IdRow> sources,
                                                     const TranslationJob& job,
                                                     const Monitor& monitor);

/// `decoding` as a job for `best` translations a source. @param target  writes their texts.
TranslationJob jobOf(const DecodingSpec& decoding, int64_t best,
                     std::shared_ptr<const TextPipeline> target);

/// BLEU, chrF and exact matches of the best translations, and each pair by itself.
/// @param pairs  filled when not null.
/// @param further  references of each pair beside its target; empty: none.
void scoreHypotheses(const SentencePairs& pairs,
                     const std::vector<std::vector<Translation>>& translations,
                     const PairPipelines& pipelines, TranslationScores& scores,
                     std::vector<ScoredTranslation>* scored,
                     std::span<const std::vector<std::string>> further = {});

/// Whether scores ignore case: the cleaning of the target converts it to lower case.
bool lowerCases(const TextSpec& target);

/// Gold links of a pair of the sample that made it, where its words (or characters) are its
/// tokens.
std::optional<std::vector<AlignmentLink>> goldLinks(const Selection& sample,
                                                    const PairPipelines& pipelines,
                                                    const std::string& source,
                                                    const std::string& target);

/// The alignment error rate of the decoder's attention on the source (mean over heads of the last
/// layer), references teacher-forced. NaN where nothing has gold links or there is no attention.
double alignmentErrorRate(const ScoredNetwork& scored, const Selection& sample,
                          const SentencePairs& pairs, const Monitor& monitor);

} // namespace core
