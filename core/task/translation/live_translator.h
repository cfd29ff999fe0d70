#pragma once

#include "core/base/error.h"
#include "core/decode/trace.h"
#include "core/experiment/spec.h"
#include "core/metric/translation.h"
#include "core/task/live_model.h"
#include "core/task/translation/translation_inspection.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// How a sentence is to be decoded.
struct DecodingRequest {
    std::string source;
    Selection search; ///< Family "search".
    std::string prefix; ///< Text that the translation must begin with; tokenised as the target.
    /// Target ids to begin with, in place of `prefix` (a node of a trace that was clicked).
    std::vector<int32_t> prefixIds;
    int64_t best = 5;
    TraceDetail detail = TraceDetail::Distributions;
};

/// One translation as text.
struct Translation {
    std::string text;
    std::vector<std::string> tokens; ///< Without marks.
    double logProbability = 0.0; ///< Nats, end mark included.
    double score = 0.0;
    bool ended = true; ///< False: cut off at the maximum length.
};

/// What became of one of several sources.
struct TranslatedSource {
    /// Best first; none where the source has no tokens or cannot be translated.
    std::vector<Translation> best;
    int64_t tokens = 0; ///< Of the source.
    int64_t cutTokens = 0; ///< Those of them beyond the maximum length, which nobody saw.
    std::optional<Failure> problem; ///< Why this source cannot be translated as asked.
};

/// One sentence decoded, with every decision.
struct Decoding {
    std::string source;
    std::vector<std::string> sourceTokens;
    Selection search; ///< Complete.
    std::vector<Translation> best; ///< Best first; as many as DecodingTrace::ranking has, at most.
    DecodingTrace trace; ///< Node texts are filled in.
    std::vector<std::string> vocabulary; ///< Target tokens by id, as people read them.
    int64_t step = 0, epoch = 0; ///< Of the network.
    double milliseconds = 0.0;
};

/// Where two searches on one sentence part, or what a wider one gains.
struct SearchGain {
    std::string source, reference, greedy, searched;
    double greedyLogProbability = 0.0, searchedLogProbability = 0.0;
    double greedyBleu = 0.0, searchedBleu = 0.0; ///< Sentence BLEU; NaN without reference.
    int32_t firstDifference = 0; ///< Token index.
};

/// A translator that can be looked into.
class LiveTranslator : public LiveModel {
public:
    static constexpr const char* kTask = "translation";
    std::string task() const final { return kTask; }

    /// @param target  empty: the greedy translation is looked at; else this one, teacher-forced.
    virtual TranslationInspection inspect(const std::string& source, const std::string& target) = 0;
    /// The reference teacher-forced beside free running on the same source (B3).
    virtual TeacherComparison compare(const std::string& source, const std::string& reference) = 0;
    /// @throws Error{BadSetting} for settings that do not fit (width over the vocabulary,
    /// exhaustive search over its budget), Error{BadData} for a prefix with unknown words.
    virtual Decoding decode(const DecodingRequest& request) = 0;
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
    /// The run's own way to decode.
    virtual const DecodingSpec& decoding() const = 0;
};

} // namespace core
