#pragma once

#include "core/model/model_summary.h"
#include "core/probe/baselines/baseline_questions.h"
#include "core/probe/evaluation/evaluation_question.h"
#include "core/report/line_chart.h"
#include "core/report/report.h"
#include "core/train/run_folder.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// The answer of a network to one question.
struct ReportedAnswer {
    std::string title; ///< That of the question.
    std::string exampleText; ///< The text of the data that it is about; empty: none.
    std::function<Readout()> readout;
};

/// The facts that a report on a run is made of. Plain values.
struct ReportedRun {
    RunSummary summary;
    RunHistory history;
    Json start; ///< The StartReport of its beginning, as written; null: it cannot be read.
    std::string checkpoint; ///< The network that was evaluated: "best"; empty: there is none.
    ModelSummary model;
    std::optional<Evaluation> evaluation;
    std::optional<BaselineReport> baselines; ///< Compared with `evaluation`.
    /// In place of scores for each row, which some tasks do not have.
    std::vector<ReportedAnswer> answers;
    std::vector<std::string> problems; ///< Why something is missing.
};

/// @param split  as ReportSettings'.
ReportedRun readReportedRun(const std::filesystem::path& run, const std::string& split,
                            const Monitor& monitor);

/// The parts of a report about one run.
std::vector<ReportSection> sectionsOf(const ReportedRun& run, const ReportSettings& settings,
                                      int level, const Monitor& monitor);
/// How good the predictions of the evaluated network are. @pre run.evaluation.
ReportSection scoresOf(const ReportedRun& run);
/// The simple methods that the network has to beat, and how it compares with them.
ReportSection baselinesOf(const BaselineReport& report);
/// The best and the worst predictions, `count` each. @pre run.evaluation.
ReportSection examplesOf(const ReportedRun& run, size_t count);
/// The scores that the training has reported: on the test data, else of its best epoch.
ReportSection trainingScoresOf(const ReportedRun& run);
/// "Learning rate (training.optimiser.learning_rate)"
std::string settingName(const std::string& path);
/// "0.91 to 0.94"
std::string intervalText(double low, double high);
/// "< 0.001": no share of the resamples is certain.
std::string probabilityText(const PairedComparison& comparison);
/// The value of a setting as a person reads it; a dash where there is none.
std::string settingText(const Json& value);
/// The comparison of several runs.
ReportSection comparisonOf(std::span<const ReportedRun> runs, const Monitor& monitor);

/// "accuracy" -> "Accuracy"
std::string capitalised(std::string text);

/// Losses and the monitored score over the epochs; few epochs: the loss of the updates.
std::vector<LineChart> chartsOf(const ReportedRun& run);
/// The monitored values of several runs, where they watch the same.
std::vector<LineChart> chartsOf(std::span<const ReportedRun> runs);
ReportFigure figureOf(const LineChart& chart);

} // namespace core
