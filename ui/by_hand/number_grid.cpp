#include "ui/by_hand/number_grid.h"

#include "ui/widgets/controls.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTableWidget>

#include <cmath>
#include <optional>

namespace ui {

namespace {

/// With all digits.
QString cellText(double number)
{
    return QLocale().toString(number, 'g', QLocale::FloatingPointShortest);
}

constexpr double kLargestTyped = 1e9; ///< Beyond it products say nothing to anybody.

/// Reads a number in the user's locale or in the C locale.
std::optional<double> cellNumber(const QString& text)
{
    bool fits = false;
    double number = QLocale().toDouble(text.trimmed(), &fits);
    if (!fits)
        number = QLocale::c().toDouble(text.trimmed(), &fits);
    return fits ? std::optional(number) : std::nullopt;
}

} // namespace

NumberGrid::NumberGrid(const QString& title, const QString& rowName, QWidget* parent)
    : QWidget(parent)
    , m_rowName(rowName)
    , m_least(-kLargestTyped)
    , m_most(kLargestTyped)
    , m_cells(new QTableWidget(this))
{
    QString name = title;
    m_cells->setAccessibleName(name.remove(QLatin1Char('&')));
    m_cells->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_cells->horizontalHeader()->setMinimumSectionSize(36);
    m_cells->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_cells->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_cells->setMinimumWidth(200);
    m_cells->setTabKeyNavigation(false); // Tab goes on to the next field; arrows walk the cells.
    m_cells->installEventFilter(this);
    makeColumn(this, {makeNameLabel(title, *m_cells), m_cells}, 2);
    connect(m_cells, &QTableWidget::cellChanged, this, &NumberGrid::take);
}

void NumberGrid::setNames(const QStringList& rows, const QStringList& columns)
{
    m_rows = rows;
    m_columns = columns;
}

void NumberGrid::setRange(double least, double most)
{
    m_least = least;
    m_most = most;
}

std::optional<double> NumberGrid::numberOf(const QString& text) const
{
    const std::optional<double> number = cellNumber(text);
    return number && *number >= m_least && *number <= m_most ? number : std::nullopt;
}

void NumberGrid::setTable(const core::NumberTable& table)
{
    m_table = table;
    const QSignalBlocker quiet(m_cells);
    m_cells->setRowCount(static_cast<int>(table.rows));
    m_cells->setColumnCount(static_cast<int>(table.columns));
    QStringList rows, columns;
    for (int row = 0; row < m_cells->rowCount(); ++row) {
        rows << m_rows.value(row, m_rowName + QString::number(row + 1));
        for (int column = 0; column < m_cells->columnCount(); ++column)
            showCell(row, column);
    }
    for (int column = 0; column < m_cells->columnCount(); ++column)
        columns << m_columns.value(column, QString::number(column + 1));
    m_cells->setVerticalHeaderLabels(rows);
    m_cells->setHorizontalHeaderLabels(columns);
    fit();
}

QString NumberGrid::shownText(double number) const
{
    constexpr int kUsual = 6, kShort = 6; // "1000" stays, "-1.46331" is rounded.
    const QString usual = QLocale().toString(number, 'g', kUsual);
    return usual.size() <= kShort ? usual : QLocale().toString(number, 'g', m_digits);
}

void NumberGrid::showCell(int row, int column)
{
    const double number = m_table.at(row, column);
    QTableWidgetItem* item = m_cells->item(row, column);
    if (item == nullptr) {
        item = new QTableWidgetItem;
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_cells->setItem(row, column, item);
    }
    const QString text = shownText(number), whole = cellText(number);
    item->setText(text);
    item->setData(Qt::ToolTipRole, text == whole ? QString() : whole);
}

/// All rows are in sight: the form around scrolls.
void NumberGrid::fit()
{
    int height = m_cells->horizontalHeader()->sizeHint().height() + 2 * m_cells->frameWidth();
    for (int row = 0; row < m_cells->rowCount(); ++row)
        height += m_cells->rowHeight(row);
    m_cells->setFixedHeight(height);
}

void NumberGrid::take(int row, int column)
{
    const QString text = m_cells->item(row, column)->text();
    const std::optional<double> number = numberOf(text);
    // A cell that was opened and left keeps the digits that are not shown.
    if (number && text != shownText(m_table.at(row, column)))
        m_table.at(row, column) = *number;
    const QSignalBlocker quiet(m_cells);
    showCell(row, column);
    if (number)
        Q_EMIT edited();
    else
        Q_EMIT refused(text);
}

bool NumberGrid::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_cells && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        if (key->matches(QKeySequence::Paste)) {
            paste();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void NumberGrid::copy() const
{
    QStringList lines;
    for (const QTableWidgetSelectionRange& range : m_cells->selectedRanges())
        for (int row = range.topRow(); row <= range.bottomRow(); ++row) {
            QStringList cells;
            for (int column = range.leftColumn(); column <= range.rightColumn(); ++column)
                cells << cellText(m_table.at(row, column));
            lines << cells.join(QLatin1Char('\t'));
        }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

/// Cells beyond the table are ignored; a text that is not a number is reported.
void NumberGrid::paste()
{
    static const QRegularExpression gaps(QStringLiteral("[\\t; ]+"));
    const int top = std::max(0, m_cells->currentRow()),
              left = std::max(0, m_cells->currentColumn());
    const QStringList lines
        = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QString wrong;
    for (int line = 0; line < lines.size() && top + line < m_table.rows; ++line) {
        const QStringList cells = lines[line].trimmed().split(gaps, Qt::SkipEmptyParts);
        for (int cell = 0; cell < cells.size() && left + cell < m_table.columns; ++cell) {
            if (const auto number = numberOf(cells[cell]))
                m_table.at(top + line, left + cell) = *number;
            else
                wrong = cells[cell];
        }
    }
    setTable(core::NumberTable(m_table));
    Q_EMIT edited();
    if (!wrong.isEmpty())
        Q_EMIT refused(wrong);
}

} // namespace ui
