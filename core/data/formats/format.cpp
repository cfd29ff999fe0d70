#include "core/data/formats/format.h"

#include "core/data/formats/column_guess.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/source/file_signature.h"
#include "core/data/source/line_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

namespace core {

// Each in a file of its own.
FormatRegistry::Entry autoFormat();
FormatRegistry::Entry delimitedFormat();
FormatRegistry::Entry spreadsheetFormat();
FormatRegistry::Entry jsonLinesFormat();
FormatRegistry::Entry jsonDocumentFormat();
FormatRegistry::Entry classFoldersFormat();
FormatRegistry::Entry classFilesFormat();
FormatRegistry::Entry labelFirstFormat();
FormatRegistry::Entry parallelFormat();
FormatRegistry::Entry conllFormat();
FormatRegistry::Entry conlluFormat();
FormatRegistry::Entry wordTagFormat();
FormatRegistry::Entry squadFormat();
FormatRegistry::Entry linesFormat();

namespace {

/// The kinds of rows that a format can hold.
enum class Fills { Everything, Tables, Classes, Pairs, Tags, Spans, TextAlone };

struct Listed {
    FormatRegistry::Entry (*entry)();
    Fills fills;
};

/// In the order in which users see them and in which the first of equals is recognised.
constexpr std::array kFormats{
    Listed{autoFormat, Fills::Everything},     Listed{delimitedFormat, Fills::Tables},
    Listed{spreadsheetFormat, Fills::Tables},  Listed{jsonLinesFormat, Fills::Tables},
    Listed{jsonDocumentFormat, Fills::Tables}, Listed{classFoldersFormat, Fills::Classes},
    Listed{classFilesFormat, Fills::Classes},  Listed{labelFirstFormat, Fills::Classes},
    Listed{parallelFormat, Fills::Pairs},      Listed{conllFormat, Fills::Tags},
    Listed{conlluFormat, Fills::Tags},         Listed{wordTagFormat, Fills::Tags},
    Listed{squadFormat, Fills::Spans},         Listed{linesFormat, Fills::TextAlone}};

bool canFill(Fills fills, const TaskColumns& columns)
{
    const bool text = !columns.kinds.empty() && columns.kinds.front() == ColumnKind::Text;
    switch (fills) {
    case Fills::Everything:
        return true;
    case Fills::Tables:
        return text && !columns.answers(ColumnKind::Spans);
    case Fills::Classes:
        return text && columns.answers(ColumnKind::Class);
    case Fills::Pairs:
        return text && columns.arePairs();
    case Fills::Tags:
        return columns.answers(ColumnKind::Tags);
    case Fills::Spans:
        return columns.answers(ColumnKind::Spans);
    case Fills::TextAlone:
        return text && !columns.answer();
    }
    return false;
}

} // namespace

bool Format::reads(const SourceFile& file) const
{
    return file.lone || (!namesNoText(file.name) && (!m_tablesOnly || namesTable(file.name)));
}

std::shared_ptr<const Format> Format::adaptedTo(const FormatSample& /*sample*/) const
{
    return nullptr;
}

bool namesTable(const std::string& name)
{
    const std::string extension = std::filesystem::path(name).extension().string();
    for (const char* usual : {".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson"})
        if (extension == usual)
            return true;
    return false;
}

bool holdsTables(const FormatSample& sample)
{
    return std::any_of(sample.files.begin(), sample.files.end(), [](const SampleFile& entry) {
        return !entry.file.lone && namesTable(entry.file.name);
    });
}

bool holdsSheets(const FormatSample& sample)
{
    return !sample.files.empty() && sample.files.front().file.sheet;
}

FormatSample tablesOf(const FormatSample& sample)
{
    FormatSample tables{{}, sample.columns, sample.parallel, sample.monitor};
    std::copy_if(
        sample.files.begin(), sample.files.end(), std::back_inserter(tables.files),
        [](const SampleFile& entry) { return entry.file.lone || namesTable(entry.file.name); });
    return tables;
}

bool Layout::isUsed(int64_t column) const
{
    return column == labelColumn
        || std::find(textColumns.begin(), textColumns.end(), column) != textColumns.end();
}

/// Whether two names of columns are the same but for the case of ASCII letters.
static bool isSameName(const std::string& one, const std::string& other)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [lower](char a, char b) { return lower(a) == lower(b); });
}

