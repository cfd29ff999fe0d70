#include "core/data/formats/column_guess.h"
#include "core/data/formats/dialect_guess.h"
#include "core/data/formats/format_registry.h"
#include "core/data/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace core {

namespace {

struct DelimitedOptions {
    std::string delimiter = "auto";
    std::string quoting = "auto";
    std::string header = "auto";
    std::vector<std::string> textColumns;
    std::string labelColumn;
};

const Schema<DelimitedOptions>& delimitedSchema()
{
    static const Schema<DelimitedOptions> schema
        = Schema<DelimitedOptions>()
              .add(&DelimitedOptions::delimiter,
                   {.name = "delimiter",
                    .label = "Delimiter",
                    .help = "Everything stands in one column: choose the character between them.",
                    .choices = {{"auto", "Recognise"},
                                {"comma", "Comma ,"},
                                {"tab", "Tab"},
                                {"semicolon", "Semicolon ;"},
                                {"pipe", "Bar |"}}})
              .add(&DelimitedOptions::quoting,
                   {.name = "quoting",
                    .label = "Quotes",
                    .help = "Many bad rows because of quotes, or rows that swallow others: choose "
                            "\"none\". Cells cut at a delimiter inside quotes: choose RFC 4180.",
                    .choices = {{"auto", "Recognise"},
                                {"rfc4180", "Around cells (RFC 4180)"},
                                {"none", "None: a quote is a character"}}})
              .add(&DelimitedOptions::header,
                   {.name = "header",
                    .label = "First row",
                    .help = "The first row is missing, or names show up as a text: say whether the "
                            "first row names the columns.",
                    .choices
                    = {{"auto", "Recognise"}, {"yes", "Names the columns"}, {"no", "Is data"}}})
              .add(&DelimitedOptions::textColumns,
                   {.name = "text_columns",
                    .label = "Text columns",
                    .help = "The wrong column is taken as text, or as source of a translation: "
                            "give names or numbers from 1; several are joined by a space. Empty: "
                            "recognised."})
              .add(&DelimitedOptions::labelColumn,
                   {.name = "label_column",
                    .label = "Label column",
                    .help = "The wrong column is taken as label, or as target of a translation: "
                            "give its name or its number from 1. Empty: recognised."});
    return schema;
}

struct DelimiterKind {
    std::string_view id;
    char character;
    const char* title;
};
constexpr std::array<DelimiterKind, 4> kDelimiters{{
    {"comma", ',', "Comma-separated values"},
    {"tab", '\t', "Tab-separated values"},
    {"semicolon", ';', "Semicolon-separated values"},
    {"pipe", '|', "Values separated by |"},
}};

const DelimiterKind& delimiterKind(char character)
{
    return *std::find_if(kDelimiters.begin(), kDelimiters.end(),
                         [character](const auto& kind) { return kind.character == character; });
}

std::optional<char> fixedDelimiter(const std::string& id)
{
    for (const DelimiterKind& kind : kDelimiters)
        if (kind.id == id)
            return kind.character;
    return std::nullopt;
}

std::optional<Quoting> fixedQuoting(const std::string& id)
{
    if (id == "auto")
        return std::nullopt;
    return id == "none" ? Quoting::None : Quoting::Rfc4180;
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + shown(name);
    return text;
}

/// The column that a name or a number from 1 means.
std::optional<int64_t> columnMeant(const std::string& reference,
                                   const std::vector<std::string>& columns)
{
    const auto named = std::find(columns.begin(), columns.end(), reference);
    if (named != columns.end())
        return named - columns.begin();
    int64_t number = 0;
    const char* end = reference.data() + reference.size();
    const auto parsed = std::from_chars(reference.data(), end, number);
    const bool inRange = number >= 1 && number <= static_cast<int64_t>(columns.size());
    if (parsed.ec == std::errc() && parsed.ptr == end && inRange)
        return number - 1;
    return std::nullopt;
}

/// Names from a first row: trimmed, none empty, none twice.
std::vector<std::string> columnNames(const std::vector<std::string_view>& cells)
{
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (size_t i = 0; i < cells.size(); ++i) {
        std::string name = validText(trimmed(cells[i]));
        if (name.empty() || seen.contains(name))
            name += (name.empty() ? "column " : " ") + std::to_string(i + 1);
        seen.insert(name);
        names.push_back(std::move(name));
    }
    return names;
}

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

/// Rows of cells between delimiters.
class DelimitedFormat : public Format {
public:
    DelimitedFormat(const DelimitedOptions& options, const FormatSample& sample)
    {
        m_tablesOnly = holdsTables(sample);
        DialectTrial trial
            = guessDialect(m_tablesOnly ? tablesOf(sample) : sample,
                           fixedDelimiter(options.delimiter), fixedQuoting(options.quoting));
        m_dialect = trial.dialect;
        m_title = delimiterKind(m_dialect.delimiter).title;
        m_pairs = sample.rows != RowKind::LabelledText;
        const auto named = m_pairs ? &looksLikePairHeader : &looksLikeHeader;
        m_header = options.header == "auto" ? named(trial.rows) : options.header == "yes";
        takeColumns(trial);
        chooseColumns(options, trial);
        m_selection = {"delimited", delimitedSchema().toJson(resolvedOptions(options))};
        const bool complete = m_layout.labelColumn >= 0 && !m_layout.textColumns.empty();
        const double best = complete && m_sure ? 0.9 : complete ? kSureFit - 0.1 : 0.45;
        if (trial.columns >= 2)
            m_fit = trial.consistency * best - (trial.consistency < 0.8 ? 0.3 : 0);
    }

    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        LineReader lines(text);
        DelimitedReader reader(lines, m_dialect);
        DelimitedRecord record;
        std::vector<size_t> places; // Of the layout's columns in this file; empty: the same.
        size_t width = m_layout.columns.size();
        if (m_header && !readHeader(file, reader, places, width, sink))
            return;
        Record row;
        size_t widest = width;
        for (bool first = true; reader.next(record); first = false) {
            // A last column that is nearly always empty is none of the layout's: where it is in
            // the first row it may be filled in others.
            if (first && hasWidth(record, width, width))
                widest = std::max(widest, record.cells.size());
            if (record.fault != RecordFault::None)
                sink.reject(record.line, faultReason(record.fault));
            else if (!hasWidth(record, width, widest))
                sink.reject(record.line,
                            {"Number of columns: %1 instead of %2.",
                             {std::to_string(record.cells.size()), std::to_string(width)}});
            else
                deliver(record, places, row, sink);
        }
    }

private:
    void takeColumns(DialectTrial& trial)
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

