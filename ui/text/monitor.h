#pragma once

#include <QString>

#include "core/metric/score.h"
#include "core/train/reports.h"

#include <string>

namespace ui {

/// What decides which epoch of a run is the best one (TrainingSpec::monitor), for people.
struct MonitorText {
    QString title; ///< "validation loss", "validation BLEU"
    QString name; ///< "loss", "BLEU": where there is little room.
    bool higherIsBetter = true;
    bool share = false; ///< Shown in per cent.
};

MonitorText monitorText(const std::string& monitor);
/// Its value: "0.4123", "87.1 %", "31.25".
QString monitorValue(const std::string& monitor, double number);

/// How a training ended, for a notice: why, its best epoch, the scores on the test texts or that
/// there are none.
QString endSentence(const core::EndReport& report, const std::string& monitor, bool hasTestTexts);

/// "87.1 %", "31.25".
QString scoreValueText(const core::Score& score);
/// "accuracy 87.1 %, BLEU 31.25"
QString scoresSentence(const std::vector<core::Score>& scores);
/// "acc 87.1 %  BLEU 31.25": where there is little room.
QString shortScores(const std::vector<core::Score>& scores);

} // namespace ui
