#pragma once

#include "core/metric/word_scores.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// How word vectors answer files of questions about words.
struct WordScores {
    std::vector<WordQuestionScores> files;
    int64_t step = 0, epoch = 0;
};

/// A file of pairs or of vectors, or a section of a file of analogies.
struct WordScoreRow {
    std::string file, section;
    std::string kind; ///< "pairs", "analogies", or "words" whose neighbours are compared.
    int64_t asked = 0, covered = 0; ///< Covered: all words have vectors.
    std::optional<double> spearman; ///< Known for pairs.
    std::optional<double> right; ///< Known for analogies: share of the covered ones, 0 to 1.
    std::optional<double> shared; ///< Known for vectors: share of the neighbours, 0 to 1.
};
std::vector<WordScoreRow> rowsOf(const WordScores& scores);

/// Whether the file could be one of those that AskWordScores reads.
bool holdsWordQuestions(const std::string& path);

struct AskWordScores {
    static constexpr const char* kName = "word_scores";
    static constexpr bool kLong = true;
    using Answer = WordScores;
    static QuestionKind<AskWordScores> kind();

    std::vector<std::string> files; ///< Paths; empty: those of the run's settings.
    friend bool operator==(const AskWordScores&, const AskWordScores&) = default;
};

} // namespace core
