#pragma once

#include "core/base/error.h"
#include "core/decode/trace.h"
#include "core/metric/translation.h"
#include "core/task/question.h"
#include "core/task/scored_rows.h"
#include "core/task/translation/translation_inspection.h"
#include "core/task/translation/translation_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What can be asked of a translator.

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
    friend bool operator==(const DecodingRequest&, const DecodingRequest&) = default;
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

/// One pair opened up.
struct AskTranslation {
    static constexpr const char* kName = "translation";
    using Answer = TranslationInspection;
    std::string source;
    std::string target = {}; ///< Teacher-forced; empty: the network's own greedy translation.
    friend bool operator==(const AskTranslation&, const AskTranslation&) = default;
};

/// The reference teacher-forced beside free running on the same source (B3).
struct AskComparison {
    static constexpr const char* kName = "comparison";
    using Answer = TeacherComparison;
    std::string source, reference;
    friend bool operator==(const AskComparison&, const AskComparison&) = default;
};

/// One sentence decoded, with every decision.
struct AskDecoding {
    static constexpr const char* kName = "decoding";
    using Answer = Decoding;
    DecodingRequest request;
    friend bool operator==(const AskDecoding&, const AskDecoding&) = default;
};

/// Many sentences translated, as LiveTranslator::translate() does it.
struct AskTranslations {
    static constexpr const char* kName = "translations";
    using Answer = std::vector<TranslatedSource>;
    std::vector<std::string> sources;
    DecodingSpec decoding;
    int64_t best = 1; ///< Translations of each source.
    int64_t before = 0; ///< Sources that came before these in other questions.
    friend bool operator==(const AskTranslations&, const AskTranslations&) = default;
};

using ScoredPairs = ScoredRows<TranslationScores, ScoredTranslation>;

/// Translations of a set of pairs, scored against their references.
struct AskTranslationScores : RowsQuestion {
    static constexpr const char* kName = "translation_scores";
    using Answer = ScoredPairs;
    std::optional<DecodingSpec> decoding = {}; ///< None: the run's own.
    friend bool operator==(const AskTranslationScores&, const AskTranslationScores&) = default;
};

/// Sentences on which a search finds something more probable than greedy; largest gain first.
struct AskGains : RowsQuestion {
    static constexpr const char* kName = "gains";
    using Answer = std::vector<SearchGain>;
    Selection search = {}; ///< Family "search"; of no kind: the run's own.
    friend bool operator==(const AskGains&, const AskGains&) = default;
};

/// The run's own way to decode.
struct AskDecodingSettings {
    static constexpr const char* kName = "decoding_settings";
    using Answer = DecodingSpec;
    friend bool operator==(const AskDecodingSettings&, const AskDecodingSettings&) = default;
};

/// A sentence of the run's own data to look at: a short one of "valid", else of training; empty:
/// there is none. Asked of the data; no network is needed.
struct AskExample {
    static constexpr const char* kName = "example";
    using Answer = std::string;
    friend bool operator==(const AskExample&, const AskExample&) = default;
};

} // namespace core
