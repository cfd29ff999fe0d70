#include "core/data/cells/cell_text.h"
#include "core/data/formats/table_format.h"

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
                            "(from 1) of the right one. Empty: the first that is not empty."})
              .flatten(&SpreadsheetOptions::table, tableSchema());
    return schema;
}

/// The sheets of one workbook.
struct SheetList {
    std::string workbook; ///< As the user would name it.
    std::vector<const SampleFile*> sheets{};
    const SampleFile* chosen = nullptr;

    const SampleFile* named(const std::string& name) const
    {
        const auto found = std::find_if(sheets.begin(), sheets.end(), [&](const SampleFile* sheet) {
            return sheet->file.sheet->name == name;
        });
        return found == sheets.end() ? nullptr : *found;
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
                if (sheet->file.sheet->hidden == hidden && !(sheet->whole && sheet->head.empty()))
                    return sheet;
        return sheets.front();
    }
    std::string names(bool hiddenOnly) const
    {
        std::string all;
        for (const SampleFile* sheet : sheets)
            if (!hiddenOnly || sheet->file.sheet->hidden)
                all += (all.empty() ? "" : ", ") + shown(sheet->file.sheet->name);
        return shown(all, 300);
    }
};

/// The workbooks of a sample, in each the sheet that is read: the wanted one or, where there is
/// none such, that of the first workbook or the first that is not empty.
struct SheetChoice {
    std::vector<SheetList> workbooks{};
    bool found = false; ///< Some workbook has the wanted sheet.

    SheetChoice(const std::string& wanted, const FormatSample& sample)
    {
        for (const SampleFile& entry : sample.files)
            if (entry.file.sheet)
                add(entry);
        for (SheetList& list : workbooks) {
            const SampleFile* chosen = wanted.empty() ? nullptr : list.named(wanted);
            if (!chosen && !wanted.empty())
                chosen = list.numbered(wanted);
            found |= chosen != nullptr;
            if (!chosen && workbooks.front().chosen)
                chosen = list.named(workbooks.front().chosen->file.sheet->name);
            list.chosen = chosen ? chosen : list.firstFilled();
        }
    }

    FormatSample read(const FormatSample& sample) const
    {
        FormatSample chosen{{}, sample.columns, false, sample.monitor};
        for (const SheetList& list : workbooks)
            chosen.files.push_back(*list.chosen);
        return chosen;
    }
    std::set<std::string> paths() const
    {
        std::set<std::string> all;
        for (const SheetList& list : workbooks)
            all.insert(list.chosen->file.path);
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
        if (workbooks.empty() || folderOf(*workbooks.back().sheets.front()) != folderOf(entry))
            workbooks.push_back({std::move(workbook)});
        workbooks.back().sheets.push_back(&entry);
    }
};

/// A sheet of a workbook (.xlsx, .ods).
class SpreadsheetFormat : public TableFormat {
public:
    SpreadsheetFormat(const SpreadsheetOptions& options, const FormatSample& sample)
        : SpreadsheetFormat(options, sample, SheetChoice(options.sheet, sample))
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
        auto adapted = std::make_shared<SpreadsheetFormat>(*this);
        adapted->m_paths = SheetChoice(m_sheet, sample).paths();
        return adapted;
    }

private:
    SpreadsheetFormat(const SpreadsheetOptions& options, const FormatSample& sample,
                      const SheetChoice& choice)
        : TableFormat(options.table, choice.read(sample),
                      tryDialect(choice.read(sample), {'\t', Quoting::Escaped}))
        , m_sheet(options.sheet)
        , m_paths(choice.paths())
    {
        if (choice.workbooks.empty()) {
            m_problems = {{"%1 is not a workbook (.xlsx or .ods).", {nameOf(sample)}}};
            m_fit = 0.0;
        } else {
            take(options, choice);
        }
        m_selection
            = {"spreadsheet", spreadsheetSchema().toJson({m_sheet, resolved(options.table)})};
    }

    void take(const SpreadsheetOptions& options, const SheetChoice& choice)
    {
        const SheetList& first = choice.workbooks.front();
        const SampleFile& chosen = *first.chosen;
        for (const SampleFile* sheet : first.sheets)
            m_layout.sheets.push_back(sheet->file.sheet->name);
        if (m_sheet.empty())
            m_sheet = chosen.file.sheet->name;
        if (!options.sheet.empty() && !choice.found)
            m_problems = {{"%1 has no sheet \"%2\"; there are: %3.",
                           {first.workbook, shown(options.sheet), first.names(false)}}};
        else if (chosen.whole && chosen.head.empty())
            m_problems = {{"The sheet \"%1\" of %2 is empty; there are: %3.",
                           {shown(m_sheet), first.workbook, first.names(false)}}};
        for (const SheetList& list : choice.workbooks)
            noteSheets(list);
        // A table of one column is one, too.
        if (m_problems.empty())
            m_fit = std::max(m_fit, kSureFit - 0.1);
    }

    void noteSheets(const SheetList& list)
    {
        if (list.sheets.size() > 1)
            m_notes.push_back(
                {"The sheet \"%1\" of %2 is read. Its sheets: %3. To read another "
                 "one, choose the sheet.",
                 {shown(list.chosen->file.sheet->name), list.workbook, list.names(false)}});
        if (const std::string hidden = list.names(true); !hidden.empty())
            m_notes.push_back({"Hidden in %1: %2.", {list.workbook, hidden}});
    }

    std::string m_sheet; ///< The wanted one or that of the first workbook.
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
