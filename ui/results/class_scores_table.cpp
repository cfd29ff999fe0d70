#include "ui/results/class_scores_table.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_look.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>

namespace ui {

namespace {

enum Column { Class, Precision, Recall, F1, Support, Columns };

QString share(double number)
{
    return QLocale().toString(number, 'f', 3);
}

} // namespace

ClassScoresTable::ClassScoresTable(QWidget* parent) : QTableWidget(0, Columns, parent)
{
    setObjectName(QStringLiteral("classTable"));
    setAccessibleName(tr("Scores of every class"));
    setHorizontalHeaderLabels(
        {tr("Class"), tr("Precision"), tr("Recall"), tr("F1"), tr("Support")});
    const QString tips[] = {{},
                            tr("Of the texts predicted as this class, the share that are it"),
                            tr("Of the texts that are this class, the share found"),
                            tr("2 p r / (p + r): high only where precision and recall both are"),
                            tr("Texts whose true class this is")};
    for (int column = 0; column < Columns; ++column)
        horizontalHeaderItem(column)->setToolTip(toolTipText(tips[column]));
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeaderItem(Class)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(Class, QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(40);
    lookLikeList(*this);
    connect(&Theme::instance(), &Theme::changed, this, &ClassScoresTable::restyle);
    restyle();
}

void ClassScoresTable::setScores(const core::ClassificationScores& scores)
{
    setRowCount(int(scores.classes.size()) + 1);
    int row = 0;
    for (const core::ClassScore& one : scores.classes)
        setLine(row++, QString::fromStdString(one.name),
                {share(one.precision), share(one.recall), share(one.f1), count(one.support)});
    setLine(row, tr("mean"),
            {share(scores.macroPrecision), share(scores.macroRecall), share(scores.macroF1),
             count(scores.count)});
    item(row, Class)
        ->setToolTip(toolTipText(tr("Mean over the classes (macro); every class counts the same")));
    restyle();
    updateGeometry();
}

void ClassScoresTable::setLine(int row, const QString& name, const QStringList& numbers)
{
    setItem(row, Class, new QTableWidgetItem(name));
    item(row, Class)->setToolTip(toolTipText(name));
    for (int column = Precision; column < Columns; ++column) {
        auto* cell = new QTableWidgetItem(numbers[column - 1]);
        cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setItem(row, column, cell);
    }
}

void ClassScoresTable::restyle()
{
    const Theme& theme = Theme::instance();
    setFont(theme.textFont());
    QFont bold = theme.numberFont(); // of the means
    bold.setBold(true);
    const QFontMetrics words(theme.textFont()), numbers(bold);
    verticalHeader()->setDefaultSectionSize(words.height() + 8);
    for (int column = Precision; column < Columns; ++column) {
        const int head = words.horizontalAdvance(horizontalHeaderItem(column)->text()) + 18;
        setColumnWidth(column,
                       std::max(head, numbers.horizontalAdvance(QStringLiteral("0.000")) + 12));
    }
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < Columns; ++column) {
            QFont font = column == Class ? theme.textFont() : theme.numberFont();
            font.setBold(row == rowCount() - 1);
            item(row, column)->setFont(font);
        }
    }
}

QSize ClassScoresTable::sizeHint() const
{
    constexpr int mostRows = 8;
    return {320,
            horizontalHeader()->sizeHint().height()
                + std::min(rowCount(), mostRows) * verticalHeader()->defaultSectionSize() + 4};
}

} // namespace ui