    void chooseColumns(const DelimitedOptions& options, const DialectTrial& trial)
    {
        guess(trial);
        if (!options.labelColumn.empty())
            m_layout.labelColumn = chosen(options.labelColumn);
        if (!options.textColumns.empty()) {
            m_layout.textColumns.clear();
            for (const std::string& reference : options.textColumns)
                if (const int64_t column = chosen(reference); column >= 0)
                    m_layout.textColumns.push_back(column);
        }
        // A label chosen by hand may have been taken for a text.
        if (options.textColumns.empty())
            std::erase(m_layout.textColumns, m_layout.labelColumn);
        explainMissing(options);
        if (!m_problems.empty() || (!options.labelColumn.empty() && !options.textColumns.empty()))
            return;
        const std::string label = shown(columnName(m_layout.labelColumn));
        if (m_pairs)
            m_notes.push_back({R"(Recognised: the source is in "%1", the target in "%2".)",
                               {textColumnNames(), label}});
        else
            m_notes.push_back({R"(Recognised: the label is in "%1", the text in "%2".)",
                               {label, textColumnNames()}});
    }

    void guess(const DialectTrial& trial)
    {
        const Names meaning = m_header ? Names::AreMeant : Names::AreNumbers;
        if (!m_pairs) {
            ColumnGuess columns = guessColumns(m_layout.columns, trial.rows, meaning);
            m_layout.labelColumn = columns.labelColumn;
            m_layout.textColumns = std::move(columns.textColumns);
            return;
        }
        const PairGuess pair = guessPairColumns(m_layout.columns, trial.rows, meaning);
        m_sure = pair.sentences;
        m_layout.labelColumn = pair.target;
        if (pair.source >= 0)
            m_layout.textColumns = {pair.source};
    }

    std::string columnName(int64_t column) const
    {
        return m_layout.columns[static_cast<size_t>(column)];
    }
    std::string textColumnNames() const
    {
        std::string names;
        for (const int64_t column : m_layout.textColumns)
            names += (names.empty() ? "" : " + ") + shown(columnName(column));
        return names;
    }

    int64_t chosen(const std::string& reference)
    {
        const auto column = columnMeant(reference, m_layout.columns);
        if (!column)
            m_problems.push_back({"There is no column \"%1\"; there are: %2.",
                                  {shown(reference), listed(m_layout.columns)}});
        return column.value_or(-1);
    }

