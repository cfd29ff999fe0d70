#include "core/metric/token_loss.h"

#include <cmath>
#include <limits>

namespace core {

namespace {

double ratio(double sum, int64_t count)
{
    return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

double TokenLoss::mean() const
{
    return ratio(nats, tokens);
}

double TokenLoss::perplexity() const
{
    return std::exp(mean());
}

double TokenLoss::unknownShare() const
{
    return ratio(static_cast<double>(unknown), tokens);
}

double TokenLoss::knownPerplexity() const
{
    return std::exp(ratio(nats - unknownNats, tokens - unknown));
}

std::vector<Score> TokenLoss::unknownScores() const
{
    std::vector<Score> scores{{"unknown_share", unknownShare()}};
    if (unknown > 0)
        scores.push_back({"known_perplexity", knownPerplexity()});
    return scores;
}

} // namespace core
