#pragma once

#include "core/data/preview.h"
#include "core/experiment/spec.h"

#include <vector>

namespace core {

/// A set-up that the data alone decided.
struct DataDefaults {
    ExperimentSpec spec; ///< Complete, with the data of the preview.
    std::vector<DataDecision>
        decisions; ///< In the order of the steps: data, text, model, training.
};

/// The set-up for data for which nothing has been chosen yet. It depends on the preview alone, so
/// that the same files give the same set-up whatever was set up before:
/// - The task of the preview and, by the form of its texts, one of its presets: short strings with
///   words that hardly repeat are read as characters, tags that mark spans are scored as spans, and
///   running text that is divided already keeps its words.
/// - HTML, escapes and web addresses in the texts add the cleaning that removes them.
/// - The lengths in tokens give the maximum length (at most 400) and the batch size: a batch of the
///   95 % shortest texts holds at most 16,384 tokens, and an epoch of short texts has at most about
///   1,000 updates. Tagged texts are not cut up to 2,000 words, and their batches, as those of
///   running text, stay as in the preset.
/// - The number of tokens gives the units: half of the preset's below 20,000 words, at least 128
///   from 2 million words on.
/// - Few pairs are too few for a subword vocabulary and are divided into words.
/// - suitedSettings() follows. Values that stay as in the preset are decisions, too, where a user
///   would ask why.
/// @throws Error{BadSetting} when the task has no preset.
DataDefaults dataDefaults(const DataPreview& preview);

} // namespace core
