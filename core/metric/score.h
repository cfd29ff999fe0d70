#pragma once

#include <string>
#include <vector>

namespace core {

/// One number that a task measures beside loss and accuracy.
struct Score {
    std::string name; ///< "bleu": frozen, because files hold it.
    double value = 0.0;

    friend bool operator==(const Score&, const Score&) = default;
};

/// What a score is, for curves, tables and help. Texts are English and translated where shown.
struct ScoreDescription {
    std::string name; ///< "bleu"
    std::string title; ///< "BLEU"
    std::string help; ///< Its definition in one or two sentences.
    bool higherIsBetter = true;
    bool share = false; ///< 0 to 1; shown in per cent.
};

/// All scores that tasks report: macro_f1, bleu, chrf, exact_match, alignment_error_rate.
const std::vector<ScoreDescription>& scoreDescriptions();
/// The description of `name`; one made of the name alone when there is none.
ScoreDescription scoreDescription(const std::string& name);
/// The score that a monitor of a training watches: "valid_bleu" -> "bleu".
std::string monitoredScore(const std::string& monitor);
/// Whether larger is better: "valid_accuracy" yes, "valid_loss" no, scores as they say.
bool monitorRises(const std::string& monitor);

/// NaN when it is not among them.
double scoreValue(const std::vector<Score>& scores, const std::string& name);

} // namespace core
