#include "core/metric/score.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

const LossDescription& crossEntropyLoss()
{
    static const LossDescription loss{"cross-entropy", "nats", true};
    return loss;
}

const std::vector<ScoreDescription>& scoreDescriptions()
{
    static const std::vector<ScoreDescription> all = {
        {.name = "accuracy",
         .title = "accuracy",
         .abbreviation = "acc",
         .help = "Share of the predictions that are right: the classes of texts, or the tokens of "
                 "translations.",
         .share = true,
         .eachUpdate = true},
        {.name = "token_accuracy",
         .title = "accuracy of tokens",
         .abbreviation = "tok acc",
         .help = "Share of tokens that get their true tag.",
         .share = true,
         .eachUpdate = true},
        {.name = "mean_absolute_error",
         .title = "mean absolute error",
         .abbreviation = "MAE",
         .help = "How far predicted numbers are from the true ones on average, in their unit.",
         .higherIsBetter = false,
         .eachUpdate = true,
         .decimals = 3},
        {.name = "perplexity",
         .title = "perplexity",
         .abbreviation = "ppl",
         .help = "exp of the mean of -ln p over tokens: the number of equally likely tokens that "
                 "would be as surprising. Comparable only for the same tokens (words, subwords or "
                 "characters) and the same vocabulary: all unknown tokens count as one frequent "
                 "word, so that a smaller vocabulary gives a lower perplexity.",
         .higherIsBetter = false},
        {.name = "forward_perplexity",
         .title = "forward perplexity",
         .abbreviation = "fwd ppl",
         .help = "Perplexity of the tokens, each predicted from those before it.",
         .higherIsBetter = false},
        {.name = "backward_perplexity",
         .title = "backward perplexity",
         .abbreviation = "bwd ppl",
         .help = "Perplexity of the tokens, each predicted from those behind it.",
         .higherIsBetter = false},
        {.name = "masked_accuracy",
         .title = "accuracy on masked tokens",
         .abbreviation = "masked acc",
         .help = "Share of the hidden tokens whose likeliest prediction is the token itself.",
         .share = true,
         .eachUpdate = true},
        {.name = "pseudo_perplexity",
         .title = "pseudo-perplexity",
         .abbreviation = "pppl",
         .help = "exp of the mean of -ln p over tokens of the texts, each masked by itself and "
                 "predicted from all others (Salazar et al. 2020). Unknown tokens do not count. "
                 "It is no perplexity: it knows the tokens on both sides, and is comparable only "
                 "with others of the same tokens and the same vocabulary.",
         .higherIsBetter = false},
        {.name = "unknown_share",
         .title = "unknown tokens",
         .abbreviation = "unk",
         .help = "Share of the predicted tokens that the vocabulary lacks. They are predicted as "
                 "<unk> and count in loss, accuracy and perplexity.",
         .higherIsBetter = false,
         .share = true,
         .ofSomeDataOnly
         = true, // A property of the data, not of the network: no criterion for "best".
         .drawnAtFirst = false},
        {.name = "known_perplexity",
         .title = "perplexity of known tokens",
         .abbreviation = "known ppl",
         .help = "exp of the mean of -ln p over the tokens that are in the vocabulary; unknown "
                 "ones are left out.",
         .higherIsBetter = false,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "bits_per_character",
         .title = "bits per character",
         .abbreviation = "bpc",
         .help = "Sum of -log2 p over all tokens divided by the characters that they stand for, "
                 "line ends among them. An unknown token is charged for its spelling as well: "
                 "log2 257 bits for each of its bytes and for its end. Comparable between "
                 "tokenisers on the same text with the same cleaning and maximum length.",
         .higherIsBetter = false,
         .drawnAtFirst = false,
         .decimals = 3},
        {.name = "macro_f1",
         .title = "macro F1",
         .abbreviation = "F1",
         .help = "The mean of the classes' F1, each class counting alike.",
         .drawnAtFirst = false,
         .decimals = 4}, // says little that accuracy does not say
        {.name = "span_f1",
         .title = "F1 of spans",
         .abbreviation = "F1",
         .help = "Harmonic mean of precision and recall of spans, as conlleval has it (Tjong Kim "
                 "Sang and Buchholz, 2000): a span is right if its type and both its ends are.",
         .share = true,
         .ofSomeDataOnly = true},
        {.name = "span_precision",
         .title = "precision of spans",
         .abbreviation = "prec",
         .help = "Share of the predicted spans that are right: type and both ends.",
         .share = true,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "span_recall",
         .title = "recall of spans",
         .abbreviation = "rec",
         .help = "Share of the true spans that are found: type and both ends.",
         .share = true,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "similarity",
         .title = "correlation with similarities",
         .abbreviation = "ρ",
         .help = "Spearman's ρ between the cosines of word vectors and the similarities that "
                 "people gave the words, the mean over the files.",
         .ofSomeDataOnly = true,
         .decimals = 3},
        {.name = "analogies",
         .title = "analogies",
         .abbreviation = "analogies",
         .help = "Share of the analogies \"a is to b as c is to d\" of known words for which d has "
                 "the vector nearest to b - a + c of all other words.",
         .share = true,
         .ofSomeDataOnly = true},
        {.name = "shared_neighbours",
         .title = "shared neighbours",
         .abbreviation = "shared",
         .help = "Share of the 10 nearest neighbours of the 1,000 most frequent words that other "
                 "vectors, as of another seed or epoch, give them as well.",
         .share = true,
         .ofSomeDataOnly = true},
        {.name = "covered_pairs",
         .title = "pairs with known words only",
         .abbreviation = "known pairs",
         .help = "Share of the pairs with a similarity whose words have vectors. Over few pairs a "
                 "correlation says little.",
         .share = true,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "covered_analogies",
         .title = "analogies with known words only",
         .abbreviation = "known analogies",
         .help = "Share of the analogies whose words have vectors; the others are not asked.",
         .share = true,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "covered_words",
         .title = "words that have vectors in both",
         .abbreviation = "known words",
         .help = "Share of the most frequent words that the file of other vectors has, too.",
         .share = true,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "covered", // Of runs of earlier versions.
         .title = "covered questions",
         .abbreviation = "covered",
         .help = "Share of the questions about words that have only words of the vocabulary; the "
                 "others are not asked.",
         .share = true,
         .ofSomeDataOnly = true,
         .drawnAtFirst = false},
        {.name = "bleu",
         .title = "BLEU",
         .abbreviation = "BLEU",
         .help = "Geometric mean of the precisions of 1- to 4-grams times a penalty for "
                 "translations that are too short, 0 to 100 (Papineni et al., 2002; as "
                 "sacreBLEU)."},
        {.name = "chrf",
         .title = "chrF",
         .abbreviation = "chrF",
         .help = "F score with twice the weight on recall over character n-grams up to 6, 0 to "
                 "100 (Popović, 2015; as sacreBLEU).",
         .drawnAtFirst = false},
        {.name = "exact_match",
         .title = "exact match",
         .abbreviation = "exact",
         .help
         = "Share of translations that equal their reference; share of answers that equal one "
           "of their references without regard to capitals, punctuation and articles (as "
           "SQuAD).",
         .share = true,
         .drawnAtFirst = false},
        {.name = "answer_f1",
         .title = "F1 of answers",
         .abbreviation = "F1",
         .help = "Harmonic mean of precision and recall of the words of an answer against the "
                 "reference that it agrees with most, the mean over questions; capitals, "
                 "punctuation and articles do not count (as SQuAD).",
         .share = true},
        {.name = "alignment_error_rate",
         .title = "alignment error rate",
         .abbreviation = "AER",
         .help = "1 - 2 |A ∩ S| / (|A| + |S|): A links each target token to the source token "
                 "that gets most attention, S are the gold links (Och and Ney, 2003).",
         .higherIsBetter = false,
         .share = true,
         .ofSomeDataOnly = true},
        {.name = "root_mean_squared_error",
         .title = "root mean squared error",
         .abbreviation = "RMSE",
         .help = "The root of the mean of squared errors, in the unit of the numbers: large "
                 "errors count for more.",
         .higherIsBetter = false,
         .drawnAtFirst = false,
         .decimals = 3},
        {.name = "pearson",
         .title = "Pearson correlation",
         .abbreviation = "r",
         .help = "How well predicted and true numbers lie on a straight line, -1 to 1.",
         .decimals = 3},
        {.name = "spearman",
         .title = "Spearman correlation",
         .abbreviation = "ρ",
         .help = "Pearson's correlation of the ranks: whether the order is right, -1 to 1.",
         .drawnAtFirst = false,
         .decimals = 3},
        {.name = "r_squared",
         .title = "coefficient of determination",
         .abbreviation = "R²",
         .help = "Share of the numbers' variance that the predictions explain; negative where "
                 "their mean would do better.",
         .drawnAtFirst = false,
         .decimals = 3}};
    return all;
}

