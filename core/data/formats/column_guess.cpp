#include "core/data/formats/column_guess.h"

#include "core/data/cells/cell_text.h"
#include "core/data/cells/numbers.h"
#include "core/data/formats/column_profile.h"
#include "core/data/formats/pair_columns.h"
#include "core/data/pairs/side_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

namespace core {

namespace {

using namespace std::string_view_literals;

constexpr std::array kLabelNames{
    "label"sv,    "labels"sv,  "sentiment"sv,  "class"sv,
    "category"sv, "target"sv,  "polarity"sv,   "stars"sv,
    "rating"sv,   "emotion"sv, "intent"sv,     "topic"sv,
    "y"sv,        "tag"sv,     "klass"sv,      "language"sv,
    "is_spam"sv,  "toxic"sv,   "score"sv,      "airline_sentiment"sv,
    "type"sv,     "lang"sv,    "gold_label"sv, "classification"sv,
    "overall"sv,
};
constexpr std::array kTextNames{
    "text"sv,      "review"sv,     "content"sv,      "sentence"sv, "comment"sv,
    "message"sv,   "tweet"sv,      "body"sv,         "title"sv,    "headline"sv,
    "summary"sv,   "question"sv,   "description"sv,  "phrase"sv,   "document"sv,
    "utterance"sv, "reviewtext"sv, "comment_text"sv, "x"sv,        "name"sv,
};
constexpr std::array kOtherNames{
    "id"sv, "index"sv, "user"sv, "date"sv, "author"sv, "url"sv, "time"sv, "timestamp"sv, "source"sv,
};

/// Beside those of labels.
constexpr std::array kNumberNames{
    "number"sv, "value"sv,  "age"sv,   "price"sv,      "grade"sv, "points"sv,
    "amount"sv, "length"sv, "count"sv, "similarity"sv, "rank"sv,
};

// Words of names, as in "domain1_score", "rater2 domain1" and "essayId".
constexpr std::array kAnswerWords{
    "label"sv,    "labels"sv, "target"sv, "score"sv,     "rating"sv,   "class"sv,
    "category"sv, "grade"sv,  "stars"sv,  "sentiment"sv, "polarity"sv,
};
constexpr std::array kResolvedWords{
    "final"sv, "overall"sv, "resolved"sv, "mean"sv, "average"sv, "avg"sv, "gold"sv, "total"sv,
};
constexpr std::array kRaterWords{"rater"sv, "annotator"sv, "judge"sv, "coder"sv, "worker"sv};
/// Numbers under such a name are measured, and those under kClassWords name classes.
constexpr std::array kMeasureWords{
    "score"sv, "rating"sv, "ratings"sv, "stars"sv,  "grade"sv, "points"sv, "price"sv,
    "age"sv,   "value"sv,  "amount"sv,  "number"sv, "count"sv, "length"sv, "similarity"sv,
};
constexpr std::array kClassWords{
    "label"sv, "labels"sv, "class"sv, "category"sv, "topic"sv, "intent"sv, "tag"sv, "type"sv,
};
constexpr std::array kKeyWords{
    "id"sv,   "ids"sv,  "idx"sv,      "index"sv, "uuid"sv,      "key"sv,
    "year"sv, "date"sv, "datetime"sv, "time"sv,  "timestamp"sv,
};
constexpr std::array kAddressWords{"url"sv, "uri"sv, "link"sv, "href"sv};

/// Longer values are texts; a label has to fit on an axis.
constexpr size_t kLongestLabel = 60;

template <size_t N>
bool contains(const std::array<std::string_view, N>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), lowered(name)) != names.end();
}

/// The runs of letters in `name` in lower case: "essayId" is two words.
std::vector<std::string> wordsOfColumn(const std::string& name)
{
    std::vector<std::string> words;
    char before = ' ';
    for (const char c : name) {
        const auto isLetter
            = [](char each) { return std::isalpha(static_cast<unsigned char>(each)) != 0; };
        const auto isUpper
            = [](char each) { return std::isupper(static_cast<unsigned char>(each)) != 0; };
        if (isLetter(c) && (!isLetter(before) || (isUpper(c) && !isUpper(before))))
            words.emplace_back();
        if (isLetter(c))
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        before = c;
    }
    return words;
}

template <size_t N>
bool speaksOf(const std::string& name, const std::array<std::string_view, N>& some)
{
    const std::vector<std::string> words = wordsOfColumn(name);
    return std::any_of(words.begin(), words.end(), [&some](const std::string& word) {
        return std::find(some.begin(), some.end(), word) != some.end();
    });
}

