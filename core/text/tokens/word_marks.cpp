#include "core/text/tokens/word_marks.h"

#include "core/text/tokens/byte_characters.h"
#include "core/text/tokens/vocabulary.h"

#include <algorithm>
#include <cctype>

namespace core {

namespace {

constexpr std::string_view kLowerMark = "\u2581", kByteMark = "\u0120", kContinuedMark = "##";

/// <unk>, </s>
bool isSpecialMark(std::string_view token)
{
    return token.size() > 2 && token.front() == '<' && token.back() == '>';
}

bool isBlankToken(std::string_view token)
{
    return token == " " || token == "\t" || token == "\n" || token == "<0x20>";
}

/// Whether it is nothing but ASCII signs; "'s" is not.
bool isOnlySigns(std::string_view token)
{
    return !token.empty() && std::all_of(token.begin(), token.end(), [](unsigned char sign) {
        return std::ispunct(sign) != 0;
    });
}

bool continuesWord(std::string_view token)
{
    return token.size() > kContinuedMark.size() && token.starts_with(kContinuedMark);
}

} // namespace

WordMarks wordMarksOf(const std::string& tokeniser)
{
    if (tokeniser.starts_with("sentencepiece"))
        return WordMarks::Lower;
    if (tokeniser == "byte_bpe")
        return WordMarks::Byte;
    if (tokeniser == "word_piece")
        return WordMarks::Continued;
    return tokeniser == "character" || tokeniser == "byte" ? WordMarks::Blanks : WordMarks::None;
}

WordMarks wordMarksIn(std::span<const std::string> tokens)
{
    const auto any = [&](auto&& has) { return std::any_of(tokens.begin(), tokens.end(), has); };
    if (any([](const std::string& token) { return token.starts_with(kLowerMark); }))
        return WordMarks::Lower;
    if (any([](const std::string& token) { return continuesWord(token); }))
        return WordMarks::Continued;
    if (any([](const std::string& token) { return token.starts_with(kByteMark); }))
        return WordMarks::Byte;
    return WordMarks::None;
}

bool beginsWord(WordMarks marks, std::string_view token, std::string_view before)
{
    if (marks == WordMarks::None || before.empty())
        return true;
    if (marks == WordMarks::Blanks)
        return isBlankToken(token) || isBlankToken(before);
    if (isSpecialMark(token) || isSpecialMark(before))
        return true;
    if (marks == WordMarks::Continued)
        return !continuesWord(token);
    return token.starts_with(marks == WordMarks::Lower ? kLowerMark : kByteMark);
}

std::string withBlank(WordMarks marks, std::string_view token)
{
    if (marks == WordMarks::None || marks == WordMarks::Blanks)
        return std::string(token);
    if (marks == WordMarks::Continued)
        return (continuesWord(token) ? "" : " ") + std::string(withoutMark(marks, token));
    if (marks == WordMarks::Byte)
        return textOfByteCharacters(token);
    std::string text(token);
    for (size_t at = text.find(kLowerMark); at != std::string::npos;
         at = text.find(kLowerMark, at + 1))
        text.replace(at, kLowerMark.size(), " ");
    return text;
}

std::string_view withoutMark(WordMarks marks, std::string_view token)
{
    const auto without = [&](std::string_view mark) {
        return token.starts_with(mark) ? token.substr(mark.size()) : token;
    };
    switch (marks) {
    case WordMarks::Lower:
        return without(kLowerMark);
    case WordMarks::Byte:
        return without(kByteMark);
    case WordMarks::Continued:
        return continuesWord(token) ? token.substr(kContinuedMark.size()) : token;
    case WordMarks::None:
    case WordMarks::Blanks:
        break;
    }
    return token;
}

std::vector<TokenRange> wordsOf(WordMarks marks, std::span<const std::string> tokens)
{
    std::vector<TokenRange> words;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (i == 0 || beginsWord(marks, tokens[i], tokens[i - 1]))
            words.push_back({static_cast<int64_t>(i), 0});
        ++words.back().count;
    }
    return words;
}

std::vector<TokenRange> bareWordsOf(WordMarks marks, std::span<const std::string> tokens)
{
    std::vector<TokenRange> bare;
    for (const TokenRange& word : wordsOf(marks, tokens))
        for (int64_t i = word.first; i < word.first + word.count; ++i) {
            const auto isSign = [&](int64_t token) {
                return isOnlySigns(withoutMark(marks, tokens[static_cast<size_t>(token)]));
            };
            if (i == word.first || isSign(i) || isSign(i - 1))
                bare.push_back({i, 0});
            ++bare.back().count;
        }
    return bare;
}

std::string joinedWord(WordMarks marks, std::span<const std::string> tokens,
                       const TokenRange& range)
{
    std::string word;
    for (int64_t i = range.first; i < range.first + range.count; ++i)
        word += withoutMark(marks, tokens[static_cast<size_t>(i)]);
    return marks == WordMarks::Byte ? textOfByteCharacters(word) : word;
}

bool isUnknownWord(std::span<const int64_t> ids, const TokenRange& range)
{
    const auto first = ids.begin() + std::min(range.first, std::ssize(ids));
    const auto last = ids.begin() + std::min(range.first + range.count, std::ssize(ids));
    return std::find(first, last, kUnknownId) != last;
}

std::vector<std::string> unknownWords(WordMarks marks, std::span<const std::string> tokens,
                                      std::span<const int64_t> ids)
{
    std::vector<std::string> unknown;
    for (const TokenRange& range : wordsOf(marks, tokens))
        if (isUnknownWord(ids, range)) {
            std::string word = joinedWord(marks, tokens, range);
            if (std::find(unknown.begin(), unknown.end(), word) == unknown.end())
                unknown.push_back(std::move(word));
        }
    return unknown;
}

} // namespace core
