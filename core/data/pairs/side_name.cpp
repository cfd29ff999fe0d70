#include "core/data/pairs/side_name.h"

#include "core/base/resource.h"
#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace core {

namespace {

/// resources/data/languages.json.
struct LanguageLists {
    std::set<std::string, std::less<>> twoLetterCodes, threeLetterCodes, names;
};

const LanguageLists& languageLists()
{
    static const LanguageLists lists = [] {
        const Json data = jsonResource("data/languages.json");
        LanguageLists read;
        data.at("two_letter_codes").get_to(read.twoLetterCodes);
        data.at("three_letter_codes").get_to(read.threeLetterCodes);
        data.at("names").get_to(read.names);
        return read;
    }();
    return lists;
}

bool isSeparator(char c)
{
    return c == '.' || c == '-' || c == '_' || c == '/' || c == ' ';
}

/// A word of a name, where it stands.
struct NamePlace {
    size_t begin = 0, end = 0;
};

bool isRegion(std::string_view word)
{
    return word.size() == 2
        && std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// The words of `name`; a language and its region, "pt-BR", are one.
std::vector<NamePlace> placesOf(std::string_view name)
{
    std::vector<NamePlace> places;
    for (size_t at = 0; at < name.size();) {
        if (isSeparator(name[at])) {
            ++at;
            continue;
        }
        const auto* end = std::find_if(name.data() + at, name.data() + name.size(), isSeparator);
        const NamePlace place{at, static_cast<size_t>(end - name.data())};
        const std::string_view word = name.substr(place.begin, place.end - place.begin);
        const bool joined = !places.empty() && places.back().end + 1 == place.begin
            && (name[place.begin - 1] == '-' || name[place.begin - 1] == '_') && isRegion(word);
        // In upper case the word before is rather a language as well: "DE-EN".
        if (joined
            && languageLists().twoLetterCodes.contains(
                name.substr(places.back().begin, places.back().end - places.back().begin)))
            places.back().end = place.end;
        else
            places.push_back(place);
        at = place.end;
    }
    return places;
}

} // namespace

std::optional<SideWord> sideOfWord(std::string_view word)
{
    const std::string lower = lowered(word);
    if (lower == "src" || lower == "source")
        return SideWord{SideKind::Source, lower};
    if (lower == "tgt" || lower == "trg" || lower == "target")
        return SideWord{SideKind::Target, lower};
    const std::string code
        = word.size() == 5 && isRegion(word.substr(3)) ? lower.substr(0, 2) : lower;
    if (languageLists().twoLetterCodes.contains(code)
        || languageLists().threeLetterCodes.contains(code))
        return SideWord{SideKind::LanguageCode, lower};
    if (languageLists().names.contains(lower))
        return SideWord{SideKind::LanguageName, lower};
    return std::nullopt;
}

bool areOtherLanguages(const SideWord& a, const SideWord& b)
{
    return isLanguage(a.kind) && a.kind == b.kind && a.word != b.word
        && (a.kind == SideKind::LanguageName || a.word.size() == b.word.size());
}

std::optional<SideWord> columnSide(const std::string& name)
{
    const std::vector<SideReading> readings = sideReadings(name);
    const bool identifier = !readings.empty() && readings.front().side.word == "id";
    if (readings.empty() || !readings.front().last || identifier)
        return std::nullopt;
    return readings.front().side;
}

std::vector<SideReading> sideReadings(const std::string& name)
{
    const std::vector<NamePlace> places = placesOf(name);
    std::vector<SideReading> readings;
    for (size_t i = places.size(); i-- > 0;) {
        const std::string_view word
            = std::string_view(name).substr(places[i].begin, places[i].end - places[i].begin);
        auto side = sideOfWord(word);
        if (!side)
            continue;
        const std::string rest = name.substr(places[i].end);
        const bool last = rest.empty() || rest == ".txt";
        readings.push_back(
            {name.substr(0, places[i].begin) + "*" + rest, std::move(*side), last, i == 0 && last});
    }
    return readings;
}

std::optional<std::pair<std::string, std::string>> languagesOfName(const std::string& name)
{
    const std::vector<NamePlace> places = placesOf(name);
    for (size_t i = 1; i < places.size(); ++i) {
        const auto wordAt = [&](size_t k) {
            return std::string_view(name).substr(places[k].begin, places[k].end - places[k].begin);
        };
        const auto first = sideOfWord(wordAt(i - 1)), second = sideOfWord(wordAt(i));
        if (first && second && first->kind == SideKind::LanguageCode
            && second->kind == SideKind::LanguageCode && first->word != second->word)
            return std::pair(first->word, second->word);
    }
    return std::nullopt;
}

} // namespace core
