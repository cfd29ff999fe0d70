#include "core/decode/search_rules.h"

#include <algorithm>
#include <cmath>

namespace core {

double lengthPenalty(const SearchRules& rules, int64_t length)
{
    const auto tokens = static_cast<double>(length);
    if (rules.normalisation == "mean")
        return tokens;
    if (rules.normalisation == "length_power")
        return std::pow(tokens, rules.lengthPenalty);
    if (rules.normalisation == "gnmt")
        return std::pow((5.0 + tokens) / 6.0, rules.lengthPenalty);
    return 1.0;
}

double coveragePenalty(const SearchRules& rules, std::span<const float> coverage)
{
    constexpr double kLeast = 1e-10;
    double sum = 0.0;
    for (const float attention : coverage)
        sum += std::log(std::clamp(static_cast<double>(attention), kLeast, 1.0));
    return rules.coveragePenalty * sum;
}

void appendRepeats(std::span<const int32_t> history, int64_t n, std::vector<int32_t>& blocked)
{
    const auto length = static_cast<int64_t>(history.size());
    if (n <= 0 || length < n)
        return;
    const auto tail = history.last(static_cast<size_t>(n - 1));
    for (int64_t start = 0; start + n <= length; ++start) {
        const auto earlier = history.subspan(static_cast<size_t>(start), tail.size());
        if (std::equal(tail.begin(), tail.end(), earlier.begin()))
            blocked.push_back(history[static_cast<size_t>(start + n - 1)]);
    }
}

void penaliseRepeats(const TokenRules& rules, std::span<const int32_t> history,
                     std::span<float> row)
{
    std::vector<int32_t> tokens(history.begin(), history.end());
    std::sort(tokens.begin(), tokens.end());
    for (auto token = tokens.begin(); token != tokens.end();) {
        const auto other = std::upper_bound(token, tokens.end(), *token);
        const double penalty
            = rules.presencePenalty + rules.frequencyPenalty * static_cast<double>(other - token);
        if (*token >= 0 && static_cast<size_t>(*token) < row.size())
            row[static_cast<size_t>(*token)] -= static_cast<float>(penalty);
        token = other;
    }
    double sum = 0.0;
    for (const float logit : row)
        sum += std::exp(static_cast<double>(logit));
    if (!(sum > 0.0))
        return;
    const auto normaliser = static_cast<float>(std::log(sum));
    for (float& logit : row)
        logit -= normaliser;
}

size_t stopPosition(const TokenRules& rules, std::string_view text, size_t from)
{
    size_t first = std::string_view::npos;
    for (const std::string& stop : rules.stopSequences)
        if (!stop.empty())
            first = std::min(first, text.find(stop, from));
    return first;
}

OptionDescription presencePenaltyOption()
{
    return {.name = "presence_penalty",
            .label = "Presence penalty",
            .help = "If the same words come again and again, raise it to about 0.5: it is "
                    "subtracted once from the logit of every token that the text already has. "
                    "Below 0 repetition is favoured.",
            .minimum = -10.0,
            .maximum = 10.0,
            .formula = {"z'_y = z_y − α [c_y > 0]", R"tex(z'_y = z_y - \alpha\,[c_y > 0])tex"}};
}

OptionDescription frequencyPenaltyOption()
{
    return {.name = "frequency_penalty",
            .label = "Frequency penalty",
            .help = "If a text goes in circles, raise it to about 0.5: for each time that a token "
                    "is already in the text, it is subtracted from the logit of that token. Below "
                    "0 repetition is favoured.",
            .minimum = -10.0,
            .maximum = 10.0,
            .formula = {"z'_y = z_y − α c_y", R"tex(z'_y = z_y - \alpha\, c_y)tex"}};
}

OptionDescription stopSequencesOption()
{
    return {.name = "stop_sequences",
            .label = "Stop sequences",
            .help = "If a text should end before the network ends it, name texts at which it "
                    "stops, such as a full stop. They are not part of the result."};
}

OptionDescription normalisationOption()
{
    return {.name = "normalisation",
            .label = "Length normalisation",
            .help = "Each further token lowers the sum of log probabilities. If translations are "
                    "too short, divide the sum by the length, or by a power of it.",
            .choices = {{"none", "None: the sum itself"},
                        {"mean", "Mean: divided by T"},
                        {"length_power", "Power: divided by Tᵅ"},
                        {"gnmt", "GNMT: divided by ((5 + T) / 6)ᵅ"}}};
}

OptionDescription lengthPenaltyOption()
{
    return {.name = "length_penalty",
            .label = "Length penalty α",
            .help = "If translations are still too short, raise it; if they are too long, lower "
                    "it. Used only by the normalisations with a power; 0 means no normalisation.",
            .minimum = 0.0,
            .maximum = 10.0};
}

OptionDescription coveragePenaltyOption()
{
    return {.name = "coverage_penalty",
            .label = "Coverage penalty β",
            .help
            = "Lowers the score of hypotheses that attend little to some source tokens. If parts "
              "of the source are missing, raise it to about 0.2. Needs a network with attention.",
            .minimum = 0.0,
            .maximum = 10.0,
            .advanced = true};
}

OptionDescription blockNgramsOption()
{
    return {.name = "block_ngrams",
            .label = "Block repeated n-grams",
            .help = "If translations repeat themselves, set it to 3: no three tokens in a row can "
                    "then occur twice. 0: off.",
            .unit = "tokens",
            .minimum = 0,
            .maximum = 100,
            .advanced = true};
}

OptionDescription minimumLengthOption()
{
    return {.name = "minimum_length",
            .label = "Minimum length",
            .help = "The end token is not allowed before this many tokens. If translations are "
                    "empty or end at once, raise it.",
            .unit = "tokens",
            .minimum = 0,
            .maximum = 10000,
            .advanced = true};
}

} // namespace core
