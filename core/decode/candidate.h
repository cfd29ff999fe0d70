#pragma once

#include "core/decode/trace.h"

#include <cstdint>

namespace core {

/// A hypothesis and one more token, as it is weighed.
struct Candidate {
    double score = 0.0; ///< total / length penalty + coverage penalty.
    double total = 0.0; ///< Log probability of the hypothesis with this token, nats.
    float logProbability = 0.0F; ///< Of this token, nats.
    int32_t row = 0; ///< Of the hypothesis, in Search::open().
    int32_t token = 0;
    int32_t rank = 0; ///< As TraceNode.
    Fate fate = Fate::Kept;
};

/// Best score first; of equals the earlier row, then the likelier token, then the smaller id: one
/// order on every machine, whatever the order of the work.
inline bool operator<(const Candidate& a, const Candidate& b)
{
    if (a.score != b.score)
        return a.score > b.score;
    if (a.row != b.row)
        return a.row < b.row;
    if (a.logProbability != b.logProbability)
        return a.logProbability > b.logProbability;
    return a.token < b.token;
}

inline bool isBlocked(const Candidate& candidate)
{
    return candidate.fate == Fate::RepeatsNgram || candidate.fate == Fate::TooShort;
}

/// Whether something comes of it: it goes on, or is one of the hypotheses found.
inline bool isTaken(const Candidate& candidate)
{
    return candidate.fate == Fate::Kept || candidate.fate == Fate::Finished;
}

} // namespace core
