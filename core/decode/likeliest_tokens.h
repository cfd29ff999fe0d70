#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace core {

struct WeighedToken {
    float logProbability = 0.0F;
    int32_t token = 0;

    /// Orders by decreasing probability, then by increasing id. A total order.
    friend bool operator<(const WeighedToken& a, const WeighedToken& b)
    {
        return a.logProbability > b.logProbability
            || (a.logProbability == b.logProbability && a.token < b.token);
    }
};

/// Finds the most likely tokens of one row of log probabilities in one pass; only tokens better
/// than the worst found so far cost more than a comparison. Tokens without a probability (-infinity
/// or NaN) are ignored. Memory is reused between rows.
class LikeliestTokens {
public:
    /// @param never  ids to ignore.
    LikeliestTokens(int64_t vocabularySize, std::span<const int32_t> never);

    /// Finds the `limit` most likely tokens that are not in `blocked`.
    void scan(std::span<const float> row, int64_t limit, std::span<const int32_t> blocked = {});

    /// The tokens found in the last row; unordered.
    std::span<const WeighedToken> found() const { return m_found; }
    /// Tokens in `blocked` that are more likely than the worst of found(), and possibly a few
    /// more; unordered.
    std::span<const WeighedToken> blocked() const { return m_blocked; }

    /// Number of tokens in `row` that can be generated.
    int64_t count(std::span<const float> row) const;
    /// 1 + the number of tokens in `row` that precede `token` and are not in `blocked`.
    int64_t rank(std::span<const float> row, WeighedToken token,
                 std::span<const int32_t> blocked) const;
    bool canBeWritten(std::span<const float> row, int64_t token) const;

private:
    void offer(WeighedToken token, int64_t limit, std::span<const int32_t> blocked);

    std::vector<char> m_never;
    std::vector<WeighedToken> m_found; ///< A heap with the least likely on top, once it is full.
    std::vector<WeighedToken> m_blocked;
};

} // namespace core
