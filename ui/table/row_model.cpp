#include "ui/table/row_model.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QStringList>
#include <QStringView>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kMostComparedWords = 300;

std::vector<TextPart> wordsOf(const QString& text)
{
    std::vector<TextPart> words;
    for (int at = 0; at < text.size() && words.size() < kMostComparedWords; ++at) {
        if (text[at].isSpace())
            continue;
        const int first = at;
        while (at < text.size() && !text[at].isSpace())
            ++at;
        words.push_back({first, at - first});
    }
    return words;
}

constexpr size_t kShownBytes = 400; ///< Bytes of a text in its row; the tool tip has more.
constexpr size_t kToolTipBytes = 2000;

/// One line of at most `bytes` bytes, with an ellipsis where more follows.
QString beginning(std::string_view text, size_t bytes)
{
    // simplified() also drops half a character at the cut, which becomes a replacement sign.
    QString line = QString::fromUtf8(text.data(), qsizetype(std::min(text.size(), bytes)));
    if (text.size() > bytes) {
        while (line.endsWith(QChar::ReplacementCharacter))
            line.chop(1);
        line += QChar(0x2026);
    }
    return line.simplified();
}

QString textOf(const Cell& cell, size_t bytes)
{
    if (const auto* number = std::get_if<double>(&cell))
        return value(*number);
    if (const auto* number = std::get_if<int64_t>(&cell))
        return count(*number);
    if (const auto* text = std::get_if<std::string_view>(&cell))
        return beginning(*text, bytes);
    if (const auto* text = std::get_if<std::string>(&cell))
        return beginning(*text, bytes);
    return {};
}

bool isText(const Cell& cell)
{
    return std::holds_alternative<std::string_view>(cell)
        || std::holds_alternative<std::string>(cell);
}

/// The words of `whole` that the other text lacks.
std::vector<TextPart> marksOf(const RowColumn& column, int row, const QString& whole, size_t bytes)
{
    return differenceOf(whole, beginning(column.other(row), bytes)).first;
}

} // namespace

TextDifference differenceOf(const QString& first, const QString& second)
{
    const std::vector<TextPart> one = wordsOf(first), other = wordsOf(second);
    const auto same = [&](size_t i, size_t j) {
        return QStringView(first).mid(one[i].first, one[i].length)
            == QStringView(second).mid(other[j].first, other[j].length);
    };
    // longest[i][j]: of the words from i and from j on.
    const size_t width = other.size() + 1;
    std::vector<int> longest((one.size() + 1) * width, 0);
    for (size_t i = one.size(); i-- > 0;) {
        for (size_t j = other.size(); j-- > 0;)
            longest[i * width + j] = same(i, j)
                ? longest[(i + 1) * width + j + 1] + 1
                : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
    TextDifference difference;
    size_t i = 0, j = 0;
    while (i < one.size() || j < other.size()) {
        if (i < one.size() && j < other.size() && same(i, j)) {
            ++i;
            ++j;
        } else if (j == other.size()
                   || (i < one.size()
                       && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
            difference.first.push_back(one[i++]);
        } else {
            difference.second.push_back(other[j++]);
        }
    }
    return difference;
}

RowColumn textColumn(std::string name, const QString& title, const QString& help,
                     std::function<Cell(int)> text)
{
    RowColumn column{std::move(name), title, help, std::move(text)};
    column.share = 1.0;
    return column;
}

RowColumn numberColumn(std::string name, const QString& title, const QString& help,
                       std::function<Cell(int)> number, std::function<QString(double)> format,
                       const QString& widest)
{
    RowColumn column{std::move(name), title, help, std::move(number)};
    if (format)
        column.shown = [value = column.value, format = std::move(format)](int row) {
            const Cell cell = value(row);
            const auto* whole = std::get_if<int64_t>(&cell);
            const auto* real = std::get_if<double>(&cell);
            return whole != nullptr ? format(double(*whole))
                : real != nullptr   ? format(*real)
                                    : QString();
        };
    column.alignment = Qt::AlignRight;
    column.widest = widest;
    return column;
}

RowColumn writtenColumn(std::string name, std::function<Cell(int)> value)
{
    RowColumn column{std::move(name), {}, {}, std::move(value)};
    column.onlyWritten = true;
    return column;
}

void RowModel::setColumns(std::vector<RowColumn> columns)
{
    beginResetModel();
    m_columns = std::move(columns);
    m_shown.clear();
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (!m_columns[i].onlyWritten)
            m_shown.push_back(i);
    }
    endResetModel();
}

void RowModel::reset(int rows, const std::function<void()>& replace)
{
    beginResetModel();
    replace();
    m_rows = rows;
    endResetModel();
}

int RowModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RowModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

QString RowModel::display(const RowColumn& column, int row)
{
    return column.shown ? column.shown(row) : textOf(column.value(row), kShownBytes);
}

/// The whole text and, in words, the marks of the row.
QString RowModel::toolTip(const RowColumn& column, int row) const
{
    if (column.said)
        return column.said(row);
    const Cell cell = column.value(row);
    if (!isText(cell))
        return column.help;
    const QString whole = textOf(cell, kToolTipBytes);
    if (!column.other)
        return whole;
    QStringList words;
    for (const TextPart& part : marksOf(column, row, whole, kToolTipBytes))
        words << whole.mid(part.first, part.length);
    return words.isEmpty() ? whole
                           : tr("%1 [only here: %2]").arg(whole, words.join(QStringLiteral(", ")));
}

QVariant RowModel::lookAt(const QModelIndex& index, int role) const
{
    const RowLook look = m_look ? m_look(index.row(), index.column()) : RowLook();
    if (role == Qt::ForegroundRole)
        return look.colour.isValid() ? look.colour : QVariant();
    if (role == Qt::DecorationRole)
        return look.picture.isNull() ? QVariant() : look.picture;
    const bool number = column(index.column()).alignment == Qt::AlignRight;
    const Theme& theme = Theme::instance();
    QFont font = theme.sized(number ? theme.numberFont() : theme.textFont(), m_typeFactor);
    font.setBold(look.bold);
    return font;
}

QVariant RowModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows)
        return {};
    const RowColumn& shown = column(index.column());
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return display(shown, row);
    case Qt::AccessibleTextRole:
        return shown.said || isText(shown.value(row)) ? toolTip(shown, row) : display(shown, row);
    case Qt::ToolTipRole:
        return toolTipText(shown.tip ? shown.tip(row) : toolTip(shown, row));
    case MarksRole:
        return shown.marks ? QVariant::fromValue(shown.marks(row))
            : shown.other
            ? QVariant::fromValue(marksOf(shown, row, display(shown, row), kShownBytes))
            : QVariant();
    case BarRole:
        return shown.bar && shown.bar(row) >= 0.0 ? QVariant(shown.bar(row)) : QVariant();
    case WidestRole:
        return shown.share > 0.0 ? shown.widest : QString();
    case Qt::FontRole:
    case Qt::ForegroundRole:
    case Qt::DecorationRole:
        return lookAt(index, role);
    case Qt::TextAlignmentRole:
        return int(shown.alignment | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const RowColumn& shown = column(section);
    switch (role) {
    case Qt::DisplayRole:
        return shown.title;
    case Qt::AccessibleTextRole:
        return shown.title.isEmpty() ? shown.help : shown.title;
    case Qt::ToolTipRole:
        return toolTipText(shown.help);
    case Qt::TextAlignmentRole:
        return int(shown.alignment | Qt::AlignVCenter) | (m_headingsWrapped ? Qt::TextWordWrap : 0);
    default:
        return {};
    }
}

} // namespace ui
