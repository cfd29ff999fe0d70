#include "core/data/formats/delimited_options.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/formats/tagged_sentences.h"
#include "core/data/line_reader.h"
#include "core/data/utf8.h"

#include <array>
#include <optional>
#include <utility>

namespace core {

namespace {

const Schema<TaggedOptions>& conlluSchema()
{
    static const Schema<TaggedOptions> schema = [] {
        OptionDescription words = wordColumnOption(), tags = tagColumnOption();
        words.help = "To take lemmas or another column as the words: give its name or its number "
                     "from 1. Empty: FORM.";
        tags.help = "To learn other tags than the universal parts of speech: give a column by name "
                    "(XPOS, DEPREL) or by number from 1. Empty: UPOS.";
        return Schema<TaggedOptions>()
            .add(&TaggedOptions::wordColumn, std::move(words))
            .add(&TaggedOptions::tagColumn, std::move(tags))
            .add(&TaggedOptions::scheme, tagSchemeOption());
    }();
    return schema;
}

/// Universal Dependencies (https://universaldependencies.org/format.html): ten columns between
/// tabs, remarks behind "#", an empty line behind each sentence.
class ConlluFormat : public Format {
public:
    ConlluFormat(const TaggedOptions& options, const FormatSample& sample)
    {
        m_title = "Universal Dependencies (CoNLL-U)";
        m_layout.columns = {kConlluColumns.begin(), kConlluColumns.end()};
        const auto words = chosen(options.wordColumn, kConlluForm);
        const auto tags = chosen(options.tagColumn, kConlluUpos);
        if (words && tags) {
            m_layout.textColumns = {*words};
            m_layout.labelColumn = *tags;
            if (*words == *tags)
                m_problems.push_back(
                    {"Column %1 is chosen for both words and tags. Choose two different columns.",
                     {m_layout.columns[static_cast<size_t>(*words)]}});
        }
        const std::vector<std::string> lines = sampleLines(sample);
        const TagReading reading = tagReading(options.scheme, schemeOf(lines));
        m_scheme = reading.wanted;
        if (const Message note = reading.note(); !note.empty())
            m_notes.push_back(note);
        const auto nameOfColumn = [this](const std::optional<int64_t>& column) {
            return column ? m_layout.columns[static_cast<size_t>(*column)] : std::string();
        };
        m_selection
            = {"conllu",
               conlluSchema().toJson({nameOfColumn(words), nameOfColumn(tags), reading.id()})};
        m_fit = isConllU(lines) ? 0.99 : 0.0;
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        if (!m_problems.empty())
            return;
        LineReader lines(text);
        SentenceRecord sentence(m_layout, m_scheme, sink);
        Line line;
        while (lines.next(line)) {
            if (line.tooLong)
                sentence.reject(line.number, tooLongReason());
            else if (trimmed(line.text).empty())
                sentence.end();
            else if (line.text.front() != '#')
                readRow(line, sentence);
        }
        sentence.end();
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

    void readRow(const Line& line, SentenceRecord& sentence) const
    {
        const auto cells = cellsBetweenTabs(trimmed(line.text));
        if (cells.size() != kConlluColumns.size())
            sentence.reject(line.number,
                            {"It has %1 columns separated by tabs; a row of CoNLL-U has 10.",
                             {std::to_string(cells.size())}});
        else if (!isNoWord(cells[0]))
            sentence.add(line.number, cells);
    }

    TagScheme m_scheme = TagScheme::None;
};

} // namespace

FormatRegistry::Entry conlluFormat()
{
    return FormatRegistry::entry<TaggedOptions>(
        {.id = "conllu",
         .title = "Universal Dependencies (CoNLL-U)",
         .summary = "One word per line in ten columns separated by tabs: words are FORM, tags UPOS "
                    "or another column. Rows of several words (3-4) and empty nodes (8.1) are "
                    "skipped; a space within a form becomes a no-break space."},
        conlluSchema(), [](const TaggedOptions& options, const FormatSample& sample) {
            return std::make_shared<const ConlluFormat>(options, sample);
        });
}

} // namespace core
