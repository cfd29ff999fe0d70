#include "core/baseline/kneser_ney.h"
#include "core/baseline/task_baselines.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <set>

namespace core {

namespace {

/// Calls `use` with all of a set at once where it is a stream, else with each line and its number.
template <class Use> void eachSequence(const LanguageData& data, bool stream, const Use& use)
{
    if (stream) {
        use(std::span(data.ids), size_t{0});
        return;
    }
    size_t first = 0, line = 0;
    for (const int64_t length : data.lines) {
        use(std::span(data.ids).subspan(first, size_t(length)), line++);
        first += size_t(length);
    }
}

/// N-grams of all lines, or of those of one class.
KneserNey counted(const LanguageData& train, int64_t order, const LanguageSettings& settings,
                  const Monitor& monitor, std::optional<int32_t> ofClass = {})
{
    KneserNey model(order, settings.outcomes);
    eachSequence(train, settings.stream, [&](std::span<const int32_t> ids, size_t line) {
        if (!ofClass || train.classes[line] == *ofClass)
            model.count(ids, settings.begin, monitor);
    });
    model.finish();
    return model;
}

/// -ln p of each token.
std::vector<double> natsOf(const LanguageData& rows, const KneserNey& model,
                           const LanguageSettings& settings)
{
    std::vector<double> nats;
    eachSequence(rows, settings.stream, [&](std::span<const int32_t> ids, size_t) {
        const std::vector<double> own = model.nats(ids, settings.begin);
        nats.insert(nats.end(), own.begin(), own.end());
    });
    return nats;
}

/// -ln of the mean of both probabilities of each token. @param all  -ln p by the n-grams of all.
std::vector<double> natsOfClasses(const LanguageData& train, const LanguageData& rows,
                                  std::vector<double> all, int64_t order,
                                  const LanguageSettings& settings, const Monitor& monitor)
{
    for (const int32_t ofClass : std::set(rows.classes.begin(), rows.classes.end())) {
        const KneserNey model = counted(train, order, settings, monitor, ofClass);
        auto token = all.begin();
        eachSequence(rows, false, [&](std::span<const int32_t> ids, size_t line) {
            if (rows.classes[line] == ofClass)
                std::transform(token, token + int64_t(ids.size()),
                               model.nats(ids, settings.begin).begin(), token,
                               [](double one, double other) {
                                   return -std::log((std::exp(-one) + std::exp(-other)) / 2.0);
                               });
            token += int64_t(ids.size());
        });
    }
    return all;
}

void scoreTokens(Baseline& baseline, const LanguageData& rows, const std::vector<double>& nats,
                 const LanguageSettings& settings)
{
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
    for (const int64_t order : std::set{int64_t{1}, std::min(int64_t{2}, longest), longest}) {
        const std::vector<double> nats
            = natsOf(rows, counted(train, order, settings, monitor), settings);
        const std::string length = std::to_string(order);
        if (order == 1)
            result.all.push_back({"unigram", "Token frequencies",
                                  "Predicts every token by how often it is in the training data."});
        else
            result.all.push_back({"ngram_" + length, length + "-grams, Kneser-Ney",
                                  "Predicts every token by counts of n-grams of up to " + length
                                      + " tokens with interpolated modified Kneser-Ney "
                                        "smoothing."});
        scoreTokens(result.all.back(), rows, nats, settings);
        if (order != longest || train.classes.empty())
            continue;
        result.all.push_back({"class_ngram_" + length, length + "-grams of the class, Kneser-Ney",
                              "Predicts every token by the mean of two probabilities: that of "
                              "n-grams of the training texts of the same class and that of n-grams "
                              "of all training texts, both of up to "
                                  + length + " tokens."});
        scoreTokens(result.all.back(), rows,
                    natsOfClasses(train, rows, nats, order, settings, monitor), settings);
    }
    return result;
}

} // namespace core
