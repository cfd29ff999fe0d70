#include "ui/curves/baseline_line.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <utility>

namespace ui {

BaselineLine::BaselineLine(Plot& plot)
    : QObject(&plot), m_plot(plot), m_line(new QCPItemLine(&plot))
{
    for (QCPItemPosition* place : {m_line->start, m_line->end})
        place->setTypeX(QCPItemPosition::ptAxisRectRatio);
    setContent({});
    connect(&plot, &QCustomPlot::beforeReplot, this, &BaselineLine::style); // By its width.
}

void BaselineLine::setContent(const std::optional<Content>& content)
{
    m_content = content;
    m_line->setVisible(content.has_value());
    QCPLayoutGrid& rows = *m_plot.plotLayout();
    if (!content) {
        if (m_caption != nullptr) {
            rows.remove(m_caption);
            rows.simplify();
        }
        return;
    }
    m_line->start->setCoords(0.0, content->value);
    m_line->end->setCoords(1.0, content->value);
    if (m_caption == nullptr) {
        m_caption = new QCPTextElement(&m_plot);
        m_caption->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        rows.insertRow(1);
        rows.addElement(1, 0, m_caption);
    }
    style();
}

/// In a narrow plot the caption stands in several lines.
void BaselineLine::style()
{
    if (!m_content)
        return;
    const Theme& theme = Theme::instance();
    QString text = tr("Dotted: %1 (%2)").arg(m_content->name, value(m_content->value));
    if (QFontMetrics(theme.textFont()).horizontalAdvance(text) > m_plot.viewport().width())
        for (const auto& [gap, lineEnd] : {std::pair(", ", ",\n"), std::pair(" (", "\n(")})
            text.replace(QLatin1String(gap), QLatin1String(lineEnd));
    m_caption->setText(text);
    m_caption->setFont(theme.textFont());
    m_caption->setTextColor(theme.mutedText());
    m_line->setPen(QPen(theme.text(), theme.lineWidth(), Qt::DotLine));
}

} // namespace ui