ScoreDescription scoreDescription(const std::string& name)
{
    const auto& all = scoreDescriptions();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const ScoreDescription& each) { return each.name == name; });
    return found != all.end()
        ? *found
        : ScoreDescription{.name = name, .title = name, .abbreviation = name, .help = {}};
}

std::string monitoredScore(const std::string& monitor)
{
    constexpr size_t kPrefix = sizeof "valid_" - 1;
    return monitor.starts_with("valid_") ? monitor.substr(kPrefix) : monitor;
}

bool monitorRises(const std::string& monitor)
{
    const std::string name = monitoredScore(monitor);
    return name != "loss" && scoreDescription(name).higherIsBetter;
}

std::vector<Score> scoresOf(const std::vector<Score>& scores, bool eachUpdate)
{
    std::vector<Score> chosen;
    for (const Score& score : scores)
        if (scoreDescription(score.name).eachUpdate == eachUpdate)
            chosen.push_back(score);
    return chosen;
}

double scoreValue(const std::vector<Score>& scores, const std::string& name)
{
    for (const Score& score : scores)
        if (score.name == name)
            return score.value;
    return std::numeric_limits<double>::quiet_NaN();
}

namespace {

double quotient(double sum, int64_t count)
{
    return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

double TokenLoss::mean() const
{
    return quotient(nats, tokens);
}

double TokenLoss::perplexity() const
{
    return std::exp(mean());
}

double TokenLoss::unknownShare() const
{
    return quotient(static_cast<double>(unknown), tokens);
}

double TokenLoss::knownPerplexity() const
{
    return std::exp(quotient(nats - unknownNats, tokens - unknown));
}

std::vector<Score> TokenLoss::unknownScores() const
{
    std::vector<Score> scores{{"unknown_share", unknownShare()}};
    if (unknown > 0)
        scores.push_back({"known_perplexity", knownPerplexity()});
    return scores;
}

} // namespace core
