#include "ui/sentence/comparison_table.h"

#include "ui/sentence/translation_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/loss_bar_delegate.h"
#include "ui/widgets/table_look.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHeaderView>
#include <QLocale>
#include <QScrollBar>

#include <algorithm>

namespace ui {

namespace {

double loss(const core::TargetToken& token)
{
    return std::max(0.0, -token.logProbability);
}

const core::TargetToken* tokenAt(const core::TranslationInspection& inspection, int row)
{
    return size_t(row) < inspection.targetTokens.size() ? &inspection.targetTokens[size_t(row)]
                                                        : nullptr;
}

double largestLoss(const core::TeacherComparison& comparison)
{
    double largest = 0.0;
    for (const core::TranslationInspection* side : {&comparison.forced, &comparison.freeRunning}) {
        for (const core::TargetToken& token : side->targetTokens)
            largest = std::max(largest, loss(token));
    }
    return largest;
}

} // namespace

ComparisonTable::ComparisonTable(QWidget* parent) : QTableWidget(0, Columns, parent)
{
    setObjectName(QStringLiteral("comparisonTable"));
    setAccessibleName(tr("The reference, teacher-forced, beside the network's own translation"));
    setHorizontalHeaderLabels({tr("#"), tr("Reference (forced)"), tr("Loss"), tr("Likeliest there"),
                               tr("Own way (free)"), tr("Loss")});
    const QString tips[]
        = {{},
           tr("Teacher forcing: at each position the network is fed the reference's tokens"),
           tr("Minus the logarithm of the probability of this token, in nats"),
           tr("What the network would have written at this position"),
           tr("Free running: the network is fed the tokens that it wrote itself"),
           tr("Minus the logarithm of the probability of this token, in nats")};
    for (int column = 0; column < Columns; ++column)
        horizontalHeaderItem(column)->setToolTip(toolTipText(tips[column]));
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    lookLikeList(*this);
    for (const Column column : {ForcedLoss, FreeLoss})
        setItemDelegateForColumn(column, new LossBarDelegate(this));
    connect(&Theme::instance(), &Theme::changed, this, &ComparisonTable::restyle);
    restyle();
}

void ComparisonTable::setComparison(const core::TeacherComparison& comparison)
{
    const size_t rows = std::max(comparison.forced.targetTokens.size(),
                                 comparison.freeRunning.targetTokens.size());
    const int scrolled = verticalScrollBar()->value();
    setRowCount(int(rows));
    m_parting = int(comparison.firstDivergence);
    const double largest = largestLoss(comparison);
    for (int row = 0; row < rowCount(); ++row)
        setRow(row, comparison, largest);
    restyle();
    verticalScrollBar()->setValue(scrolled);
}

void ComparisonTable::setRow(int row, const core::TeacherComparison& comparison, double largest)
{
    const bool parts = row == comparison.firstDivergence;
    auto* position = new QTableWidgetItem(parts ? tr("%1 \u25b6 they part").arg(row + 1)
                                                : QString::number(row + 1));
    setItem(row, Position, position);
    const core::TargetToken* forced = tokenAt(comparison.forced, row);
    setSide(row, Forced, forced, largest);
    setItem(row, Likeliest,
            new QTableWidgetItem(forced == nullptr ? QString()
                                     : forced->likeliest == forced->text
                                     ? QStringLiteral("\u2713")
                                     : readableToken(forced->likeliest)));
    setSide(row, Free, tokenAt(comparison.freeRunning, row), largest);
}

void ComparisonTable::setSide(int row, Column first, const core::TargetToken* token, double largest)
{
    auto* text = new QTableWidgetItem(token == nullptr ? QString() : readableToken(token->text));
    auto* bar = new QTableWidgetItem;
    if (token != nullptr) {
        text->setToolTip(toolTipText(targetTokenText(*token)));
        bar->setText(QLocale().toString(loss(*token), 'f', 2));
        bar->setData(LossBarDelegate::kShareRole, largest > 0.0 ? loss(*token) / largest : 0.0);
        bar->setToolTip(toolTipText(targetTokenText(*token)));
    }
    setItem(row, first, text);
    setItem(row, first + 1, bar);
}

void ComparisonTable::restyle()
{
    const Theme& theme = Theme::instance();
    setFont(theme.textFont());
    const QFontMetrics words(theme.textFont());
    verticalHeader()->setDefaultSectionSize(words.height() + 8);
    QFont bold = theme.textFont();
    bold.setBold(true);
    for (int row = 0; row < rowCount(); ++row) {
        for (const Column column : {Position, Forced, Likeliest, Free})
            item(row, column)->setFont(row == m_parting ? bold : theme.textFont());
    }
    setColumnWidth(Position,
                   QFontMetrics(bold).horizontalAdvance(tr("%1 \u25b6 they part").arg(888)) + 16);
    const int rest = std::max(viewport()->width() - columnWidth(Position), 5 * 80);
    for (int column = Forced; column < Columns; ++column)
        setColumnWidth(column, rest / (Columns - 1));
}

void ComparisonTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    restyle();
}

} // namespace ui
