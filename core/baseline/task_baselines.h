#pragma once

#include "core/baseline/baseline.h"
#include "core/baseline/sparse_rows.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

// The baselines of each kind of task, from training data and the rows to be predicted. Any thread;
// each throws Error{Cancelled}.

namespace core {

struct ClassData {
    SparseRows counts; ///< Tokens of the texts.
    std::span<const int32_t> labels;
};
/// The most frequent class; naive Bayes and logistic regression on counts and on TF-IDF.
/// @param token  the text of a column.
Baselines classBaselines(const ClassData& train, const ClassData& rows,
                         const std::vector<std::string>& classes,
                         const std::function<std::string(int32_t column)>& token,
                         const Monitor& monitor);

struct NumberData {
    SparseRows counts;
    std::span<const double> numbers;
};
/// The mean; ridge regression on TF-IDF.
Baselines numberBaselines(const NumberData& train, const NumberData& rows, const Monitor& monitor);

struct TagData {
    std::vector<std::vector<std::string>> words; ///< One list a text.
    std::vector<std::vector<int32_t>> tags; ///< One a word.
};
/// The most frequent tag of all; that of each word, of unknown words the former.
Baselines tagBaselines(const TagData& train, const TagData& rows,
                       const std::vector<std::string>& tags);

/// How taggings compare row by row: F1 of spans where the tags mark some, else the share of tokens.
Outcomes tagOutcomes(const std::vector<std::string>& tags,
                     const std::vector<std::vector<int32_t>>& truth,
                     const std::vector<std::vector<int32_t>>& predicted);

struct LanguageData {
    std::vector<int32_t> ids; ///< All tokens that are predicted,
    std::vector<int64_t> lines; ///< and how many of them each line has, with its end.
    int64_t characters = 0; ///< That they stand for.
    double spellingNats = 0.0; ///< The cost of spelling the unknown tokens.
    std::vector<int32_t> classes{}; ///< One a line, if each text is written for a class.
};
/// Token frequencies and n-grams, which read on over the ends of lines if they are a stream. Where
/// lines have classes, also the mean of two probabilities of each token: that of n-grams of all
/// lines, and that of n-grams of the lines of the same class.
struct LanguageSettings {
    int64_t outcomes = 1; ///< Number of tokens that can be predicted.
    int32_t begin = 0; ///< Before the first token of a stream, or of each line.
    bool stream = true;
    int64_t order = 5;
    int32_t unknown = 1; ///< The id of tokens that the vocabulary lacks.
};
Baselines languageBaselines(const LanguageData& train, const LanguageData& rows,
                            const LanguageSettings& settings, const Monitor& monitor);

/// The source as its own translation.
/// @param measured  the pairs at the beginning that a training scores.
Baselines pairBaselines(std::span<const std::string> sources,
                        std::span<const std::string> references, size_t measured,
                        const BleuOptions& options);

} // namespace core
