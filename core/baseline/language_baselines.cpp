#include "core/baseline/kneser_ney.h"
#include "core/baseline/task_baselines.h"

#include <algorithm>
#include <numbers>
#include <numeric>

namespace core {

namespace {

/// Counts or scores all of a set: at once where it is a stream, else line by line.
template <class Use> void eachSequence(const LanguageData& data, bool stream, const Use& use)
{
    if (stream) {
        use(std::span(data.ids));
        return;
    }
    size_t first = 0;
    for (const int64_t length : data.lines) {
        use(std::span(data.ids).subspan(first, size_t(length)));
        first += size_t(length);
    }
}

void scoreTokens(Baseline& baseline, const LanguageData& rows, const KneserNey& model,
                 const LanguageSettings& settings)
{
    std::vector<double> nats;
    eachSequence(rows, settings.stream, [&](std::span<const int32_t> ids) {
        const std::vector<double> own = model.nats(ids, settings.begin);
        nats.insert(nats.end(), own.begin(), own.end());
    });
    TokenLoss loss;
    for (size_t i = 0; i < nats.size(); ++i) {
        const bool unknown = rows.ids[i] == settings.unknown;
        loss.nats += nats[i];
        loss.unknownNats += unknown ? nats[i] : 0.0;
        loss.unknown += unknown ? 1 : 0;
    }
    loss.tokens = static_cast<int64_t>(nats.size());
    baseline.scores = {{"loss", loss.mean()}, {"perplexity", loss.perplexity()}};
    for (const Score& score : loss.unknownScores())
        if (score.name != "unknown_share") // A property of the data.
            baseline.scores.push_back(score);
    if (rows.characters > 0)
        baseline.scores.push_back({"bits_per_character",
                                   (loss.nats + rows.spellingNats) / std::numbers::ln2
                                       / static_cast<double>(rows.characters)});
    baseline.outcomes = {"perplexity", Outcomes::Form::Exponential};
    auto token = nats.begin();
    for (const int64_t length : rows.lines) {
        baseline.outcomes.add(std::accumulate(token, token + length, 0.0),
                              static_cast<double>(length));
        token += length;
    }
}

/// Longer n-grams of a long text fill the memory.
int64_t affordableOrder(int64_t order, size_t tokens)
{
    constexpr size_t kMostNgrams = 6'000'000;
    return std::clamp(order, int64_t{1},
                      std::max<int64_t>(static_cast<int64_t>(kMostNgrams / (tokens + 1)), 2));
}

} // namespace

Baselines languageBaselines(const LanguageData& train, const LanguageData& rows,
                            const LanguageSettings& settings, const Monitor& monitor)
{
    Baselines result;
    const int64_t longest = affordableOrder(settings.order, train.ids.size());
    if (longest < settings.order)
        result.notes.push_back(
            {"The training text is long: n-grams are of at most %1 tokens instead of %2.",
             {std::to_string(longest), std::to_string(settings.order)}});
    for (const int64_t order : {int64_t{1}, int64_t{2}, longest}) {
        if (order == 2 && longest == 2)
            continue;
        KneserNey model(order, settings.outcomes);
        eachSequence(train, settings.stream, [&](std::span<const int32_t> ids) {
            model.count(ids, settings.begin, monitor);
        });
        model.finish();
        const std::string length = std::to_string(order);
        if (order == 1)
            result.all.push_back({"unigram", "Token frequencies",
                                  "Predicts every token by how often it is in the training data."});
        else
            result.all.push_back({"ngram_" + length, length + "-grams, Kneser-Ney",
                                  "Predicts every token by counts of n-grams of up to " + length
                                      + " tokens with interpolated modified Kneser-Ney "
                                        "smoothing."});
        scoreTokens(result.all.back(), rows, model, settings);
    }
    return result;
}

} // namespace core
