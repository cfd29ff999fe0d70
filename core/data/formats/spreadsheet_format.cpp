#include "core/data/formats/table_format.h"

#include <unicode/unistr.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace core {

namespace {

struct SpreadsheetOptions {
    std::string sheet;
    TableChoice table;
};

const Schema<SpreadsheetOptions>& spreadsheetSchema()
{
    static const Schema<SpreadsheetOptions> schema
        = Schema<SpreadsheetOptions>()
              .add(&SpreadsheetOptions::sheet,
                   {.name = "sheet",
                    .label = "Sheet",
                    .help = "If the rows are those of another sheet, give the name or the number "
                            "(from 1) of the right one, which all workbooks must have. Empty: the "
                            "first that is not empty."})
              .flatten(&SpreadsheetOptions::table, tableSchema());
    return schema;
}

/// A name without the difference of upper and lower case.
icu::UnicodeString folded(const std::string& name)
{
    return icu::UnicodeString::fromUTF8(name).foldCase();
}

/// The sheets of one workbook.
struct SheetList {
    std::string workbook; ///< As the user would name it.
    std::vector<const SampleFile*> sheets{};
    const SampleFile* chosen = nullptr; ///< Null: it has none such.

    /// As it is written, else in upper or lower case.
    const SampleFile* named(const std::string& name) const
    {
        const auto with = [this](const auto& isMeant) {
            const auto found
                = std::find_if(sheets.begin(), sheets.end(), [&](const SampleFile* sheet) {
                      return isMeant(sheet->file.sheet->name);
                  });
            return found == sheets.end() ? nullptr : *found;
        };
        const SampleFile* exact = with([&](const std::string& each) { return each == name; });
        return exact != nullptr ? exact : with([wanted = folded(name)](const std::string& each) {
            return folded(each) == wanted;
        });
    }
    const SampleFile* numbered(const std::string& reference) const
    {
        size_t number = 0;
        const char* end = reference.data() + reference.size();
        const auto read = std::from_chars(reference.data(), end, number);
        const bool fits = read.ec == std::errc() && read.ptr == end && number >= 1;
        return fits && number <= sheets.size() ? sheets[number - 1] : nullptr;
    }
    /// The first that is not empty; a hidden one only where all others are empty.
    const SampleFile* firstFilled() const
    {
        for (const bool hidden : {false, true})
            for (const SampleFile* sheet : sheets)
                if (sheet->file.sheet->hidden == hidden && !isEmpty(*sheet))
                    return sheet;
        return sheets.front();
    }
    static bool isEmpty(const SampleFile& sheet) { return sheet.whole && sheet.head.empty(); }
    const std::string& chosenName() const { return chosen->file.sheet->name; }
    std::string names() const
    {
        std::string all;
        for (const SampleFile* sheet : sheets)
            all += (all.empty() ? "" : ", ") + shown(sheet->file.sheet->name)
                + (sheet->file.sheet->hidden ? " (hidden)" : "");
        return shown(all, 300);
    }
};

/// The workbooks of a sample, in each the sheet that is read: the wanted one. If none is wanted, it
/// is the sheet with the usual name or, where a workbook has none, the first that is not empty.
class SheetChoice {
public:
    /// @param wanted  name or number; empty: any. @param usual  empty: that of the first workbook.
    SheetChoice(std::string wanted, std::string usual, const FormatSample& sample)
        : m_wanted(std::move(wanted)), m_usual(std::move(usual))
    {
        for (const SampleFile& entry : sample.files)
            if (entry.file.sheet)
                add(entry);
        for (SheetList& list : m_workbooks) {
            if (const std::string& name = m_wanted.empty() ? m_usual : m_wanted; !name.empty())
                list.chosen = list.named(name);
            if (list.chosen == nullptr)
                list.chosen = m_wanted.empty() ? list.firstFilled() : list.numbered(m_wanted);
            if (m_usual.empty() && list.chosen != nullptr)
                m_usual = list.chosenName();
        }
    }

    const std::vector<SheetList>& workbooks() const { return m_workbooks; }
    const std::string& usual() const { return m_usual; }
    FormatSample read(const FormatSample& sample) const
    {
        FormatSample chosen{{}, sample.columns, false, sample.monitor};
        for (const SheetList& list : m_workbooks)
            if (list.chosen != nullptr)
                chosen.files.push_back(*list.chosen);
        return chosen;
    }
    std::set<std::string> paths() const
    {
        std::set<std::string> all;
        for (const SheetList& list : m_workbooks)
            if (list.chosen != nullptr)
                all.insert(list.chosen->file.path);
        return all;
    }

