#pragma once

#include "core/task/decoding_questions.h"
#include "core/task/example.h"
#include "core/task/inspection.h"
#include "core/task/question_kind.h"
#include "core/task/scored_rows.h"
#include "core/task/updates/update_questions.h"

#include <string>
#include <utility>
#include <vector>

// Options that several questions have, and parts that several answers have.

namespace core {

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
            .help = "The texts, as a JSON list where one of them has a comma."};
}

inline OptionDescription classOption()
{
    return {.name = "class",
            .label = "Class",
            .help = "Class that the text is generated for, of models that generate for classes. "
                    "Without one, the first."};
}

/// The option `division`: how a text becomes tokens.
template <class Question> Schema<Question>& addDivision(Schema<Question>& schema)
{
    return schema.choice(&Question::division,
                         {{Division::Typed, Choice{"typed", "By the rules of the network"}},
                          {Division::OfData, Choice{"data", "As the training data are divided"}}},
                         {.name = "division",
                          .label = "Division into tokens",
                          .help = "A tagger's words are divided at blanks alone with \"data\"."});
}

/// "text", "reference", "class" of the example that a question is about.
const Schema<Example>& exampleSchema();

/// "layer" and "direction" of a question about a recurrent layer.
template <class Question> Schema<Question>& addLayer(Schema<Question>& schema)
{
    return schema
        .add(&Question::layer,
             {.name = "layer",
              .label = "Layer",
              .help = "From 0; beyond what there is, or -1, the last.",
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

/// "step": the update that a question is about.
const Schema<UpdatePlace>& updatePlaceSchema();

/// "step" and "epoch" of the network that was asked.
template <class Answer> void describeMoment(const Answer& answer, Readout& readout)
{
    readout.value({"step", "Update of the network"}, answer.step)
        .value({"epoch", "Epoch of the network"}, answer.epoch);
}

/// One attention matrix. Labels may be empty.
void describeAttention(const AttentionMap& map, const std::vector<std::string>& queries,
                       const std::vector<std::string>& keys, Readout& readout);

/// Square counts: rows are the truth, columns what was predicted.
inline void describeConfusion(const std::vector<int64_t>& confusion,
                              const std::vector<std::string>& names, Readout& readout)
{
    readout.matrix({"confusion", "Confusion matrix (rows: truth, columns: prediction)"}, confusion,
                   names, names);
}

/// Names of classes.
inline void describeNames(const std::vector<std::string>& names, Readout& readout)
{
    readout.list({"classes", "Classes"}, names);
}

void describeSelection(const ReadoutName& name, const Selection& selection, Readout& readout);
void describeTranslations(const ReadoutName& name, const std::vector<Translation>& translations,
                          Readout& readout);

} // namespace core
