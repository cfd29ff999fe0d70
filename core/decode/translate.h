#pragma once

#include "core/base/monitor.h"
#include "core/decode/search.h"
#include "core/model/generator.h"
#include "core/nn/batch/sequence_batch.h"

#include <span>
#include <vector>

namespace core {

/// How sources are translated.
struct TranslationJob {
    Selection search; ///< Family "search"; missing options take their defaults.
    double lengthFactor = 1.5; ///< As in DecodingSpec.
    int64_t lengthMargin = 10;
    int64_t best = 1; ///< Hypotheses a sentence.
    int64_t endId = 3; ///< As SearchContext::endId.
    int64_t rows = 512; ///< Hypotheses in one batch at most (one sentence's may be more).
    /// Of each source, by which sampling draws: its place among all that are translated, also in
    /// other calls. Empty: its place among the sources.
    std::vector<uint64_t> streams{};
    std::vector<int32_t> prefix; ///< Forced on every sentence.
    TraceDetail trace = TraceDetail::Off;
};

/// The result for one source.
struct FoundTranslations {
    std::vector<Hypothesis> best;
    DecodingTrace trace; ///< Empty unless asked for.
};

/// Translates batch by batch: sentences of like length side by side, all their hypotheses in one
/// step of the decoder, encoder and decoder states kept. The result for a sentence does not depend
/// on the others but for rounding. Evaluation mode and no gradients are the caller's business
/// (InspectionScope).
/// @param sources  ids of each sentence, not empty. Those of one length are started in their order.
/// @throws Error{BadSetting, Cancelled}.
std::vector<FoundTranslations> translateAll(Generator& network, std::span<const IdRow> sources,
                                            int64_t targetVocabulary, const TranslationJob& job,
                                            torch::Device device, const Monitor& monitor);

/// Whether `job` can be done for a source of `sourceLength` tokens.
/// @throws Error{BadSetting}, as checkSearch().
void checkJob(const Generator& network, const TranslationJob& job, int64_t targetVocabulary,
              int64_t sourceLength);

/// Tokens that a translation of `sourceLength` tokens may have, end mark included: factor x
/// source tokens + margin, bounded by what the network reaches.
int64_t longestTranslation(const Generator& network, const TranslationJob& job,
                           int64_t sourceLength);

} // namespace core
