#include "core/probe/data_answers.h"

#include "core/probe/question_kind.h"
#include "core/task/task_kinds.h"

#include <algorithm>

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

std::shared_ptr<const CorpusPart> readSplitRows(const ExperimentSpec& spec,
                                                const std::string& split, const char* what,
                                                const Monitor& monitor)
{
    Corpus data = loadCorpus(spec.data, columnsOfTask(spec.task), monitor);
    CorpusPart& rows = split == "test" ? data.test : split == "train" ? data.train : data.valid;
    if (rows.size() == 0)
        throw Error(ErrorCode::BadData, {"This run has no %1 %2.", {split, what}},
                    {"Hold some out in step 1, or drop files with them, and train again.", {}});
    return std::make_shared<const CorpusPart>(std::move(rows));
}

std::string shortSentence(TextList texts)
{
    constexpr auto kFewest = 4, kMost = 12; // words
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto words = std::count(texts[i].begin(), texts[i].end(), ' ') + 1;
        if (words >= kFewest && words <= kMost)
            return std::string(texts[i]);
    }
    return texts.empty() ? std::string() : std::string(texts[0]);
}

std::string exampleSentence(const AskExample&, const ExperimentSpec& spec, const Monitor& monitor)
{
    const Corpus data = loadCorpus(spec.data, columnsOfTask(spec.task), monitor);
    return shortSentence((data.valid.size() > 0 ? data.valid : data.train).texts());
}

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

} // namespace core