/// Identifiers, years and dates are never what is to be learnt; "class_id" is a class.
bool isKey(const std::string& name, Names meaning)
{
    return meaning == Names::AreMeant && speaksOf(name, kKeyWords) && !speaksOf(name, kAnswerWords);
}

/// How far the name of a column tells that it is the answer; what is called the same as another
/// column is as likely as that.
enum class AnswerName { Rater, None, Word, Resolved, Exact };

AnswerName answerName(const std::string& name, bool isExact, Names meaning)
{
    if (meaning == Names::AreNumbers)
        return AnswerName::None;
    if (isExact)
        return AnswerName::Exact;
    if (speaksOf(name, kRaterWords))
        return AnswerName::Rater;
    if (!speaksOf(name, kAnswerWords))
        return AnswerName::None;
    return speaksOf(name, kResolvedWords) ? AnswerName::Resolved : AnswerName::Word;
}

bool mayBeLabel(const ColumnProfile& profile, size_t rows)
{
    if (profile.filled * 10 < rows * 9 || profile.longest > kLongestLabel)
        return false;
    const bool measured = profile.numberShare > 0.5 && !profile.whole && profile.distinct > 10;
    // A handful of rows cannot show repetition.
    return !measured
        && profile.distinct <= std::max<size_t>(rows < 20 ? rows / 2 + 1 : 2, rows / 5);
}

bool isSentences(const ColumnProfile& profile, size_t rows)
{
    return profile.meanWords >= 2.5 && profile.meanLength >= 15 && profile.digitShare < 0.25
        && profile.distinct * 2 > rows && profile.filled * 2 > rows;
}

/// A column that may be the answer, with what speaks for it: the name first, then the content.
struct AnswerCandidate {
    int64_t column = -1;
    AnswerName name = AnswerName::None;
    double score = 0.0;
};

/// Takes the best of `candidates`, of equals the first.
void takeAnswer(const std::vector<AnswerCandidate>& candidates, ColumnGuess& guess)
{
    const auto best = std::max_element(
        candidates.begin(), candidates.end(),
        [](const AnswerCandidate& one, const AnswerCandidate& other) {
            return std::pair(one.name, one.score) < std::pair(other.name, other.score);
        });
    if (best == candidates.end())
        return;
    guess.labelColumn = best->column;
    guess.named = best->name >= AnswerName::Word;
    for (const AnswerCandidate& candidate : candidates)
        if (candidate.name == best->name)
            guess.candidates.push_back(candidate.column);
}

/// How much the content of a column that may be the label is like one.
double labelScore(const ColumnProfile& profile, const std::string& name, Names meaning)
{
    double score = 1.0;
    if (meaning == Names::AreMeant && (contains(kTextNames, name) || contains(kOtherNames, name)))
        score -= 2.0;
    // Files sorted by class begin with one value only; still, two say more.
    score += profile.distinct >= 2 ? 1.0 : 0.0;
    score -= profile.distinct > 50 ? 0.5 : 0.0;
    score -= profile.meanWords > 3 ? 0.5 : 0.0;
    return score;
}

/// Few of thousands of classes repeat among the first rows; then the name of the column decides.
bool isNamedLabel(const ColumnProfile& profile, const std::string& name, Names meaning, size_t rows)
{
    const bool measured = profile.numberShare > 0.5 && !profile.whole;
    return meaning == Names::AreMeant && contains(kLabelNames, name) && !measured
        && profile.filled * 10 >= rows * 9 && profile.longest <= kLongestLabel;
}

/// Whether a column that could hold classes holds measured values: more than ten different numbers
/// under the name of a measure. Without such a name there have to be more than twenty that do not
/// merely count from 0 or 1, as the numbers of classes do.
bool holdsMeasures(const ColumnProfile& profile, const std::string& name, Names meaning)
{
    constexpr size_t kMostStars = 10, kMostClasses = 20;
    if (profile.measures * 10 < profile.filled * 9 || profile.distinct <= kMostStars)
        return false;
    if (meaning == Names::AreMeant && speaksOf(name, kClassWords))
        return false;
    if (meaning == Names::AreMeant && speaksOf(name, kMeasureWords))
        return true;
    double least = 0.0, greatest = 0.0;
    bool first = true;
    for (const std::string& value : profile.values) {
        const NumberCell cell = readNumber(value);
        if (cell.kind != NumberCell::Kind::Number)
            continue;
        least = first ? cell.value : std::min(least, cell.value);
        greatest = first ? cell.value : std::max(greatest, cell.value);
        first = false;
    }
    const bool counts = (least == 0.0 || least == 1.0)
        && greatest - least + 1.0 <= 2.0 * double(profile.distinct);
    return profile.distinct > kMostClasses && !counts;
}

