#include "ui/sentence/attention_panel.h"

#include "ui/sentence/attention_grid.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

AttentionPanel::AttentionPanel(QWidget* parent) : QWidget(parent)
{
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(buildLeft());
    m_splitter->addWidget(buildRight());
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_sized = true; });
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(Theme::instance().spacing());
    whole->addWidget(m_splitter, 1);
    whole->addWidget(buildWords());
    connect(m_grid, &AttentionGrid::currentChanged, this, [this](int map) {
        showMap();
        Q_EMIT mapChosen(map);
    });
    connect(m_map, &HeatMap::cellPointed, this, &AttentionPanel::point);
    m_map->setDescriber([this](int row, int column) { return describe(row, column); });
}

QWidget* AttentionPanel::buildLeft()
{
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, Theme::instance().spacing(), 0);
    column->addWidget(makeLabel(tr("Layers and heads"), LabelRole::Group));
    m_grid = new AttentionGrid;
    m_gridArea = new QScrollArea;
    m_gridArea->setWidget(m_grid);
    m_gridArea->setWidgetResizable(true);
    m_gridArea->setFrameShape(QFrame::NoFrame);
    m_gridArea->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_gridArea, 1);
    return left;
}

QWidget* AttentionPanel::buildWords()
{
    auto* words = new QWidget;
    auto* row = new QHBoxLayout(words);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2 * Theme::instance().spacing());
    QLabel* formula
        = makeLabel(tr("A = softmax(Q K\u1d40 / \u221ad), row by row"), LabelRole::Formula);
    formula->setWordWrap(false);
    row->addWidget(formula, 0, Qt::AlignTop);
    row->addWidget(
        makeLabel(tr("Row i says how much word i takes from every word when its vector is made "
                     "anew; each row sums to 1. Every head has its own Q and K and so looks for "
                     "something else; weights show where a head looks, not by themselves why the "
                     "network decides."),
                  LabelRole::Muted),
        1);
    return words;
}

QWidget* AttentionPanel::buildRight()
{
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(Theme::instance().spacing(), 0, 0, 0);
    auto* top = new QHBoxLayout;
    m_title = makeLabel({}, LabelRole::Group);
    m_title->setObjectName(QStringLiteral("attentionTitle"));
    m_title->setWordWrap(false);
    m_scale = new ColourScale;
    top->addWidget(m_title);
    top->addStretch(1);
    top->addWidget(m_scale);
    m_map = new HeatMap;
    m_map->setObjectName(QStringLiteral("attentionMap"));
    m_pointed = makeLabel({}, LabelRole::Plain);
    m_pointed->setObjectName(QStringLiteral("attentionPointed"));
    column->addLayout(top);
    column->addWidget(m_map, 1);
    column->addWidget(m_pointed);
    return right;
}

void AttentionPanel::setInspection(const core::Inspection& inspection)
{
    m_inspection = inspection;
    m_grid->setMaps(inspection.attention);
    fitLeft();
    showMap();
}

/// The grid takes what it needs, up to nearly half, until the user decides otherwise.
void AttentionPanel::fitLeft()
{
    if (m_sized)
        return;
    constexpr int scrollBar = 24;
    const int whole = width();
    const int wish = std::max(m_grid->sizeHint().width() + scrollBar, 160);
    const int left = std::min(wish, whole * 9 / 20);
    m_splitter->setSizes({left, whole - left});
}

void AttentionPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitLeft();
}

int AttentionPanel::currentMap() const
{
    return m_grid->current();
}

QString AttentionPanel::title() const
{
    const QString which = m_grid->describe(m_grid->current());
    return which.isEmpty() ? which : which.at(0).toUpper() + which.mid(1);
}

void AttentionPanel::showMap()
{
    const int current = m_grid->current();
    if (current < 0) {
        m_map->setContent({});
        return;
    }
    const core::AttentionMap& map = m_inspection.attention[size_t(current)];
    HeatMapContent content;
    content.rows = int(map.rows);
    content.columns = int(map.columns);
    content.values = map.weights;
    content.high = map.weights.empty()
        ? 1.0
        : double(*std::max_element(map.weights.begin(), map.weights.end()));
    for (const std::string& token : m_inspection.tokens)
        content.columnLabels << readableToken(token);
    content.rowLabels = content.columnLabels;
    content.rowTitle = tr("query: this word takes");
    content.columnTitle = tr("key: from this word");
    m_scale->setScale(content.high, tr("weight"));
    m_map->setContent(std::move(content));
    m_map->setAccessibleName(tr("Attention weights of %1").arg(title()));
    m_title->setText(title());
    point(m_map->currentCell().y(), m_map->currentCell().x());
}

QString AttentionPanel::describe(int row, int column) const
{
    const core::AttentionMap& map = m_inspection.attention[size_t(m_grid->current())];
    const auto token = [this](int index) {
        return size_t(index) < m_inspection.tokens.size()
            ? readableToken(m_inspection.tokens[size_t(index)])
            : QString::number(index + 1);
    };
    return tr("%1 \u2192 %2: %3")
        .arg(token(row), token(column),
             value(map.weights[size_t(row) * size_t(map.columns) + size_t(column)]));
}

void AttentionPanel::point(int row, int column)
{
    const bool there = row >= 0 && column >= 0;
    const QString text = there ? m_map->describe(row, column)
                               : tr("Point at a cell, or use the arrow keys, to read its weight.");
    if (text == m_pointed->text())
        return;
    m_pointed->setText(text);
    m_map->setAccessibleDescription(text);
}

QSize AttentionPanel::wholeSize() const
{
    const QSize map = m_map->wholeSize();
    const int line = m_scale->sizeHint().height() + Theme::instance().spacing();
    return {std::max(map.width(), m_scale->sizeHint().width() + 160), map.height() + line};
}

void AttentionPanel::drawWhole(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const QSize scale = m_scale->sizeHint();
    painter.setFont(theme.textFont());
    painter.setPen(theme.text());
    painter.drawText(QRect(0, 0, 160, scale.height()), Qt::AlignLeft | Qt::AlignVCenter, title());
    m_scale->draw(painter, QRect(QPoint(160, 0), scale));
    painter.translate(0, scale.height() + theme.spacing());
    m_map->drawWhole(painter);
}

} // namespace ui
