#include "ui/curves/curve_table.h"

#include "core/metric/score.h"
#include "ui/curves/curves_view.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace ui {

namespace {

double valueAt(const Series& series, size_t index)
{
    return index < series.size() ? series.at(index) : std::numeric_limits<double>::quiet_NaN();
}

/// The optional columns.
struct Columns {
    bool teacherForcing = false;
    std::vector<std::string> scores; ///< The scores of epochs.
    std::vector<std::string> updateScores; ///< The scores that updates have, too.
};

Columns columnsOf(const std::vector<CurveSource>& sources)
{
    Columns columns;
    for (const CurveSource& source : sources)
        columns.teacherForcing |= source.curves->has(quantity::kTeacherForcing);
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

/// The monitor of a run: its values, and which of two is better.
struct Watched {
    std::string monitor;

    double of(const core::EpochReport& epoch) const
    {
        return RunCurves::epochValue(epoch, monitor);
    }
    bool better(const core::EpochReport& a, const core::EpochReport& b) const
    {
        return core::monitorRises(monitor) ? of(a) > of(b) : of(a) < of(b);
    }
    QString text(const core::EpochReport& epoch) const { return monitorValue(monitor, of(epoch)); }
    QString title() const
    {
        QString title = monitorText(monitor).title;
        title[0] = title[0].toUpper();
        return title;
    }
};

/// How many epochs in a row, up to the last, were each worse than the one before.
int epochsWorse(const std::vector<core::EpochReport>& epochs, const Watched& watched)
{
    int worse = 0;
    for (size_t i = epochs.size(); i-- > 1 && watched.better(epochs[i - 1], epochs[i]);)
        ++worse;
    return worse;
}

/// A perplexity means little without it.
constexpr const char* kBesidePerplexity = "unknown_share";

/// "; validation loss 0.43, accuracy 87.1 %, BLEU 31.2": the other measures, restricted to the
/// scores that have plots by default.
QString othersPart(const core::EpochReport& epoch, const Watched& watched)
{
    const std::string name = core::monitoredScore(watched.monitor);
    std::vector<core::Score> scores = epoch.validScores;
    std::erase_if(scores, [&name](const core::Score& score) {
        return !std::isfinite(score.value) || score.name == name
            || !(core::scoreDescription(score.name).drawnAtFirst
                 || score.name == kBesidePerplexity);
    });
    QStringList parts;
    if (name != "loss" && std::isfinite(epoch.validLoss))
        parts << CurvesView::tr("loss %1").arg(value(epoch.validLoss));
    if (!scores.empty())
        parts << scoresSentence(scores);
    return parts.isEmpty()
        ? QString()
        : CurvesView::tr("; validation %1").arg(parts.join(QStringLiteral(", ")));
}

QString epochsSentence(const std::vector<core::EpochReport>& epochs, int64_t starred,
                       const Watched& watched)
{
    const core::EpochReport& last = epochs.back();
    auto best = std::find_if(epochs.begin(), epochs.end(),
                             [starred](const auto& epoch) { return epoch.epoch == starred; });
    if (best == epochs.end())
        best = std::min_element(
            epochs.begin(), epochs.end(),
            [&watched](const auto& a, const auto& b) { return watched.better(a, b); });
    const bool rises = core::monitorRises(watched.monitor);
    if (best->epoch == last.epoch)
        return CurvesView::tr(rises ? QT_TRANSLATE_NOOP("ui::CurvesView",
                                                        "%1 is the highest so far: epoch %2, %3%4.")
                                    : QT_TRANSLATE_NOOP("ui::CurvesView",
                                                        "%1 is the lowest so far: epoch %2, %3%4."))
            .arg(watched.title())
            .arg(last.epoch)
            .arg(watched.text(last), othersPart(last, watched));
    const QString bestPart
        = CurvesView::tr("best was epoch %1, %2").arg(best->epoch).arg(watched.text(*best));
    const int worse = epochsWorse(epochs, watched);
    if (worse > 1)
        return CurvesView::tr(
                   rises ? QT_TRANSLATE_NOOP("ui::CurvesView", "%1 has fallen for %2 epochs; %3.")
                         : QT_TRANSLATE_NOOP("ui::CurvesView", "%1 has risen for %2 epochs; %3."))
            .arg(watched.title())
            .arg(worse)
            .arg(bestPart);
    if (worse == 1)
        return CurvesView::tr(
                   rises ? QT_TRANSLATE_NOOP("ui::CurvesView", "%1 fell in the last epoch; %2.")
                         : QT_TRANSLATE_NOOP("ui::CurvesView", "%1 rose in the last epoch; %2."))
            .arg(watched.title(), bestPart);
    if (watched.text(last) == watched.text(*best))
        return CurvesView::tr("%1 is %2 in epoch %3, as in epoch %4, the best one.")
            .arg(watched.title(), watched.text(last))
            .arg(last.epoch)
            .arg(best->epoch);
    return CurvesView::tr("%1 is %2 in epoch %3; %4.")
        .arg(watched.title(), watched.text(last))
        .arg(last.epoch)
        .arg(bestPart);
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

QString curveSentence(const RunCurves& curves, const std::string& monitor)
{
    if (curves.empty())
        return CurvesView::tr("No update yet.");
    const Series& loss = curves.raw(quantity::kLoss);
    if (loss.size() > 0 && !std::isfinite(loss.at(loss.size() - 1)))
        return CurvesView::tr("The loss is no longer a number at update %1; a lower "
                              "learning rate usually helps.")
            .arg(count(curves.step(loss.size() - 1)));
    std::vector<core::EpochReport> validated = curves.epochs();
    const Watched watched{monitor};
    std::erase_if(validated,
                  [&watched](const auto& epoch) { return !std::isfinite(watched.of(epoch)); });
    const core::EpochReport* starred = curves.best();
    if (!validated.empty())
        return epochsSentence(validated, starred != nullptr ? starred->epoch : 0, watched);
    if (curves.size() == 0)
        return CurvesView::tr("No update yet.");
    const size_t last = curves.size() - 1;
    return CurvesView::tr("Update %1, epoch %2: training loss of the batch %3; not validated "
                          "yet.")
        .arg(count(curves.step(last)), count(curves.epochOf(last)), value(loss.at(last)));
}

} // namespace ui
