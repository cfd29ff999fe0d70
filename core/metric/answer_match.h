#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// An answer in the form in which answers are compared: lower case, without the punctuation of
/// ASCII, without the articles a, an and the, with one blank between words. As normalize_answer()
/// of SQuAD's evaluation script (Rajpurkar et al., 2016).
std::string normalisedAnswer(std::string_view answer);

/// How well an answer agrees with one or several references, whose best one counts.
struct AnswerMatch {
    double exact = 0.0; ///< 1 if the normalised answers are equal, else 0.
    /// Harmonic mean of precision and recall of the normalised words, which count as often as they
    /// occur. 0 without a common word, also where both have none.
    double f1 = 0.0;
};

/// @param references  none: both are 0.
AnswerMatch answerMatch(std::string_view answer, std::span<const std::string> references);

/// Means over questions.
struct AnswerScores {
    int64_t count = 0; ///< Questions.
    double loss = 0.0; ///< Mean over those whose answer the network can predict.
    double exactMatch = 0.0; ///< 0 to 1.
    double f1 = 0.0; ///< 0 to 1.
    int64_t outOfReach = 0; ///< Questions whose first reference is beyond the maximum length.
};

} // namespace core
