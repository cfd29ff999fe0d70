#include "core/probe/fill_in/fill_in_question.h"
#include "core/probe/question_kind.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// A place as a row of a table.
struct FilledRow {
    std::string token, best;
    std::optional<double> probability, nats;
    std::optional<int64_t> rank;
    double bestProbability = 0.0;
    int64_t place = 0;
    bool unknown = false;
};

struct CandidateRow {
    int64_t place = 0;
    std::string hidden, token;
    double probability = 0.0;
};

void describeFillIn(const FillIn& filled, Readout& readout)
{
    using Name = ReadoutName;
    std::vector<FilledRow> rows;
    std::vector<CandidateRow> candidates;
    for (const FilledPlace& place : filled.places) {
        const std::string& token = filled.tokens[static_cast<size_t>(place.token)];
        FilledRow& row = rows.emplace_back();
        row.place = place.token;
        row.token = token;
        row.unknown = place.unknown;
        row.probability = place.knownProbability();
        row.nats = place.knownNats();
        row.rank = place.knownRank();
        if (!place.best.empty()) {
            row.best = place.best.front().token;
            row.bestProbability = place.best.front().probability;
        }
        for (const FilledToken& each : place.best)
            candidates.push_back({place.token, token, each.token, each.probability});
    }
    readout.list({"tokens", "Tokens"}, filled.tokens)
        .list({"ids", "Ids"}, filled.ids, "tokens")
        .list({"unknown", "Not in the vocabulary"},
              unknownWords(filled.marks, filled.tokens, filled.ids))
        .value({"in_turn", "Each place was hidden by itself"}, filled.inTurn)
        .table({"places", "Hidden places"}, rows,
               std::pair{Name{"place", "Place"}, &FilledRow::place},
               std::pair{Name{"token", "Token"}, &FilledRow::token},
               std::pair{Name{"unknown", "Not in the vocabulary"}, &FilledRow::unknown},
               std::pair{Name{"probability", "Its probability"}, &FilledRow::probability},
               std::pair{Name{"nats", "-ln p"}, &FilledRow::nats},
               std::pair{Name{"rank", "Its rank"}, &FilledRow::rank},
               std::pair{Name{"best", "Likeliest"}, &FilledRow::best},
               std::pair{Name{"best_probability", "Probability"}, &FilledRow::bestProbability})
        .table({"predictions", "Predictions"}, candidates,
               std::pair{Name{"place", "Place"}, &CandidateRow::place},
               std::pair{Name{"hidden", "Hidden token"}, &CandidateRow::hidden},
               std::pair{Name{"token", "Prediction"}, &CandidateRow::token},
               std::pair{Name{"probability", "Probability"}, &CandidateRow::probability});
    if (filled.inTurn && knownPlaces(filled.places) > 0)
        readout
            .value({"pseudo_log_likelihood", "Pseudo-log-likelihood"},
                   -filled.meanNats() * static_cast<double>(knownPlaces(filled.places)))
            .value({"pseudo_perplexity", "Pseudo-perplexity"}, std::exp(filled.meanNats()))
            .value({"left_out", "Unknown and special tokens that these leave out"},
                   std::ssize(filled.tokens) - knownPlaces(filled.places));
    readout.value({"vocabulary_size", "Size of the vocabulary"}, filled.vocabularySize)
        .value({"special_tokens", "Special tokens among these"}, filled.specialTokens)
        .value({"cut_tokens", "Tokens beyond the maximum length"}, filled.cutTokens);
    describeMoment(filled, readout);
}

} // namespace

int64_t knownPlaces(const std::vector<FilledPlace>& places)
{
    return std::count_if(places.begin(), places.end(),
                         [](const FilledPlace& place) { return !place.unknown; });
}

double FilledPlace::nats() const
{
    return -std::log(probability);
}

std::optional<double> FilledPlace::knownProbability() const
{
    return unknown ? std::nullopt : std::optional(probability);
}

std::optional<double> FilledPlace::knownNats() const
{
    return unknown ? std::nullopt : std::optional(nats());
}

std::optional<int64_t> FilledPlace::knownRank() const
{
    return unknown ? std::nullopt : std::optional(rank);
}

double meanKnownNats(const std::vector<FilledPlace>& places)
{
    double sum = 0.0;
    for (const FilledPlace& place : places)
        sum += place.knownNats().value_or(0.0);
    const int64_t known = knownPlaces(places);
    return known == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(known);
}

std::string FillIn::wordText(int64_t word) const
{
    return joinedWord(marks, tokens, words[static_cast<size_t>(word)]);
}

bool FillIn::isUnknown(int64_t word) const
{
    return isUnknownWord(ids, words[static_cast<size_t>(word)]);
}

std::string FillIn::textWith(int64_t at, const std::string& token) const
{
    std::string written = lowerCased(text);
    if (written.size() != text.size()) // Places in one are not those in the other.
        written = text;
    std::string joined;
    for (size_t end = 0, word = 0; word < words.size(); ++word) {
        std::string own = wordText(static_cast<int64_t>(word)), other;
        const TokenRange& range = words[word];
        for (int64_t i = range.first; i < range.first + range.count; ++i)
            other += withoutMark(marks, i == at ? token : tokens[static_cast<size_t>(i)]);
        joined += (joined.empty() ? "" : " ") + other;
        const size_t begin = std::min(written.find(own, end), written.find(lowerCased(own), end));
        const bool replaced = at >= range.first && at < range.first + range.count;
        if (begin == std::string::npos) // A special token, or one whose letters are coded.
            continue;
        if (replaced)
            return text.substr(0, begin) + other + text.substr(begin + own.size());
        end = begin + own.size();
    }
    return joined;
}

QuestionKind<AskFillIn> AskFillIn::kind()
{
    return {"Fill in",
            "Predictions of a masked language model for words that are hidden from it; "
            "without chosen words, each token of the text is hidden in turn, which gives the "
            "pseudo-log-likelihood.",
            Schema<AskFillIn>()
                .add(&AskFillIn::text, textOption())
                .add(&AskFillIn::words,
                     {.name = "words",
                      .label = "Words",
                      .help = "Numbers of the words that are hidden together, from 0. Without "
                              "one, each token is hidden in turn.",
                      .minimum = 0})
                .add(&AskFillIn::count,
                     {.name = "count",
                      .label = "Predictions",
                      .help = "Number of predictions for each place.",
                      .minimum = 1,
                      .maximum = double(kMaximum)}),
            &describeFillIn};
}

} // namespace core
