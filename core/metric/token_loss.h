#pragma once

#include "core/metric/score.h"

#include <cstdint>
#include <vector>

namespace core {

/// The loss of the tokens that a network predicted in a set of texts. Unknown tokens, which the
/// vocabulary lacks and which stand as <unk>, are counted apart: they all count as one frequent
/// and therefore likely word, so that the more of them there are, the lower the perplexity is.
struct TokenLoss {
    double nats = 0.0; ///< Sum of -ln p over all tokens.
    double unknownNats = 0.0; ///< Of it, what the unknown tokens add.
    int64_t tokens = 0; ///< All.
    int64_t unknown = 0; ///< Of them, those that are unknown.

    double mean() const; ///< Nats a token; NaN without tokens.
    double perplexity() const; ///< exp(mean())
    double unknownShare() const; ///< 0 to 1; NaN without tokens.
    /// exp of the mean of -ln p over the tokens that are known; NaN where none is.
    double knownPerplexity() const;
    /// "unknown_share" and, where there are unknown tokens, "known_perplexity".
    std::vector<Score> unknownScores() const;
};

} // namespace core
