#include "core/data/cells/cell_text.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/formats/tagged_sentences.h"
#include "core/data/source/line_reader.h"

#include <array>
#include <optional>
#include <utility>

namespace core {

namespace {

const Schema<TaggedOptions>& conlluSchema()
{
    static const Schema<TaggedOptions> schema = [] {
        OptionDescription words = wordColumnOption(), tags = tagColumnOption();
        words.help = "To use lemmas or another column as words, give its name or its number "
                     "from 1. Empty: FORM.";
        tags.help = "To learn other tags than the universal parts of speech, give a column "
                    "by name (XPOS, DEPREL) or by number from 1. Empty: UPOS.";
        return Schema<TaggedOptions>()
            .add(&TaggedOptions::wordColumn, std::move(words))
            .add(&TaggedOptions::tagColumn, std::move(tags))
            .add(&TaggedOptions::scheme, tagSchemeOption());
    }();
    return schema;
}

/// Universal Dependencies (https://universaldependencies.org/format.html): ten columns between
/// tabs, remarks behind "#", an empty line behind each sentence.
class ConlluFormat : public TaggedFormat {
public:
    ConlluFormat(const TaggedOptions& options, const FormatSample& sample)
    {
        m_layout.columns = {kConlluColumns.begin(), kConlluColumns.end()};
        const auto words = chosen(options.wordColumn, kConlluForm);
        const auto tags = chosen(options.tagColumn, kConlluUpos);
        if (words && tags) {
            m_layout.textColumns = {*words};
            m_layout.labelColumn = *tags;
            checkColumns(*words, *tags, m_layout.columns[static_cast<size_t>(*words)]);
        }
        const std::vector<std::string> lines = sampleLines(sample);
        const std::string scheme = chooseScheme(options.scheme, schemeOf(lines));
        const auto nameOfColumn = [this](const std::optional<int64_t>& column) {
            return column ? m_layout.columns[static_cast<size_t>(*column)] : std::string();
        };
        m_selection
            = {"conllu", conlluSchema().toJson({nameOfColumn(words), nameOfColumn(tags), scheme})};
        m_fit = isConllU(lines) ? 0.99 : 0.0;
    }

private:
    std::optional<int64_t> chosen(const std::string& reference, int64_t usual)
    {
        if (reference.empty())
            return usual;
        const auto column = columnMeant(reference, m_layout.columns);
        if (!column)
            m_problems.push_back({"CoNLL-U has no column \"%1\". Its columns are %2.",
                                  {shown(reference), listed(m_layout.columns)}});
        return column;
    }

    TagScheme schemeOf(const std::vector<std::string>& lines) const
    {
        TagSchemeEvidence evidence;
        std::vector<std::string_view> tags;
        for (const std::string& line : lines) {
            if (line.empty())
                evidence.add(std::exchange(tags, {}));
            const auto cells = cellsBetweenTabs(line);
            if (cells.size() == kConlluColumns.size() && m_layout.labelColumn >= 0
                && !isNoWord(cells[0]))
                tags.push_back(cells[static_cast<size_t>(m_layout.labelColumn)]);
        }
        evidence.add(tags);
        return evidence.verdict();
    }

    void readRow(const Line& line, SentenceRecord& sentence) const override
    {
        if (line.text.front() == '#')
            return;
        const auto cells = cellsBetweenTabs(trimmed(line.text));
        if (cells.size() != kConlluColumns.size())
            sentence.reject(line.number,
                            {"It has %1 columns separated by tabs; a row of CoNLL-U has 10.",
                             {std::to_string(cells.size())}});
        else if (!isNoWord(cells[0]))
            sentence.add(line.number, cells);
    }
};

} // namespace

FormatRegistry::Entry conlluFormat()
{
    return Format::entry<ConlluFormat>(
        {.id = "conllu",
         .title = "Universal Dependencies (CoNLL-U)",
         .summary = "One word per line in ten columns separated by tabs: words are FORM, tags UPOS "
                    "or another column. Rows of several words (3-4) and empty nodes (8.1) are "
                    "skipped; a space within a form becomes a no-break space."},
        conlluSchema());
}

} // namespace core
