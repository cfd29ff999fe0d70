#include "core/data/cells/cell_text.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/formats/tagged_sentences.h"
#include "core/data/source/line_reader.h"

#include <optional>
#include <set>
#include <utility>

namespace core {

namespace {

struct WordTagOptions {
    std::string mark = "auto";
    std::string scheme = "auto";
};

const Schema<WordTagOptions>& wordTagSchema()
{
    static const Schema<WordTagOptions> schema
        = Schema<WordTagOptions>()
              .add(&WordTagOptions::mark,
                   {.name = "mark",
                    .label = "Before the tag",
                    .help = "If words and tags are split at the wrong place, choose the character "
                            "between them. The last one in a word counts.",
                    .choices = {{"auto", "Recognise"},
                                {"slash", "Slash: word/NOUN"},
                                {"underscore", "Underscore: word_NOUN"}}})
              .add(&WordTagOptions::scheme, tagSchemeOption());
    return schema;
}

/// A word and its tag, or nothing when one of them is missing.
std::optional<std::pair<std::string_view, std::string_view>> wordAndTag(std::string_view word,
                                                                        char mark)
{
    const size_t place = word.rfind(mark);
    if (place == std::string_view::npos || place == 0 || place + 1 == word.size())
        return std::nullopt;
    return std::pair(word.substr(0, place), word.substr(place + 1));
}

/// A sentence a line, each word with its tag behind the last slash: "1/2/NUM" is "1/2".
class WordTagFormat : public TaggedFormat {
public:
    WordTagFormat(const WordTagOptions& options, const FormatSample& sample)
    {
        m_layout = {{"words", "tags"}, {0}, 1};
        TaggedFiles tagged = taggedFiles(sample);
        const bool found = !tagged.lines.empty();
        const std::vector<std::string> lines
            = found ? std::move(tagged.lines) : sampleLines(sample);
        m_others = std::move(tagged.others);
        m_mark = options.mark == "underscore"
                || (options.mark == "auto" && share(lines, '_') > share(lines, '/'))
            ? '_'
            : '/';
        const std::string scheme = chooseScheme(options.scheme, schemeOf(lines));
        m_selection = {"word_tag",
                       wordTagSchema().toJson({m_mark == '/' ? "slash" : "underscore", scheme})};
        m_fit = isTaggedText(lines, std::string_view(&m_mark, 1)) ? 0.95
            : share(lines, m_mark) >= 0.95                        ? 0.6
                                                                  : 0.0;
    }

    bool reads(const SourceFile& file) const override
    {
        return Format::reads(file) && (file.lone || !m_others.contains(file.name));
    }

    /// A file without a tag in its first lines, beside others, is a list of contents and the
    /// like.
    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        constexpr size_t kFirstLines = 20;
        LineReader lines(text);
        SentenceRecord sentence(m_layout, m_scheme, sink);
        std::vector<std::pair<int64_t, std::string>> untagged;
        bool tagged = file.lone;
        Line line;
        while (lines.next(line)) {
            tagged = tagged || line.tooLong || share({std::string(line.text)}, m_mark) > 0.0;
            if (!tagged && untagged.size() == kFirstLines)
                break;
            if (!tagged) {
                untagged.emplace_back(line.number, line.text);
                continue;
            }
            for (const auto& [number, before] : std::exchange(untagged, {})) {
                readRow({before, number}, sentence);
                sentence.end();
            }
            if (line.tooLong)
                sentence.reject(line.number, tooLongReason());
            else
                readRow(line, sentence);
            sentence.end();
        }
        if (!tagged)
            sink.note({"%1 holds no words with tags and is left out.", {file.shownName}});
    }

private:
    /// The share of words that have a tag.
    static double share(const std::vector<std::string>& lines, char mark)
    {
        size_t words = 0, tagged = 0;
        for (const std::string& line : lines)
            for (const std::string_view word : tokensOf(line)) {
                ++words;
                tagged += wordAndTag(word, mark) ? 1 : 0;
            }
        return words == 0 ? 0.0 : double(tagged) / double(words);
    }

    TagScheme schemeOf(const std::vector<std::string>& lines) const
    {
        TagSchemeEvidence evidence;
        for (const std::string& line : lines) {
            std::vector<std::string_view> tags;
            for (const std::string_view word : tokensOf(line))
                if (const auto parts = wordAndTag(word, m_mark))
                    tags.push_back(parts->second);
            evidence.add(tags);
        }
        return evidence.verdict();
    }

    void readRow(const Line& line, SentenceRecord& sentence) const override
    {
        for (const std::string_view word : tokensOf(line.text)) {
            const auto parts = wordAndTag(word, m_mark);
            if (!parts) {
                sentence.reject(line.number,
                                {"\"%1\" has no tag: each word needs one, as in \"word%2NOUN\".",
                                 {shown(validText(cutText(word, 100))), std::string(1, m_mark)}});
                return;
            }
            sentence.add(line.number, {parts->first, parts->second});
        }
    }

    std::set<std::string> m_others; ///< Files without tags beside those with some.
    char m_mark = '/';
};

} // namespace

FormatRegistry::Entry wordTagFormat()
{
    return Format::entry<WordTagFormat>(
        {.id = "word_tag",
         .title = "Words with their tags (word/tag)",
         .summary = "One sentence per line, each word with its tag after the last slash: "
                    "\"They/PRON can/AUX fish/VERB\"."},
        wordTagSchema());
}

} // namespace core
