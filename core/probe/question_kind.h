#pragma once

#include "core/base/readout.h"
#include "core/base/schema.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// How a question is described, with options that several questions have and parts that several
// answers have.

namespace core {

/// A question and its answer, described once: this provides the questions of the command
/// line (`ask`, `kinds questions`), and JSON, tables and text of the answer.
template <class Question> struct QuestionKind {
    std::string title; ///< "Path of a CRF".
    std::string summary; ///< The content of the answer in one or two sentences.
    Schema<Question> options{};
    void (*describe)(const typename Question::Answer& answer, Readout& readout) = nullptr;
};

/// An answer, described as its question describes it.
template <class Question> Readout readoutOf(const typename Question::Answer& answer)
{
    Readout readout;
    Question::kind().describe(answer, readout);
    return readout;
}

inline OptionDescription textOption()
{
    return {.name = "text",
            .label = "Text",
            .help
            = "The text that the network reads. Without one, a short text of the run's data."};
}

inline OptionDescription textsOption()
{
    return {.name = "texts",
            .label = "Texts",
            .help = "The texts; a JSON list if one of them contains a comma."};
}

inline OptionDescription classOption()
{
    return {.name = "class",
            .label = "Class",
            .help = "Class to generate text for, with models that generate text for classes, or "
                    "numbers, such as \"stars 4\". Without one, the first class or the means."};
}

/// "text", "division", "features" of the example that a question without a loss is about.
const Schema<Example>& readTextSchema();
/// The same, with "reference" and "class".
const Schema<Example>& exampleSchema();

struct UpdatePlace;
/// "update": the update that a question is about.
const Schema<UpdatePlace>& updatePlaceSchema();

/// "layer" and "direction" of a question about a recurrent layer.
template <class Question> Schema<Question>& addLayer(Schema<Question>& schema)
{
    return schema
        .add(&Question::layer,
             {.name = "layer",
              .label = "Layer",
              .help = "From 0; -1, or a number beyond the layers, selects the last.",
              .minimum = -1})
        .add(&Question::direction,
             {.name = "direction",
              .label = "Direction",
              .help = "0 reads forwards, 1 backwards.",
              .minimum = 0,
              .maximum = 1});
}

/// "split" of a question that is about rows of the run's data.
template <class Question> Schema<Question> splitOptions()
{
    return Schema<Question>().add(
        &Question::split,
        {.name = "split",
         .label = "Split",
         .help = "The part of the run's own data that is read.",
         .choices
         = {{"train", "Training data"}, {"valid", "Validation data"}, {"test", "Test data"}}});
}

/// Epoch of a network as it was imported: trained elsewhere, for an unknown time.
inline constexpr int64_t kImportedEpoch = -1;

/// "step" and "epoch" of the network; of an imported one neither is known.
template <class Answer> void describeMoment(const Answer& answer, Readout& readout)
{
    const bool known = answer.epoch != kImportedEpoch;
    readout
        .value({"step", "Update of the network"},
               known ? std::optional<int64_t>(answer.step) : std::nullopt)
        .value({"epoch", "Epoch of the network"},
               known ? std::optional<int64_t>(answer.epoch) : std::nullopt);
}

/// Square counts: rows are the truth, columns what was predicted.
inline void describeConfusion(const std::vector<int64_t>& confusion,
                              const std::vector<std::string>& names, Readout& readout)
{
    readout.matrix({"confusion", "Confusion matrix (rows: truth, columns: prediction)"}, confusion,
                   names, names);
}

/// None for NaN: it is not known.
inline std::optional<double> knownNumber(double number)
{
    return std::isnan(number) ? std::nullopt : std::optional(number);
}

/// Names of classes.
inline void describeNames(const std::vector<std::string>& names, Readout& readout)
{
    readout.list({"classes", "Classes"}, names);
}

} // namespace core
