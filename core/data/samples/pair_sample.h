#pragma once

#include "core/data/pair_set.h"

namespace core {

/// Pairs made by our own code: no file is read, and the same options give the same pairs on every
/// machine.
struct GeneratedPairs {
    SentencePairs train, valid, test; ///< No source occurs twice, neither within nor across splits.
};

/// Makes the pairs that `sample` (family "sample") names. @pre its options are complete.
/// @throws Error{BadSetting} when there is no such sample of pairs, or it has not so many pairs.
GeneratedPairs generatePairs(const Selection& sample);

} // namespace core
