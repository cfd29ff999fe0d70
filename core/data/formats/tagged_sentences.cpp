#include "core/data/formats/tagged_sentences.h"

#include "core/data/cells/cell_text.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/source/line_reader.h"

#include <utility>

namespace core {

OptionDescription tagSchemeOption()
{
    return {.name = "tag_scheme",
            .label = "Tag scheme",
            .help = "Converts tags that mark spans (names, phrases) to BIO or BIOES. BIOES "
                    "marks the end of a span, which helps a CRF. Tags without spans stay as "
                    "they are.",
            .choices = {{"auto", "As in the file, IOB1 as BIO"},
                        {"as_read", "As in the file"},
                        {"bio", "BIO"},
                        {"bioes", "BIOES"}}};
}

OptionDescription wordColumnOption()
{
    return {.name = "word_column",
            .label = "Column of words",
            .help = "If the wrong column is used as the words, give the number of the right "
                    "one, from 1. Empty: recognised."};
}

OptionDescription tagColumnOption()
{
    return {.name = "tag_column",
            .label = "Column of tags",
            .help = "To learn other tags, such as parts of speech instead of names, give "
                    "the number of their column, from 1. Empty: recognised."};
}

std::string TaggedFormat::chooseScheme(const std::string& wanted, TagScheme found)
{
    if (wanted == "bioes")
        m_scheme = TagScheme::Bioes;
    else if (wanted == "bio" || (wanted == "auto" && found == TagScheme::Iob1))
        m_scheme = TagScheme::Bio;
    const std::string name(tagSchemeName(found));
    if (found != TagScheme::None && (m_scheme == TagScheme::None || m_scheme == found))
        m_notes.push_back({"The tags mark spans by the scheme %1.", {name}});
    else if (found != TagScheme::None)
        m_notes.push_back({"The tags mark spans by the scheme %1; they are read as %2.",
                           {name, std::string(tagSchemeName(m_scheme))}});
    return m_scheme == TagScheme::Bio ? "bio" : m_scheme == TagScheme::Bioes ? "bioes" : "as_read";
}

bool TaggedFormat::checkColumns(int64_t words, int64_t tags, const std::string& column)
{
    if (words == tags)
        m_problems.push_back(
            {"Column %1 is chosen for both words and tags. Choose two different columns.",
             {column}});
    return words != tags;
}

void TaggedFormat::read(const SourceFile&, ByteStream& text, RecordSink& sink) const
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
        else
            readRow(line, sentence);
    }
    sentence.end();
}

SentenceRecord::SentenceRecord(const Layout& layout, TagScheme wanted, RecordSink& sink)
    : m_layout(layout), m_wanted(wanted), m_sink(sink), m_cells(layout.columns.size())
{
}

void SentenceRecord::add(int64_t line, const std::vector<std::string_view>& cells)
{
    m_lines.push_back(line);
    for (const std::string_view cell : cells)
        m_bytes += cell.size() + 1;
    if (m_bytes > kLongestText)
        reject(m_lines.front(),
               {"Its sentence is longer than %1 MB. Are the empty lines between sentences missing?",
                {std::to_string(kLongestText >> 20)}});
    for (size_t i = 0; i < cells.size() && m_badLine == 0; ++i)
        appendToken(m_cells[i], cells[i]);
}

void SentenceRecord::reject(int64_t line, Message reason)
{
    if (m_badLine != 0)
        return;
    m_badLine = line;
    m_reason = std::move(reason);
}

void SentenceRecord::end()
{
    if (m_badLine != 0) {
        m_sink.reject(m_badLine, std::exchange(m_reason, {}));
    } else if (!m_lines.empty()) {
        const std::string tags
            = m_layout.labelColumn < 0 ? "" : m_cells[static_cast<size_t>(m_layout.labelColumn)];
        convertTags();
        m_sink.add({m_lines.front(), {m_cells.begin(), m_cells.end()}, m_lines, tags});
    }
    for (std::string& cell : m_cells)
        cell.clear();
    m_lines.clear();
    m_badLine = 0;
    m_bytes = 0;
}

/// Tags that mark no spans stay as they are.
void SentenceRecord::convertTags()
{
    if (m_wanted == TagScheme::None || m_layout.labelColumn < 0)
        return;
    std::string& cell = m_cells[static_cast<size_t>(m_layout.labelColumn)];
    const std::vector<std::string_view> tags = tokensOf(cell);
    for (const std::string_view tag : tags)
        if (!tagParts(tag))
            return;
    std::string converted;
    for (const std::string& tag : tagsOfSpans(tagSpans(tags), tags.size(), m_wanted))
        appendToken(converted, tag);
    cell = std::move(converted);
}

} // namespace core