    /// Another sheet in place of the wanted one would be other data.
    std::vector<Message> problems() const
    {
        std::vector<Message> all;
        for (const SheetList& list : m_workbooks)
            if (list.chosen == nullptr)
                all.push_back({"%1 has no sheet \"%2\"; there are: %3.",
                               {list.workbook, shown(m_wanted), list.names()}});
            else if (SheetList::isEmpty(*list.chosen))
                all.push_back({"The sheet \"%1\" of %2 is empty; there are: %3.",
                               {shown(list.chosenName()), list.workbook, list.names()}});
        return all;
    }
    std::vector<Message> notes() const
    {
        std::vector<Message> all;
        for (const SheetList& list : m_workbooks) {
            if (list.chosen == nullptr)
                continue;
            const std::string name = shown(list.chosenName());
            if (m_wanted.empty() && list.named(m_usual) == nullptr)
                all.push_back({"%1 has no sheet \"%2\": its sheet \"%3\" is read.",
                               {list.workbook, shown(m_usual), name}});
            if (list.sheets.size() > 1)
                all.push_back({"The sheet \"%1\" of %2 is read. Its sheets: %3. To read another "
                               "one, choose the sheet.",
                               {name, list.workbook, list.names()}});
        }
        return all;
    }

private:
    void add(const SampleFile& entry)
    {
        // "book.xlsx: Sheet1"
        std::string workbook = entry.file.shownName.substr(
            0, entry.file.shownName.size() - entry.file.sheet->name.size() - 2);
        const auto folderOf = [](const SampleFile& sheet) {
            const std::string& path = sheet.file.path;
            return path.substr(0, path.size() - sheet.file.sheet->name.size());
        };
        if (m_workbooks.empty() || folderOf(*m_workbooks.back().sheets.front()) != folderOf(entry))
            m_workbooks.push_back({std::move(workbook)});
        m_workbooks.back().sheets.push_back(&entry);
    }

    std::string m_wanted, m_usual;
    std::vector<SheetList> m_workbooks;
};

constexpr Dialect kRowsOfSheets{'\t', Quoting::Escaped};

SheetSummary summaryOf(const SampleFile& sheet)
{
    SheetSummary summary{sheet.file.sheet->name, sheet.file.sheet->hidden};
    MemoryStream head(sheet.head);
    LineReader lines(head);
    DelimitedReader reader(lines, kRowsOfSheets);
    for (DelimitedRecord record; reader.next(record); ++summary.rows)
        if (summary.rows == 0)
            summary.columns = columnNames(record.cells);
    summary.hasMoreRows = !sheet.whole;
    return summary;
}

/// A sheet of a workbook (.xlsx, .ods).
class SpreadsheetFormat : public TableFormat {
public:
    SpreadsheetFormat(const SpreadsheetOptions& options, const FormatSample& sample)
        : SpreadsheetFormat(options, sample, SheetChoice(options.sheet, {}, sample))
    {
    }

    bool reads(const SourceFile& file) const override { return m_paths.contains(file.path); }

    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        TableFormat::read(file, text, sink);
        if (!file.sheet)
            return;
        if (const int64_t merged = file.sheet->mergedAreas; merged > 0)
            sink.note({"%1 has merged cells (%2 {area|areas}): the value counts in the cell at the "
                       "top left, the others are empty.",
                       {file.shownName, std::to_string(merged)}});
        if (const int64_t missing = file.sheet->missingResults; missing > 0)
            sink.note({"%1 has %2 {formula|formulas} without a stored value, read as empty. Open "
                       "it in a spreadsheet program and save it again.",
                       {file.shownName, std::to_string(missing)}});
    }

    std::shared_ptr<const Format> adaptedTo(const FormatSample& sample) const override
    {
        const SheetChoice choice(m_wanted, m_layout.sheet, sample);
        auto adapted = std::make_shared<SpreadsheetFormat>(*this);
        adapted->m_paths = choice.paths();
        adapted->m_problems = choice.problems();
        adapted->m_notes = choice.notes();
        return adapted;
    }

private:
    SpreadsheetFormat(const SpreadsheetOptions& options, const FormatSample& sample,
                      const SheetChoice& choice)
        : TableFormat(options.table, choice.read(sample),
                      tryDialect(choice.read(sample), kRowsOfSheets))
        , m_wanted(options.sheet)
        , m_paths(choice.paths())
    {
        if (choice.workbooks().empty()) {
            m_problems = {{"%1 is not a workbook (.xlsx or .ods).", {nameOf(sample)}}};
            m_fit = 0.0;
        } else {
            take(choice);
        }
        m_selection
            = {"spreadsheet", spreadsheetSchema().toJson({m_wanted, resolved(options.table)})};
    }

    void take(const SheetChoice& choice)
    {
        const SheetList& first = choice.workbooks().front();
        for (const SampleFile* sheet : first.sheets)
            m_layout.sheets.push_back(summaryOf(*sheet));
        m_layout.sheet = choice.usual();
        if (!m_wanted.empty() && first.chosen != nullptr && first.chosen == first.named(m_wanted))
            m_wanted = first.chosenName(); // As it is written there.
        if (std::vector<Message> missing = choice.problems(); !missing.empty())
            m_problems = std::move(missing);
        else if (!m_problems.empty() && first.sheets.size() > 1)
            m_problems.push_back({"The sheet \"%1\" of %2 was read. If the rows are in another "
                                  "one, choose the sheet; there are: %3.",
                                  {shown(first.chosenName()), first.workbook, first.names()}});
        if (m_problems.empty())
            for (Message& note : choice.notes())
                m_notes.push_back(std::move(note));
        // A table of one column is one, too.
        if (m_problems.empty())
            m_fit = std::max(m_fit, kSureFit - 0.1);
    }

    std::string m_wanted; ///< Name or number of the sheet; empty: left open.
    std::set<std::string> m_paths; ///< The sheets that are read.
};

} // namespace

FormatRegistry::Entry spreadsheetFormat()
{
    return Format::entry<SpreadsheetFormat>(
        {.id = "spreadsheet",
         .title = "Spreadsheet (.xlsx, .ods)",
         .summary = "One sheet of a workbook by Excel, LibreOffice or another spreadsheet program, "
                    "with or without a first row of names. Formulas count with their stored "
                    "values."},
        spreadsheetSchema());
}

} // namespace core
