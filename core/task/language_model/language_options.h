#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/task/decoding_spec.h"

#include <cstdint>
#include <string>

namespace core {

inline constexpr const char* kLanguageModelTask = "language_model";
inline constexpr const char* kClassToTextTask = "class_to_text";

/// How a language model generates text.
struct WritingSpec {
    Selection search{"sampling", Json::object()}; ///< Family "search".
    int64_t length = 60; ///< Tokens at most.
    bool stopAtLineEnd = false; ///< Otherwise a line end is a token as any other.
};

/// The options of the tasks of this folder in a spec.
struct LanguageOptions {
    /// "stream": one text, whose lines follow one another; "lines": each line by itself.
    std::string reading = "stream";
    int64_t window = 35; ///< Streams: tokens a row of a batch (truncated backpropagation).
    bool tied = false; ///< The output's weights are the embedding's rows.
    /// For texts with classes: "every_input", "first_input" or "initial_state".
    std::string condition = "every_input";
    /// Family "teacher_forcing", for texts with classes: how often the true token is fed.
    Selection teacherForcing{"constant", Json::object()};
    WritingSpec writing{};

    bool isStream() const { return reading == "stream"; }
};

/// The options of "language_model".
const Schema<LanguageOptions>& languageSchema();
/// The options of "class_to_text", whose texts are always read line by line.
const Schema<LanguageOptions>& classToTextSchema();

/// The options of a spec; missing ones have their defaults. @pre the spec is of one of these tasks.
LanguageOptions languageOptions(const ExperimentSpec& spec);
/// Whether texts are generated for a class.
inline bool hasClasses(const ExperimentSpec& spec)
{
    return spec.task.kind == kClassToTextTask;
}

/// As the decoding settings of any generator.
DecodingSpec decodingOf(const WritingSpec& writing);

/// The kind of tokens: "word", "character", "byte", "subword".
std::string tokenUnit(const TextSpec& text);

/// The rules of these tasks.
void checkLanguageModel(const ExperimentSpec& spec, std::vector<Problem>& problems);

} // namespace core
