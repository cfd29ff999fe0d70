#include "ui/unrolled/unrolled_text.h"

#include "ui/text/sentences.h"
#include "ui/unrolled/unrolled_labels.h"
#include "ui/widgets/token_line.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ui {

namespace {

QString unrolledText(const char* text)
{
    return QCoreApplication::translate("ui::UnrolledPicture", text);
}

const std::vector<std::string>& readTokens(const UnrolledLayout& layout, const UnrolledRow& row)
{
    return row.isTarget ? layout.trace().targetTokens : layout.trace().tokens;
}

/// The token that a step reads; empty for a vector of the whole text.
QString tokenText(const UnrolledLayout& layout, const UnrolledRow& row, size_t step)
{
    const auto& tokens = readTokens(layout, row);
    if (row.cells.size() == 1 && tokens.size() > 1)
        return {};
    return step < tokens.size() ? readableToken(tokens[step]) : QString::number(step + 1);
}

constexpr size_t kLargestWeights = 3;

/// "attends to "not" 70 %, "bad" 20 %, "film" 10 %", for each kind of attention.
QStringList attentionTexts(const UnrolledLayout& layout, size_t row, size_t step)
{
    QStringList all;
    for (const UnrolledEdge& edge : layout.edges()) {
        const bool attends
            = edge.kind == UnrolledEdge::Kind::Attention || edge.kind == UnrolledEdge::Kind::Pool;
        const std::vector<float> weights
            = edge.to == row && attends ? layout.attentionWeights(edge, -1) : std::vector<float>();
        const UnrolledRow& from = layout.rows()[edge.from];
        const size_t columns = from.cells.size();
        if (weights.size() < (step + 1) * columns)
            continue;
        std::vector<size_t> order(columns);
        std::iota(order.begin(), order.end(), size_t{0});
        const auto weight = [&](size_t column) { return weights[step * columns + column]; };
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return weight(a) > weight(b); });
        order.resize(std::min(columns, kLargestWeights));
        QStringList tokens;
        for (const size_t column : order)
            tokens << QStringLiteral("\u201c%1\u201d %2")
                          .arg(tokenText(layout, from, column), percent(double(weight(column))));
        all << unrolledText("attends to %1").arg(tokens.join(QStringLiteral(", ")));
    }
    return all;
}

QString gatesText(const UnrolledRow& row, size_t step)
{
    QStringList gates;
    for (const core::TraceQuantity& each : row.trace->quantities)
        if (each.description.gate)
            gates << QStringLiteral("%1 %2").arg(QString::fromStdString(each.description.text),
                                                 percent(meanValue(each.vectors, step)));
    return gates.isEmpty()
        ? QString()
        : unrolledText("gates open on average: %1").arg(gates.join(QStringLiteral(", ")));
}

/// "unit 3: z_t 0.75, h_t 0.12"
QString unitText(const UnrolledRow& row, size_t step, int unit)
{
    QStringList values;
    for (const core::TraceQuantity& each : row.trace->quantities)
        if (unit >= 0 && unit < int(each.vectors.units))
            values << QStringLiteral("%1 %2").arg(
                QString::fromStdString(each.description.text),
                value(
                    double(each.vectors.values[step * size_t(each.vectors.units) + size_t(unit)])));
    return values.isEmpty()
        ? QString()
        : unrolledText("unit %1: %2").arg(unit).arg(values.join(QStringLiteral(", ")));
}

/// The likeliest output at a step of the last row.
QString predictionText(const UnrolledLayout& layout, size_t row, size_t step)
{
    const core::Trace& trace = layout.trace();
    if (row + 1 != layout.rows().size())
        return {};
    if (trace.verdict.number)
        return unrolledText("prediction %1").arg(value(*trace.verdict.number));
    if (trace.chain)
        return step < trace.verdict.said.size()
            ? unrolledText("prediction %1").arg(QString::fromStdString(trace.verdict.said[step]))
            : QString();
    return step < trace.outputs.size() && !trace.outputs[step].empty()
        ? unrolledText("prediction %1 %2")
              .arg(readableToken(trace.outputs[step].front().name),
                   percent(trace.outputs[step].front().probability))
        : QString();
}

} // namespace

QString unrolledCellText(const UnrolledLayout& layout, size_t row, size_t step, int unit)
{
    const UnrolledRow& of = layout.rows()[row];
    const QString token = tokenText(layout, of, step);
    QStringList parts;
    if (step < of.trace->output.norms.size())
        parts << unrolledText("norm %1").arg(value(of.trace->output.norms[step]));
    parts << gatesText(of, step) << unitText(of, step, unit) << attentionTexts(layout, row, step)
          << predictionText(layout, row, step);
    if (step < of.trace->output.gradientNorms.size())
        parts << unrolledText("gradient of the loss %1")
                     .arg(value(of.trace->output.gradientNorms[step]));
    parts.removeAll(QString());
    const QString name = token.isEmpty()
        ? unrolledRowName(of)
        : unrolledText("%1 at \u201c%2\u201d").arg(unrolledRowName(of), token);
    return QStringLiteral("%1: %2").arg(name, parts.join(QStringLiteral("; ")));
}

