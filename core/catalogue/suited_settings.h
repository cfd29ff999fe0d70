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

/// How many data a preset meets.
struct DataSize {
    PlannedData train;
    int64_t validTexts = 0; ///< 0: not known, or none.
};

/// What a preset cannot know is how many texts it is going to meet. Its epochs are so many passes
/// over the corpus that it was made for; of a hundredth of it they are too few updates to learn
/// anything. The fewer updates an epoch has, the smaller are the batches, the more epochs there
/// are, and the longer patience lasts. Where validation is a handful of texts, the best epoch goes
/// by their loss: how many of them are right is the same for many epochs. Of few words a tagger
/// that reads characters leaves out those that are seen once. Data of the preset's own size change
/// nothing, whatever the preset. Dropout stays as it is: once there are enough updates, a milder
/// one was measured to be no better on few texts.
/// @param given  paths of settings that a person chose, which stay; one of a section or a selection
/// keeps all that is in it.
SuitedSettings suitedSettings(const ExperimentSpec& preset, const DataSize& data,
                              const std::set<std::string>& given = {});

/// What a preview tells, in tokens of the spec's tokeniser, or in words where that has to be
/// trained first.
DataSize dataSize(const ExperimentSpec& spec, const DataPreview& preview);

} // namespace core
