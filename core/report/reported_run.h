#pragma once

#include "core/model/model_summary.h"
#include "core/probe/evaluation/evaluation_question.h"
#include "core/report/line_chart.h"
#include "core/report/report.h"
#include "core/train/run_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// The facts that a report on a run is made of. Plain values.
struct ReportedRun {
    RunSummary summary;
    RunHistory history;
    Json start; ///< The StartReport of its beginning, as written; null: it cannot be read.
    std::string checkpoint; ///< The network that was evaluated: "best"; empty: there is none.
    ModelSummary model;
    std::optional<Evaluation> evaluation;
    std::vector<std::string> problems; ///< Why something is missing.
};

/// @param split  as ReportSettings'.
ReportedRun readReportedRun(const std::filesystem::path& run, const std::string& split,
                            const Monitor& monitor);

/// The parts of a report about one run.
std::vector<ReportSection> sectionsOf(const ReportedRun& run, const ReportSettings& settings,
                                      int level, const Monitor& monitor);
/// The value of a setting as a person reads it; a dash where there is none.
std::string settingText(const Json& value);
/// The comparison of several runs.
ReportSection comparisonOf(std::span<const ReportedRun> runs, const Monitor& monitor);

/// Losses and the monitored score over the epochs; few epochs: the loss of the updates.
std::vector<LineChart> chartsOf(const ReportedRun& run);
/// The monitored values of several runs, where they watch the same.
std::vector<LineChart> chartsOf(std::span<const ReportedRun> runs);
ReportFigure figureOf(const LineChart& chart);

} // namespace core
