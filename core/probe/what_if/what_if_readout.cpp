#include "core/probe/question_kind.h"
#include "core/probe/what_if/what_if.h"

namespace core {

namespace {

/// Nothing for a number, which has no probability.
std::optional<double> knownProbability(const BriefAnswer& answer)
{
    return answer.probability < 0.0 ? std::nullopt : std::optional(answer.probability);
}

void describeWhatIf(const WhatIf& answer, Readout& readout)
{
    readout.value({"text", "Text"}, answer.text)
        .value({"answer", "Prediction"}, answer.before.text)
        .value({"probability", "Probability"}, knownProbability(answer.before))
        .table(
            {"changes", "Changed texts"}, answer.rows,
            column({"change", "Change"}, &WhatIfRow::change),
            column({"text", "Text"}, &WhatIfRow::text),
            column({"answer", "Prediction"}, [](const WhatIfRow& row) { return row.answer.text; }),
            column({"probability", "Probability"},
                   [](const WhatIfRow& row) { return knownProbability(row.answer); }),
            column({"same", "Same prediction"}, &WhatIfRow::same))
        .value({"shuffled", "Orders of the words"}, answer.shuffled)
        .value({"shuffled_same", "Orders with the same prediction"}, answer.shuffledSame);
    describeMoment(answer, readout);
}

} // namespace

QuestionKind<AskWhatIf> AskWhatIf::kind()
{
    return {
        "Predictions for a changed text",
        "The prediction for a text and for changes of it: texts of your own, the gender of its "
        "pronouns exchanged, its words shuffled; and in how many orders of the words the "
        "prediction stays.",
        Schema<AskWhatIf>()
            .add(&AskWhatIf::text, textOption())
            .add(&AskWhatIf::className, classOption())
            .add(&AskWhatIf::variants,
                 {.name = "variants",
                  .label = "Changed texts",
                  .help = "Texts to compare with; a JSON list if one of them contains a comma."})
            .add(&AskWhatIf::gender,
                 {.name = "gender",
                  .label = "Exchange the gender",
                  .help = "Also the text with he and she, his and her, man and woman exchanged, in "
                          "English and German."})
            .add(&AskWhatIf::shuffles,
                 {.name = "shuffles",
                  .label = "Shuffles",
                  .help = "Number of random orders of the words.",
                  .minimum = 0,
                  .maximum = 1000})
            .add(&AskWhatIf::seed,
                 {.name = "seed",
                  .label = "Seed",
                  .help = "The same seed gives the same orders.",
                  .minimum = 0,
                  .maximum = 1e9}),
        &describeWhatIf};
}

} // namespace core
