#include "core/catalogue/text_signs.h"

#include "core/text/text_preview.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace core {

namespace {

bool isLetterAt(std::string_view text, size_t at)
{
    return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
}

/// "<br />", "</p>" or "<b>"; not "<3", "<-" or the marks of corpora, "<unk>" and "<eos>".
bool hasTag(std::string_view text)
{
    for (size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
        const size_t name = at + (at + 1 < text.size() && text[at + 1] == '/' ? 2 : 1);
        size_t end = name;
        while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0)
            ++end;
        const std::string_view word = text.substr(name, end - name);
        const bool isMark = word == "unk" || word == "eos" || word == "s" || word == "pad";
        const bool ends = end < text.size() && (text[end] == '>' || text[end] == ' ');
        if (isLetterAt(text, name) && ends && !isMark && text.find('>', end) != text.npos)
            return true;
    }
    return false;
}

/// "&amp;", "&#39;" and, as damaged files have it, "#39;".
bool hasEntity(std::string_view text)
{
    constexpr std::array kNames{"&amp;", "&quot;", "&lt;", "&gt;", "&nbsp;", "&apos;", "#39;"};
    return text.find("&#") != text.npos
        || std::any_of(kNames.begin(), kNames.end(),
                       [&](const char* name) { return text.find(name) != text.npos; });
}

bool hasEscape(std::string_view text)
{
    constexpr std::array kEscapes{"\\u2", "\\u0", "\\n", "\\\"", "\\t"};
    return std::any_of(kEscapes.begin(), kEscapes.end(),
                       [&](const char* escape) { return text.find(escape) != text.npos; });
}

bool hasAddress(std::string_view text)
{
    return text.find("http://") != text.npos || text.find("https://") != text.npos;
}

/// How punctuation stands in texts.
struct Punctuation {
    int64_t alone = 0, attached = 0, unknown = 0;

    void add(std::string_view word)
    {
        constexpr std::string_view kSigns = ".,;!?";
        const bool ends = kSigns.find(word.back()) != kSigns.npos;
        alone += ends && word.size() == 1 ? 1 : 0;
        attached += ends && word.size() > 1 && isLetterAt(word, word.size() - 2) ? 1 : 0;
        unknown += word == "<unk>" ? 1 : 0;
    }
    bool isDivided(int64_t texts) const
    {
        constexpr int64_t kEnough = 20;
        return unknown * 20 >= texts || (alone >= kEnough && attached * 20 <= alone);
    }
};

Lengths lengthsOf(const std::map<int64_t, int64_t>& counts)
{
    Lengths lengths;
    double texts = 0.0, tokens = 0.0, seen = 0.0;
    for (const auto& [length, count] : counts) {
        texts += double(count);
        tokens += double(length) * double(count);
    }
    for (const auto& [length, count] : counts) {
        seen += double(count);
        const auto fill = [&, at = length](int64_t& place, double share) {
            if (place == 0 && seen >= share * texts)
                place = at;
        };
        fill(lengths.median, 0.5);
        fill(lengths.most, 0.95);
        fill(lengths.nearlyAll, 0.99);
        lengths.longest = length;
    }
    lengths.mean = texts > 0.0 ? tokens / texts : 0.0;
    return lengths;
}

} // namespace

TextSigns textSigns(const std::vector<std::string>& texts)
{
    TextSigns signs;
    Punctuation punctuation;
    std::set<std::string> distinct;
    for (const std::string& text : texts) {
        ++signs.texts;
        signs.tags += hasTag(text) ? 1 : 0;
        signs.entities += hasEntity(text) ? 1 : 0;
        signs.escapes += hasEscape(text) ? 1 : 0;
        signs.addresses += hasAddress(text) ? 1 : 0;
        std::istringstream words(text);
        for (std::string word; words >> word; ++signs.words) {
            punctuation.add(word);
            distinct.insert(std::move(word));
        }
    }
    signs.distinctWords = static_cast<int64_t>(distinct.size());
    signs.isDivided = signs.texts > 0 && punctuation.isDivided(signs.texts);
    return signs;
}

Lengths lengthsIn(const TextSpec& text, const std::vector<std::string>& samples,
                  const LengthHistogram& words)
{
    constexpr double kSubwordsOfAWord = 1.4;
    if (const auto counts = countedTokens(text, samples, Monitor()); counts && !counts->empty())
        return lengthsOf(*counts);
    const auto tokens
        = [](int64_t number) { return int64_t(std::ceil(double(number) * kSubwordsOfAWord)); };
    return {tokens(words.median), tokens(words.percentile95), tokens(words.longest),
            tokens(words.longest), double(tokens(words.median))};
}

} // namespace core