QString unrolledLossText(const core::Trace& trace)
{
    const core::TextVerdict& verdict = trace.verdict;
    if (!verdict.loss)
        return {};
    const QString loss = value(*verdict.loss), target = QString::fromStdString(verdict.lossOf);
    if (verdict.lossOfTruth)
        return target.isEmpty()
            ? unrolledText("Loss %1").arg(loss)
            : unrolledText("Loss %1 for the target \u201c%2\u201d").arg(loss, target);
    if (!verdict.classes.empty())
        return unrolledText("Loss %1, taking the prediction \u201c%2\u201d as the target")
            .arg(loss, target);
    return trace.targetTokens.empty()
        ? unrolledText("Loss %1, taking the predictions as the target").arg(loss)
        : unrolledText("Loss %1, taking its own translation as the target").arg(loss);
}

QString unrolledWords(const UnrolledLayout& layout)
{
    QStringList lines;
    for (const bool target : {false, true}) {
        size_t longest = 0;
        for (const UnrolledRow& row : layout.rows())
            if (row.isTarget == target)
                longest = std::max(longest, row.cells.size());
        for (size_t step = 0; step < longest; ++step)
            for (size_t row = 0; row < layout.rows().size(); ++row)
                if (layout.rows()[row].isTarget == target && step < layout.rows()[row].cells.size())
                    lines << unrolledCellText(layout, row, step);
    }
    for (size_t place = 0; place < layout.trace().outputs.size(); ++place) {
        QStringList outputs;
        for (const core::TraceOutput& each : layout.trace().outputs[place])
            outputs << QStringLiteral("%1 %2").arg(readableToken(each.name),
                                                   percent(each.probability));
        if (!outputs.isEmpty()) // A mark has none.
            lines << unrolledText("Likeliest outputs at place %1: %2")
                         .arg(place + 1)
                         .arg(outputs.join(QStringLiteral(", ")));
    }
    if (const auto& update = layout.trace().update)
        for (size_t i = 0; i < update->changes.size(); ++i)
            if (update->weights[i] > 0.0)
                lines << unrolledText("Update %1 changed %2 by %3 of its norm")
                             .arg(count(update->step),
                                  QString::fromStdString(layout.trace().layers[i].name),
                                  percent(update->changes[i] / update->weights[i]));
    if (layout.hasLoss())
        lines << unrolledLossText(layout.trace());
    return lines.join(QLatin1Char('\n'));
}

QString beatText(const UnrolledLayout& layout, double beat)
{
    if (layout.isEmpty())
        return {};
    if (beat < 1.0)
        return unrolledText("The text as tokens; nothing is computed yet.");
    if (layout.trace().update && beat >= layout.updateBeat())
        return unrolledText(
                   "Update %1 has moved the weights: the bars show the norm of each layer's "
                   "change as a share of its weights, on a logarithmic scale.")
            .arg(count(layout.trace().update->step));
    const bool backward = layout.hasLoss() && beat > layout.lossBeat();
    if (!backward && layout.hasLoss() && beat >= layout.lossBeat())
        return unrolledText("The loss compares the prediction with its target.");
    if (!backward && beat >= layout.predicted())
        return unrolledText("The prediction.");
    if (backward && !layout.hasGradients())
        return unrolledText("The gradient of the loss is being computed.");
    if (backward && beat >= layout.backwardEnd())
        return unrolledText("The gradient has reached every layer. Where it is small, the light "
                            "is faint: each sixth of its strength is a factor of ten.");
    std::map<QString, QStringList> active; // By layer, the tokens.
    QStringList order;
    for (const UnrolledRow& row : layout.rows())
        for (size_t step = 0; step < row.cells.size(); ++step) {
            const double at = backward ? layout.back(row.cells[step].born) : row.cells[step].born;
            if (at > beat || beat >= at + 1.0)
                continue;
            const QString name = unrolledRowName(row);
            if (!active.count(name))
                order << name;
            active[name] << tokenText(layout, row, step);
        }
    if (backward && order.isEmpty())
        return unrolledText("The gradient begins at the loss.");
    QStringList parts;
    for (const QString& name : order) {
        const QStringList& tokens = active[name];
        parts << (tokens.size() == 1 && !tokens.front().isEmpty()
                      ? unrolledText("%1 at \u201c%2\u201d").arg(name, tokens.front())
                      : name);
    }
    const QString list = parts.join(QStringLiteral(", "));
    return backward ? unrolledText("The gradient has reached: %1").arg(list)
                    : unrolledText("Computed: %1").arg(list);
}

} // namespace ui
