#include "core/probe/counterfactuals/changed_texts.h"

#include "core/base/seeded_numbers.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string_view>

namespace core {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kClosing = ".!?\"')";

/// A word with what stands around its letters.
struct TextWord {
    std::string before, letters, behind;
    std::string whole() const { return before + letters + behind; }
};

bool isPunctuation(char c)
{
    return static_cast<unsigned char>(c) < 128 && std::ispunct(static_cast<unsigned char>(c)) != 0;
}

std::vector<std::string> wordsIn(std::string_view text)
{
    std::vector<std::string> words;
    for (size_t first = text.find_first_not_of(kWhiteSpace); first != std::string_view::npos;) {
        const size_t end = std::min(text.find_first_of(kWhiteSpace, first), text.size());
        words.emplace_back(text.substr(first, end - first));
        first = text.find_first_not_of(kWhiteSpace, end);
    }
    return words;
}

/// The words of a text without the closing punctuation of the last one.
struct DividedWords {
    std::vector<std::string> words;
    std::string closing;
};

DividedWords dividedWords(const std::string& text)
{
    DividedWords divided{wordsIn(text), {}};
    if (divided.words.empty())
        return divided;
    std::string& last = divided.words.back();
    const size_t letters = last.find_last_not_of(kClosing);
    if (letters != std::string::npos) {
        divided.closing = last.substr(letters + 1);
        last.resize(letters + 1);
    }
    return divided;
}

TextWord takenApart(const std::string& word)
{
    size_t first = 0, end = word.size();
    while (first < end && isPunctuation(word[first]))
        ++first;
    while (end > first && isPunctuation(word[end - 1]))
        --end;
    return {word.substr(0, first), word.substr(first, end - first), word.substr(end)};
}

std::string withBlanks(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string lowerCase(std::string word)
{
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) {
        return static_cast<char>(c < 128 ? std::tolower(c) : c);
    });
    return word;
}

bool isCapital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// `word` with the capitals of `pattern`: none, the first letter or all.
std::string inCapitalsOf(std::string word, const std::string& pattern)
{
    const bool all = pattern.size() > 1 && std::all_of(pattern.begin(), pattern.end(), isCapital);
    for (size_t i = 0; i < word.size(); ++i)
        if (all || (i == 0 && isCapital(pattern.front())))
            word[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[i])));
    return word;
}

/// Each word in both directions, in lower case; "her" is completed by the word behind it.
const std::map<std::string, std::string>& exchangedWords()
{
    static const auto table = [] {
        constexpr std::pair<const char*, const char*> kPairs[]{
            {"he", "she"},           {"himself", "herself"}, {"man", "woman"},
            {"men", "women"},        {"boy", "girl"},        {"boys", "girls"},
            {"father", "mother"},    {"son", "daughter"},    {"brother", "sister"},
            {"husband", "wife"},     {"king", "queen"},      {"uncle", "aunt"},
            {"actor", "actress"},    {"waiter", "waitress"}, {"mr", "mrs"},
            {"gentleman", "lady"},   {"er", "sie"},          {"ihn", "sie"},
            {"sein", "ihr"},         {"seine", "ihre"},      {"seinen", "ihren"},
            {"seinem", "ihrem"},     {"seiner", "ihrer"},    {"mann", "frau"},
            {"junge", "mädchen"},    {"vater", "mutter"},    {"sohn", "tochter"},
            {"bruder", "schwester"}, {"könig", "königin"}};
        std::map<std::string, std::string> words{{"him", "her"}, {"his", "her"}, {"hers", "his"}};
        for (const auto& [a, b] : kPairs) {
            words.emplace(a, b);
            words.emplace(b, a); // The first pair counts: "sie" becomes "er".
        }
        return words;
    }();
    return table;
}

} // namespace

std::string shuffledWords(const std::string& text, uint64_t seed)
{
    auto [words, closing] = dividedWords(text);
    if (words.empty())
        return text;
    const std::vector<std::string> before = words;
    SeededNumbers numbers(seed);
    const bool differ
        = std::adjacent_find(words.begin(), words.end(), std::not_equal_to<>()) != words.end();
    do
        for (size_t i = words.size() - 1; i > 0; --i)
            std::swap(words[i], words[numbers.below(static_cast<uint32_t>(i + 1))]);
    while (differ && words == before);
    return withBlanks(words) + closing;
}

double otherOrders(const std::string& text)
{
    const DividedWords divided = dividedWords(text);
    std::map<std::string, double> counts;
    double orders = 1.0; // n! / (k_1! k_2! ...), the factors of both in turn.
    for (size_t i = 0; i < divided.words.size(); ++i)
        orders *= static_cast<double>(i + 1) / ++counts[divided.words[i]];
    return divided.words.empty() ? 0.0 : std::round(orders) - 1.0;
}

bool isOtherOrder(const std::string& text, const std::string& other)
{
    std::vector<std::string> words = dividedWords(text).words, others = dividedWords(other).words;
    if (words == others)
        return false;
    std::sort(words.begin(), words.end());
    std::sort(others.begin(), others.end());
    return words == others;
}

std::vector<std::string> shuffledOrders(const std::string& text, size_t count, uint64_t seed,
                                        size_t from)
{
    const std::string kept = text.substr(0, from), words = text.substr(from);
    if (const double others = otherOrders(words); others < static_cast<double>(count))
        count = static_cast<size_t>(others);
    std::set<std::string> known;
    std::vector<std::string> orders;
    while (orders.size() < count)
        if (const std::string order = shuffledWords(words, seed++); known.insert(order).second)
            orders.push_back(kept + order);
    return orders;
}

std::string exchangedGender(const std::string& text)
{
    std::string changed;
    size_t written = 0;
    for (size_t first = text.find_first_not_of(kWhiteSpace); first != std::string::npos;) {
        const size_t end = std::min(text.find_first_of(kWhiteSpace, first), text.size());
        const size_t next = text.find_first_not_of(kWhiteSpace, end);
        TextWord word = takenApart(text.substr(first, end - first));
        const std::string lower = lowerCase(word.letters);
        std::string other;
        if (lower == "her") // A possessive in front of a word, otherwise an object.
            other = word.behind.empty() && next != std::string::npos ? "his" : "him";
        else if (const auto found = exchangedWords().find(lower); found != exchangedWords().end())
            other = found->second;
        if (!other.empty())
            word.letters = inCapitalsOf(other, word.letters);
        changed += text.substr(written, first - written) + word.whole();
        written = end;
        first = next;
    }
    return changed + text.substr(written);
}

} // namespace core
