#pragma once

#include "core/base/monitor.h"
#include "core/decode/search.h"
#include "core/model/generator.h"
#include "core/nn/batch/sequence_batch.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// The settings for a translation of sources.
struct TranslationJob {
    Selection search; ///< Family "search"; missing options have their defaults.
    double lengthFactor = 1.5; ///< See DecodingSpec.
    int64_t lengthMargin = 10;
    int64_t best = 1; ///< Number of hypotheses for each sentence.
    int64_t endId = 3; ///< See SearchContext::endId.
    int64_t rows = 512; ///< Maximum hypotheses in a batch, unless one sentence has more.
    /// Random stream of each source for sampling: its index among all translated sources, including
    /// other calls. Empty: its index among the sources of this call.
    std::vector<uint64_t> streams{};
    std::vector<int32_t> prefix; ///< Tokens forced on every sentence.
    TraceDetail trace = TraceDetail::Off;
    /// See SearchContext::textOf.
    std::function<std::string(std::span<const int32_t> tokens)> textOf{};
};

/// The result for one source.
struct FoundTranslations {
    std::vector<Hypothesis> best;
    DecodingTrace trace; ///< Empty unless requested.
};

/// Translates batch by batch: sentences of similar length together, with all their hypotheses in
/// one step of the decoder and cached states of encoder and decoder. Apart from rounding, the
/// result for a sentence does not depend on the others. The caller must select evaluation mode and
/// disable gradients (InspectionScope).
/// @param sources  ids of each sentence, not empty. Sentences of equal length keep their order.
/// @throws Error{BadSetting, Cancelled}.
std::vector<FoundTranslations> translateAll(Generator& network, std::span<const IdRow> sources,
                                            int64_t targetVocabulary, const TranslationJob& job,
                                            torch::Device device, const Monitor& monitor);

/// Checks whether `job` is possible for a source of `sourceLength` tokens.
/// @throws Error{BadSetting}, like checkSearch().
void checkJob(const Generator& network, const TranslationJob& job, int64_t targetVocabulary,
              int64_t sourceLength);

/// The maximum number of tokens in a translation of `sourceLength` tokens, including the end token:
/// factor x source tokens + margin, bounded by the network's longest target.
int64_t longestTranslation(const Generator& network, const TranslationJob& job,
                           int64_t sourceLength);

} // namespace core
