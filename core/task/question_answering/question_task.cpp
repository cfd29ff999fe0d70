#include "core/base/python_piece.h"
#include "core/data/cells/spans.h"
#include "core/metric/answer_match.h"
#include "core/task/entries.h"
#include "core/task/question_answering/answerer_parts.h"
#include "core/task/question_answering/span_search.h"
#include "core/task/text_task.h"

#include <torch/nn/utils/rnn.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace core {

namespace {

constexpr const char* kSpanHead = "span";

/// The questions of a split, as far as scores need them.
struct Questions {
    TextColumn texts, answers;
    std::vector<int64_t> targets; ///< [items * 3] as spanLosses() takes them.
    std::vector<int32_t> rows; ///< The row of each item.
    int64_t outOfReach = 0; ///< Questions whose answer is beyond the maximum length.
    int64_t cutPassages = 0;
};

std::vector<std::string> textsOf(const std::vector<ReferenceSpan>& references)
{
    std::vector<std::string> texts;
    for (const ReferenceSpan& each : references)
        texts.push_back(each.text);
    return texts;
}

WordParts questionParts(const AnswerOptions& options)
{
    if (options.questionWords == 0)
        return {};
    return {.features = {{"words of the question", kTokenParts}},
            .featureDimension = options.questionWords};
}

/// A question and its passage, and the span that answers it. An item is a question; of several
/// references the first one is learnt. Training questions whose answer is not read are left out.
class QuestionAnsweringTask : public TargetTask {
public:
    explicit QuestionAnsweringTask(const ExperimentSpec& spec)
        : TargetTask(spec), m_options(answerSchema().fromJson(spec.task.options))
    {
    }

    std::any parts() const override { return AnswererParts{textParts(), reader(), m_options}; }

protected:
    TextPipeline learnPipeline(TextList texts, const Monitor& monitor) const override;
    EncodedTexts encode(const CorpusPart& rows, Split split, const Monitor& monitor) override;
    void complete(NetworkContext& context) const override
    {
        if (pipeline()->marksTexts())
            context.marks = TextMarks::Around;
    }
    WordParts wordParts() const override { return questionParts(m_options); }
    void takeAnswers(Split, Column) override { } ///< encode() has them.
    void addAnswers(DataFingerprint& fingerprint, Split split) const override
    {
        const std::vector<int64_t>& targets = questions(split).targets;
        fingerprint.add(std::vector<int32_t>(targets.begin(), targets.end()));
    }
    std::vector<StartFact> facts() const override;
    void describeItems(TrainingItems& items) const override
    {
        items.rowOf = [this](int32_t item) {
            return questions(Split::Train).rows[static_cast<size_t>(item)];
        };
    }

    int64_t outputs() const override { return 2; }
    torch::Tensor targetsOf(Split split, std::span<const int32_t> items) const override;
    BatchLoss lossOf(const torch::Tensor& outputs, const torch::Tensor& targets,
                     const std::vector<int64_t>& lengths) override
    {
        const torch::Tensor each = spanLosses(outputs, targets, lengths);
        return {each.sum(), {}, {each.detach()}};
    }
    std::unique_ptr<Measurement> measure(Split split) const override
    {
        return std::make_unique<AnswerMeasurement>(*this, split);
    }

    TextPython python() const override { return answererPython(reader(), m_options); }
    std::map<std::string, std::string> metadata() const override
    {
        return {{"longest_answer", std::to_string(m_options.longestAnswer)}};
    }
    std::vector<std::string> graphNotes() const override
    {
        std::vector<std::string> notes{
            "The ids of a text are those of the question, <eos>, and those of the passage. A "
            "softmax over the tokens of the passage alone gives the probabilities of the first "
            "token of the answer (column 0 of `scores`) and of its last token (column 1)."};
        if (m_options.questionWords > 0)
            notes.emplace_back("`words` has the part of each token: 1 in the question and its "
                               "<eos>, 3 for a word of the passage that the question has as well, "
                               "2 for the others; `features` is [[0], [1], [2], [3]].");
        return notes;
    }

private:
    class AnswerMeasurement : public Measurement {
    public:
        AnswerMeasurement(const QuestionAnsweringTask& task, Split split)
            : m_task(task)
            , m_split(split)
            , m_reader(task.reader())
            , m_exact(task.questions(split).rows.size())
            , m_f1(m_exact.size())
        {
        }
        void add(const torch::Tensor& outputs, std::span<const int32_t> items) override
        {
            std::vector<int64_t> lengths;
            for (const int32_t item : items)
                lengths.push_back(m_task.texts(m_split).lengths[static_cast<size_t>(item)]);
            m_lossSum += spanLosses(outputs, m_task.targetsOf(m_split, items), lengths)
                             .sum()
                             .item<double>();
            const auto each = outputs.to(torch::kCPU).split_with_sizes(lengths);
            for (size_t i = 0; i < items.size(); ++i)
                judge(each[i], static_cast<size_t>(items[i]));
        }
        void join(EvaluationShare& share) override
        {
            share.total(m_exact);
            share.total(m_f1);
            share.totalEach(m_lossSum);
        }
        SplitScores scores() const override
        {
            const auto mean = [](const std::vector<double>& values) {
                return std::accumulate(values.begin(), values.end(), 0.0)
                    / static_cast<double>(values.size());
            };
            const Questions& all = m_task.questions(m_split);
            const int64_t inReach = std::ssize(all.rows) - all.outOfReach;
            return {inReach > 0 ? m_lossSum / static_cast<double>(inReach)
                                : std::numeric_limits<double>::quiet_NaN(),
                    {{"exact_match", mean(m_exact)}, {"answer_f1", mean(m_f1)}}};
        }