void guessLabel(const std::vector<std::string>& names, const std::vector<ColumnProfile>& profiles,
                size_t rows, Names meaning, int64_t text, ColumnGuess& guess)
{
    std::vector<AnswerCandidate> candidates;
    for (size_t i = 0; i < profiles.size(); ++i)
        if (static_cast<int64_t>(i) != text && mayBeLabel(profiles[i], rows)
            && !isKey(names[i], meaning))
            candidates.push_back({static_cast<int64_t>(i),
                                  answerName(names[i], contains(kLabelNames, names[i]), meaning),
                                  labelScore(profiles[i], names[i], meaning)});
    for (size_t i = 0; candidates.empty() && i < profiles.size(); ++i)
        if (static_cast<int64_t>(i) != text && isNamedLabel(profiles[i], names[i], meaning, rows))
            candidates.push_back({static_cast<int64_t>(i), AnswerName::Exact, 0.0});
    takeAnswer(candidates, guess);
    const auto answer = static_cast<size_t>(guess.labelColumn);
    guess.manyNumbers
        = guess.labelColumn >= 0 && holdsMeasures(profiles[answer], names[answer], meaning);
}

/// Whether nearly all cells that are not missing are numbers.
bool isMeasured(const ColumnProfile& profile, size_t rows)
{
    const size_t there = rows - std::min(rows, profile.missing);
    return there * 2 > rows && profile.measures * 10 > there * 9;
}

/// Numbers of rows: each is one more than that before.
bool countsUp(const CellRows& rows, size_t column)
{
    double last = 0.0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const double value = readNumber(rows[i][column]).value;
        if (i > 0 && value != last + 1.0)
            return false;
        last = value;
    }
    return rows.size() > 2;
}

void guessNumber(const std::vector<std::string>& names, const std::vector<ColumnProfile>& profiles,
                 const CellRows& rows, Names meaning, int64_t text, ColumnGuess& guess)
{
    std::vector<AnswerCandidate> candidates;
    for (size_t i = 0; i < profiles.size(); ++i) {
        if (static_cast<int64_t>(i) == text || !isMeasured(profiles[i], rows.size())
            || countsUp(rows, i) || isKey(names[i], meaning))
            continue;
        const bool exact = contains(kNumberNames, names[i]) || contains(kLabelNames, names[i]);
        double score = profiles[i].distinct >= 2 ? 2.0 : 1.0;
        score -= meaning == Names::AreMeant && contains(kOtherNames, names[i]) ? 1.5 : 0.0;
        candidates.push_back(
            {static_cast<int64_t>(i), answerName(names[i], exact, meaning), score});
    }
    takeAnswer(candidates, guess);
}

/// The column that is most of the text: a meant name first, then the longest content.
int64_t guessMainText(const std::vector<std::string>& names,
                      const std::vector<ColumnProfile>& profiles, Names meaning)
{
    int64_t best = -1;
    double bestScore = 0.0;
    for (size_t i = 0; i < profiles.size(); ++i) {
        const ColumnProfile& profile = profiles[i];
        if (profile.filled == 0 || profile.numberShare > 0.5)
            continue;
        double score = profile.meanLength * std::min(1.0, profile.meanWords / 2)
            * (profile.digitShare < 0.25 ? 1.0 : 0.1);
        if (meaning == Names::AreMeant && contains(kTextNames, names[i]))
            score = 2 * score + 1;
        const bool named = contains(kOtherNames, names[i]) || contains(kLabelNames, names[i])
            || speaksOf(names[i], kKeyWords) || speaksOf(names[i], kAddressWords);
        if (meaning == Names::AreMeant && named)
            score /= 8;
        constexpr double kGenerated = 0.9; // Addresses of one site, made from identifiers.
        if (profile.alikeShare > kGenerated && profile.meanWords < 1.5)
            score /= 8;
        if (score > bestScore) {
            best = static_cast<int64_t>(i);
            bestScore = score;
        }
    }
    return best;
}

