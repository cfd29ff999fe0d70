#pragma once

#include "core/base/message.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"
#include "core/task/planned_epoch.h"

#include <set>
#include <string>
#include <vector>

namespace core {

/// A setting of a preset that was given another value for the data that it meets.
struct SuitedSetting {
    std::string path; ///< "training.batch_size"
    int64_t before = 0, after = 0;

    friend bool operator==(const SuitedSetting&, const SuitedSetting&) = default;
};

/// A preset with the settings that suit its data.
struct SuitedSettings {
    ExperimentSpec spec;
    std::vector<SuitedSetting> changes; ///< Empty: the preset suits the data as it is.
    Message why; ///< A sentence that names all changes; empty where there are none.
};

/// What a preset cannot know is how many texts it is going to meet. Its epochs are so many passes
/// over the corpus that it was made for; of a hundredth of it they are too few updates to learn
/// anything. The fewer updates an epoch has, the smaller are the batches, the more epochs there
/// are, and the longer patience lasts. Data of the preset's own size change nothing, whatever the
/// preset: the rules look at updates alone. Regularisation stays as it is: with enough updates,
/// milder dropout was measured to be worse on few texts, not better.
/// @param given  paths of settings that a person chose, which stay; one of a section or a selection
/// keeps all that is in it.
SuitedSettings suitedSettings(const ExperimentSpec& preset, const PlannedData& data,
                              const std::set<std::string>& given = {});

/// What a preview tells of the training texts, in tokens of the spec's tokeniser, or in words where
/// that has to be trained first.
PlannedData plannedData(const ExperimentSpec& spec, const DataPreview& preview);

} // namespace core