    private:
        void judge(const torch::Tensor& scores, size_t item)
        {
            const Questions& all = m_task.questions(m_split);
            const auto row = static_cast<size_t>(all.rows[item]);
            const ReadQuestion question = m_reader.read(all.texts[row]);
            const auto found = likeliestSpans(spanDistributions(scores, question),
                                              m_task.m_options.longestAnswer);
            const auto references = textsOf(referenceSpans(all.answers[row], question.passage));
            const AnswerMatch match
                = answerMatch(answerText(question, found.front().words), references);
            m_exact[item] = match.exact;
            m_f1[item] = match.f1;
        }

        const QuestionAnsweringTask& m_task;
        Split m_split;
        QuestionReader m_reader;
        std::vector<double> m_exact, m_f1;
        double m_lossSum = 0.0;
    };

    QuestionReader reader() const
    {
        return {pipeline(), m_options.questionWords > 0 ? TokenParts::Told : TokenParts::Untold};
    }
    const Questions& questions(Split split) const
    {
        return m_questions[static_cast<size_t>(split)];
    }

    AnswerOptions m_options;
    std::array<Questions, 3> m_questions; ///< By Split.
};

/// A passage that follows itself, with another question, counts once.
TextPipeline QuestionAnsweringTask::learnPipeline(TextList texts, const Monitor& monitor) const
{
    std::vector<std::string> divided;
    std::string_view before;
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto [question, passage] = questionAndPassage(texts[i]);
        divided.push_back(wordsWithBlanks(question));
        if (passage != before)
            divided.push_back(wordsWithBlanks(passage));
        before = passage;
    }
    return learntPipeline(spec(), divided, monitor);
}

EncodedTexts QuestionAnsweringTask::encode(const CorpusPart& rows, Split split,
                                           const Monitor& monitor)
{
    Questions& all = m_questions[static_cast<size_t>(split)];
    all = {};
    QuestionBlock block;
    if (rows.size() == 0)
        return block.finish(reader());
    all.texts = rows.texts();
    all.answers = rows.texts(1);
    reader().read(rows.texts(), monitor, [&](size_t row, const ReadQuestion& question) {
        const auto references = referenceSpans(rows.texts(1)[row], question.passage);
        const WordSpan span = references.empty()
            ? WordSpan()
            : wordsOfReference(question, references.front().start, references.front().text);
        all.cutPassages += question.cutWords > 0 ? 1 : 0;
        all.outOfReach += span.isRead() ? 0 : 1;
        if (!span.isRead() && split == Split::Train)
            return;
        const auto token = [&](int32_t word, auto member) {
            return span.isRead() ? question.words[static_cast<size_t>(word)].*member : -1;
        };
        all.targets.insert(all.targets.end(),
                           {token(span.first, &PassageWord::first),
                            token(span.last, &PassageWord::last), question.passageStart});
        all.rows.push_back(static_cast<int32_t>(row));
        block.add(question);
    });
    if (split == Split::Train && all.rows.empty())
        throw Error(ErrorCode::BadData,
                    {"No answer to a training question is among the first %1 tokens, beyond which "
                     "nothing is read.",
                     {std::to_string(pipeline()->spec().maximumLength)}},
                    {"Raise the maximum length (text.maximum_length).", {}});
    return block.finish(reader());
}

std::vector<StartFact> QuestionAnsweringTask::facts() const
{
    const Questions &train = questions(Split::Train), &valid = questions(Split::Valid);
    const int64_t asked = std::ssize(train.rows) + train.outOfReach;
    if (train.cutPassages == 0 && valid.cutPassages == 0)
        return {{"answers_beyond_length", 0, {"passages that are read as a whole", {}}}};
    return {{"answers_beyond_length",
             train.outOfReach,
             {"passages cut at the maximum length (text.maximum_length): %1 of %2 training "
              "questions are left out because their answer is behind it, and %3 of %4 validation "
              "questions cannot be answered",
              {std::to_string(train.outOfReach), std::to_string(asked),
               std::to_string(valid.outOfReach), std::to_string(valid.rows.size())}}}};
}

