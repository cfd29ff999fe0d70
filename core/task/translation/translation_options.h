#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/task/decoding_spec.h"

#include <cstdint>

namespace core {

inline constexpr const char* kTranslationTask = "translation";

/// The options of this task in a spec.
struct TranslationOptions {
    TextSpec targetText{}; ///< How texts of the target language become ids.
    DecodingSpec decoding{};
    /// Family "teacher_forcing": how often the decoder is fed the true token.
    Selection teacherForcing{"constant", Json::object()};

    friend bool operator==(const TranslationOptions&, const TranslationOptions&) = default;
};

const Schema<DecodingSpec>& decodingSchema();
const Schema<TranslationOptions>& translationSchema();

/// The options of a spec; missing ones have their defaults. @pre the spec is of this task.
TranslationOptions translationOptions(const ExperimentSpec& spec);
/// Makes a spec one of this task with these options.
void setTranslationOptions(ExperimentSpec& spec, const TranslationOptions& options);

/// The settings of the two sides' texts and data exchanged, as what was the target is translated.
/// @param data  the spec's, with the columns that were recognised.
ExperimentSpec exchangedSides(ExperimentSpec spec, const DataSpec& data);

} // namespace core
