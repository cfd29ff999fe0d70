#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/task/decoding_spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

inline constexpr const char* kLanguageModelTask = "language_model";
inline constexpr const char* kClassToTextTask = "class_to_text";
inline constexpr const char* kNumbersToTextTask = "numbers_to_text";

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
    /// For conditional texts: "every_input", "first_input" or "initial_state".
    std::string condition = "every_input";
    /// For texts with numbers: columns of the data beside the number, as TaskColumns::features.
    std::vector<std::string> features{};
    /// Family "teacher_forcing", for conditional texts: how often the true token is fed.
    Selection teacherForcing{"constant", Json::object()};
    WritingSpec writing{};

    bool isStream() const { return reading == "stream"; }
};

/// The options of "language_model".
const Schema<LanguageOptions>& languageSchema();
/// The options of "class_to_text" and "numbers_to_text", whose texts are always read line by line.
const Schema<LanguageOptions>& classToTextSchema();
const Schema<LanguageOptions>& numbersToTextSchema();

/// The options of a spec; missing ones have their defaults. @pre the spec is of one of these tasks.
LanguageOptions languageOptions(const ExperimentSpec& spec);
/// Whether texts are generated for a class.
inline bool hasClasses(const ExperimentSpec& spec)
{
    return spec.task.kind == kClassToTextTask;
}

/// Whether texts are generated for numbers.
inline bool hasNumbers(const ExperimentSpec& spec)
{
    return spec.task.kind == kNumbersToTextTask;
}
/// Whether they are generated for a class or for numbers.
inline bool isConditional(const ExperimentSpec& spec)
{
    return hasClasses(spec) || hasNumbers(spec);
}

/// As the decoding settings of any generator.
DecodingSpec decodingOf(const WritingSpec& writing);

/// The kind of tokens: "word", "character", "byte", "subword".
std::string tokenUnit(const TextSpec& text);

/// The rules of these tasks.
void checkLanguageModel(const ExperimentSpec& spec, std::vector<Problem>& problems);

} // namespace core
