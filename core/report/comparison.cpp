#include "core/base/readout_text.h"
#include "core/catalogue/spec_json.h"
#include "core/report/reported_run.h"
#include "core/train/setting_changes.h"

#include <algorithm>

namespace core {

namespace {

/// The paths of settings that not all runs have alike, in the order of the spec.
std::vector<std::string> differingSettings(std::span<const ReportedRun> runs)
{
    std::vector<std::string> paths;
    for (const ReportedRun& run : runs.subspan(1))
        for (const SettingChange& each :
             settingChanges(runs.front().summary.spec, run.summary.spec, 1))
            if (each.setting != "name"
                && std::find(paths.begin(), paths.end(), each.setting) == paths.end())
                paths.push_back(each.setting);
    return paths;
}

/// A value for each run under the path of the setting.
void describeSetting(const std::string& path, std::span<const ReportedRun> runs, Readout& readout)
{
    std::string pointer = "/" + path;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    const Json::json_pointer place(pointer);
    readout.value({"setting", "Setting"}, settingName(path));
    for (const ReportedRun& run : runs) {
        const Json spec = specToJson(run.summary.spec);
        readout.value({run.summary.path.string(), run.summary.name},
                      settingText(spec.contains(place) ? spec.at(place) : Json()));
    }
}

/// A run against an earlier one.
struct ComparedRun {
    std::string name, with;
    PairedComparison comparison;
};

bool isOnRowsOf(const ReportedRun& run, const ReportedRun& other)
{
    return run.evaluation && other.evaluation
        && run.evaluation->rowsHash == other.evaluation->rowsHash
        && run.evaluation->outcomes.score == other.evaluation->outcomes.score;
}

/// Each run with the first one that was evaluated on the same rows.
void compareScores(std::span<const ReportedRun> runs, ReportSection& section,
                   const Monitor& monitor)
{
    std::vector<ComparedRun> compared;
    for (const ReportedRun& run : runs) {
        if (!run.evaluation) {
            section.paragraphs.push_back(
                filledText("%1 has no scores for each row: it cannot be compared row by row.",
                           {run.summary.name}));
            continue;
        }
        const auto first = std::find_if(runs.begin(), runs.end(), [&](const ReportedRun& other) {
            return &other == &run || isOnRowsOf(run, other);
        });
        if (&*first == &run) {
            if (&run != &runs.front())
                section.paragraphs.push_back(
                    filledText("No run before %1 was evaluated on the same rows: its scores cannot "
                               "be compared row by row.",
                               {run.summary.name}));
            continue;
        }
        const Outcomes* const other = &first->evaluation->outcomes;
        compared.push_back(
            {run.summary.name, first->summary.name,
             pairedBootstrap(run.evaluation->outcomes, {&other, 1}, {}, monitor).front()});
    }
    const auto of = [](double PairedComparison::*member) {
        return [member](const ComparedRun& run) { return run.comparison.*member; };
    };
    section.content.table(
        {"comparison", "Paired bootstrap on the same rows"}, compared,
        column({"run", "Run"}, &ComparedRun::name), column({"with", "With"}, &ComparedRun::with),
        column({"value", "Score"}, of(&PairedComparison::run)),
        column({"first", "Score of the other"}, of(&PairedComparison::other)),
        column({"difference", "Difference"}, of(&PairedComparison::difference)),
        column({"interval", "95 % interval"},
               [](const ComparedRun& run) {
                   return intervalText(run.comparison.low, run.comparison.high);
               }),
        column({"probability", "Probability of being better"},
               [](const ComparedRun& run) { return probabilityText(run.comparison); }));
}

template <class Value> auto ofEvaluation(Value value)
{
    return [value](const ReportedRun& run) {
        return run.evaluation ? std::optional(value(*run.evaluation)) : std::nullopt;
    };
}

} // namespace

ReportSection comparisonOf(std::span<const ReportedRun> runs, const Monitor& monitor)
{
    ReportSection section{.title = "Comparison"};
    section.content.table(
        {"runs", "Runs"}, runs,
        column({"name", "Run"}, [](const ReportedRun& run) { return run.summary.name; }),
        column({"network", "Network"},
               [](const ReportedRun& run) { return run.summary.spec.model.network.kind; }),
        column({"parameters", "Parameters"},
               [](const ReportedRun& run) { return run.model.parameters; }),
        column({"updates", "Updates"}, [](const ReportedRun& run) { return run.summary.steps; }),
        column({"seconds", "Training time", "s"},
               [](const ReportedRun& run) { return run.summary.seconds; }),
        column({"score", "Score"},
               ofEvaluation([](const Evaluation& each) { return each.outcomes.score; })),
        column({"value", "Its value"},
               ofEvaluation([](const Evaluation& each) { return each.interval.value; })),
        column({"interval", "95 % interval"}, ofEvaluation([](const Evaluation& each) {
                   return intervalText(each.interval.low, each.interval.high);
               })));
    compareScores(runs, section, monitor);
    section.content.parts(
        {"settings", "Settings that differ"}, differingSettings(runs),
        [&](const std::string& path, Readout& part) { describeSetting(path, runs, part); });
    for (const LineChart& chart : chartsOf(runs))
        section.figures.push_back(figureOf(chart));
    return section;
}

} // namespace core
