#pragma once

#include "core/data/sample.h"
#include "core/data/samples/draws.h"

#include <functional>

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

} // namespace core
