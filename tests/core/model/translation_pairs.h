#pragma once

#include "core/model/translator.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/test_case.h"

/// Pairs of sentences of different lengths, for tests of translators of any kind.
namespace pairs {

using made::batchOf;
using made::Rows;

constexpr int64_t kSource = 13, kTarget = 11; ///< Sizes of the vocabularies.
constexpr int64_t kBegin = 2, kEnd = 3;

/// Words up to the last of `vocabulary`.
inline Rows sources(int64_t vocabulary = kSource)
{
    return {{5, 9, 4, vocabulary - 1, 7}, {6}, {4, 5, 8}, {vocabulary - 2, 10, 9, 8, 7, 6, 5}};
}

/// Longest in the middle, so that steps have to be put in order.
inline Rows targets()
{
    return {{kBegin, 4, 8, kEnd},
            {kBegin, kEnd},
            {kBegin, 9, 10, 5, 6, 4, kEnd},
            {kBegin, 7, 7, 10, kEnd}};
}

inline core::TranslationBatch examplePairs(int64_t sourceVocabulary = kSource)
{
    return {batchOf(sources(sourceVocabulary)), batchOf(targets())};
}

} // namespace pairs