    void explainMissing(const DelimitedOptions& options)
    {
        if (m_pairs) {
            if ((m_layout.labelColumn < 0 && options.labelColumn.empty())
                || (m_layout.textColumns.empty() && options.textColumns.empty()))
                m_problems.push_back({"No two columns look like sentences and their translations. "
                                      "Choose the columns of source and target; there are: %1.",
                                      {listed(m_layout.columns)}});
            return;
        }
        if (m_layout.labelColumn < 0 && options.labelColumn.empty())
            m_problems.push_back({"No column looks like a label (few different short values). "
                                  "Choose the label column; there are: %1.",
                                  {listed(m_layout.columns)}});
        if (m_layout.textColumns.empty() && options.textColumns.empty())
            m_problems.push_back({"No column looks like a text. Choose the text column; there "
                                  "are: %1.",
                                  {listed(m_layout.columns)}});
    }

    std::string reference(int64_t column) const
    {
        return m_header ? columnName(column) : std::to_string(column + 1);
    }

    /// What the user chose stays as it was written, right or wrong.
    DelimitedOptions resolvedOptions(DelimitedOptions options) const
    {
        options.delimiter = delimiterKind(m_dialect.delimiter).id;
        options.quoting = m_dialect.quoting == Quoting::None ? "none" : "rfc4180";
        options.header = m_header ? "yes" : "no";
        if (options.textColumns.empty())
            for (const int64_t column : m_layout.textColumns)
                options.textColumns.push_back(reference(column));
        if (options.labelColumn.empty() && m_layout.labelColumn >= 0)
            options.labelColumn = reference(m_layout.labelColumn);
        return options;
    }

    /// Reads the row of names and finds the layout's columns in it: a test file may order them
    /// otherwise. False when the file was refused or is empty.
    bool readHeader(const SourceFile& file, DelimitedReader& reader, std::vector<size_t>& places,
                    size_t& width, RecordSink& sink) const
    {
        DelimitedRecord record;
        if (!reader.next(record))
            return false;
        while (record.cells.size() > m_layout.columns.size() && record.cells.back().empty())
            record.cells.pop_back();
        const std::vector<std::string> names = columnNames(record.cells);
        width = names.size();
        if (names == m_layout.columns)
            return true;
        for (size_t i = 0; i < m_layout.columns.size(); ++i) {
            const auto found = std::find(names.begin(), names.end(), m_layout.columns[i]);
            places.push_back(static_cast<size_t>(found - names.begin()));
            if (found == names.end() && isUsed(static_cast<int64_t>(i))) {
                sink.refuseFile({"%1 has no column \"%2\"; it has: %3.",
                                 {file.shownName, shown(m_layout.columns[i]), listed(names)}},
                                {"Rename its column, or choose columns that all files have.", {}});
                return false;
            }
        }
        return true;
    }

    bool isUsed(int64_t column) const
    {
        const auto& texts = m_layout.textColumns;
        return column == m_layout.labelColumn
            || std::find(texts.begin(), texts.end(), column) != texts.end();
    }

    /// Cells beyond the last column may be there when they are empty or up to `widest`.
    static bool hasWidth(const DelimitedRecord& record, size_t width, size_t widest)
    {
        const auto& cells = record.cells;
        return cells.size() >= width
            && (cells.size() <= widest
                || std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(width), cells.end(),
                               [](std::string_view cell) { return cell.empty(); }));
    }

    void deliver(const DelimitedRecord& record, const std::vector<size_t>& places, Record& row,
                 RecordSink& sink) const
    {
        row.line = record.line;
        row.cells.assign(m_layout.columns.size(), {});
        for (size_t i = 0; i < row.cells.size(); ++i) {
            const size_t place = places.empty() ? i : places[i];
            if (place < record.cells.size())
                row.cells[i] = record.cells[place];
        }
        sink.add(row);
    }

    Dialect m_dialect;
    bool m_header = false;
    bool m_pairs = false; ///< The text is the source, the label the target.
    bool m_sure = true; ///< Of pairs: both are sentences.
};

} // namespace

FormatRegistry::Entry delimitedFormat()
{
    return FormatRegistry::entry<DelimitedOptions>(
        {.id = "delimited",
         .title = "Table (CSV, TSV)",
         .summary = "Rows of cells between commas, tabs, semicolons or bars, with or without "
                    "quotes and a first row of names.",
         .formula = {},
         .options = {},
         .tasks = {}},
        delimitedSchema(), [](const DelimitedOptions& options, const FormatSample& sample) {
            return std::make_shared<const DelimitedFormat>(options, sample);
        });
}

} // namespace core
