#include "ui/curves/change_marks.h"

#include "ui/text/setting_names.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

namespace {

constexpr int kMarkPadding = 4; ///< Beside the words, in pixels.

} // namespace

QString changeText(const core::SettingChange& change)
{
    const auto shown = [](const core::Json& value) {
        return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
    };
    return differenceText(QString::fromStdString(change.setting), shown(change.before),
                          shown(change.after), SettingPlace::Known);
}

void ChangeMarks::clear()
{
    for (QCPAbstractItem* item : m_items)
        m_plot.removeItem(item);
    m_items.clear();
    m_row = 0;
}

/// To the right of the line, or to its left; where there is room on neither side, along the border
/// of the plot that is further away. What is longer than the plot is wide takes more lines.
void ChangeMarks::place(QCPItemText& text, QStringList lines, double x, double y) const
{
    const QFontMetrics metrics(text.font());
    const QRect area = m_plot.axisRect()->rect();
    const int room = area.width() - 2 * kMarkPadding;
    int width = 0;
    for (QString& line : lines) {
        if (metrics.horizontalAdvance(line) > room)
            line.replace(QStringLiteral(": "), QStringLiteral(":\n"));
        width = std::max(width, metrics.size(0, line).width());
    }
    text.setText(lines.join(QLatin1Char('\n')));
    width += 2 * kMarkPadding + 1;
    const double pixel = m_plot.xAxis->coordToPixel(x);
    const bool rightOf = pixel + width <= area.right(), leftOf = pixel - width >= area.left();
    const bool nearRight = pixel > area.center().x();
    if (rightOf || leftOf) {
        const bool ends = leftOf && (nearRight || !rightOf);
        text.setPositionAlignment((ends ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
        text.position->setCoords(x, y);
        return;
    }
    text.position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    text.setPositionAlignment((nearRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop);
    text.position->setCoords(nearRight ? 0.0 : 1.0, y);
}

void ChangeMarks::add(const RunCurves& curves, XAxis axis, const QPen& pen, Words words)
{
    constexpr int kRows = 4;
    const std::vector<core::SettingChange>& all = curves.changes();
    for (size_t i = 0; i < all.size();) {
        const int64_t step = all[i].step;
        QStringList texts;
        for (; i < all.size() && all[i].step == step; ++i)
            texts << changeText(all[i]);
        const double x = curves.xOfStep(step - 1, axis);
        auto* line = new QCPItemLine(&m_plot);
        for (QCPItemPosition* end : {line->start, line->end})
            end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->start->setCoords(x, 0.0);
        line->end->setCoords(x, 1.0);
        QPen dashed(pen.color(), std::max(1.0, pen.widthF() / 2), Qt::DashLine);
        line->setPen(dashed);
        m_items.push_back(line);
        if (words == Words::None)
            continue;
        auto* text = new QCPItemText(&m_plot);
        text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        text->setPadding(QMargins(kMarkPadding, 1, kMarkPadding, 1));
        text->setFont(Theme::instance().textFont());
        place(*text, texts, x, 0.01 + 0.08 * (m_row++ % kRows));
        text->setColor(Theme::instance().text());
        QColor ground = Theme::instance().base();
        ground.setAlphaF(0.8f);
        text->setBrush(ground);
        m_items.push_back(text);
    }
}

} // namespace ui
