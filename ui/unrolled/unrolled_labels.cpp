#include "ui/unrolled/unrolled_labels.h"

#include "ui/text/sentences.h"
#include "ui/unrolled/unrolled_edges.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kUpdateDecades = 6.0; ///< Smaller changes of weights have no bar.
constexpr int kMostNameLines = 4;
constexpr double kNameMargin = 12.0; ///< Between names and vectors.
constexpr int kGradientColourIndex = 6; ///< Place in Theme::series().

QString labelText(const char* text)
{
    return QCoreApplication::translate("ui::UnrolledPicture", text);
}

/// The name of a row and where it is written.
struct RowLabel {
    const UnrolledRow* row = nullptr;
    QString name, size;
    double top = 0.0, height = 0.0;
};

/// Moves labels apart, each as little as needed: neighbours that overlap share the way. None
/// stands below `bottom`.
void moveApart(std::vector<RowLabel>& labels, double bottom)
{
    struct Group {
        double sum = 0.0; ///< Sum of the places that its labels wish for its top.
        double height = 0.0;
        size_t count = 0;
        double top() const { return sum / double(count); }
    };
    std::sort(labels.begin(), labels.end(),
              [](const RowLabel& a, const RowLabel& b) { return a.top < b.top; });
    std::vector<Group> groups;
    for (const RowLabel& label : labels) {
        groups.push_back({label.top, label.height, 1});
        while (groups.size() > 1) {
            Group& before = groups[groups.size() - 2];
            const Group& last = groups.back();
            if (before.top() + before.height <= last.top())
                break;
            before.sum += last.sum - double(last.count) * before.height;
            before.height += last.height;
            before.count += last.count;
            groups.pop_back();
        }
    }
    size_t next = 0;
    for (const Group& group : groups) {
        double y = group.top();
        for (size_t i = 0; i < group.count; ++i, ++next) {
            labels[next].top = y;
            y += labels[next].height;
        }
    }
    for (size_t i = labels.size(); i-- > 0; bottom = labels[i].top)
        labels[i].top = std::min(labels[i].top, bottom - labels[i].height);
}

/// The height of a name in so many lines at most; one that does not fit is cut in one line.
double nameHeight(const QFontMetricsF& metrics, const QString& name, double width, int lines)
{
    const QStringList words = name.split(u' ');
    const bool fits = std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return metrics.horizontalAdvance(word) <= width;
    });
    const double height
        = metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, name).height();
    return fits && height <= (double(lines) + 0.5) * metrics.height() ? height : metrics.height();
}

} // namespace

QColor gradientColour()
{
    return Theme::instance().series(kGradientColourIndex);
}

QString unrolledRowName(const UnrolledRow& row)
{
    QString name = coreText(row.layer->type);
    const QString number = QString::fromStdString(row.layer->name).section(u'.', -1);
    bool isNumbered = false; // "encoder.transformer.layers.1"
    if (const int layer = number.toInt(&isNumbered); isNumbered)
        name = QStringLiteral("%1 %2%3")
                   .arg(name.section(u',', 0, 0))
                   .arg(layer + 1)
                   .arg(name.mid(name.section(u',', 0, 0).size()));
    if (!row.isSteps())
        return name;
    if (row.isStacked) // "LSTM, 2 layers"
        name = labelText("%1, layer %2").arg(name.section(u',', 0, 0)).arg(row.trace->depth + 1);
    return row.layer->flow.causal   ? name
        : row.trace->direction == 1 ? labelText("\u2190\u00a0%1").arg(name)
                                    : labelText("\u2192\u00a0%1").arg(name);
}

QString unrolledRowPath(const UnrolledRow& row)
{
    const QString path = QString::fromStdString(row.layer->name);
    return row.isSteps() ? QStringLiteral("%1.l%2").arg(path).arg(row.trace->depth) : path;
}

namespace {

QString sizeText(const UnrolledRow& row)
{
    return row.trace->features > 0 ? QStringLiteral("[%1]").arg(row.trace->features) : QString();
}

} // namespace

namespace {

double longestWord(const QFontMetricsF& metrics, const QString& name)
{
    double longest = 0.0;
    for (const QString& word : name.split(u' '))
        longest = std::max(longest, metrics.horizontalAdvance(word));
    return longest;
}

} // namespace

double unrolledNameWidth(const UnrolledLayout& layout, const QFontMetricsF& metrics, bool target)
{
    double widest = 0.0;
    for (const UnrolledRow& row : layout.rows()) {
        if (row.isTarget != target)
            continue;
        const QString name = unrolledRowName(row);
        const double line = std::max(0.6 * metrics.horizontalAdvance(name), // Lines differ.
                                     longestWord(metrics, name));
        widest = std::max(widest, line + metrics.horizontalAdvance(sizeText(row)));
    }
    return widest + 2.0 * kNameMargin;
}

