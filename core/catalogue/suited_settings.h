#pragma once

#include "core/base/message.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"
#include "core/task/task_kinds.h"

#include <set>
#include <string>
#include <vector>

namespace core {

/// A setting of a preset that was given another value for the data that it meets.
struct SuitedSetting {
    std::string path; ///< "training.batch_size"
    std::string before, after; ///< As withValue() takes them.

    friend bool operator==(const SuitedSetting&, const SuitedSetting&) = default;
};

/// A preset with the settings that suit its data.
struct SuitedSettings {
    ExperimentSpec spec;
    std::vector<SuitedSetting> changes; ///< Empty: the preset suits the data as it is.
    std::vector<Message> why; ///< Sentences that name all changes.
};

/// The size of the data for a preset.
struct DataSize {
    PlannedData train;
    int64_t validTexts = 0; ///< 0: not known, or none.
};

/// Adapts a preset to the number of texts. The epochs of a preset suit the corpus that it was made
/// for; on a hundredth of it they give too few updates to learn anything. The fewer updates an
/// epoch has, the smaller are the batches, the more epochs there are, and the longer is the
/// patience. If validation has only a handful of texts, their loss determines the best epoch,
/// because their accuracy is equal in many epochs. With few words, a tagger that reads characters
/// omits words that occur once. Data of the preset's own size change nothing. Dropout stays:
/// given enough updates, less dropout was measured to be no better on few texts.
/// @param given  paths of settings that a person chose, which stay; one of a section or a selection
/// keeps all that is in it.
SuitedSettings suitedSettings(const ExperimentSpec& preset, const DataSize& data,
                              const std::set<std::string>& given = {});

/// The size by a preview, in tokens of the spec's tokeniser, or in words if it must be trained
/// first.
DataSize dataSize(const ExperimentSpec& spec, const DataPreview& preview);

} // namespace core
