#include "core/task/question_answering/question_reader.h"

#include "core/data/cells/spans.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace core {

namespace {

/// Runs of word characters, and each other character but white space.
std::vector<std::string_view> dividedWords(std::string_view text)
{
    std::vector<std::string_view> words;
    size_t begin = 0; // Of the word that is being read.
    const auto endWord = [&](size_t end) {
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
    };
    for (size_t i = 0; i < text.size();) {
        const size_t here = i;
        if (const size_t space = whiteSpaceLength(text, i); space > 0) {
            endWord(here);
            i += space;
            begin = i;
        } else if (!isWordCharacter(nextCodePoint(text, i))) {
            endWord(here);
            words.push_back(text.substr(here, i - here));
            begin = i;
        }
    }
    endWord(text.size());
    return words;
}

/// The ids of words, each by itself.
class WordIds {
public:
    /// @param words  may repeat.
    WordIds(const std::vector<std::string_view>& words, const TextPipeline& pipeline,
            const Monitor& monitor)
    {
        std::vector<std::string_view> distinct;
        for (const std::string_view word : words)
            if (m_places.emplace(word, distinct.size()).second)
                distinct.push_back(word);
        m_ids = pipeline.allIds(TextList(distinct), monitor);
        for (std::vector<int32_t>& ids : m_ids)
            if (ids.empty()) // Nothing is left of it, but it has a place in the passage.
                ids.push_back(static_cast<int32_t>(kUnknownId));
    }
    const std::vector<int32_t>& of(std::string_view word) const { return m_ids[m_places.at(word)]; }

private:
    std::unordered_map<std::string_view, size_t> m_places;
    std::vector<std::vector<int32_t>> m_ids;
};

struct DividedText {
    std::string_view passage;
    std::vector<std::string_view> question, words;
};

DividedText divided(std::string_view text)
{
    const auto [question, passage] = questionAndPassage(text);
    DividedText result{passage, dividedWords(question), dividedWords(passage)};
    if (result.words.empty()) // An answer needs a place.
        result.words.push_back(passage.substr(0, 0));
    return result;
}

/// The words of a question, without regard to capitals.
class QuestionWords {
public:
    explicit QuestionWords(const std::vector<std::string_view>& words)
    {
        for (const std::string_view word : words)
            m_words.insert(lowerCased(word));
    }
    TokenPart partOf(std::string_view passageWord) const
    {
        return m_words.contains(lowerCased(passageWord)) ? TokenPart::QuestionWord
                                                         : TokenPart::Passage;
    }

private:
    std::unordered_set<std::string> m_words;
};

void tellParts(const DividedText& text, ReadQuestion& read)
{
    const QuestionWords question(text.question);
    read.parts.assign(read.ids.size(), static_cast<int32_t>(TokenPart::Question));
    for (size_t i = 0; i < read.words.size(); ++i)
        std::fill(read.parts.begin() + read.words[i].first,
                  read.parts.begin() + read.words[i].last + 1,
                  static_cast<int32_t>(question.partOf(read.written(i))));
}

ReadQuestion joined(const DividedText& text, const WordIds& ids, int64_t longest, TokenParts parts)
{
    const auto room = static_cast<size_t>(longest);
    ReadQuestion result;
    result.passage = text.passage;
    const auto append = [&result](std::string_view word, const std::vector<int32_t>& tokens) {
        result.ids.insert(result.ids.end(), tokens.begin(), tokens.end());
        result.wholeWords.resize(result.ids.size());
        if (tokens.size() == 1)
            result.wholeWords.back() = word;
    };
    for (const std::string_view word : text.question)
        append(word, ids.of(word));
    result.ids.resize(std::min(result.ids.size(), room / 2)); // The passage gets the other half.
    append({}, {static_cast<int32_t>(kEndId)});
    result.passageStart = static_cast<int32_t>(result.ids.size());
    for (const std::string_view word : text.words) {
        std::vector<int32_t> tokens = ids.of(word);
        if (result.words.empty()) // A single word of many pieces is read as far as there is room.
            tokens.resize(std::min(tokens.size(), room - result.ids.size()));
        if (result.ids.size() + tokens.size() > room)
            break;
        const auto begin = static_cast<int32_t>(word.data() - text.passage.data());
        const auto first = static_cast<int32_t>(result.ids.size());
        append(word, tokens);
        result.words.push_back({begin, begin + static_cast<int32_t>(word.size()), first,
                                static_cast<int32_t>(result.ids.size()) - 1});
    }
    result.cutWords = std::ssize(text.words) - std::ssize(result.words);
    if (parts == TokenParts::Told)
        tellParts(text, result);
    return result;
}

} // namespace

