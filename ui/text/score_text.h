#pragma once

#include "core/metric/score.h"
#include "core/probe/baselines/baseline_questions.h"
#include "core/train/reports.h"

#include <QString>

#include <string>

namespace ui {

/// A logarithm or a score: "−3.87".
QString scoreText(double score);

/// A score of 0 to 100, such as BLEU: "37.5"; a dash where it is not known.
QString pointsText(double score);

/// The measure that decides which epoch of a run is the best one (TrainingSpec::monitor), in words.
struct MonitorText {
    QString title; ///< "validation loss", "validation BLEU"
    QString name; ///< "loss", "BLEU": where there is little room.
    bool higherIsBetter = true;
    bool share = false; ///< Shown in per cent.
};

MonitorText monitorText(const std::string& monitor);
/// Its value: "0.4123", "87.1 %", "31.25".
QString monitorValue(const std::string& monitor, double number);

/// A notice on the end of a training: the reason, the best epoch, and the test scores or that there
/// is no test split.
QString endSentence(const core::EndReport& report, const std::string& monitor, bool hasTestTexts);

/// Whether a run is better than all baselines, and what to try if it is not; with the names of the
/// score and the baseline in the user's language. Empty: nothing was compared.
QString verdictText(const core::BaselineReport& report);

/// The best of the baselines, as what a network has to beat; empty: there is none.
QString baselineText(const core::Baselines& baselines);

/// "87.1 %", "31.25".
QString scoreValueText(const core::Score& score);
/// "accuracy 87.1 %, BLEU 31.25"
QString scoresSentence(const std::vector<core::Score>& scores);
/// "acc 87.1 %  BLEU 31.25": where there is little room.
QString shortScores(const std::vector<core::Score>& scores);

} // namespace ui
