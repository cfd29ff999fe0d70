#include "core/data/cells/cell_text.h"
#include "core/data/cells/label_index.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/formats/tagged_sentences.h"
#include "core/data/source/line_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace core {

namespace {

struct ConllOptions : TaggedOptions {
    std::string delimiter = "auto";
};

const Schema<ConllOptions>& conllSchema()
{
    static const Schema<ConllOptions> schema
        = Schema<ConllOptions>()
              .add<std::string>(&ConllOptions::wordColumn, wordColumnOption())
              .add<std::string>(&ConllOptions::tagColumn, tagColumnOption())
              .add<std::string>(&ConllOptions::scheme, tagSchemeOption())
              .add(&ConllOptions::delimiter,
                   {.name = "delimiter",
                    .label = "Between columns",
                    .help = "If words that contain spaces are split, choose the tab.",
                    .choices = {{"auto", "Recognise"}, {"tab", "Tab"}, {"space", "Spaces"}}});
    return schema;
}

/// The cells of a line.
std::vector<std::string_view> cellsOf(std::string_view line, bool tabs)
{
    return tabs ? cellsBetweenTabs(line) : tokensOf(line);
}

/// Guesses the columns from some lines.
class ConllSample {
public:
    ConllSample(const std::vector<std::string>& lines, const std::string& delimiter)
    {
        const auto isRow = [](const std::string& line) { return !line.empty(); };
        const auto rows = std::count_if(lines.begin(), lines.end(), isRow);
        const auto tabbed = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
            return line.find('\t') != std::string::npos;
        });
        m_tabs = delimiter == "tab" || (delimiter == "auto" && tabbed * 2 > rows);
        chooseWidth(lines);
        for (const std::string& line : lines)
            add(line);
        endSentence();
    }

    bool tabs() const { return m_tabs; }
    size_t width() const { return m_columns.size(); }
    /// Share of rows with as many columns as most.
    double share() const { return m_rows == 0 ? 0.0 : double(m_fitting) / double(m_rows); }
    size_t sentences() const { return m_sentences; }
    TagScheme scheme(int64_t column) const
    {
        return m_columns[static_cast<size_t>(column)].scheme.verdict();
    }
    /// The first one that does not merely count the words of sentences.
    int64_t wordColumn() const { return width() > 1 && m_columns.front().onlyNumbers ? 1 : 0; }
    /// The last one that marks spans, else the last one that has values like tags, else the last.
    /// If the columns are levels of the same spans, the outer one, which marks more words.
    int64_t tagColumn(int64_t wordColumn) const
    {
        int64_t found = -1;
        bool spans = false;
        for (int64_t i = 0; i < static_cast<int64_t>(width()); ++i) {
            if (i == wordColumn)
                continue;
            const bool marks = scheme(i) != TagScheme::None;
            const bool few = isTags(m_columns[static_cast<size_t>(i)]);
            if (marks || (few && !spans) || (found < 0 && i + 1 == int64_t(width())))
                found = i;
            spans |= marks;
        }
        for (int64_t i = 0; spans && i < static_cast<int64_t>(width()); ++i)
            if (i != wordColumn && scheme(i) != TagScheme::None && isOuter(i, found))
                found = i;
        return found;
    }

private:
    struct Column {
        std::set<std::string, std::less<>> values;
        std::vector<std::string> sentence;
        TagSchemeEvidence scheme;
        bool onlyNumbers = true;
        size_t outside = 0; ///< Words that are in no span.
    };

    /// Whether the spans of column `i` are of the types of those of `other`, and more.
    bool isOuter(int64_t i, int64_t other) const
    {
        const Column &one = m_columns[static_cast<size_t>(i)],
                     &inner = m_columns[static_cast<size_t>(other)];
        const auto typesOf = [](const Column& column) {
            std::set<std::string_view> types;
            for (const std::string_view value : column.values)
                if (const auto parts = tagParts(value); parts && !parts->type.empty())
                    types.insert(parts->type);
            return types;
        };
        const auto own = typesOf(one), others = typesOf(inner);
        return one.outside < inner.outside
            && std::any_of(own.begin(), own.end(),
                           [&](std::string_view type) { return others.contains(type); });
    }

    bool isTags(const Column& column) const
    {
        return column.values.size() <= kMostTags && column.values.size() * 2 <= m_fitting
            && column.values.size() > 1 && !column.onlyNumbers;
    }

    /// As many columns as most rows have.
    void chooseWidth(const std::vector<std::string>& lines)
    {
        std::map<size_t, int64_t> widths;
        for (const std::string& line : lines)
            if (!line.empty() && !isDocumentStart(line))
                ++widths[cellsOf(line, m_tabs).size()];
        const auto most = std::max_element(
            widths.begin(), widths.end(),
            [](const auto& one, const auto& other) { return one.second < other.second; });
        m_columns.resize(most == widths.end() ? 0 : most->first);
    }
    void add(const std::string& line)
    {
        if (line.empty() || isDocumentStart(line)) {
            endSentence();
            return;
        }
        const auto cells = cellsOf(line, m_tabs);
        if (cells.size() != width() && line.front() == '#')
            return;
        ++m_rows;
        if (cells.size() != width())
            return;
        ++m_fitting;
        for (size_t i = 0; i < cells.size(); ++i) {
            Column& column = m_columns[i];
            column.onlyNumbers &= isDigits(cells[i]);
            column.outside += cells[i] == "O" ? 1 : 0;
            column.sentence.emplace_back(cells[i]);
            if (column.values.size() <= kMostTags)
                column.values.emplace(cells[i]);
        }
    }
    void endSentence()
    {
        m_sentences += !m_columns.empty() && !m_columns.front().sentence.empty() ? 1 : 0;
        for (Column& column : m_columns) {
            column.scheme.add({column.sentence.begin(), column.sentence.end()});
            column.sentence.clear();
        }
    }

    bool m_tabs = false;
    std::vector<Column> m_columns;
    size_t m_rows = 0, m_fitting = 0, m_sentences = 0;
};

