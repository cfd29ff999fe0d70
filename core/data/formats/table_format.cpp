#include "core/data/formats/table_format.h"

#include "core/data/cells/cell_text.h"
#include "core/data/cells/numbers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace core {

namespace {

Message faultReason(RecordFault fault)
{
    switch (fault) {
    case RecordFault::OpenQuote:
        return {"A quote opens here and is never closed.", {}};
    case RecordFault::TextAfterQuote:
        return {"A quote opens here, and there is text after the quote that closes it. Inside "
                "quotes a quote is doubled.",
                {}};
    case RecordFault::TooLong:
    case RecordFault::None:
        break;
    }
    return tooLongReason();
}

/// `rows` without those that repeat the first: each of several files has the names of the columns.
std::vector<std::vector<std::string>> oneHeader(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::vector<std::string>> result{rows.front()};
    std::copy_if(rows.begin() + 1, rows.end(), std::back_inserter(result),
                 [&](const auto& row) { return row != rows.front(); });
    return result;
}

/// No table has more: line ends were not found, or the delimiter is a letter of the text.
constexpr size_t kMostColumns = 2000;

} // namespace

TableFormat::TableFormat(const TableChoice& choice, const FormatSample& sample, DialectTrial trial)
    : m_dialect(trial.dialect), m_wanted(sample.columns)
{
    const auto named = m_wanted.arePairs() ? &looksLikePairHeader : &looksLikeHeader;
    const auto rows = trial.rows.empty() ? trial.rows : oneHeader(trial.rows);
    m_header = choice.header == "auto" ? named(rows) : choice.header == "yes";
    if (m_header)
        trial.rows = rows;
    takeColumns(trial);
    chooseColumns(choice, trial);
    rememberLabels(trial);
    findWordLists(trial);
    const bool complete
        = (m_layout.labelColumn >= 0 || !m_wanted.answer()) && !m_layout.textColumns.empty();
    const double best = complete && m_guess.sure ? 0.9 : complete ? kSureFit - 0.1 : 0.45;
    if (trial.columns >= 2 && trial.columns <= kMostColumns)
        m_fit = trial.consistency * best - (trial.consistency < 0.8 ? 0.3 : 0);
}

TableChoice TableFormat::resolved(TableChoice choice) const
{
    choice.header = m_header ? "yes" : "no";
    if (choice.textColumns.empty())
        for (const int64_t column : m_layout.textColumns)
            choice.textColumns.push_back(reference(column));
    if (choice.labelColumn.empty() && m_layout.labelColumn >= 0)
        choice.labelColumn = reference(m_layout.labelColumn);
    return choice;
}

void TableFormat::read(const SourceFile& file, ByteStream& text, RecordSink& sink) const
{
    LineReader lines(text);
    DelimitedReader reader(lines, m_dialect);
    DelimitedRecord record;
    FileColumns columns;
    columns.width = m_layout.columns.size();
    bool first = true, firstData = true;
    Row row;
    while (reader.next(record)) {
        if (isRagged(m_dialect))
            record.cells.resize(first && m_header ? std::max(columns.width, record.cells.size())
                                                  : columns.width);
        if (std::exchange(first, false)) {
            const FirstRow kind = readFirst(file, record, columns, sink);
            if (kind == FirstRow::Refused)
                return;
            if (kind == FirstRow::Names)
                continue;
        }
        // A last column that is nearly always empty is none of the layout's: where it is in
        // the first row it may be filled in others.
        if (std::exchange(firstData, false) && hasWidth(record, columns.width, columns.width))
            columns.widest = record.cells.size();
        readRow(record, columns, row, sink);
    }
}

void TableFormat::takeColumns(DialectTrial& trial)
{
    if (m_header && !trial.rows.empty()) {
        const std::vector<std::string_view> cells(trial.rows.front().begin(),
                                                  trial.rows.front().end());
        m_layout.columns = columnNames(cells);
        trial.rows.erase(trial.rows.begin());
        return;
    }
    for (size_t i = 0; i < trial.columns; ++i)
        m_layout.columns.push_back("column " + std::to_string(i + 1));
}

void TableFormat::chooseColumns(const TableChoice& choice, const DialectTrial& trial)
{
    guess(trial);
    if (!choice.labelColumn.empty())
        m_layout.labelColumn = chosen(choice.labelColumn);
    if (!choice.textColumns.empty()) {
        m_layout.textColumns.clear();
        for (const std::string& reference : choice.textColumns)
            if (const int64_t column = chosen(reference); column >= 0)
                m_layout.textColumns.push_back(column);
    }
    // A label chosen by hand may have been taken for a text.
    if (choice.textColumns.empty())
        std::erase(m_layout.textColumns, m_layout.labelColumn);
    explainMissing(choice);
    if (!m_problems.empty() || (!choice.labelColumn.empty() && !choice.textColumns.empty()))
        return;
    noteColumns();
    if (Message several = candidatesNote(m_guess, m_wanted, m_layout.columns, AnswerOption::Column);
        choice.labelColumn.empty() && !several.empty())
        m_notes.push_back(std::move(several));
}

