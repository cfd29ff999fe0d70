#pragma once

#include "core/base/registry.h"
#include "core/decode/trace.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// The sizes and limits of a search for one sentence.
struct SearchContext {
    int64_t vocabularySize = 0;
    int64_t beginId = 2;
    int64_t endId = 3; ///< Below 0: what is written ends at its longest length alone.
    std::vector<int32_t> neverIds{0, 1, 2}; ///< Never written: padding, unknown, begin.
    int64_t maximumLength = 0; ///< Tokens at most, the end mark among them (T of lecture 002).
    int64_t sourceLength = 0; ///< For the coverage penalty and for copied attention.
    std::vector<int32_t> prefix; ///< Forced: the first tokens are these, whatever they cost.
    uint64_t stream = 0; ///< Another number, other draws from the same seed: the sentence's place.
    /// Text of a hypothesis as users read it, in which stop sequences are found; without it they
    /// have no effect.
    std::function<std::string(std::span<const int32_t> tokens)> textOf{};
    TraceDetail trace = TraceDetail::Off;
};

/// A hypothesis that asks for its next token.
struct OpenRow {
    int32_t parent = 0; ///< Row in the list before; at first 0, the encoded sentence itself.
    int32_t token = 0; ///< To be fed to the decoder: its last token.
};

/// The network's predictions for all open rows.
struct NextTokens {
    std::span<const float> logProbabilities; ///< Row-major [rows * vocabularySize], nats.
    std::span<const float> attention; ///< Row-major [rows * sourceLength]; empty: none.
};

/// A finished hypothesis.
struct Hypothesis {
    std::vector<int32_t> tokens; ///< Without begin and end marks, forced prefix included.
    double logProbability = 0.0; ///< Sum over tokens and end mark, nats.
    double score = 0.0; ///< After length normalisation and penalties; what it is ranked by.
    bool ended = true; ///< False: cut off at the maximum length.
    int32_t node = -1; ///< In the trace; -1 without one.
    /// Bytes of its text (SearchContext::textOf) before the stop sequence that ended it; none: no
    /// stop sequence did.
    std::optional<size_t> stoppedAt{};

    /// The part of its text before the stop sequence. @param text  that of `tokens`.
    std::string result(std::string text) const
    {
        text.resize(std::min(text.size(), stoppedAt.value_or(text.size())));
        return text;
    }
};

/// Looks for one translation, one decision at a time: a caller feeds the tokens of open() to a
/// network and gives the answer to advance(), until finished(). Knows no tensors, so that many
/// searches share one batch and each decision can be looked at.
class Search {
public:
    virtual ~Search() = default;

    /// Rules that concern several options, or options and sentence.
    /// @throws Error{BadSetting}, as checkSearch().
    virtual void check() const = 0;
    /// At the start one row with the begin mark; empty when finished.
    virtual std::span<const OpenRow> open() const = 0;
    virtual void advance(const NextTokens& next) = 0;
    bool finished() const { return open().empty(); }
    /// The best `count`, best first; fewer when there are not so many. Those that were cut off come
    /// after all that ended, because a sum without an end mark is no match for one with it.
    /// @pre finished().
    virtual std::vector<Hypothesis> best(int64_t count) const = 0;
    /// All candidates so far, in the detail that the context requests. Also before
    /// the search is finished.
    virtual const DecodingTrace& trace() const = 0;
};

using SearchRegistry = Registry<std::unique_ptr<Search>, const SearchContext&>;

/// "greedy", "sampling", "beam", "exhaustive". The searches that it makes are not checked.
const SearchRegistry& searchRegistry();
std::vector<KindDescription> searchKinds(); ///< Family "search".

/// Rules that concern several fields: a width over the vocabulary ...
/// @throws Error{BadSetting}, for exhaustive search also when V^T is over its budget, saying both.
void checkSearch(const Selection& search, const SearchContext& context);

/// Hypotheses that exhaustive search asks the network about: sum over t = 0 ... T - 1 of (V')^t
/// with V' tokens that can be written before the end mark. Each of them can end, so it is also the
/// number of translations compared. Infinity when beyond double.
double exhaustiveCost(int64_t writableTokens, int64_t maximumLength);

/// A number in [0, 1) that depends on its three arguments alone and is the same on every machine:
/// the finaliser of SplitMix64 (Steele, Lea and Flood, 2014) over each in turn; the upper 53 bits
/// become the fraction. Being no sequence, the draw of one step does not depend on whether the
/// steps before it were drawn or forced.
double uniformDraw(uint64_t seed, uint64_t stream, uint64_t step);

} // namespace core
