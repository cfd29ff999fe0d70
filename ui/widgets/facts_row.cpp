#include "ui/widgets/facts_row.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QLabel>
#include <QResizeEvent>

#include <algorithm>

namespace ui {

namespace {

constexpr int kFactGap = 32;
constexpr int kLeastFactGap = 12; ///< If all figures then stand in one line.

/// A figure and its caption below it.
QWidget* makeCell(QWidget* parent)
{
    auto* cell = new QWidget(parent);
    QLabel* caption = makeLabel({}, LabelRole::Muted, cell);
    caption->setWordWrap(false);
    makeColumn(cell, {makeLabel({}, LabelRole::Figure, cell), caption}, 0);
    cell->show();
    return cell;
}

void fill(QWidget& cell, const Fact& fact)
{
    auto* figure = static_cast<QLabel*>(cell.layout()->itemAt(0)->widget());
    auto* caption = static_cast<QLabel*>(cell.layout()->itemAt(1)->widget());
    figure->setText(fact.figure);
    figure->setObjectName(fact.name);
    caption->setText(captionOf(fact));
    setHelp(cell, fact.help);
    cell.setAccessibleName(captionOf(fact) + QStringLiteral(": ") + fact.figure);
}

} // namespace

QString captionOf(const Fact& fact)
{
    const QString mark = QStringLiteral("%1"); // The figure itself is shown separately.
    return filled(mark + fact.caption, {fact.figure}).mid(fact.figure.size());
}

FactsRow::FactsRow(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FactsRow::setFacts(const std::vector<Fact>& facts)
{
    for (; m_cells.size() > facts.size(); m_cells.pop_back())
        delete m_cells.back();
    while (m_cells.size() < facts.size())
        m_cells.push_back(makeCell(this));
    for (size_t i = 0; i < facts.size(); ++i) // A tool tip stays open while numbers change.
        fill(*m_cells[i], facts[i]);
    updateGeometry();
    arrange(width(), Place::Yes);
}

int FactsRow::arrange(int width, Place place) const
{
    int x = 0, y = 0, line = 0, sum = 0;
    for (const QWidget* cell : m_cells)
        sum += cell->sizeHint().width();
    const int gaps = std::max(int(m_cells.size()) - 1, 1);
    const int spare = (width - sum) / gaps;
    const int gap = spare >= kLeastFactGap ? std::min(spare, kFactGap) : kFactGap;
    for (QWidget* cell : m_cells) {
        const QSize size = cell->sizeHint();
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += line + kGrid;
            line = 0;
        }
        if (place == Place::Yes)
            cell->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + gap;
        line = std::max(line, size.height());
    }
    return y + line;
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

Fact unknownFact(double share, double knownPerplexity)
{
    const auto tr
        = [](const char* text) { return QCoreApplication::translate("ui::UnknownFact", text); };
    const QString caption = share > 0.0
        ? tr(QT_TRANSLATE_NOOP("ui::UnknownFact", "unknown tokens (perplexity without them: %1)"))
              .arg(value(knownPerplexity))
        : tr(QT_TRANSLATE_NOOP("ui::UnknownFact", "unknown tokens"));
    return {percent(share), caption,
            tr(QT_TRANSLATE_NOOP(
                "ui::UnknownFact",
                "Share of the predicted tokens that the vocabulary lacks. They all count as one "
                "frequent word, so that the more of them there are, the lower the perplexity is; "
                "the perplexity without them is that of all other tokens.")),
            QStringLiteral("unknownFigure")};
}

} // namespace ui
