#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"

#include <cstdint>

namespace core {

inline constexpr const char* kTranslationTask = "translation";

/// How a translator writes.
struct DecodingSpec {
    Selection search{"beam", Json::object()}; ///< Family "search": of the test at the end.
    /// Tokens of a translation at most, its end mark among them: factor x source tokens + this.
    double lengthFactor = 1.5;
    int64_t lengthMargin = 10;
    /// Validation pairs that are translated greedily after each epoch, for BLEU; 0: none.
    int64_t validationSentences = 200;

    friend bool operator==(const DecodingSpec&, const DecodingSpec&) = default;
};

/// What a spec of this task has beside what all tasks have.
struct TranslationOptions {
    TextSpec targetText{}; ///< How texts of the target language become ids.
    DecodingSpec decoding{};
    /// Family "teacher_forcing": how often the decoder is fed the true token.
    Selection teacherForcing{"constant", Json::object()};

    friend bool operator==(const TranslationOptions&, const TranslationOptions&) = default;
};

const Schema<TranslationOptions>& translationSchema();

/// Those of a spec; what it leaves out takes its default. @pre the spec is of this task.
TranslationOptions translationOptions(const ExperimentSpec& spec);
/// Makes a spec one of this task with these options.
void setTranslationOptions(ExperimentSpec& spec, const TranslationOptions& options);

/// The settings of the two sides' texts and data exchanged, as what was the target is translated.
/// @param data  the spec's, with the columns that were recognised.
ExperimentSpec exchangedSides(ExperimentSpec spec, const DataSpec& data);

} // namespace core
