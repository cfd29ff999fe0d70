#include "ui/curves/curve_export.h"

#include "core/metric/score.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace ui {

namespace {

/// Shortest form that reads back to the same bits; never localised.
void appendNumber(std::string& line, double number)
{
    line += ',';
    if (!std::isfinite(number))
        return;
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    line.append(digits.data(), end);
}

double valueAt(const Series& series, size_t index)
{
    return index < series.size() ? series.at(index) : std::numeric_limits<double>::quiet_NaN();
}

void appendCount(std::string& line, int64_t number)
{
    line += ',' + std::to_string(number);
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

std::string header(const Columns& columns)
{
    std::string line = "run,event,step,epoch,tokens,seconds,loss,smoothed_loss";
    for (const std::string& score : columns.updateScores)
        line += ',' + csvField(score) + ',' + csvField("smoothed_" + score);
    line += ",learning_rate,gradient_norm,clipped,tokens_per_second";
    if (columns.teacherForcing)
        line += ",teacher_forcing";
    line += ",valid_loss";
    for (const std::string& score : columns.scores)
        line += ',' + csvField("valid_" + score);
    return line + ",best\n";
}

void appendUpdates(std::string& csv, const std::string& run, RunCurves& curves,
                   const Columns& columns)
{
    const Series& smoothLoss = curves.smoothed(quantity::kLoss);
    for (size_t i = 0; i < curves.size(); ++i) {
        csv += run + ",update";
        appendCount(csv, curves.step(i));
        appendNumber(csv, curves.x(XAxis::Epoch)[i]);
        appendCount(csv, int64_t(curves.x(XAxis::Tokens)[i]));
        appendNumber(csv, curves.x(XAxis::Time)[i]);
        appendNumber(csv, curves.raw(quantity::kLoss).at(i));
        appendNumber(csv, smoothLoss.at(i));
        for (const std::string& score : columns.updateScores) {
            appendNumber(csv, valueAt(curves.raw(score), i));
            appendNumber(csv, valueAt(curves.smoothed(score), i));
        }
        appendNumber(csv, curves.raw(quantity::kLearningRate).at(i));
        appendNumber(csv, curves.raw(quantity::kGradientNorm).at(i));
        csv += curves.clipped(i) ? ",1" : ",0";
        appendNumber(csv, curves.raw(quantity::kSpeed).at(i));
        if (columns.teacherForcing)
            appendNumber(csv, curves.raw(quantity::kTeacherForcing).at(i));
        csv += ",," + std::string(columns.scores.size(), ',') + "\n";
    }
}

void appendEpochs(std::string& csv, const std::string& run, const RunCurves& curves,
                  const Columns& columns)
{
    for (const core::EpochReport& epoch : curves.epochs()) {
        csv += run + ",epoch";
        for (const int64_t number : {epoch.step, epoch.epoch, epoch.tokens})
            appendCount(csv, number);
        for (const double number : {epoch.seconds, epoch.trainLoss})
            appendNumber(csv, number);
        csv += ','; // nothing is smoothed
        for (const std::string& score : columns.updateScores) {
            appendNumber(csv, core::scoreValue(epoch.trainScores, score));
            csv += ',';
        }
        csv += columns.teacherForcing ? ",,,,," : ",,,,";
        appendNumber(csv, epoch.validLoss);
        for (const std::string& score : columns.scores)
            appendNumber(csv, core::scoreValue(epoch.validScores, score));
        csv += epoch.best ? ",1\n" : ",0\n";
    }
}

} // namespace

void saveCurves(const CurvePicture& picture, PictureFormat format, const QString& path)
{
    constexpr int margin = 8;
    const int legendHeight = picture.legend->heightForWidth(picture.width) + margin;
    int bottom = 0;
    for (const auto& [plot, place] : picture.plots)
        bottom = std::max(bottom, place.bottom() + 1);
    const QSize size(picture.width + 2 * margin, legendHeight + bottom + 2 * margin);
    const auto draw = [&](QCPPainter& painter) {
        painter.translate(margin, margin);
        picture.legend->draw(painter, picture.width);
        painter.translate(0, legendHeight);
        for (const auto& [plot, place] : picture.plots) {
            painter.save();
            painter.translate(place.topLeft());
            plot->toPainter(&painter, place.width(), place.height());
            painter.restore();
        }
    };
    savePicture(format, size, QCoreApplication::translate("ui::CurvesView", "Training curves"),
                draw, path);
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

std::string curvesCsv(const std::vector<CurveSource>& sources)
{
    const Columns columns = columnsOf(sources);
    std::string csv = header(columns);
    for (const CurveSource& source : sources) {
        const std::string run = csvField(source.name.toStdString());
        appendUpdates(csv, run, *source.curves, columns);
        appendEpochs(csv, run, *source.curves, columns);
    }
    return csv;
}

} // namespace ui