std::string answerText(const ReadQuestion& question, const WordSpan& span)
{
    if (!span.isRead())
        return {};
    const auto begin = static_cast<size_t>(question.words[static_cast<size_t>(span.first)].begin);
    const auto end = static_cast<size_t>(question.words[static_cast<size_t>(span.last)].end);
    return std::string(question.passage.substr(begin, end - begin));
}

QuestionReader::QuestionReader(std::shared_ptr<const TextPipeline> pipeline, TokenParts parts)
    : m_pipeline(std::move(pipeline)), m_parts(parts)
{
}

int64_t QuestionReader::longest() const
{
    return std::max(m_pipeline->spec().maximumLength - (m_pipeline->marksTexts() ? 2 : 0),
                    kFewestQuestionTokens);
}

ReadQuestion QuestionReader::read(std::string_view text) const
{
    ReadQuestion result;
    const std::vector<std::string_view> one{text};
    read(TextList(one), {}, [&](size_t, ReadQuestion question) { result = std::move(question); });
    return result;
}

void QuestionReader::read(TextList texts, const Monitor& monitor,
                          const std::function<void(size_t text, ReadQuestion question)>& take) const
{
    constexpr size_t kBlock = 4096; // Texts whose words are looked up together.
    for (size_t begin = 0; begin < texts.size(); begin += kBlock) {
        monitor.throwIfStopped();
        const size_t end = std::min(begin + kBlock, texts.size());
        std::vector<DividedText> block;
        std::vector<std::string_view> words;
        for (size_t i = begin; i < end; ++i) {
            const DividedText& text = block.emplace_back(divided(texts[i]));
            words.insert(words.end(), text.question.begin(), text.question.end());
            words.insert(words.end(), text.words.begin(), text.words.end());
        }
        const WordIds ids(words, *m_pipeline, monitor);
        for (size_t i = begin; i < end; ++i)
            take(i, joined(block[i - begin], ids, longest(), m_parts));
    }
}

void QuestionBlock::add(const ReadQuestion& question)
{
    m_ids.insert(m_ids.end(), question.ids.begin(), question.ids.end());
    m_texts.forms.insert(m_texts.forms.end(), question.parts.begin(), question.parts.end());
    m_texts.lengths.push_back(static_cast<int32_t>(question.ids.size()));
    m_texts.offsets.push_back(std::ssize(m_ids));
}

EncodedTexts QuestionBlock::finish(const QuestionReader& reader)
{
    auto ids = std::make_shared<std::vector<int32_t>>(std::move(m_ids));
    m_texts.ids = *ids;
    m_texts.owner = std::move(ids);
    m_texts.marked = reader.pipeline().marksTexts();
    if (reader.tellsParts()) { // A "word" for each part, whose only feature is its number.
        m_texts.words.features = {0};
        for (int64_t part = 1; part < kTokenParts; ++part) {
            m_texts.words.characters.push_back(kUnknownId);
            m_texts.words.offsets.push_back(std::ssize(m_texts.words.characters));
            m_texts.words.cases.push_back(0);
            m_texts.words.features.push_back(part);
        }
    }
    return std::move(m_texts);
}

std::string wordsWithBlanks(std::string_view text)
{
    std::string all;
    for (const std::string_view word : dividedWords(text)) {
        all += all.empty() ? "" : " ";
        all += word;
    }
    return all;
}

WordSpan wordsOfReference(const ReadQuestion& question, int64_t start, std::string_view text)
{
    const std::optional<size_t> begin
        = start < 0 ? std::nullopt : byteOfCodePoint(question.passage, start);
    if (!begin || text.empty())
        return {};
    const auto first = static_cast<int32_t>(*begin);
    const auto end = static_cast<int32_t>(*begin + text.size());
    WordSpan span;
    for (size_t i = 0; i < question.words.size(); ++i) {
        const PassageWord& word = question.words[i];
        if (word.end <= first || word.begin >= end)
            continue;
        span.first = span.first < 0 ? static_cast<int32_t>(i) : span.first;
        span.last = static_cast<int32_t>(i);
    }
    // An answer that the end of what is read cuts is not read.
    const bool whole = question.cutWords == 0 || question.words.back().end >= end;
    return whole ? span : WordSpan();
}

} // namespace core