std::optional<int64_t> Layout::featureColumn(const std::string& reference) const
{
    std::optional<int64_t> column = columnMeant(reference, columns);
    for (size_t i = 0; i < columns.size() && !column; ++i)
        if (isSameName(columns[i], reference))
            column = static_cast<int64_t>(i);
    return column && !isUsed(*column) ? column : std::nullopt;
}

std::string nameOf(const FormatSample& sample)
{
    return sample.files.empty() ? std::string() : sample.files.front().file.shownName;
}

Layout labelAndTextLayout()
{
    return {{"label", "text"}, {1}, 0};
}

Message candidatesNote(const ColumnGuess& guess, const TaskColumns& wanted,
                       const std::vector<std::string>& columns, AnswerOption option)
{
    if (guess.candidates.size() < 2 || wanted.arePairs())
        return {};
    const auto name = [&](int64_t column) { return shown(columns[static_cast<size_t>(column)]); };
    std::string all;
    for (const int64_t column : guess.candidates)
        all += (all.empty() ? "" : ", ") + name(column);
    return {option == AnswerOption::Column
                ? "Several columns could be the answer: %1. \"%2\" is used: columns named target, "
                  "label or score come first, identifiers and years never. To use another one, "
                  "choose the label column."
                : "Several fields could be the answer: %1. \"%2\" is used: fields named target, "
                  "label or score come first, identifiers and years never. To use another one, "
                  "choose the label field.",
            {shown(all, 300), name(guess.labelColumn)}};
}

Message tooLongReason()
{
    return {"It is longer than %1 MB. Is a line end or a closing quote missing?",
            {std::to_string(kLongestText >> 20)}};
}

const FormatRegistry& formatRegistry()
{
    static const FormatRegistry registry = [] {
        std::vector<FormatRegistry::Entry> entries;
        for (const Listed& listed : kFormats)
            entries.push_back(listed.entry());
        return FormatRegistry("format", std::move(entries));
    }();
    return registry;
}

std::vector<std::string> formatsThatFill(const TaskColumns& columns)
{
    std::vector<std::string> ids;
    const auto all = formatRegistry().descriptions();
    for (size_t i = 0; i < all.size(); ++i)
        if (canFill(kFormats[i].fills, columns))
            ids.push_back(all[i].id);
    return ids;
}

std::vector<KindDescription> formatKinds(const std::vector<TaskColumns>& tasks)
{
    const std::vector<KindDescription> all = formatRegistry().descriptions();
    std::vector<KindDescription> served;
    for (size_t i = 0; i < all.size(); ++i) {
        const auto serves
            = [&](const TaskColumns& columns) { return canFill(kFormats[i].fills, columns); };
        if (!tasks.empty() && std::none_of(tasks.begin(), tasks.end(), serves))
            continue; // An empty list of tasks would mean all.
        served.push_back(all[i]);
        served.back().tasks = servedTasks(tasks, serves);
    }
    return served;
}

std::shared_ptr<const Format> makeFormat(const Selection& selection, const FormatSample& sample)
{
    const auto& entry = formatRegistry().find(selection.kind);
    std::vector<Problem> problems;
    Json options
        = completed(selection.options, entry.description.options, {}, "data.format", problems);
    if (!problems.empty())
        throw Error(ErrorCode::BadSetting, problems.front().what);
    if (selection.kind != "delimited" || !holdsSheets(sample))
        return entry.make(options, sample);
    options.erase("delimiter");
    options.erase("quoting");
    return makeFormat({"spreadsheet", options}, sample);
}

} // namespace core
