#include "ui/curves/baseline_line.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <utility>

namespace ui {

BaselineLine::BaselineLine(Plot& plot)
    : QObject(&plot), m_plot(plot), m_line(new QCPItemLine(&plot)), m_name(new QCPItemText(&plot))
{
    m_name->setPadding(QMargins(4, 1, 4, 1));
    for (QCPItemPosition* place : {m_line->start, m_line->end, m_name->position})
        place->setTypeX(QCPItemPosition::ptAxisRectRatio);
    setContent({});
    connect(&plot, &QCustomPlot::afterLayout, this, &BaselineLine::style); // By its width.
}

void BaselineLine::setContent(const std::optional<Content>& content)
{
    m_content = content;
    m_line->setVisible(content.has_value());
    m_name->setVisible(content.has_value());
    if (!content)
        return;
    m_line->start->setCoords(0.0, content->value);
    m_line->end->setCoords(1.0, content->value);
    m_name->position->setCoords(1.0, content->value);
}

/// The name stands where the line leaves room for it, in a narrow plot in several lines.
void BaselineLine::style()
{
    if (!m_content)
        return;
    const Theme& theme = Theme::instance();
    QString text = tr("%1: %2").arg(m_content->name, value(m_content->value));
    const QMargins padding = m_name->padding();
    const int room = m_plot.axisRect()->width() - padding.left() - padding.right();
    if (QFontMetrics(theme.textFont()).horizontalAdvance(text) > room)
        for (const auto& [gap, lineEnd] : {std::pair(", ", ",\n"), std::pair(": ", ":\n")})
            text.replace(QLatin1String(gap), QLatin1String(lineEnd));
    m_name->setText(text);
    m_name->setTextAlignment(Qt::AlignRight);
    m_line->setPen(QPen(theme.text(), theme.lineWidth(), Qt::DotLine));
    m_name->setFont(theme.textFont());
    m_name->setColor(theme.mutedText());
    const bool above = m_content->value < m_plot.yAxis->range().center();
    m_name->setPositionAlignment(Qt::AlignRight | (above ? Qt::AlignBottom : Qt::AlignTop));
}

} // namespace ui
