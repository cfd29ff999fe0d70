#include "core/metric/score.h"
#include "core/report/reported_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr size_t kMostBins = 200;

/// A value of each epoch.
template <class Value>
ChartLine lineOf(const std::string& name, const RunHistory& history, const Value& value)
{
    ChartLine line{name, {}, {}};
    for (const EpochReport& epoch : history.epochs) {
        line.x.push_back(static_cast<double>(epoch.epoch));
        line.y.push_back(value(epoch));
    }
    return line;
}

double validValue(const EpochReport& epoch, const std::string& score)
{
    return score == "loss" ? epoch.validLoss : scoreValue(epoch.validScores, score);
}

/// Means over as many neighbouring updates as make at most kMostBins.
ChartLine updatesLine(const std::string& name, const RunHistory& history)
{
    ChartLine line{name, {}, {}};
    const size_t width = (history.updates.size() + kMostBins - 1) / kMostBins;
    for (size_t first = 0; first < history.updates.size(); first += width) {
        const size_t end = std::min(first + width, history.updates.size());
        double sum = 0.0;
        for (size_t i = first; i < end; ++i)
            sum += history.updates[i].loss;
        line.x.push_back(static_cast<double>(history.updates[end - 1].step));
        line.y.push_back(sum / static_cast<double>(end - first));
    }
    return line;
}

void addIfDrawn(LineChart chart, std::vector<LineChart>& charts)
{
    std::erase_if(chart.lines, [](const ChartLine& line) {
        return LineChart{{}, {}, {}, {line}}.isEmpty();
    });
    if (!chart.isEmpty())
        charts.push_back(std::move(chart));
}

/// The score that a training watches; of one that watches the loss, the first that it reports
/// beside it; "loss" where there is none.
std::string drawnScore(const ReportedRun& run)
{
    const std::string watched = monitoredScore(run.summary.spec.training.monitor);
    if (watched != "loss" || run.history.epochs.empty())
        return watched;
    const std::vector<Score>& scores = run.history.epochs.back().validScores;
    return scores.empty() ? watched : scores.front().name;
}

} // namespace

std::string capitalised(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::vector<LineChart> chartsOf(const ReportedRun& run)
{
    const RunHistory& history = run.history;
    std::vector<LineChart> charts;
    if (history.epochs.size() < 2)
        addIfDrawn({"Loss of the updates", "update", "loss", {updatesLine("training", history)}},
                   charts);
    addIfDrawn(
        {"Loss of each epoch",
         "epoch",
         "loss",
         {lineOf("training", history, [](const EpochReport& each) { return each.trainLoss; }),
          lineOf("validation", history, [](const EpochReport& each) { return each.validLoss; })}},
        charts);
    const std::string score = drawnScore(run);
    const std::string title = scoreDescription(score).title;
    if (score != "loss")
        addIfDrawn(
            {capitalised(title) + " of each epoch",
             "epoch",
             title,
             {lineOf("training", history,
                     [&](const EpochReport& each) { return scoreValue(each.trainScores, score); }),
              lineOf("validation", history,
                     [&](const EpochReport& each) { return validValue(each, score); })}},
            charts);
    return charts;
}

std::vector<LineChart> chartsOf(std::span<const ReportedRun> runs)
{
    std::vector<LineChart> charts;
    const std::string score = drawnScore(runs.front());
    const std::string title = scoreDescription(score).title;
    LineChart loss{"Validation loss of each epoch", "epoch", "loss", {}};
    LineChart scores{capitalised(title) + " on the validation data", "epoch", title, {}};
    for (const ReportedRun& run : runs) {
        loss.lines.push_back(lineOf(run.summary.name, run.history,
                                    [](const EpochReport& each) { return each.validLoss; }));
        scores.lines.push_back(lineOf(run.summary.name, run.history, [&](const EpochReport& each) {
            return validValue(each, score);
        }));
    }
    const bool sameTask = std::all_of(runs.begin(), runs.end(), [&](const ReportedRun& run) {
        return run.summary.spec.task.kind == runs.front().summary.spec.task.kind;
    });
    if (!sameTask)
        return charts;
    addIfDrawn(std::move(loss), charts);
    if (score != "loss")
        addIfDrawn(std::move(scores), charts);
    return charts;
}

ReportFigure figureOf(const LineChart& chart)
{
    return {chart.title, wordsOf(chart), svgOf(chart)};
}

} // namespace core
