#include "ui/states/state_map.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace ui {

StateMap::StateMap(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, LabelRole::Group))
    , m_map(new HeatMap)
    , m_scale(new ColourScale)
{
    setObjectName(name);
    m_title->setObjectName(name + QStringLiteral("Title"));
    m_map->setObjectName(name + QStringLiteral("Map"));
    m_map->setMinimumSize(120, 90);
    m_map->setDescriber([this](int row, int column) { return describe(row, column); });
    makeColumn(this, {m_title, {m_map, 1}, {m_scale, 0, Qt::AlignLeft}}, 2);
    connect(m_map, &HeatMap::cellActivated, this,
            [this](int row, int token) { Q_EMIT cellChosen(token, unitOf(row)); });
    connect(m_map, &HeatMap::columnsDragged, this, &StateMap::tokensDragged);
}

void StateMap::setMatrix(const QString& title, StateMatrix matrix, const QStringList& tokens,
                         std::vector<int> order, const std::set<int>& marked)
{
    const QPoint chosen = current();
    m_matrix = std::move(matrix);
    m_order = std::move(order);
    m_title->setText(title);
    m_map->setAccessibleName(tr("%1: units down, words across").arg(title));
    HeatMapContent content;
    content.rows = int(m_order.size());
    content.columns = m_matrix.tokens;
    content.dense = true;
    content.colours = m_matrix.gate ? ColourMap::Weights : ColourMap::Signed;
    content.high = scaleEnd();
    content.columnLabels = tokens;
    content.rowTitle = tr("unit");
    content.rowMark = [this](int row) {
        return Mark{Mark::Kind::Unit, m_layer, QString::number(unitOf(row))};
    };
    content.columnMark = tokenMarks(m_tokens, tokens);
    content.firstColumn = m_map->content().firstColumn;
    content.lastColumn = m_map->content().lastColumn;
    for (const int unit : m_order) {
        content.rowLabels << QString::number(unit);
        content.markedRows.push_back(marked.contains(unit) ? 1 : 0);
        for (int token = 0; token < m_matrix.tokens; ++token)
            content.values.push_back(float(m_matrix.at(token, unit)));
    }
    const bool beyond = m_matrix.colourEnd && m_matrix.largest() > content.high;
    m_scale->setScale(content.high,
                      beyond ? tr("%1, beyond it where set by hand").arg(m_matrix.name)
                             : m_matrix.name,
                      content.colours);
    m_map->setContent(std::move(content));
    setCurrent(chosen.x(), chosen.y());
}

double StateMap::scaleEnd() const
{
    constexpr double kFaintest = 1e-3; // Smaller differences are hardly more than rounding.
    if (m_matrix.gate)
        return 1.0;
    return m_matrix.colourEnd ? steadyScaleEnd(std::max(*m_matrix.colourEnd, kFaintest), 0.0)
                              : steadyScaleEnd(m_matrix.largest(), m_scale->high());
}

void StateMap::setTokenRange(int first, int last)
{
    HeatMapContent content = m_map->content();
    content.firstColumn = first;
    content.lastColumn = last;
    m_map->setContent(std::move(content));
}

QPoint StateMap::current() const
{
    const QPoint cell = m_map->currentCell();
    return cell.x() < 0 || size_t(cell.y()) >= m_order.size() ? QPoint(-1, -1)
                                                              : QPoint(cell.x(), unitOf(cell.y()));
}

void StateMap::setCurrent(int token, int unit)
{
    const auto found = std::find(m_order.begin(), m_order.end(), unit);
    const bool there = found != m_order.end() && token >= 0 && token < m_matrix.tokens;
    m_map->setCurrentCell(there ? QPoint(token, int(found - m_order.begin())) : QPoint(-1, -1));
}

QString StateMap::describe(int row, int column) const
{
    return tr("%1 of unit %2 at \u201c%3\u201d: %4")
        .arg(m_matrix.name)
        .arg(unitOf(row))
        .arg(m_map->content().columnLabels.value(column), value(m_matrix.at(column, unitOf(row))));
}

QSize StateMap::wholeSize() const
{
    const QSize map = m_map->wholeSize(), scale = m_scale->sizeHint();
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return {std::max(map.width(), scale.width()), line + 4 + map.height() + 4 + scale.height()};
}

void StateMap::drawWhole(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const int line = QFontMetrics(theme.textFont()).height();
    painter.save();
    painter.setFont(theme.textFont());
    painter.setPen(theme.text());
    painter.drawText(QRect(0, 0, wholeSize().width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     m_title->text());
    painter.translate(0, line + 4);
    m_map->drawWhole(painter);
    painter.translate(0, m_map->wholeSize().height() + 4);
    m_scale->draw(painter, QRect(QPoint(0, 0), m_scale->sizeHint()));
    painter.restore();
}

} // namespace ui
