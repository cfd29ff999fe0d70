#include "ui/results/confusion_panel.h"

#include "ui/figure/table_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <cmath>
#include <numeric>

namespace ui {

ConfusionPanel::ConfusionPanel(ConfusionWords words, QWidget* parent)
    : QWidget(parent)
    , m_words(std::move(words))
    , m_scale(new ColourScale)
    , m_map(new HeatMap)
    , m_pointed(makeLabel({}, LabelRole::Muted))
{
    QLabel* title = makeLabel(tr("Confusion matrix"), LabelRole::Group);
    title->setWordWrap(false);
    m_scale->setScale(1.0, tr("share of row"));
    m_map->setObjectName(QStringLiteral("confusionMap"));
    m_map->setAccessibleName(
        tr("Confusion matrix: %1 down, %2 across").arg(m_words.rows, m_words.columns));
    m_map->setDescriber([this](int row, int column) { return describe(row, column); });
    m_pointed->setObjectName(QStringLiteral("confusionPointed"));
    m_pointed->setWordWrap(false); // What is hovered must not change the size of the map.
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hideInPresentation(*m_pointed);
    connect(m_map, &HeatMap::cellPointed, this, [this](int row, int column) {
        m_pointed->setText(row < 0 ? m_words.help : describe(row, column));
        m_map->setAccessibleDescription(m_pointed->text());
    });
    connect(m_map, &HeatMap::cellActivated, this, &ConfusionPanel::cellActivated);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, Theme::instance().spacing(), 0);
    column->addWidget(title);
    column->addWidget(m_map, 1);
    column->addWidget(m_scale);
    column->addWidget(m_pointed);
    setMinimumWidth(240);
}

int64_t ConfusionPanel::support(int row) const
{
    const auto begin = m_counts.begin() + row * m_classes.size();
    return std::accumulate(begin, begin + m_classes.size(), int64_t{0});
}

QString ConfusionPanel::describe(int row, int column) const
{
    const int64_t cell = m_counts[size_t(row * m_classes.size() + column)];
    return m_words.describe(cell, support(row), m_classes[row], m_classes[column]);
}

void ConfusionPanel::setCounts(const QStringList& classes, std::vector<int64_t> counts)
{
    m_classes = classes;
    m_counts = std::move(counts);
    HeatMapContent content;
    content.rows = content.columns = int(classes.size());
    content.textsWhereTheyFit = true;
    content.rowTitle = m_words.rows;
    content.columnTitle = m_words.columns;
    content.rowLabels = content.columnLabels = classes;
    const bool written = classes.size() <= m_words.mostWritten;
    for (int row = 0; row < content.rows; ++row) {
        const int64_t whole = support(row);
        for (int column = 0; column < content.columns; ++column) {
            const int64_t cell = m_counts[size_t(row * content.columns + column)];
            const double share = whole > 0 ? double(cell) / double(whole) : 0.0;
            content.values.push_back(float(share));
            if (written)
                content.cellTexts << tr("%1\n%2 %").arg(count(cell)).arg(std::lround(100 * share));
        }
    }
    m_map->setContent(std::move(content));
    // Room for two lines always: the map must not move while it is read.
    m_pointed->setMinimumHeight(2 * m_pointed->fontMetrics().lineSpacing());
    chooseNone();
    m_pointed->setText(m_words.help);
}

void ConfusionPanel::chooseNone()
{
    m_map->setCurrentCell({-1, -1});
}

Figure ConfusionPanel::figure() const
{
    const QSize scale = m_scale->sizeHint();
    const int line = scale.height() + Theme::instance().spacing();
    const QSize map = m_map->wholeSize().expandedTo(scale);
    return {tr("Confusion matrix"), QStringLiteral("confusion"), map + QSize(0, line),
            [this, scale, line](QCPPainter& painter) {
                m_scale->draw(painter, QRect(QPoint(0, 0), scale));
                painter.translate(0, line);
                m_map->drawWhole(painter);
            },
            [this](TableText& table) { // One row a true class: true,predicted ...
                table.add("true");
                for (const QString& each : m_classes)
                    table.add(each);
                table.endRow();
                size_t cell = 0;
                for (const QString& truth : m_classes) {
                    table.add(truth);
                    for (qsizetype i = 0; i < m_classes.size(); ++i)
                        table.add(m_counts[cell++]);
                    table.endRow();
                }
            }};
}

} // namespace ui
