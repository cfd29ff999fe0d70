#pragma once

#include "core/data/sample.h"
#include "core/data/samples/draws.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <functional>
#include <string>
#include <vector>

namespace core {

/// A sentence as data hold it: tokens, and as many tags.
struct TaggedSentence {
    std::vector<std::string> tokens, tags;
};

/// Takes a drawn phrase apart into tokens and tags.
using SentenceReader = std::function<TaggedSentence(std::string_view phrase)>;

/// Draws sentences from the list "sentence" of two grammars: `train` for the training texts and
/// `heldOut`, which has words that no training text has, for the others. "a" becomes "an" before a
/// vowel, and the first token gets a capital. No sentence occurs twice.
/// @throws Error{BadSetting} when a grammar has not so many sentences.
GeneratedCorpus buildTaggedCorpus(const SampleOptions& options, const Grammar& train,
                                  const Grammar& heldOut, const SentenceReader& read);

} // namespace core
