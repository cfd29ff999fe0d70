#pragma once

#include "core/base/error.h"
#include "core/metric/paired_bootstrap.h"
#include "core/metric/translation.h"
#include "core/probe/data_questions.h"
#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/translation/translation_inspection.h"
#include "core/task/translation/translation_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Questions about a translator.

namespace core {

/// The translations of one of several sources.
struct TranslatedSource {
    /// Best first; none if the source has no tokens or cannot be translated.
    std::vector<Translation> best;
    int64_t tokens = 0; ///< Tokens of the source.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which were not read.
    std::optional<Failure> problem; ///< Why this source cannot be translated.
};

/// The difference between two searches on one sentence.
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
    static QuestionKind<AskTranslation> kind();
    std::string source;
    std::string target = {}; ///< Teacher-forced; empty: the greedy translation.
    friend bool operator==(const AskTranslation&, const AskTranslation&) = default;
};

/// The reference under teacher forcing, and free running on the same source.
struct AskComparison {
    static constexpr const char* kName = "comparison";
    using Answer = TeacherComparison;
    static QuestionKind<AskComparison> kind();
    std::string source, reference;
    friend bool operator==(const AskComparison&, const AskComparison&) = default;
};

/// Many sentences translated, as LiveTranslator::translate() does it.
struct AskTranslations {
    static constexpr const char* kName = "translations";
    using Answer = std::vector<TranslatedSource>;
    static QuestionKind<AskTranslations> kind();
    std::vector<std::string> sources;
    DecodingSpec decoding;
    int64_t best = 1; ///< Translations of each source.
    int64_t before = 0; ///< Sources that came before these in other questions.
    friend bool operator==(const AskTranslations&, const AskTranslations&) = default;
};

using ScoredPairs = ScoredRows<TranslationScores, ScoredTranslation>;

/// The counts of n-grams of each pair.
Outcomes outcomesOf(const ScoredPairs& scored);

/// Translations of a set of pairs, scored against their references.
struct AskTranslationScores : RowsQuestion {
    static constexpr const char* kName = "translation_scores";
    using Answer = ScoredPairs;
    static QuestionKind<AskTranslationScores> kind();
    std::optional<DecodingSpec> decoding = {}; ///< None: the run's own.
    std::vector<std::string> references = {}; ///< Files: see readFurtherReferences().
    friend bool operator==(const AskTranslationScores&, const AskTranslationScores&) = default;
};

/// Sentences on which a search finds something more probable than greedy; largest gain first.
struct AskGains : RowsQuestion {
    static constexpr const char* kName = "gains";
    using Answer = std::vector<SearchGain>;
    static QuestionKind<AskGains> kind();
    Selection search = {}; ///< Family "search"; of no kind: the run's own.
    friend bool operator==(const AskGains&, const AskGains&) = default;
};

} // namespace core
