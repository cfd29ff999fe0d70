#include "core/base/error.h"
#include "core/decode/tree_search.h"

#include <algorithm>
#include <cmath>

namespace core {

void checkSearch(const Selection& search, const SearchContext& context)
{
    searchRegistry().make(search, context)->check();
}

double exhaustiveCost(int64_t writableTokens, int64_t maximumLength)
{
    double sum = 0.0;
    double sameLength = 1.0;
    for (int64_t length = 0; length < maximumLength && std::isfinite(sum); ++length) {
        sum += sameLength;
        sameLength *= static_cast<double>(writableTokens);
    }
    return sum;
}

void TreeSearch::check() const
{
    const int64_t longest = m_context.maximumLength;
    const auto forced = static_cast<int64_t>(m_context.prefix.size());
    if (longest < 1)
        throw Error(ErrorCode::BadSetting,
                    {"A translation may have %1 tokens at most, its end mark among them.",
                     {std::to_string(longest)}},
                    {"Raise the length factor or the length margin.", {}});
    if (m_rules.minimumLength > longest - 1)
        throw Error(
            ErrorCode::BadSetting,
            {"The minimum length is %1 tokens, but a translation of this sentence may have "
             "%2 at most before its end mark.",
             {std::to_string(m_rules.minimumLength), std::to_string(longest - 1)}},
            {"Lower the minimum length, or raise the length factor or the length margin.", {}});
    if (forced > longest - 1)
        throw Error(
            ErrorCode::BadSetting,
            {"The forced beginning has %1 tokens, but a translation of this sentence may "
             "have %2 at most before its end mark.",
             {std::to_string(forced), std::to_string(longest - 1)}},
            {"Shorten the beginning, or raise the length factor or the length margin.", {}});
    for (const int32_t token : m_context.prefix)
        if (token < 0 || token >= m_context.vocabularySize || token == m_context.endId)
            throw Error(
                ErrorCode::BadSetting,
                {"The forced beginning holds token %1, with which no translation can go on: "
                 "it is the end mark or not in the vocabulary of %2 tokens.",
                 {std::to_string(token), std::to_string(m_context.vocabularySize)}},
                {"Force other tokens.", {}});
}

} // namespace core