void TableFormat::noteColumns()
{
    if (!m_wanted.answer()) {
        m_notes.push_back({R"(Recognised: the text is in "%1".)", {textColumnNames()}});
        return;
    }
    const std::string label = shown(columnName(m_layout.labelColumn));
    if (m_wanted.arePairs())
        m_notes.push_back({R"(Recognised: the source is in "%1", the target in "%2".)",
                           {textColumnNames(), label}});
    else if (m_wanted.answers(ColumnKind::Number))
        m_notes.push_back({R"(Recognised: the number is in "%1", the text in "%2".)",
                           {label, textColumnNames()}});
    else
        m_notes.push_back(
            {R"(Recognised: the label is in "%1", the text in "%2".)", {label, textColumnNames()}});
}

void TableFormat::guess(const DialectTrial& trial)
{
    const Names meaning = m_header ? Names::AreMeant : Names::AreNumbers;
    m_guess = guessColumns(m_wanted, m_layout.columns, trial.rows, meaning);
    m_layout.labelColumn = m_guess.labelColumn;
    m_layout.namedLabel = m_guess.named;
    m_layout.manyNumbers = m_guess.manyNumbers;
    m_layout.textColumns = m_guess.textColumns;
}

std::string TableFormat::columnName(int64_t column) const
{
    return m_layout.columns[static_cast<size_t>(column)];
}
std::string TableFormat::textColumnNames() const
{
    std::string names;
    for (const int64_t column : m_layout.textColumns)
        names += (names.empty() ? "" : " + ") + shown(columnName(column));
    return names;
}

int64_t TableFormat::chosen(const std::string& reference)
{
    const auto column = columnMeant(reference, m_layout.columns);
    if (!column)
        m_problems.push_back({"There is no column \"%1\"; there are: %2.",
                              {shown(reference), listed(m_layout.columns)}});
    return column.value_or(-1);
}

void TableFormat::explainMissing(const TableChoice& choice)
{
    const bool noAnswer
        = m_wanted.answer() && m_layout.labelColumn < 0 && choice.labelColumn.empty();
    const bool noText = m_layout.textColumns.empty() && choice.textColumns.empty();
    const auto add = [&](Message problem) {
        problem.arguments = {listed(m_layout.columns)};
        m_problems.push_back(std::move(problem));
    };
    if (m_wanted.arePairs()) {
        if (noAnswer || noText)
            add({"No two columns look like sentences and their translations. Choose the "
                 "columns of source and target; there are: %1.",
                 {}});
        return;
    }
    if (noAnswer && m_wanted.answers(ColumnKind::Number))
        add({"No column looks like numbers. Choose the column of the number; there are: %1.", {}});
    else if (noAnswer)
        add({"No column looks like a label (few different short values). Choose the label "
             "column; there are: %1.",
             {}});
    if (noText)
        add({"No column looks like a text. Choose the text column; there are: %1.", {}});
}

std::string TableFormat::reference(int64_t column) const
{
    return m_header ? columnName(column) : std::to_string(column + 1);
}

/// Reads the row of names, if there is one, and finds the layout's columns in it: a test file
/// may order them otherwise, call them otherwise or have no names.
TableFormat::FirstRow TableFormat::readFirst(const SourceFile& file, const DelimitedRecord& record,
                                             FileColumns& columns, RecordSink& sink) const
{
    if (!m_header) {
        if (m_wanted.arePairs() || record.fault != RecordFault::None || holdsKnownLabel(record)
            || !namesColumns(record.cells))
            return FirstRow::Data;
        sink.note({"%1 begins with names of columns, which the training files do not have. Its "
                   "first row is skipped.",
                   {file.shownName}});
        return FirstRow::Names;
    }
    std::vector<std::string_view> cells = record.cells;
    while (cells.size() > m_layout.columns.size() && cells.back().empty())
        cells.pop_back();
    const std::vector<std::string> names = columnNames(cells);
    if (names != m_layout.columns && holdsKnownLabel(record)) {
        sink.note({"%1 has no row of names: its columns are taken in the order of the training "
                   "files.",
                   {file.shownName}});
        return FirstRow::Data;
    }
    columns.names = names;
    columns.width = names.size();
    return names == m_layout.columns || findColumns(file, columns, sink) ? FirstRow::Names
                                                                         : FirstRow::Refused;
}

