#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace core {

struct WeighedToken {
    float logProbability = 0.0F;
    int32_t token = 0;

    /// Likelier first; of equals the smaller id. A total order.
    friend bool operator<(const WeighedToken& a, const WeighedToken& b)
    {
        return a.logProbability > b.logProbability
            || (a.logProbability == b.logProbability && a.token < b.token);
    }
};

/// The likeliest tokens of one row of log probabilities: one pass over it, in which only those
/// that beat the worst of the best so far cost more than a comparison. Tokens without probability
/// (-infinity, or no number at all) do not count. Memory is kept between rows.
class LikeliestTokens {
public:
    /// @param never  Ids that are passed over.
    LikeliestTokens(int64_t vocabularySize, std::span<const int32_t> never);

    /// Finds the `limit` most likely tokens that are not in `blocked`.
    void scan(std::span<const float> row, int64_t limit, std::span<const int32_t> blocked = {});

    /// Of the last row; unordered.
    std::span<const WeighedToken> found() const { return m_found; }
    /// Those in `blocked` that are likelier than the last of found(); maybe a few more; unordered.
    std::span<const WeighedToken> blocked() const { return m_blocked; }

    /// Tokens of `row` that can be written at all.
    int64_t count(std::span<const float> row) const;
    /// 1 + the tokens of `row` that come before `token` and are not in `blocked`.
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
