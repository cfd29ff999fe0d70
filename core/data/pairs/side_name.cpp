#include "core/data/pairs/side_name.h"

#include "core/data/utf8.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace core {

namespace {

using Words = std::set<std::string_view>;

/// ISO 639-1.
const Words& twoLetterCodes()
{
    static const Words codes{
        "aa", "ab", "ae", "af", "ak", "am", "an", "ar", "as", "av", "ay", "az", "ba", "be", "bg",
        "bh", "bi", "bm", "bn", "bo", "br", "bs", "ca", "ce", "ch", "co", "cr", "cs", "cu", "cv",
        "cy", "da", "de", "dv", "dz", "ee", "el", "en", "eo", "es", "et", "eu", "fa", "ff", "fi",
        "fj", "fo", "fr", "fy", "ga", "gd", "gl", "gn", "gu", "gv", "ha", "he", "hi", "ho", "hr",
        "ht", "hu", "hy", "hz", "ia", "id", "ie", "ig", "ii", "ik", "io", "is", "it", "iu", "ja",
        "jv", "ka", "kg", "ki", "kj", "kk", "kl", "km", "kn", "ko", "kr", "ks", "ku", "kv", "kw",
        "ky", "la", "lb", "lg", "li", "ln", "lo", "lt", "lu", "lv", "mg", "mh", "mi", "mk", "ml",
        "mn", "mr", "ms", "mt", "my", "na", "nb", "nd", "ne", "ng", "nl", "nn", "no", "nr", "nv",
        "ny", "oc", "oj", "om", "or", "os", "pa", "pi", "pl", "ps", "pt", "qu", "rm", "rn", "ro",
        "ru", "rw", "sa", "sc", "sd", "se", "sg", "si", "sk", "sl", "sm", "sn", "so", "sq", "sr",
        "ss", "st", "su", "sv", "sw", "ta", "te", "tg", "th", "ti", "tk", "tl", "tn", "to", "tr",
        "ts", "tt", "tw", "ty", "ug", "uk", "ur", "uz", "ve", "vi", "vo", "wa", "wo", "xh", "yi",
        "yo", "za", "zh", "zu"};
    return codes;
}

/// Of ISO 639-2 and 639-3 those under which corpora are published.
const Words& threeLetterCodes()
{
    static const Words codes{
        "afr", "ara", "bel", "ben", "bul", "cat", "ces", "chi", "cmn", "cym", "cze", "dan", "deu",
        "dut", "ell", "eng", "epo", "est", "eus", "fas", "fin", "fra", "fre", "ger", "gle", "glg",
        "gre", "heb", "hin", "hrv", "hun", "hye", "ice", "ina", "ind", "isl", "ita", "jpn", "kat",
        "kaz", "kor", "lat", "lav", "lit", "mkd", "mlt", "mon", "nld", "nno", "nob", "nor", "pes",
        "pol", "por", "ron", "rum", "rus", "slk", "slo", "slv", "spa", "sqi", "srp", "swa", "swe",
        "tam", "tel", "tgl", "tha", "tur", "ukr", "urd", "uzb", "vie", "yid", "zho"};
    return codes;
}

const Words& languageNames()
{
    static const Words names{
        "arabic",   "bengali",    "bulgarian",  "catalan",   "chinese",    "croatian", "czech",
        "danish",   "dutch",      "english",    "estonian",  "finnish",    "french",   "german",
        "greek",    "hebrew",     "hindi",      "hungarian", "indonesian", "irish",    "italian",
        "japanese", "korean",     "latin",      "latvian",   "lithuanian", "mandarin", "norwegian",
        "persian",  "polish",     "portuguese", "romanian",  "russian",    "scottish", "serbian",
        "slovak",   "slovenian",  "spanish",    "swedish",   "thai",       "turkish",  "ukrainian",
        "urdu",     "vietnamese", "welsh"};
    return names;
}

bool isSeparator(char c)
{
    return c == '.' || c == '-' || c == '_' || c == '/' || c == ' ';
}

/// A word of a name, where it stands.
struct Place {
    size_t begin = 0, end = 0;
};

bool isRegion(std::string_view word)
{
    return word.size() == 2
        && std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// The words of `name`; a language and its region, "pt-BR", are one.
std::vector<Place> placesOf(std::string_view name)
{
    std::vector<Place> places;
    for (size_t at = 0; at < name.size();) {
        if (isSeparator(name[at])) {
            ++at;
            continue;
        }
        const auto* end = std::find_if(name.data() + at, name.data() + name.size(), isSeparator);
        const Place place{at, static_cast<size_t>(end - name.data())};
        const std::string_view word = name.substr(place.begin, place.end - place.begin);
        const bool joined = !places.empty() && places.back().end + 1 == place.begin
            && (name[place.begin - 1] == '-' || name[place.begin - 1] == '_') && isRegion(word);
        // In upper case the word before is rather a language as well: "DE-EN".
        if (joined
            && twoLetterCodes().contains(
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
    if (twoLetterCodes().contains(code) || threeLetterCodes().contains(code))
        return SideWord{SideKind::LanguageCode, lower};
    if (languageNames().contains(lower))
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
    const std::vector<Place> places = placesOf(name);
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
    const std::vector<Place> places = placesOf(name);
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
