#pragma once

#include "core/data/sample.h"
#include "core/data/samples/draws.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <functional>
#include <string>
#include <vector>

namespace core {

/// Makes one text of class `label`.
using TextMaker = std::function<std::string(int32_t label, Draws& draws)>;

/// Draws texts until each split has its share of every class: `trainTexts`, and an eighth of that
/// for validation and for testing. No text occurs twice; order is random.
/// @param classes  sorted. @throws Error{BadSetting} when the grammar has not so many texts.
GeneratedCorpus buildCorpus(std::vector<std::string> classes, int64_t trainTexts, int64_t seed,
                            const TextMaker& make);

/// A text and the number that it says.
struct RatedText {
    std::string text;
    double number = 0.0;
};
using RatedTextMaker = std::function<RatedText(Draws& draws)>;

/// As buildCorpus, of texts with numbers as they are drawn.
GeneratedCorpus buildRatedCorpus(int64_t trainTexts, int64_t seed, const RatedTextMaker& make);

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