/// By their names; a column that is called otherwise by its place. False when the file was
/// refused.
bool TableFormat::findColumns(const SourceFile& file, FileColumns& columns, RecordSink& sink) const
{
    const std::vector<std::string>& names = columns.names;
    for (size_t i = 0; i < m_layout.columns.size(); ++i) {
        const std::string& wanted = m_layout.columns[i];
        const auto found = std::find(names.begin(), names.end(), wanted);
        columns.places.push_back(static_cast<size_t>(found - names.begin()));
        if (found != names.end() || !m_layout.isUsed(static_cast<int64_t>(i)))
            continue;
        const auto& known = m_layout.columns;
        const bool place = names.size() == known.size()
            && std::find(known.begin(), known.end(), names[i]) == known.end();
        if (!place) {
            sink.refuseFile({"%1 has no column \"%2\"; it has: %3.",
                             {file.shownName, shown(wanted), listed(names)}},
                            {"Rename its column, or choose columns that all files have.", {}});
            return false;
        }
        columns.places.back() = i;
        sink.note({"%1 has no column \"%2\": its column \"%3\" in the same place is used.",
                   {file.shownName, shown(wanted), shown(names[i])}});
    }
    return true;
}

/// Whether a row is one of data, because its label is one that the training files begin with or
/// a number where one is wanted.
bool TableFormat::holdsKnownLabel(const DelimitedRecord& record) const
{
    const auto column = static_cast<size_t>(m_layout.labelColumn);
    if (m_layout.labelColumn < 0 || column >= record.cells.size())
        return false;
    if (m_wanted.answers(ColumnKind::Number))
        return readNumber(record.cells[column]).kind == NumberCell::Kind::Number;
    return m_labels.contains(std::string(trimmed(record.cells[column])));
}

void TableFormat::rememberLabels(const DialectTrial& trial)
{
    constexpr size_t kMostLabels = 1000;
    const auto column = static_cast<size_t>(m_layout.labelColumn);
    for (const auto& row : trial.rows)
        if (m_layout.labelColumn >= 0 && m_wanted.answers(ColumnKind::Class)
            && m_labels.size() < kMostLabels)
            m_labels.emplace(trimmed(row[column]));
}

/// Tables that a program for data analysis wrote may hold texts as lists of words.
void TableFormat::findWordLists(const DialectTrial& trial)
{
    size_t lists = 0, filled = 0;
    for (const auto& row : trial.rows)
        for (const int64_t column : m_layout.textColumns) {
            const std::string& cell = row[static_cast<size_t>(column)];
            filled += cell.empty() ? 0 : 1;
            lists += isWordList(cell) ? 1 : 0;
        }
    m_wordLists = !m_wanted.arePairs() && lists > 0 && lists * 10 >= filled * 9;
    if (m_wordLists)
        m_notes.push_back(
            {"The texts are written as lists of words: the words are joined by spaces.", {}});
}

/// Files put behind each other repeat the names of the columns.
bool TableFormat::isNames(const DelimitedRecord& record, const FileColumns& columns)
{
    const auto& names = columns.names;
    return !names.empty() && record.cells.size() >= names.size()
        && std::equal(names.begin(), names.end(), record.cells.begin(),
                      [](const std::string& name, std::string_view cell) {
                          return name == trimmed(cell)
                              || (cell.empty() && name.starts_with("column "));
                      });
}

/// Cells beyond the last column may be there when they are empty or up to `widest`.
bool TableFormat::hasWidth(const DelimitedRecord& record, size_t width, size_t widest)
{
    const auto& cells = record.cells;
    return cells.size() >= width
        && (cells.size() <= widest
            || std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(width), cells.end(),
                           [](std::string_view cell) { return cell.empty(); }));
}

void TableFormat::readRow(const DelimitedRecord& record, const FileColumns& columns, Row& row,
                          RecordSink& sink) const
{
    if (record.fault != RecordFault::None)
        sink.reject(record.line, faultReason(record.fault));
    else if (!hasWidth(record, columns.width, std::max(columns.width, columns.widest)))
        sink.reject(record.line,
                    {"Number of columns: %1 instead of %2.",
                     {std::to_string(record.cells.size()), std::to_string(columns.width)}});
    else if (!isNames(record, columns))
        deliver(record, columns.places, row, sink);
}

void TableFormat::deliver(const DelimitedRecord& record, const std::vector<size_t>& places,
                          Row& row, RecordSink& sink) const
{
    auto& cells = row.record.cells;
    row.record.line = record.line;
    cells.assign(m_layout.columns.size(), {});
    for (size_t i = 0; i < cells.size(); ++i) {
        const size_t place = places.empty() ? i : places[i];
        if (place < record.cells.size())
            cells[i] = record.cells[place];
    }
    row.joined.resize(m_wordLists ? m_layout.textColumns.size() : 0);
    for (size_t i = 0; i < row.joined.size(); ++i) {
        std::string_view& cell = cells[static_cast<size_t>(m_layout.textColumns[i])];
        row.joined[i] = joinedWords(cell);
        cell = row.joined[i];
    }
    sink.add(row.record);
}

} // namespace core
