#include "core/probe/counterfactuals/counterfactuals.h"
#include "core/probe/question_kind.h"

namespace core {

namespace {

/// Nothing for a number, which has no probability.
std::optional<double> knownProbability(const BriefAnswer& answer)
{
    return answer.probability < 0.0 ? std::nullopt : std::optional(answer.probability);
}

void describeCounterfactuals(const Counterfactuals& answer, Readout& readout)
{
    readout.value({"text", "Text"}, answer.text)
        .value({"answer", "Prediction"}, answer.before.text)
        .value({"probability", "Probability"}, knownProbability(answer.before))
        .table({"changes", "Changed texts"}, answer.rows,
               column({"change", "Change"}, &Counterfactual::change),
               column({"text", "Text"}, &Counterfactual::text),
               column({"answer", "Prediction"},
                      [](const Counterfactual& row) { return row.answer.text; }),
               column({"probability", "Probability"},
                      [](const Counterfactual& row) { return knownProbability(row.answer); }),
               column({"same", "Same prediction"}, &Counterfactual::same))
        .value({"shuffled", "Orders of the words"}, answer.shuffled)
        .value({"shuffled_same", "Orders with the same prediction"}, answer.shuffledSame);
    describeMoment(answer, readout);
}

} // namespace

QuestionKind<AskCounterfactuals> AskCounterfactuals::kind()
{
    return {
        "Predictions for a changed text",
        "The prediction for a text and for changes of it: texts of your own, the gender of its "
        "pronouns exchanged, its words shuffled; and in how many orders of the words the "
        "prediction stays.",
        Schema<AskCounterfactuals>()
            .add(&AskCounterfactuals::text, textOption())
            .add(&AskCounterfactuals::className, classOption())
            .add(&AskCounterfactuals::variants,
                 {.name = "variants",
                  .label = "Changed texts",
                  .help = "Texts to compare with; a JSON list if one of them contains a comma."})
            .add(&AskCounterfactuals::gender,
                 {.name = "gender",
                  .label = "Exchange the gender",
                  .help = "Also the text with he and she, his and her, man and woman exchanged, in "
                          "English and German."})
            .add(&AskCounterfactuals::shuffles,
                 {.name = "shuffles",
                  .label = "Shuffles",
                  .help = "Number of random orders of the words.",
                  .minimum = 0,
                  .maximum = 1000})
            .add(&AskCounterfactuals::seed,
                 {.name = "seed",
                  .label = "Seed",
                  .help = "The same seed gives the same orders.",
                  .minimum = 0,
                  .maximum = 1e9}),
        &describeCounterfactuals};
}

} // namespace core
