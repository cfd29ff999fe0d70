#include "core/data/cells/spans.h"
#include "core/probe/question_answering/answer_questions.h"
#include "core/task/question_answering/question_reader.h"
#include "tests/parity/python.h"
#include "tests/parity/repeated_training.h"
#include "tests/support/test_case.h"

using core::Json;

namespace {

struct QuestionCase {
    std::string name;
    Json task, network;
};

const std::vector<QuestionCase> kQuestionCases{
    {"lstm",
     {{"longest_answer", 3}},
     {{"kind", "lstm"}, {"hidden_size", 7}, {"bidirectional", true}, {"dropout", 0.0}}},
    {"lstm_told_the_words_of_the_question",
     {{"question_words", 3}},
     {{"kind", "lstm"}, {"hidden_size", 7}, {"bidirectional", true}, {"dropout", 0.0}}},
    {"transformer_with_segments",
     {{"question_words", 2}},
     {{"kind", "transformer"},
      {"heads", 2},
      {"layers", 1},
      {"feed_forward_size", 10},
      {"segments", 2},
      {"dropout", 0.0}}},
};

core::ExperimentSpec questionSpec(const QuestionCase& each)
{
    Json task = {{"kind", "question_answering"}};
    task.update(each.task);
    return core::specFromJson(
        {{"task", task},
         {"data", {{"sample", {{"kind", "facts"}, {"texts", 80}, {"sentences", 3}}}}},
         {"text", {{"minimum_frequency", 2}, {"maximum_length", 64}}},
         {"model", {{"embedding", {{"dimension", 8}}}, {"network", each.network}}},
         {"training",
          {{"epochs", 2},
           {"batch_size", 8},
           {"clip_norm", 0.5},
           {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
           {"threads", 1},
           {"checkpoint_seconds", 0.0}}}});
}

/// The first reference of each question: its text and where it begins.
Json firstReferences(const core::CorpusPart& rows)
{
    Json all = Json::array();
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto span = core::referenceSpans(rows.texts(1)[row], {}).front();
        all.push_back({span.text, span.start});
    }
    return all;
}

/// Tokens of each question with its passage, by which batches are made.
std::vector<int32_t> lengthsOfQuestions(const std::filesystem::path& run, core::TextList texts)
{
    const core::QuestionReader reader(
        std::make_shared<core::TextPipeline>(core::TextPipeline::load(run)),
        core::TokenParts::Untold);
    std::vector<int32_t> lengths(texts.size());
    reader.read(texts, {}, [&](size_t text, const core::ReadQuestion& question) {
        lengths[text] = static_cast<int32_t>(question.ids.size());
    });
    return lengths;
}

void writeQuestionCase(const QuestionCase& each, const std::filesystem::path& folder)
{
    const parity::RepeatedTraining training(questionSpec(each), folder);
    QVERIFY(training.updates() >= 20);
    core::exportRun(training.run(), "last", "python", folder / "trained");
    const core::Corpus data = training.data();
    const core::ScoredAnswers scored
        = core::openRun(training.run(), "last")
              ->ask(core::AskAnswerScores{
                  {.rows = std::make_shared<const core::CorpusPart>(data.valid)}});
    Json predicted = Json::array();
    for (const core::AnswerPrediction& row : scored.rows)
        predicted.push_back(row.answer);
    training.store(
        {{"texts", data.train.texts().strings()},
         {"references", firstReferences(data.train)},
         {"batches", training.batches(lengthsOfQuestions(training.run(), data.train.texts()))},
         {"valid_texts", data.valid.texts().strings()},
         {"valid_references", firstReferences(data.valid)},
         {"answers", {{"loss", scored.scores.loss}, {"predicted", predicted}}}});
}

} // namespace

/// Twenty updates of networks that answer questions, from the same weights over the same batches:
/// each loss is that of Python's autograd as far as float32 can (parity_cases.py), and so are loss
/// and answers of what was trained in the end.
class QuestionParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLossAndAnswerIsThatOfPython()
    {
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/question_parity.py", kQuestionCases,
                                writeQuestionCase);
    }
};
UNROLL_TEST(QuestionParityTest, QCoreApplication)
#include "question_parity_test.moc"
