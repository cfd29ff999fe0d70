#pragma once

#include "core/base/error.h"
#include "core/data/samples/draws.h"

#include <string>
#include <unordered_set>

namespace core {

/// Draws of which no two give the same text.
class DistinctDraws {
public:
    explicit DistinctDraws(int64_t seed) : m_draws(seed) { }

    Draws& draws() { return m_draws; }

    /// Calls `make`, which draws a text, until one comes that was not there before.
    /// @throws Error{BadSetting} when none comes.
    template <class Make> std::string next(const Make& make)
    {
        for (int tries = 0; tries < kLargestNumberOfTries; ++tries) {
            std::string text = make(m_draws);
            if (m_seen.insert(text).second)
                return text;
        }
        throw Error(ErrorCode::BadSetting,
                    {"The sample cannot make so many different texts; it stopped at %1.",
                     {std::to_string(m_seen.size())}},
                    {"Ask for fewer texts.", {}});
    }

private:
    static constexpr int kLargestNumberOfTries = 1000;

    Draws m_draws;
    std::unordered_set<std::string> m_seen;
};

} // namespace core
