#pragma once

#include "core/data/formats/format.h"

namespace core {

/// What the sample is when it was made for another task than its own, as a sentence with what to
/// do: words with tags (CoNLL, CoNLL-U, "word/TAG") for a task of whole texts. Empty when it is
/// nothing of the kind. Words and tags would else pass for texts and classes.
Message otherTask(const FormatSample& sample);

/// What a sample without words and tags is, as such a sentence: a table, texts with labels, or
/// nothing known.
Message missingTags(const FormatSample& sample);

/// Lines of sentences, as a book or a play has them, by the look of the sample.
bool isRunningText(const FormatSample& sample);

/// What texts without labels are, as such a sentence: running text, a list of words, or neither.
Message missingLabels(const FormatSample& sample);

} // namespace core
