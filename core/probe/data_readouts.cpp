#include "core/base/error.h"
#include "core/probe/data_questions.h"
#include "core/probe/live_model.h"
#include "core/probe/question_kind.h"

namespace core {

namespace {

const char* nameOfKind(DataExample::Kind kind)
{
    switch (kind) {
    case DataExample::Kind::Short:
        return "short";
    case DataExample::Kind::Long:
        return "long";
    case DataExample::Kind::Wrong:
        return "wrong";
    }
    return "";
}

} // namespace

const Schema<Example>& readTextSchema()
{
    static const Schema<Example> schema
        = Schema<Example>()
              .add(&Example::text, textOption())
              .choice(&Example::division,
                      {{Division::Typed, Choice{"typed", "By the rules of the network"}},
                       {Division::OfData, Choice{"data", "As the training data are divided"}}},
                      {.name = "division",
                       .label = "Division into tokens",
                       .help = "With \"data\" the words of a tagger are divided at blanks only."})
              .add(&Example::features,
                   {.name = "features",
                    .label = "Columns beside the words",
                    .help = "For each further column that the network reads, its values for the "
                            "text, separated by blanks. They need the division \"data\"."});
    return schema;
}

const Schema<Example>& exampleSchema()
{
    static const Schema<Example> schema
        = Schema<Example>(readTextSchema())
              .add(&Example::reference,
                   {.name = "reference",
                    .label = "True answer",
                    .help = "A class, a number, a tag for each token or a translation: what the "
                            "loss is taken of. Without one, what the network predicts."})
              .add(&Example::className, classOption());
    return schema;
}

QuestionKind<AskBriefly> AskBriefly::kind()
{
    return {"Prediction in a few words",
            "The class, number, tags, translation or continuation that the network predicts.",
            Schema<AskBriefly>()
                .add(&AskBriefly::text, textOption())
                .add(&AskBriefly::className, classOption()),
            [](const BriefAnswer& brief, Readout& readout) {
                readout.value({"text", "Prediction"}, brief.text);
                if (brief.probability >= 0.0)
                    readout.value({"probability", "Probability"}, brief.probability);
                describeMoment(brief, readout);
            }};
}

QuestionKind<AskExamples> AskExamples::kind()
{
    return {"Examples of the data",
            "A short and a long text of the run's data, and one that the network gets wrong.",
            splitOptions<AskExamples>(),
            [](const std::vector<DataExample>& examples, Readout& readout) {
                readout.table({"examples", "Examples"}, examples,
                              column({"kind", "Kind"},
                                     [](const DataExample& each) { return nameOfKind(each.kind); }),
                              column({"text", "Text"}, &DataExample::text),
                              column({"truth", "True answer"}, &DataExample::truth));
            }};
}

QuestionKind<AskExample> AskExample::kind()
{
    return {"A text of the data",
            "A short text of the run's own data.",
            {},
            [](const std::string& text, Readout& readout) {
                readout.value({"text", "Text"}, text);
            }};
}

QuestionKind<AskPositions> AskPositions::kind()
{
    return {"Vectors of positions", "The vectors that the network adds for positions.",
            Schema<AskPositions>().add(&AskPositions::length,
                                       {.name = "length",
                                        .label = "Length",
                                        .help = "0: as far as the network reaches.",
                                        .unit = "positions",
                                        .minimum = 0,
                                        .maximum = 100000}),
            [](const std::vector<PositionTable>& tables, Readout& readout) {
                if (tables.empty())
                    throw Error(ErrorCode::BadSetting,
                                {"This network adds no vectors for positions.", {}},
                                {"Choose a run whose network does, such as a Transformer.", {}});
                readout.parts({"tables", "Table"}, tables,
                              [](const PositionTable& table, Readout& part) {
                                  part.key({"name", "Name"}, table.name)
                                      .matrix({"values", "Values (rows: positions)"}, table.values,
                                              static_cast<size_t>(table.length),
                                              static_cast<size_t>(table.features));
                              });
            }};
}

} // namespace core
