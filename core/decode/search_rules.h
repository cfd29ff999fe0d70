#pragma once

#include "core/base/schema.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Options that all searches share: how the text so far changes the probabilities of the next
/// token, and texts at which a hypothesis ends.
struct TokenRules {
    double presencePenalty = 0.0; ///< See penaliseRepeats().
    double frequencyPenalty = 0.0;
    /// A hypothesis ends as soon as its text contains one of these; empty ones are ignored. They,
    /// and all that follows, are not part of its text.
    std::vector<std::string> stopSequences;
};

/// How hypotheses are scored and what they may not contain. Options that searches share.
///
/// score(Y) = log P(Y) / lp(T) + cp(Y), with T the tokens of Y, its end mark among them.
struct SearchRules : TokenRules {
    std::string normalisation = "none"; ///< lp: see lengthPenalty().
    double lengthPenalty = 0.6; ///< alpha.
    double coveragePenalty = 0.0; ///< beta; 0: off.
    int64_t blockNgrams = 0; ///< Length of n-grams that may not come twice; 0: off.
    int64_t minimumLength = 0; ///< Tokens before the end mark.
};

/// The divisor of the total log probability of a hypothesis of `length` tokens: "none": 1,
/// "mean": T, "length_power": T^alpha, "gnmt": ((5 + T) / 6)^alpha.
/// Sources: lecture 002 (mean); Wu et al. (2016), arXiv:1609.08144, eq. 14 (gnmt).
double lengthPenalty(const SearchRules& rules, int64_t length);

/// cp = beta * sum_i log(min(c_i, 1)), c_i the attention that source token i got so far.
/// Source: Wu et al. (2016), eq. 14. Differs: c_i is at least 1e-10, so that a token without any
/// attention does not make the score infinite.
double coveragePenalty(const SearchRules& rules, std::span<const float> coverage);

/// Appends to `blocked` each token that would make the last n tokens of `history` and it an n-gram
/// that is already there.
void appendRepeats(std::span<const int32_t> history, int64_t n, std::vector<int32_t>& blocked);

inline bool penalisesRepeats(const TokenRules& rules)
{
    return rules.presencePenalty != 0.0 || rules.frequencyPenalty != 0.0;
}

/// Lowers the logit of each token y that the hypothesis already has, c_y times, and turns the
/// logits into log probabilities again:
///
///     z'_y = z_y - presence [c_y > 0] - frequency c_y,    log p' = log softmax(z')
///
/// Source: OpenAI's API, "Frequency and presence penalties".
/// @param history  tokens of the hypothesis, a forced prefix among them.
/// @param row      log probability of each token of the vocabulary, nats.
void penaliseRepeats(const TokenRules& rules, std::span<const int32_t> history,
                     std::span<float> row);

/// Position at which the first of the stop sequences begins in `text`, at `from` or after it;
/// npos: none does.
size_t stopPosition(const TokenRules& rules, std::string_view text, size_t from);

// Descriptions of the rules for the options of each search, which derive from SearchRules or
// TokenRules.
OptionDescription presencePenaltyOption();
OptionDescription frequencyPenaltyOption();
OptionDescription stopSequencesOption();
OptionDescription normalisationOption();
OptionDescription lengthPenaltyOption();
OptionDescription coveragePenaltyOption();
OptionDescription blockNgramsOption();
OptionDescription minimumLengthOption();

template <class Options> Schema<Options>& addTokenRules(Schema<Options>& schema)
{
    return schema.template add<double>(&Options::presencePenalty, presencePenaltyOption())
        .template add<double>(&Options::frequencyPenalty, frequencyPenaltyOption())
        .template add<std::vector<std::string>>(&Options::stopSequences, stopSequencesOption());
}

template <class Options> Schema<Options>& addRules(Schema<Options>& schema)
{
    schema.template add<std::string>(&Options::normalisation, normalisationOption())
        .template add<double>(&Options::lengthPenalty, lengthPenaltyOption())
        .template add<double>(&Options::coveragePenalty, coveragePenaltyOption())
        .template add<int64_t>(&Options::blockNgrams, blockNgramsOption())
        .template add<int64_t>(&Options::minimumLength, minimumLengthOption());
    return addTokenRules(schema);
}

} // namespace core
