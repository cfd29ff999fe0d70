#include "core/probe/fill_in/fill_in_question.h"
#include "core/probe/question_kind.h"
#include "core/text/tokens/unicode.h"
#include "core/text/tokens/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// A place as a row of a table.
struct FilledRow {
    std::string token, best;
    double probability = 0.0, nats = 0.0, bestProbability = 0.0;
    int64_t place = 0, rank = 0;
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
        row.probability = place.probability;
        row.nats = place.nats();
        row.rank = place.rank;
        if (!place.best.empty()) {
            row.best = place.best.front().token;
            row.bestProbability = place.best.front().probability;
        }
        for (const FilledToken& each : place.best)
            candidates.push_back({place.token, token, each.token, each.probability});
    }
    readout.list({"tokens", "Tokens"}, filled.tokens)
        .list({"ids", "Ids"}, filled.ids, "tokens")
        .value({"in_turn", "Each place was hidden by itself"}, filled.inTurn)
        .table({"places", "Hidden places"}, rows,
               std::pair{Name{"place", "Place"}, &FilledRow::place},
               std::pair{Name{"token", "Token"}, &FilledRow::token},
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
    if (filled.inTurn && !filled.places.empty())
        readout
            .value({"pseudo_log_likelihood", "Pseudo-log-likelihood"},
                   -filled.meanNats() * static_cast<double>(filled.places.size()))
            .value({"pseudo_perplexity", "Pseudo-perplexity"}, std::exp(filled.meanNats()));
    readout.value({"vocabulary_size", "Size of the vocabulary"}, filled.vocabularySize)
        .value({"cut_tokens", "Tokens beyond the maximum length"}, filled.cutTokens);
    describeMoment(filled, readout);
}

} // namespace

double FilledPlace::nats() const
{
    return -std::log(probability);
}

std::string FillIn::wordText(int64_t word) const
{
    const TokenRange& range = words[static_cast<size_t>(word)];
    std::string joined;
    for (int64_t i = range.first; i < range.first + range.count; ++i)
        joined += withoutMark(marks, tokens[static_cast<size_t>(i)]);
    return joined;
}

bool FillIn::isUnknown(int64_t word) const
{
    const TokenRange& range = words[static_cast<size_t>(word)];
    const auto first = ids.begin() + std::min(range.first, std::ssize(ids));
    const auto last = ids.begin() + std::min(range.first + range.count, std::ssize(ids));
    return std::find(first, last, kUnknownId) != last;
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

double FillIn::meanNats() const
{
    double sum = 0.0;
    for (const FilledPlace& place : places)
        sum += place.nats();
    return places.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : sum / static_cast<double>(places.size());
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