namespace {

/// The labels of one side, as high as the picture allows.
std::vector<RowLabel> labelsOf(const UnrolledLayout& layout, const QFontMetricsF& metrics,
                               double width, bool target)
{
    std::vector<RowLabel> labels;
    for (int lines = kMostNameLines; lines > 0; --lines) {
        labels.clear();
        double all = 0.0;
        for (const UnrolledRow& row : layout.rows()) {
            if (row.isTarget != target)
                continue;
            RowLabel label{&row, unrolledRowName(row), sizeText(row)};
            double room = width - metrics.horizontalAdvance(label.size) - 4.0;
            if (longestWord(metrics, label.name) > room) { // The name is worth more.
                label.size.clear();
                room = width - 4.0;
            }
            label.height = nameHeight(metrics, label.name, room, lines);
            const UnrolledCell& cell = target ? row.cells.back() : row.cells.front();
            label.top = cell.place.center().y() - label.height / 2.0;
            all += label.height;
            labels.push_back(std::move(label));
        }
        if (all <= layout.size().height())
            break;
    }
    moveApart(labels, layout.size().height());
    return labels;
}

void drawLabel(QPainter& painter, const RowLabel& label, const QRectF& place)
{
    const Theme& theme = Theme::instance();
    const QFontMetricsF metrics(painter.font());
    const QRectF name = place.adjusted(0, 0, -metrics.horizontalAdvance(label.size) - 4.0, 0);
    const bool oneLine = label.height < 1.5 * metrics.height();
    painter.setPen(theme.text());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     oneLine ? metrics.elidedText(label.name, Qt::ElideRight, name.width())
                             : label.name);
    painter.setPen(theme.mutedText());
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, label.size);
}

} // namespace

void UnrolledLabels::drawNames(QPainter& painter) const
{
    const QFontMetricsF metrics(painter.font());
    const double inner = width - kNameMargin, targetInner = targetWidth - kNameMargin;
    for (const RowLabel& label : labelsOf(layout, metrics, targetInner, true)) {
        const double left = width + label.row->cells.back().place.right() + 6.0 - scrolled.x();
        drawLabel(painter, label, {left, label.top - scrolled.y(), targetInner, label.height});
    }
    painter.fillRect(QRectF(0, 0, width, std::max(room.height(), layout.size().height())),
                     Theme::instance().base());
    for (const RowLabel& label : labelsOf(layout, metrics, inner, false))
        drawLabel(painter, label, {4.0, label.top - scrolled.y(), inner, label.height});
}

void UnrolledLabels::drawUpdate(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const auto& update = layout.trace().update;
    for (const UnrolledRow& row : layout.rows()) {
        const auto layer = size_t(row.trace->layer);
        const double weight = update->weights[layer];
        const double share = weight > 0.0 ? update->changes[layer] / weight : 0.0;
        if (share <= 0.0)
            continue;
        const QRectF cell = row.isTarget ? row.cells.back().place : row.cells.front().place;
        const double left = row.isTarget ? width + cell.right() + 6.0 - scrolled.x() : 4.0;
        const QRectF all(left, cell.bottom() - scrolled.y() + 1.0,
                         (row.isTarget ? targetWidth : width) - kNameMargin, 4.0);
        const double length = std::clamp(1.0 + std::log10(share) / kUpdateDecades, 0.02, 1.0);
        painter.fillRect(all, blended(theme.text(), theme.base(), 0.08));
        painter.fillRect(QRectF(all.left(), all.top(), all.width() * length, all.height()),
                         theme.accent());
        painter.setPen(theme.mutedText());
        painter.drawText(QRectF(all.left(), all.bottom(), all.width(), layout.sizes().text),
                         Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip, percent(share));
    }
}

void UnrolledLabels::drawLegend(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const double height = layout.sizes().text;
    painter.fillRect(QRectF(0.0, 0.0, room.width(), height + 4.0), theme.base());
    double x = 4.0;
    const auto add = [&](const QBrush& colour, const QString& text) {
        const double length = painter.fontMetrics().horizontalAdvance(text);
        if (x + height + length > room.width())
            return;
        painter.fillRect(QRectF(x, 2.0 + height * 0.3, height, height * 0.4), colour);
        painter.setPen(theme.mutedText());
        painter.drawText(QRectF(x + height + 4.0, 2.0, length + 2.0, height),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += height + length + 20.0;
    };
    QLinearGradient values(x, 0.0, x + height, 0.0);
    for (const double at : {0.0, 0.25, 0.5, 0.75, 1.0})
        values.setColorAt(at, theme.mapColour(ColourMap::Signed, 2.0 * at - 1.0));
    add(values, labelText("\u2212 to +"));
    const auto& rows = layout.rows();
    const auto recurrent = std::find_if(rows.begin(), rows.end(), [](const UnrolledRow& row) {
        return !row.trace->quantities.empty();
    });
    int state = 0, gate = kFirstGateColour;
    if (recurrent != rows.end()) {
        for (const core::TraceQuantity& each : recurrent->trace->quantities)
            if (each.description.state)
                add(theme.series(state++),
                    labelText("state %1").arg(QString::fromStdString(each.description.text)));
        for (const core::TraceQuantity& each : recurrent->trace->quantities)
            if (each.description.gate)
                add(theme.series(gate++),
                    labelText("gate %1").arg(QString::fromStdString(each.description.text)));
    }
    if (std::any_of(rows.begin(), rows.end(),
                    [](const UnrolledRow& row) { return row.layer->flow.residual; }))
        add(residualColour(), labelText("residual stream: each layer adds to it"));
    if (layout.hasGradients())
        add(gradientColour(), labelText("gradient of the loss"));
}

} // namespace ui
