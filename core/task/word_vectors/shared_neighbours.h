#pragma once

#include "core/exchange/vectors.h"
#include "core/task/word_vectors/word_questions.h"

namespace core {

/// How far other vectors of the same words, as of another seed or epoch, agree.
struct SharedNeighbours {
    int64_t asked = 0; ///< The most frequent words, at most kAskedWords.
    int64_t covered = 0; ///< Those that have other vectors as well.
    /// Mean over the covered words of |A ∩ B| / k, where A and B are the k = 10 words with the
    /// largest cosines among both vectors (Hellrich and Hahn 2016). NaN without two common words.
    double share = 0.0;
};
inline constexpr int64_t kAskedWords = 1000;

/// Neighbours are sought among the kCandidates most frequent words that have both vectors.
/// @throws Error{Cancelled}.
SharedNeighbours sharedNeighbours(const WordVectors& other, const WordTable& table,
                                  const Monitor& monitor);

} // namespace core