torch::Tensor QuestionAnsweringTask::targetsOf(Split split, std::span<const int32_t> items) const
{
    std::vector<int64_t> some;
    for (const int32_t item : items) {
        const auto first = questions(split).targets.begin() + 3 * std::ptrdiff_t{item};
        some.insert(some.end(), first, first + 3);
    }
    return sentTo(device(), tensorOf(std::move(some)).view({-1, 3}));
}

void checkQuestions(const ExperimentSpec& spec, std::vector<Problem>& problems)
{
    const int64_t fewest = kFewestQuestionTokens + 2;
    if (spec.text.maximumLength < fewest)
        problems.push_back({"text.maximum_length",
                            {"text.maximum_length is %1; a question and a passage need at least "
                             "%2 tokens.",
                             {std::to_string(spec.text.maximumLength), std::to_string(fewest)}}});
}

} // namespace

torch::Tensor spanLosses(const torch::Tensor& scores, const torch::Tensor& targets,
                         const std::vector<int64_t>& lengths)
{
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    const torch::Tensor rows = torch::nn::utils::rnn::pad_sequence(
        scores.to(torch::kFloat).split_with_sizes(lengths), true, kNever); // [items, longest, 2]
    const torch::Tensor places = torch::arange(rows.size(1), targets.options()).unsqueeze(0);
    const torch::Tensor question = places < targets.select(1, 2).unsqueeze(1); // [items, longest]
    const torch::Tensor logs
        = torch::log_softmax(rows.masked_fill(question.unsqueeze(2), kNever), 1);
    const torch::Tensor known = targets.select(1, 0) >= 0; // [items]
    const auto entropy = [&](int64_t column) {
        const torch::Tensor token
            = torch::where(known, targets.select(1, column), targets.select(1, 2)); // [items]
        return -logs.select(2, column).gather(1, token.unsqueeze(1)).squeeze(1);
    };
    return (entropy(0) + entropy(1)) * 0.5 * known;
}

const Schema<AnswerOptions>& answerSchema()
{
    static const Schema<AnswerOptions> schema
        = Schema<AnswerOptions>()
              .add(&AnswerOptions::longestAnswer,
                   {.name = "longest_answer",
                    .label = "Longest answer",
                    .help = "If predicted answers run on over whole sentences, lower it; if they "
                            "are cut, raise it.",
                    .unit = "words",
                    .minimum = 1,
                    .maximum = 1000})
              .add(&AnswerOptions::questionWords,
                   {.name = "question_words",
                    .label = "Words of the question",
                    .help = "If answers come from the wrong sentence, give each token a further "
                            "vector that says whether it belongs to the question, and whether a "
                            "word of the passage occurs in the question. Its size; 0: none.",
                    .unit = "features",
                    .minimum = 0,
                    .maximum = 1024});
    return schema;
}

TextPython answererPython(const QuestionReader& reader, const AnswerOptions& options)
{
    return {
        .what = "network that answers questions by a span of a passage",
        .facts = "Longest answer: " + std::to_string(options.longestAnswer) + " words.",
        .answers = "answer, probability and text; a text is a question, a tab and a passage",
        .example = R"([("Paris", 0.93)])",
        .constants = pythonRegion("tasks/question_answering", "CONSTANTS",
                                  {{"LONGEST_WORDS", options.longestAnswer}}),
        .predicting = pythonPiece(
            "tasks/question_answering",
            {{"MARKED", reader.pipeline().marksTexts()},
             {"PARTS", reader.tellsParts()},
             {"WORDS",
              reader.tellsParts() ? Json::array({"words=(None, None, parts)"}) : Json::array()}})};
}

TaskEntry questionAnsweringTask()
{
    return {
        .description
        = {.kind = {.id = kQuestionAnsweringTask,
                    .title = "Question answering",
                    .summary = "The answer to a question is a span of a passage: its first and its "
                               "last word.",
                    .formula = {"(s, e) = argmax p_start(s) p_end(e),  s ≤ e < s + longest answer",
                                R"tex((s, e) = \operatorname*{argmax}_{s \le e < s + \ell}
p_{\text{start}}(s)\, p_{\text{end}}(e))tex"},
                    .options = answerSchema().options()},
           .columns = {ColumnKind::Text, ColumnKind::Spans},
           .loss = crossEntropyLoss(),
           .scores = {"exact_match", "answer_f1"},
           .files = {},
           .check = checkQuestions,
           .head = kSpanHead},
        .make
        = [](const ExperimentSpec& spec) { return std::make_unique<QuestionAnsweringTask>(spec); },
        .network =
            [](const ExperimentSpec& spec, const NetworkSizes& sizes) {
                NetworkContext context = textContext(spec, sizes.vocabularySize, 2);
                context.parts = questionParts(answerSchema().fromJson(spec.task.options));
                return NetworkPlan{findHead(kSpanHead), std::move(context)};
            }};
}

} // namespace core
