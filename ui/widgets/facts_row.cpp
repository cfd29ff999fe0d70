#include "ui/widgets/facts_row.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kGap = 32;

QWidget* makeCell(const Fact& fact, QWidget* parent)
{
    auto* cell = new QWidget(parent);
    auto* layout = new QVBoxLayout(cell);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    QLabel* figure = makeLabel(fact.figure, LabelRole::Figure, cell);
    QLabel* caption = makeLabel(fact.caption, LabelRole::Muted, cell);
    caption->setWordWrap(false);
    figure->setObjectName(fact.name);
    layout->addWidget(figure);
    layout->addWidget(caption);
    setHelp(*cell, fact.help);
    cell->setAccessibleName(fact.caption + QStringLiteral(": ") + fact.figure);
    cell->show();
    return cell;
}

} // namespace

FactsRow::FactsRow(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FactsRow::setFacts(const std::vector<Fact>& facts)
{
    for (QWidget* cell : m_cells)
        delete cell;
    m_cells.clear();
    for (const Fact& fact : facts)
        m_cells.push_back(makeCell(fact, this));
    updateGeometry();
    arrange(width(), Place::Yes);
}

int FactsRow::arrange(int width, Place place) const
{
    int x = 0, y = 0, line = 0;
    for (QWidget* cell : m_cells) {
        const QSize size = cell->sizeHint();
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += line + Theme::instance().spacing();
            line = 0;
        }
        if (place == Place::Yes)
            cell->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + kGap;
        line = std::max(line, size.height());
    }
    return y + line;
}

int FactsRow::heightForWidth(int width) const
{
    return arrange(width, Place::No);
}

QSize FactsRow::sizeHint() const
{
    return {480, arrange(std::max(width(), 480), Place::No)};
}

QSize FactsRow::minimumSizeHint() const
{
    return {160, arrange(std::max(width(), 160), Place::No)};
}

void FactsRow::resizeEvent(QResizeEvent* event)
{
    // For layouts that do not ask for a height by width.
    if (heightForWidth(event->size().width()) != heightForWidth(event->oldSize().width()))
        updateGeometry();
    arrange(width(), Place::Yes);
}

bool FactsRow::event(QEvent* event)
{
    // Type sizes change with presentation mode; the cells then ask for another layout.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::StyleChange
        || event->type() == QEvent::FontChange) {
        updateGeometry();
        arrange(width(), Place::Yes);
    }
    return QWidget::event(event);
}

} // namespace ui
