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
    readout.value({"setting", "Setting"}, path);
    for (const ReportedRun& run : runs) {
        const Json spec = specToJson(run.summary.spec);
        readout.value({run.summary.path.string(), run.summary.name},
                      settingText(spec.contains(place) ? spec.at(place) : Json()));
    }
}

/// A run against the first.
struct ComparedRun {
    std::string name;
    PairedComparison with;
};

void compareScores(std::span<const ReportedRun> runs, ReportSection& section,
                   const Monitor& monitor)
{
    const ReportedRun& first = runs.front();
    std::vector<ComparedRun> compared;
    for (const ReportedRun& run : runs.subspan(1)) {
        if (!first.evaluation || !run.evaluation)
            continue;
        if (run.evaluation->rowsHash != first.evaluation->rowsHash
            || run.evaluation->outcomes.score != first.evaluation->outcomes.score) {
            section.paragraphs.push_back(run.summary.name + " was evaluated on other rows than "
                                         + first.summary.name
                                         + ": their scores cannot be compared row by row.");
            continue;
        }
        const Outcomes* const other = &first.evaluation->outcomes;
        compared.push_back(
            {run.summary.name,
             pairedBootstrap(run.evaluation->outcomes, {&other, 1}, {}, monitor).front()});
    }
    const auto of = [](double PairedComparison::*member) {
        return [member](const ComparedRun& run) { return run.with.*member; };
    };
    if (!compared.empty())
        section.content.table(
            {"comparison",
             "Paired bootstrap against " + first.summary.name + ", "
                 + scoreDescription(first.evaluation->outcomes.score).title},
            compared, column({"run", "Run"}, &ComparedRun::name),
            column({"value", "Score"}, of(&PairedComparison::run)),
            column({"first", "Score of " + first.summary.name}, of(&PairedComparison::other)),
            column({"difference", "Difference"}, of(&PairedComparison::difference)),
            column({"low", "Lower end of its 95 % interval"}, of(&PairedComparison::low)),
            column({"high", "Upper end of its 95 % interval"}, of(&PairedComparison::high)),
            column({"probability", "Probability that it is better"},
                   of(&PairedComparison::probability)));
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
        column({"low", "Lower end of its 95 % interval"},
               ofEvaluation([](const Evaluation& each) { return each.interval.low; })),
        column({"high", "Upper end of its 95 % interval"},
               ofEvaluation([](const Evaluation& each) { return each.interval.high; })));
    compareScores(runs, section, monitor);
    section.content.parts(
        {"settings", "Settings that differ"}, differingSettings(runs),
        [&](const std::string& path, Readout& part) { describeSetting(path, runs, part); });
    for (const LineChart& chart : chartsOf(runs))
        section.figures.push_back(figureOf(chart));
    return section;
}

} // namespace core
