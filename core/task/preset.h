#pragma once

#include "core/experiment/spec.h"

#include <string>
#include <utility>

namespace core {

/// A ready-made experiment under a short name.
struct Preset {
    std::string id; ///< "imdb-transformer"
    std::string title; ///< "IMDB reviews, Transformer encoder of lecture 001"
    bool needsData = false; ///< True: files must be given; false: a bundled sample.
    ExperimentSpec spec;
};

/// Options as they differ from the defaults; completed when the list of presets is made.
inline Selection pick(const char* kind, Json options = Json::object())
{
    return {kind, std::move(options)};
}

} // namespace core
