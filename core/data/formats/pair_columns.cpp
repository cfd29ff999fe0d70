#include "core/data/formats/pair_columns.h"

#include "core/data/pairs/side_name.h"

namespace core {

namespace {

/// How far the cells of a side may be from those of a clean corpus.
struct SideLimits {
    double leastFilled = 0.8; ///< Share of all rows.
    double mostAlike = 0.5; ///< Share of the filled cells; beyond it are remarks and attributions.
};
/// Exercises ("This is sentence number 7") begin alike as well.
constexpr SideLimits kExercises{0.8, 1.0};
/// Empty sides are bad rows, to be listed by line; the columns are known nevertheless.
constexpr SideLimits kManyGaps{0.2, 1.0};

/// Whether a column can be a side of pairs at all: dates and rows of numbers can.
bool mayBeSide(const ColumnProfile& profile, size_t rows, const SideLimits& limits)
{
    return double(profile.filled) >= limits.leastFilled * double(rows)
        && profile.distinct * 5 > profile.filled && profile.numberShare < 0.5
        && profile.alikeShare <= limits.mostAlike;
}

bool isSentenceSide(const ColumnProfile& profile, size_t rows, const SideLimits& limits)
{
    return mayBeSide(profile, rows, limits) && profile.distinct * 2 > profile.filled
        && profile.digitShare < 0.25 && profile.numberShare < 0.1 && profile.meanLength >= 8
        && profile.meanWords >= 1.5;
}

/// The columns of pairs, guessed from some rows.
struct PairGuess {
    int64_t source = -1, target = -1; ///< -1: there are no two columns that may be one each.
    bool sentences = false;
};

/// The first two columns for which `holds` is true.
template <class Condition>
PairGuess firstTwo(const std::vector<ColumnProfile>& profiles, Condition holds)
{
    PairGuess guess;
    for (size_t i = 0; i < profiles.size() && guess.target < 0; ++i)
        if (holds(i))
            (guess.source < 0 ? guess.source : guess.target) = static_cast<int64_t>(i);
    return guess;
}

/// Whether both sides are too much alike in their beginnings; one alone may be a remark.
bool beginAlike(const std::vector<ColumnProfile>& profiles, const PairGuess& guess)
{
    const double most = SideLimits().mostAlike;
    return profiles[static_cast<size_t>(guess.source)].alikeShare > most
        && profiles[static_cast<size_t>(guess.target)].alikeShare > most;
}

/// The columns that are named as source and target, else the first two named as languages.
PairGuess namedSides(const std::vector<std::string>& names)
{
    PairGuess guess;
    std::vector<int64_t> languages;
    for (size_t i = 0; i < names.size(); ++i) {
        const auto side = columnSide(names[i]);
        const auto column = static_cast<int64_t>(i);
        if (side && side->kind == SideKind::Source && guess.source < 0)
            guess.source = column;
        else if (side && side->kind == SideKind::Target && guess.target < 0)
            guess.target = column;
        else if (side && isLanguage(side->kind))
            languages.push_back(column);
    }
    if ((guess.source < 0 || guess.target < 0) && languages.size() >= 2)
        return {languages[0], languages[1], false};
    return guess.source >= 0 && guess.target >= 0 ? guess : PairGuess();
}

PairGuess guessSides(const std::vector<std::string>& names, const CellRows& rows, Names meaning)
{
    const std::vector<ColumnProfile> profiles = profilesOf(rows, names.size());
    const auto sentences = [&](const SideLimits& limits) {
        return firstTwo(profiles,
                        [&](size_t i) { return isSentenceSide(profiles[i], rows.size(), limits); });
    };
    constexpr SideLimits kPossible{0.8, 0.9};
    if (meaning == Names::AreMeant) {
        PairGuess named = namedSides(names);
        named.sentences = named.target >= 0;
        if (named.target >= 0)
            return named;
    }
    PairGuess guess = sentences(SideLimits());
    guess.sentences = guess.target >= 0;
    if (guess.target < 0)
        guess = firstTwo(profiles,
                         [&](size_t i) { return mayBeSide(profiles[i], rows.size(), kPossible); });
    if (guess.target < 0) {
        guess = sentences(kExercises);
        guess.sentences = guess.target >= 0 && beginAlike(profiles, guess);
    }
    if (guess.target < 0)
        guess = sentences(kManyGaps);
    return guess.target < 0 ? PairGuess() : guess;
}

} // namespace

ColumnGuess guessPairColumns(const std::vector<std::string>& names, const CellRows& rows,
                             Names meaning)
{
    const PairGuess pair = guessSides(names, rows, meaning);
    ColumnGuess guess{{}, pair.target, pair.sentences};
    if (pair.source >= 0)
        guess.textColumns = {pair.source};
    return guess;
}

} // namespace core