/// One word a line with its tags in columns, an empty line behind each sentence, as in the shared
/// tasks of CoNLL. "-DOCSTART-" begins a document and ends a sentence, with or without an empty
/// line behind it.
class ConllFormat : public TaggedFormat {
public:
    ConllFormat(const ConllOptions& options, const FormatSample& sample)
    {
        const std::vector<std::string> lines = sampleLines(sample);
        const ConllSample look(lines, options.delimiter);
        m_tabs = look.tabs();
        for (size_t i = 0; i < look.width(); ++i)
            m_layout.columns.push_back("column " + std::to_string(i + 1));
        chooseColumns(options, look, nameOf(sample));
        const bool tagged = m_layout.labelColumn >= 0;
        const std::string scheme = chooseScheme(
            options.scheme, tagged ? look.scheme(m_layout.labelColumn) : TagScheme::None);
        ConllOptions known;
        known.wordColumn = numberOf(m_layout.textColumns.empty() ? -1 : m_layout.textColumns[0]);
        known.tagColumn = numberOf(m_layout.labelColumn);
        known.scheme = scheme;
        known.delimiter = m_tabs ? "tab" : "space";
        m_selection = {"conll", conllSchema().toJson(known)};
        if (look.width() > 1 && !isConllU(lines))
            m_fit = isConll(lines)                              ? 0.95
                : look.sentences() >= 2 && look.share() >= 0.95 ? 0.5
                                                                : 0.0;
    }

    std::shared_ptr<const Format> adaptedTo(const FormatSample& sample) const override
    {
        const ConllSample look(sampleLines(sample), "auto");
        if (look.tabs() == m_tabs || look.width() != m_layout.columns.size())
            return nullptr;
        auto adapted = std::make_shared<ConllFormat>(*this);
        adapted->m_tabs = look.tabs();
        return adapted;
    }

private:
    static std::string numberOf(int64_t column)
    {
        return column < 0 ? std::string() : std::to_string(column + 1);
    }

    void readRow(const Line& line, SentenceRecord& sentence) const override
    {
        const std::string_view text = trimmed(line.text);
        if (isDocumentStart(text)) {
            sentence.end();
            return;
        }
        const auto cells = cellsOf(text, m_tabs);
        const size_t width = m_layout.columns.size();
        if (cells.size() == width)
            sentence.add(line.number, cells);
        else if (line.text.front() != '#') // A remark has any number of words.
            sentence.reject(line.number,
                            {"It has %1 columns, the other rows have %2. Correct the row; an empty "
                             "line ends a sentence.",
                             {std::to_string(cells.size()), std::to_string(width)}});
    }

    void chooseColumns(const ConllOptions& options, const ConllSample& look,
                       const std::string& file)
    {
        if (look.width() < 2) {
            m_problems.push_back({"%1 has no second column: each line needs a word and its tag, "
                                  "with a space or a tab between them.",
                                  {file}});
            return;
        }
        const auto word = chosen(options.wordColumn, look.wordColumn(), file);
        if (!word)
            return;
        const auto tag = chosen(options.tagColumn, look.tagColumn(*word), file);
        if (!tag || !checkColumns(*word, *tag, numberOf(*word)))
            return;
        m_layout.textColumns = {*word};
        m_layout.labelColumn = *tag;
        if (look.width() > 2 && options.tagColumn.empty())
            m_notes.push_back({"Each line has %1 columns: the word is in column %2, and its tag is "
                               "taken from column %3. For other tags choose another column of "
                               "tags.",
                               {std::to_string(look.width()), numberOf(*word), numberOf(*tag)}});
    }

    /// The column that the user asks for, or the recognised one.
    std::optional<int64_t> chosen(const std::string& reference, int64_t recognised,
                                  const std::string& file)
    {
        if (reference.empty())
            return recognised;
        const auto column = columnMeant(reference, m_layout.columns);
        if (!column)
            m_problems.push_back(
                {"%1 has no column \"%2\". Its columns are numbered from 1 to %3.",
                 {file, shown(reference), std::to_string(m_layout.columns.size())}});
        return column;
    }

    bool m_tabs = false;
};

} // namespace

FormatRegistry::Entry conllFormat()
{
    return Format::entry<ConllFormat>(
        {.id = "conll",
         .title = "Words in columns (CoNLL)",
         .summary
         = "One word per line with its tags in columns separated by spaces or tabs, an "
           "empty line after each sentence: \"Jordan NNP B-PER\". Tags in IOB1, BIO and BIOES "
           "are recognised, and lines with -DOCSTART- end a sentence."},
        conllSchema());
}

} // namespace core
