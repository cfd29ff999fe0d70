#include "ui/curves/change_marks.h"

#include "ui/text/setting_names.h"
#include "ui/widgets/theme.h"

namespace ui {

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
        text->position->setCoords(x, 0.01 + 0.08 * (m_row++ % kRows));
        const bool right = m_plot.xAxis->coordToPixel(x) > m_plot.axisRect()->center().x();
        text->setPositionAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
        text->setPadding(QMargins(4, 1, 4, 1));
        text->setText(texts.join(QLatin1Char('\n')));
        text->setFont(Theme::instance().textFont());
        text->setColor(Theme::instance().text());
        QColor ground = Theme::instance().base();
        ground.setAlphaF(0.8f);
        text->setBrush(ground);
        m_items.push_back(text);
    }
}

} // namespace ui
