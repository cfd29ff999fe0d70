#include "core/metric/answer_match.h"

#include "core/text/tokens/unicode.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <map>

namespace core {

namespace {

constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

bool isArticle(std::string_view word)
{
    return word == "a" || word == "an" || word == "the";
}

std::string withoutPunctuation(std::string text)
{
    std::erase_if(text, [](char c) { return kPunctuation.find(c) != std::string_view::npos; });
    return text;
}

/// Whether Python's \w matches it, without the underscore: combining marks, unlike in
/// isWordCharacter(), divide words.
bool isAlphanumeric(char32_t codePoint)
{
    constexpr uint32_t kNumbers = U_GC_N_MASK;
    const auto value = static_cast<UChar32>(codePoint);
    return u_isalpha(value) || (U_GET_GC_MASK(value) & kNumbers) != 0;
}

/// Replaces each article between other characters by a blank.
std::string withoutArticles(std::string_view text)
{
    std::string result;
    size_t begin = 0; // Of the run of alphanumeric characters that is not copied yet.
    const auto flush = [&](size_t end) {
        const std::string_view word = text.substr(begin, end - begin);
        result += isArticle(word) ? " " : word;
    };
    for (size_t i = 0; i < text.size();) {
        const size_t here = i;
        if (isAlphanumeric(nextCodePoint(text, i)))
            continue;
        flush(here);
        result += text.substr(here, i - here);
        begin = i;
    }
    flush(text.size());
    return result;
}

std::vector<std::string> wordsBetweenSpaces(std::string_view text)
{
    std::vector<std::string> words;
    size_t begin = 0;
    for (size_t i = 0; i <= text.size();) {
        const size_t space = i < text.size() ? whiteSpaceLength(text, i) : 1;
        if (space == 0) {
            ++i;
            continue;
        }
        if (i > begin)
            words.emplace_back(text.substr(begin, i - begin));
        i += space;
        begin = i;
    }
    return words;
}

std::vector<std::string> normalisedWords(std::string_view answer)
{
    return wordsBetweenSpaces(withoutArticles(withoutPunctuation(lowerCased(answer))));
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

double wordF1(const std::vector<std::string>& answer, const std::vector<std::string>& reference)
{
    std::map<std::string_view, int64_t> left;
    for (const std::string& word : reference)
        ++left[word];
    int64_t common = 0;
    for (const std::string& word : answer)
        if (const auto found = left.find(word); found != left.end() && found->second > 0) {
            --found->second;
            ++common;
        }
    return common == 0
        ? 0.0
        : 2.0 * static_cast<double>(common) / static_cast<double>(answer.size() + reference.size());
}

} // namespace

std::string normalisedAnswer(std::string_view answer)
{
    return joined(normalisedWords(answer));
}

AnswerMatch answerMatch(std::string_view answer, std::span<const std::string> references)
{
    const std::vector<std::string> words = normalisedWords(answer);
    AnswerMatch best;
    for (const std::string& reference : references) {
        const std::vector<std::string> others = normalisedWords(reference);
        best.exact = std::max(best.exact, words == others ? 1.0 : 0.0);
        best.f1 = std::max(best.f1, wordF1(words, others));
    }
    return best;
}

} // namespace core