/// Whether the cells of a column are single words of many kinds: lists of similar words have a
/// score for two of them.
bool isWords(const ColumnProfile& profile, size_t rows)
{
    return profile.filled == rows && profile.meanWords <= 1.0 && profile.measures == 0
        && profile.distinct * 4 > rows;
}

/// A text and what belongs to it.
ColumnGuess guessAnswered(const TaskColumns& wanted, const std::vector<std::string>& names,
                          const CellRows& rows, Names meaning)
{
    const std::vector<ColumnProfile> profiles = profilesOf(rows, names.size());
    ColumnGuess guess;
    const int64_t main = guessMainText(names, profiles, meaning);
    if (main < 0)
        return guess;
    guess.mainText = main;
    if (wanted.answers(ColumnKind::Number))
        guessNumber(names, profiles, rows, meaning, main, guess);
    else if (wanted.answer())
        guessLabel(names, profiles, rows.size(), meaning, main, guess);
    for (size_t i = 0; i < profiles.size(); ++i) {
        const auto column = static_cast<int64_t>(i);
        const bool other = meaning == Names::AreMeant && contains(kOtherNames, names[i]);
        const auto& text = profiles[static_cast<size_t>(main)];
        const bool alike = (isSentences(profiles[i], rows.size()) && isSentences(text, rows.size()))
            || (wanted.answers(ColumnKind::Number) && !isKey(names[i], meaning)
                && isWords(profiles[i], rows.size()) && isWords(text, rows.size()));
        const bool beside = column != guess.labelColumn && !other && alike;
        if (column == main || beside)
            guess.textColumns.push_back(column);
    }
    return guess;
}

/// Points for and against `cell` being the name of the column whose other cells are `profile`.
int headerPoints(const std::string& cell, const ColumnProfile& profile)
{
    if (contains(kLabelNames, cell) || contains(kTextNames, cell) || contains(kOtherNames, cell))
        return 2;
    if (cell.empty())
        return 0; // The index column that pandas writes.
    int points = 0;
    if (profile.numberShare > 0.9)
        points += isPlainNumber(cell) ? -3 : 2;
    else if (isMeasured(profile, profile.filled + profile.missing)) // "4,5"
        points += readNumber(cell).kind == NumberCell::Kind::Number ? -3 : 2;
    const bool repeats = profile.values.size() * 4 < profile.filled;
    if (repeats)
        points += profile.values.contains(cell) ? -3 : 1;
    const bool oneWord = cell.find(' ') == std::string::npos;
    if (profile.meanLength > 40)
        points += double(cell.size()) * 4 < profile.meanLength ? 1 : -1;
    else if (profile.meanWords >= 2 && oneWord) // "v2" above short messages
        points += 1;
    return points;
}

} // namespace

bool looksLikeHeader(const CellRows& rows)
{
    if (rows.size() < 2)
        return false;
    constexpr int kPointsNeeded = 2;
    int points = 0;
    std::set<std::string> cells;
    for (size_t column = 0; column < rows.front().size(); ++column) {
        const std::string& cell = rows.front()[column];
        points += headerPoints(cell, profileOf(rows, column, 1));
        // Spreadsheets write empty cells for columns that were used once.
        if (!cell.empty() && !cells.insert(lowered(cell)).second)
            points -= 2;
    }
    return points >= kPointsNeeded;
}

bool namesColumns(const std::vector<std::string_view>& cells)
{
    bool label = false, text = false;
    for (const std::string_view cell : cells) {
        const std::string name(trimmed(cell));
        label |= contains(kLabelNames, name);
        text |= contains(kTextNames, name);
    }
    return label && text;
}

ColumnGuess guessColumns(const TaskColumns& wanted, const std::vector<std::string>& names,
                         const CellRows& rows, Names meaning)
{
    return wanted.arePairs() ? guessPairColumns(names, rows, meaning)
                             : guessAnswered(wanted, names, rows, meaning);
}

bool looksLikePairHeader(const CellRows& rows)
{
    if (rows.size() < 2)
        return false;
    size_t names = 0;
    std::set<std::string> cells;
    for (const std::string& cell : rows.front()) {
        const bool known = contains(kTextNames, cell) || contains(kOtherNames, cell);
        names += known || columnSide(cell) ? 1 : 0;
        if (!cells.insert(lowered(cell)).second)
            return false;
    }
    return names >= 2;
}

} // namespace core
