#include "core/data/cells/cell_text.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <algorithm>
#include <array>
#include <chrono>

// What makes the dates unambiguous: numbers alone are day, month, year, unless the first has four
// digits: then year, month, day. With a month's name, the number of four digits is the year, else
// the second is. Years of two digits are 1970 to 2069, and so are all that are drawn.

namespace core {

namespace {

constexpr int kFirstYear = 1970;
constexpr int kYears = 100;

constexpr std::array<const char*, 12> kMonths
    = {"January", "February", "March",     "April",   "May",      "June",
       "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<const char*, 7> kWeekdays
    = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 6> kOtherWords = {"the", "of", "st", "nd", "rd", "th"};
constexpr size_t kAbbreviation = 3; ///< Letters of "Mar" and "Wed".

std::string padded(int number, size_t digits)
{
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// Writing sources.

const Grammar& dateGrammar()
{
    static const Grammar grammar(
        {{"date",
          {"{words}", "{words}", "{words}", "{named}, {words}", "{named} {words}", "{numbers}"}},
         {"words",
          {"{d} {month} {yyyy}",
           "{d} {mon} {yyyy}",
           "{d} {mon} '{yy}",
           "{dd} {mon} {yy}",
           "{dd} {month} {yyyy}",
           "{ordinal} {month} {yyyy}",
           "{ordinal} {mon} {yyyy}",
           "{ordinal} of {month} {yyyy}",
           "the {ordinal} of {month}, {yyyy}",
           "the {ordinal} of {month} {yyyy}",
           "{month} {d}, {yyyy}",
           "{mon} {d}, {yyyy}",
           "{mon} {d} {yyyy}",
           "{mon} {ordinal} {yyyy}",
           "{mon} {ordinal}, '{yy}",
           "{month} {ordinal}, {yyyy}",
           "{month} the {ordinal}, {yyyy}",
           "{dd}-{mon}-{yyyy}",
           "{d}-{mon}-{yy}",
           "{yyyy} {month} {d}",
           "{yyyy} {mon} {dd}"}},
         {"numbers",
          {"{dd}/{mm}/{yy}", "{d}/{m}/{yy}", "{dd}/{mm}/{yyyy}", "{d}/{m}/{yyyy}",
           "{dd}.{mm}.{yyyy}", "{d}.{m}.{yyyy}", "{d}. {m}. {yyyy}", "{d}.{m}.{yy}",
           "{dd}-{mm}-{yyyy}", "{yyyy}/{mm}/{dd}", "{yyyy}.{mm}.{dd}", "{yyyy} {mm} {dd}"}},
         {"named", {"{weekday}", "{wd}"}}});
    return grammar;
}

std::string ordinal(int day)
{
    const bool teen = day >= 11 && day <= 13;
    const char* ending = teen ? "th"
        : day % 10 == 1       ? "st"
        : day % 10 == 2       ? "nd"
        : day % 10 == 3       ? "rd"
                              : "th";
    return std::to_string(day) + ending;
}

SlotBindings bindingsOf(const std::chrono::year_month_day& date)
{
    const int year = static_cast<int>(date.year());
    const int month = static_cast<int>(static_cast<unsigned>(date.month()));
    const int day = static_cast<int>(static_cast<unsigned>(date.day()));
    const std::string name = kMonths[static_cast<size_t>(month - 1)];
    const std::chrono::weekday weekday{std::chrono::sys_days(date)};
    const std::string dayName = kWeekdays[weekday.c_encoding()];
    return {{"d", std::to_string(day)},
            {"dd", padded(day, 2)},
            {"ordinal", ordinal(day)},
            {"m", std::to_string(month)},
            {"mm", padded(month, 2)},
            {"month", name},
            {"mon", name.substr(0, kAbbreviation)},
            {"yy", padded(year % 100, 2)},
            {"yyyy", padded(year, 4)},
            {"weekday", dayName},
            {"wd", dayName.substr(0, kAbbreviation)}};
}

std::string drawDate(Draws& draws)
{
    using namespace std::chrono;
    constexpr sys_days kFirst{year{kFirstYear} / January / 1};
    constexpr sys_days kEnd{year{kFirstYear + kYears} / January / 1};
    const auto day = static_cast<int>(draws.below(static_cast<size_t>((kEnd - kFirst).count())));
    const auto bindings = bindingsOf(year_month_day(kFirst + days(day)));
    const std::string text = dateGrammar().expand("{date}", bindings, draws);
    return draws.chance(25) ? lowered(text) : text;
}

// Reading them.

/// Where something stands in the source, in characters.
struct DatePart {
    size_t begin = 0;
    size_t length = 0;
};

struct DateParts {
    std::vector<DatePart> numbers;
    std::optional<DatePart> monthName;
    int namedMonth = 0; ///< 1 to 12.
};

/// The number, counted from 1, of the name that `word` (lower case) is or abbreviates; 0: none.
template <size_t count>
int whichName(const std::array<const char*, count>& names, std::string_view word)
{
    for (size_t i = 0; i < count; ++i) {
        const std::string name = lowered(names[i]);
        if (word == name || word == std::string_view(name).substr(0, kAbbreviation))
            return static_cast<int>(i) + 1;
    }
    return 0;
}

/// False for a word that has no place in a date.
bool takeDateWord(std::string_view source, DatePart place, DateParts& parts)
{
    const std::string word = lowered(source.substr(place.begin, place.length));
    if (const int month = whichName(kMonths, word); month > 0) {
        const bool first = !parts.monthName;
        parts.monthName = place;
        parts.namedMonth = month;
        return first;
    }
    return whichName(kWeekdays, word) > 0
        || std::find(kOtherWords.begin(), kOtherWords.end(), word) != kOtherWords.end();
}

std::optional<DateParts> datePartsOf(std::string_view source)
{
    DateParts parts;
    for (size_t i = 0; i < source.size();) {
        const auto kind = isDigit(source[i]) ? isDigit : isLetter;
        DatePart place{i, 0};
        while (i < source.size() && kind(source[i]))
            place.length = ++i - place.begin;
        if (place.length == 0) {
            if (std::string_view(" ,./-'").find(source[i++]) == std::string_view::npos)
                return std::nullopt;
        } else if (kind == isDigit) {
            parts.numbers.push_back(place);
        } else if (!takeDateWord(source, place, parts)) {
            return std::nullopt;
        }
    }
    return parts;
}

int valueOf(std::string_view source, DatePart place)
{
    int value = 0;
    for (const char c : source.substr(place.begin, place.length))
        value = value * 10 + (c - '0');
    return value;
}

/// The day, the month where it is no name, and the year, each once; else nothing.
std::optional<std::vector<DatePart>> inOrder(const DateParts& parts)
{
    std::vector<DatePart> numbers = parts.numbers;
    if (numbers.size() != (parts.monthName ? 2U : 3U))
        return std::nullopt;
    if (numbers.front().length == 4)
        std::reverse(numbers.begin(), numbers.end());
    const bool yearIsYear = numbers.back().length == 2 || numbers.back().length == 4;
    const bool othersAreShort
        = std::all_of(numbers.begin(), numbers.end() - 1, [](DatePart p) { return p.length <= 2; });
    return yearIsYear && othersAreShort ? std::optional(numbers) : std::nullopt;
}

/// Digits from the last to the first; what the target has more (a zero in front, the century)
/// follows from the first one of the source.
void linkDigits(DatePart source, DatePart target, std::vector<AlignmentLink>& links)
{
    for (size_t fromEnd = 1; fromEnd <= target.length; ++fromEnd) {
        const size_t digit = std::min(fromEnd, source.length);
        links.push_back({static_cast<int32_t>(source.begin + source.length - digit),
                         static_cast<int32_t>(target.begin + target.length - fromEnd)});
    }
}

/// Each letter of the month's name with each of its digits.
void linkName(DatePart source, DatePart target, std::vector<AlignmentLink>& links)
{
    for (size_t s = 0; s < source.length; ++s)
        for (size_t t = 0; t < target.length; ++t)
            links.push_back(
                {static_cast<int32_t>(source.begin + s), static_cast<int32_t>(target.begin + t)});
}

int wholeYear(std::string_view source, DatePart place)
{
    const int value = valueOf(source, place);
    if (place.length == 4)
        return value;
    const int century = kFirstYear - kFirstYear % 100;
    return century + value + (century + value < kFirstYear ? 100 : 0);
}

std::optional<AlignedTranslation> isoDate(std::string_view source)
{
    const std::optional<DateParts> parts = datePartsOf(source);
    const auto numbers = parts ? inOrder(*parts) : std::nullopt;
    if (!numbers)
        return std::nullopt;
    const int year = wholeYear(source, numbers->back());
    const int month = parts->monthName ? parts->namedMonth : valueOf(source, (*numbers)[1]);
    const int day = valueOf(source, numbers->front());
    const std::chrono::year_month_day date{std::chrono::year{year},
                                           std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok())
        return std::nullopt;
    constexpr DatePart kYear{0, 4}, kMonth{5, 2}, kDay{8, 2};
    AlignedTranslation translation;
    translation.text = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2);
    linkDigits(numbers->back(), kYear, translation.links);
    linkDigits(numbers->front(), kDay, translation.links);
    if (parts->monthName)
        linkName(*parts->monthName, kMonth, translation.links);
    else
        linkDigits((*numbers)[1], kMonth, translation.links);
    std::sort(translation.links.begin(), translation.links.end());
    return translation;
}

} // namespace

PairSampleRegistry::Entry datesEntry()
{
    return PairSampleRegistry::entry<PairSampleOptions>(
        {.id = "dates",
         .title = "Dates to ISO",
         .summary = "Dates as people write them, in many shapes, to year-month-day. Numbers alone "
                    "are day, month, year (or begin with a year of four digits); years of two "
                    "digits are 1970 to 2069. For the character tokeniser on both sides.",
         .example = "Wed, Mar 3rd 2021 \u2192 2021-03-03"},
        pairSampleSchema<PairSampleOptions>(), [](const PairSampleOptions& options) {
            return PairSample{options.pairs, options.seed, drawDate, isoDate};
        });
}

} // namespace core
