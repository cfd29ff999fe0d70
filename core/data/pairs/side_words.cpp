#include "core/data/pairs/side_words.h"

#include "core/base/resource.h"
#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <string>

namespace core {

namespace {

constexpr int64_t kPairs = 5000;
/// In fewer pairs chance decides which words they share.
constexpr int64_t kFewPairs = 20;

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isLetterOrNotAscii(char c)
{
    const auto lower = static_cast<char>(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

void SideWords::Words::add(std::string_view text)
{
    for (size_t at = 0; at < text.size();) {
        const auto* end = std::find_if(text.data() + at, text.data() + text.size(), isSpace);
        const std::string_view word = text.substr(at, static_cast<size_t>(end - text.data()) - at);
        if (std::any_of(word.begin(), word.end(), isLetterOrNotAscii)) {
            ++counts[std::hash<std::string_view>{}(word)];
            ++total;
        }
        at += word.size() + 1;
    }
}

double SideWords::Words::overlap(const Words& other) const
{
    double shared = 0.0;
    for (const auto& [word, count] : counts)
        if (const auto found = other.counts.find(word); found != other.counts.end())
            shared += std::min(double(count) / double(total),
                               double(found->second) / double(other.total));
    return shared;
}

double SideWords::Words::shareOf(std::string_view language) const
{
    int64_t found = 0;
    const auto count = [this](std::string_view word) {
        const auto entry = counts.find(std::hash<std::string_view>{}(word));
        return entry == counts.end() ? int64_t{0} : entry->second;
    };
    for (const std::string& word : frequentWords(language)) {
        std::string first = word; // As at the beginning of a sentence.
        first[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(first[0])));
        found += count(word) + (first == word ? 0 : count(first));
    }
    return total == 0 ? 0.0 : double(found) / double(total);
}

void SideWords::add(Split split, std::string_view source, std::string_view target)
{
    Sides& sides = m_splits[static_cast<size_t>(split)];
    if (sides.pairs >= kPairs)
        return;
    ++sides.pairs;
    sides.source.add(source);
    sides.target.add(target);
}

bool SideWords::isExchanged(const Sides& sides) const
{
    const Sides& train = sidesOf(Split::Train);
    if (sides.pairs < kFewPairs || train.pairs < kFewPairs)
        return false;
    const double straight = sides.source.overlap(train.source) + sides.target.overlap(train.target);
    const double crossed = sides.source.overlap(train.target) + sides.target.overlap(train.source);
    // Names and numbers are common to all languages, and a task may have the same words on both
    // sides: only a clear difference counts.
    return crossed > 0.2 && crossed > 2.0 * straight;
}

std::vector<Message> SideWords::exchanged() const
{
    std::vector<Message> messages;
    if (isExchanged(sidesOf(Split::Valid)))
        messages.push_back({"The sides of the validation pairs are swapped: their sources are in "
                            "the language of the training targets. Swap their files.",
                            {}});
    if (isExchanged(sidesOf(Split::Test)))
        messages.push_back({"The sides of the test pairs are swapped: their sources are in the "
                            "language of the training targets. Swap their files.",
                            {}});
    return messages;
}

bool SideWords::isForeign(const Sides& sides) const
{
    const Sides& train = sidesOf(Split::Train);
    if (sides.pairs < kFewPairs || train.pairs < kFewPairs || isExchanged(sides))
        return false;
    const double source = sides.source.overlap(train.source);
    const double target = sides.target.overlap(train.target);
    // Texts of one language on other matters share a quarter of their words.
    const auto one = [](const Words& words, double shared, double other) {
        return words.repeat() && shared < 0.08 && other > 0.2;
    };
    return one(train.source, source, target) || one(train.target, target, source);
}

std::vector<Message> SideWords::foreign() const
{
    std::vector<Message> messages;
    if (isForeign(sidesOf(Split::Valid)))
        messages.push_back({"One side of the validation pairs has hardly any words of that side of "
                            "the training pairs. Are they of the same languages?",
                            {}});
    if (isForeign(sidesOf(Split::Test)))
        messages.push_back({"One side of the test pairs has hardly any words of that side of the "
                            "training pairs. Are they of the same languages?",
                            {}});
    return messages;
}

bool SideWords::contradictNames(std::string_view source, std::string_view target) const
{
    const Sides& train = sidesOf(Split::Train);
    if (train.pairs < kFewPairs)
        return false;
    // Of running text such words are a quarter and more; related languages share some of them.
    const auto isRather = [](const Words& words, std::string_view one, std::string_view other) {
        const double share = words.shareOf(one);
        return share > 0.08 && share > 2.0 * words.shareOf(other);
    };
    return isRather(train.source, target, source) && isRather(train.target, source, target);
}

const std::vector<std::string>& frequentWords(std::string_view language)
{
    using List = std::vector<std::string>;
    static const std::map<std::string, List> known = [] {
        const Json data = jsonResource("data/languages.json"); // Outlives the loop.
        std::map<std::string, List> all;
        for (const Json& each : data.at("frequent_words"))
            for (const Json& name : each.at("language"))
                all[name.get<std::string>()] = each.at("words").get<List>();
        return all;
    }();
    static const List none;
    const auto bare = lowered(language.substr(0, language.find_first_of("-_"))); // No region.
    const auto found = known.find(bare);
    return found == known.end() ? none : found->second;
}

} // namespace core
