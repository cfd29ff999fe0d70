#include "ui/curves/curve_table.h"

#include "core/metric/score.h"

#include <cmath>
#include <limits>
#include <set>

namespace ui {

namespace {

double valueAt(const Series& series, size_t index)
{
    return index < series.size() ? series.at(index) : std::numeric_limits<double>::quiet_NaN();
}

/// The columns that not every table has.
struct Columns {
    bool teacherForcing = false;
    std::vector<std::string> scores; ///< Of epochs.
    std::vector<std::string> updateScores; ///< Those of them that updates have, too.
};

Columns columnsOf(const std::vector<CurveSource>& sources)
{
    Columns columns;
    for (const CurveSource& source : sources)
        columns.teacherForcing |= source.curves->usesTeacherForcing();
    columns.scores = scoreNames(sources);
    for (const std::string& score : columns.scores)
        if (core::scoreDescription(score).eachUpdate)
            columns.updateScores.push_back(score);
    return columns;
}

void writeHead(TableText& table, const Columns& columns)
{
    for (const char* name :
         {"run", "event", "step", "epoch", "tokens", "seconds", "loss", "smoothed_loss"})
        table.add(name);
    for (const std::string& score : columns.updateScores) {
        table.add(score);
        table.add("smoothed_" + score);
    }
    for (const char* name : {"learning_rate", "gradient_norm", "clipped", "tokens_per_second"})
        table.add(name);
    if (columns.teacherForcing)
        table.add("teacher_forcing");
    table.add("valid_loss");
    for (const std::string& score : columns.scores)
        table.add("valid_" + score);
    table.row("best");
}

void leaveEmpty(TableText& table, size_t cells)
{
    for (size_t i = 0; i < cells; ++i)
        table.add(std::monostate());
}

void writeUpdates(TableText& table, const std::string& run, RunCurves& curves,
                  const Columns& columns)
{
    const Series& smoothLoss = curves.smoothed(quantity::kLoss);
    for (size_t i = 0; i < curves.size(); ++i) {
        table.add(run);
        table.add("update");
        table.add(curves.step(i));
        table.add(curves.x(XAxis::Epoch)[i]);
        table.add(int64_t(curves.x(XAxis::Tokens)[i]));
        table.add(curves.x(XAxis::Time)[i]);
        table.add(curves.raw(quantity::kLoss).at(i));
        table.add(smoothLoss.at(i));
        for (const std::string& score : columns.updateScores) {
            table.add(valueAt(curves.raw(score), i));
            table.add(valueAt(curves.smoothed(score), i));
        }
        table.add(curves.raw(quantity::kLearningRate).at(i));
        table.add(curves.raw(quantity::kGradientNorm).at(i));
        table.add(int(curves.clipped(i)));
        table.add(curves.raw(quantity::kSpeed).at(i));
        if (columns.teacherForcing)
            table.add(curves.raw(quantity::kTeacherForcing).at(i));
        leaveEmpty(table, columns.scores.size() + 2);
        table.endRow();
    }
}

void writeEpochs(TableText& table, const std::string& run, const RunCurves& curves,
                 const Columns& columns)
{
    for (const core::EpochReport& epoch : curves.epochs()) {
        table.add(run);
        table.add("epoch");
        for (const int64_t number : {epoch.step, epoch.epoch, epoch.tokens})
            table.add(number);
        table.add(epoch.seconds);
        table.add(epoch.trainLoss);
        table.add(std::monostate()); // nothing is smoothed
        for (const std::string& score : columns.updateScores) {
            table.add(core::scoreValue(epoch.trainScores, score));
            table.add(std::monostate());
        }
        leaveEmpty(table, columns.teacherForcing ? 5 : 4);
        table.add(epoch.validLoss);
        for (const std::string& score : columns.scores)
            table.add(core::scoreValue(epoch.validScores, score));
        table.row(int(epoch.best));
    }
}

} // namespace

std::vector<double> unknownShares(const std::vector<CurveSource>& sources)
{
    std::vector<double> shares;
    for (const CurveSource& source : sources) {
        const auto& epochs = source.curves->epochs();
        const double share = epochs.empty()
            ? std::numeric_limits<double>::quiet_NaN()
            : core::scoreValue(epochs.back().validScores, "unknown_share");
        if (std::isfinite(share))
            shares.push_back(share);
    }
    return shares;
}

std::vector<std::string> scoreNames(const std::vector<CurveSource>& sources)
{
    std::set<std::string> names;
    for (const CurveSource& source : sources)
        names.insert(source.curves->scoreNames().begin(), source.curves->scoreNames().end());
    std::vector<std::string> ordered;
    for (const core::ScoreDescription& score : core::scoreDescriptions()) {
        if (names.erase(score.name) > 0)
            ordered.push_back(score.name);
    }
    ordered.insert(ordered.end(), names.begin(), names.end());
    return ordered;
}

void writeCurves(TableText& table, const std::vector<CurveSource>& sources)
{
    const Columns columns = columnsOf(sources);
    writeHead(table, columns);
    for (const CurveSource& source : sources) {
        const std::string run = source.name.toStdString();
        writeUpdates(table, run, *source.curves, columns);
        writeEpochs(table, run, *source.curves, columns);
    }
}

} // namespace ui
