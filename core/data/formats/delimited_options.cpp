#include "core/data/formats/delimited_options.h"

#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

namespace core {

namespace {

constexpr std::array<DelimiterKind, 4> kDelimiters{{
    {"comma", ',', "Comma-separated values"},
    {"tab", '\t', "Tab-separated values"},
    {"semicolon", ';', "Semicolon-separated values"},
    {"pipe", '|', "Values separated by |"},
}};

} // namespace

const Schema<TableChoice>& tableSchema()
{
    static const Schema<TableChoice> schema
        = Schema<TableChoice>()
              .add(&TableChoice::header,
                   {.name = "header",
                    .label = "First row",
                    .help = "If the first row is missing, or names of columns appear as a text, "
                            "choose whether the first row names the columns.",
                    .choices
                    = {{"auto", "Recognise"}, {"yes", "Names the columns"}, {"no", "Is data"}}})
              .add(&TableChoice::textColumns,
                   {.name = "text_columns",
                    .label = "Text columns",
                    .help = "If the wrong column is used as the text, or as the source of a "
                            "translation, give names or numbers from 1; several are joined by a "
                            "space. Empty: recognised."})
              .add(&TableChoice::labelColumn,
                   {.name = "label_column",
                    .label = "Label column",
                    .help = "If the wrong column is used as the label, or as the target of a "
                            "translation, give the name or the number (from 1) of the right one. "
                            "Empty: recognised."});
    return schema;
}

const Schema<DelimitedOptions>& delimitedSchema()
{
    static const Schema<DelimitedOptions> schema
        = Schema<DelimitedOptions>()
              .add(&DelimitedOptions::delimiter,
                   {.name = "delimiter",
                    .label = "Delimiter",
                    .help = "If everything is in one column, choose the character that separates "
                            "the cells.",
                    .choices = {{"auto", "Recognise"},
                                {"comma", "Comma ,"},
                                {"tab", "Tab"},
                                {"semicolon", "Semicolon ;"},
                                {"pipe", "Bar |"}}})
              .add(&DelimitedOptions::quoting,
                   {.name = "quoting",
                    .label = "Quotes",
                    .help
                    = "If quotes cause many bad rows, or rows that contain others, choose "
                      "\"none\". If cells are cut at a delimiter inside quotes, choose RFC 4180.",
                    .choices = {{"auto", "Recognise"},
                                {"rfc4180", "Around cells (RFC 4180)"},
                                {"single", "Single quotes around cells"},
                                {"none", "None: a quote is a character"}}})
              .flatten(&DelimitedOptions::table, tableSchema());
    return schema;
}

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
    return id == "none" ? Quoting::None : id == "single" ? Quoting::Single : Quoting::Rfc4180;
}

std::string quotingId(Quoting quoting)
{
    return quoting == Quoting::None ? "none" : quoting == Quoting::Single ? "single" : "rfc4180";
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + shown(name);
    return text;
}

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

namespace {

/// Takes a word in quotes off the beginning of `rest`; nothing when there is none.
std::optional<std::string> takeWord(std::string_view& rest)
{
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
        return std::nullopt;
    std::string word;
    for (size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == rest.front()) {
            rest.remove_prefix(i + 1);
            return word;
        }
        if (rest[i] == '\\' && i + 1 < rest.size())
            ++i;
        word += rest[i];
    }
    return std::nullopt;
}

/// The words of a list, joined, or nothing when `cell` is none.
std::optional<std::string> words(std::string_view cell)
{
    std::string_view rest = trimmed(cell);
    if (rest.size() < 2 || rest.front() != '[' || rest.back() != ']')
        return std::nullopt;
    rest = trimmed(rest.substr(1, rest.size() - 2));
    std::string joined;
    while (!rest.empty()) {
        const auto word = takeWord(rest);
        if (!word)
            return std::nullopt;
        joined += (joined.empty() ? "" : " ") + *word;
        rest = trimmed(rest);
        if (rest.empty())
            break;
        // NumPy writes arrays without commas.
        if (rest.front() == ',')
            rest = trimmed(rest.substr(1));
    }
    return joined;
}

} // namespace

bool isWordList(std::string_view cell)
{
    return words(cell).has_value();
}

std::string joinedWords(std::string_view cell)
{
    return words(cell).value_or(std::string(cell));
}

} // namespace core
