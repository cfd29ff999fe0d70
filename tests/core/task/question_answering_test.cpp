#include "core/data/cells/spans.h"
#include "core/probe/data_answers.h"
#include "core/probe/question_answering/answer_questions.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/trace/trace_question.h"
#include "core/task/question_answering/answerer_parts.h"
#include "core/task/question_answering/span_search.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <random>

using namespace core;

namespace {

namespace fs = std::filesystem;

Json smallAnswerer(const Json& options = Json::object(), int texts = 400)
{
    Json task = {{"kind", "question_answering"}};
    task.update(options);
    return {{"task", task},
            {"data", {{"sample", {{"kind", "facts"}, {"texts", texts}, {"sentences", 3}}}}},
            {"text", {{"minimum_frequency", 1}, {"maximum_length", 80}}},
            {"model",
             {{"embedding", {{"dimension", 24}}},
              {"network", {{"kind", "lstm"}, {"hidden_size", 32}, {"bidirectional", true}}}}},
            {"training",
             {{"epochs", 2},
              {"batch_size", 16},
              {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
              {"threads", 1},
              {"checkpoint_seconds", 0.0}}}};
}

QuestionReader readerOf(const Strings& texts, int64_t longest,
                        const char* tokeniser = "punctuation",
                        TokenParts parts = TokenParts::Untold)
{
    TextSpec spec = specFromJson(smallAnswerer()).text;
    spec.maximumLength = longest;
    spec.cleaning = {};
    spec.tokeniser = {tokeniser, Json::object()};
    Strings divided;
    for (const std::string& text : texts)
        divided.push_back(wordsWithBlanks(text));
    return {std::make_shared<TextPipeline>(TextPipeline::learn(spec, divided, {})), parts};
}

std::vector<double> logsOf(const std::vector<double>& probabilities)
{
    std::vector<double> logs;
    for (const double each : probabilities)
        logs.push_back(std::log(each));
    return logs;
}

} // namespace

class QuestionAnsweringTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path folder(const char* name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }

private Q_SLOTS:
    /// Starts 0.1 0.6 0.3, ends 0.7 0.1 0.2: the likeliest start is word 1, the likeliest end word
    /// 0. In order of the product: 1 to 2 (0.12), 0 to 0 (0.07), 1 to 1 (0.06) and 2 to 2 (0.06),
    /// 0 to 2 (0.02), 0 to 1 (0.01).
    void theSearchFindsTheHandWorkedSpans()
    {
        const SpanDistributions words{logsOf({0.1, 0.6, 0.3}), logsOf({0.7, 0.1, 0.2})};
        const auto found = likeliestSpans(words, 3, 10);
        QCOMPARE(found.size(), size_t{6});
        const std::vector<WordSpan> order{{1, 2}, {0, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 1}};
        for (size_t i = 0; i < order.size(); ++i)
            if (i < 2 || i > 3) // Those two are equal but for a rounding.
                QVERIFY2(found[i].words == order[i], std::to_string(i).c_str());
        QVERIFY(std::abs(std::exp(found[0].logProbability) - 0.12) < 1e-12);
        QVERIFY((likeliestSpans(words, 1).front().words == WordSpan{0, 0}));
        const SpanDistributions equal{{0.0, 0.0}, {0.0, 0.0}};
        const auto ties = likeliestSpans(equal, 2, 3);
        QVERIFY((ties[0].words == WordSpan{0, 0} && ties[1].words == WordSpan{0, 1}
                 && ties[2].words == WordSpan{1, 1}));
    }

    void theSearchIsThatOfAllSpans()
    {
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        for (int trial = 0; trial < 200; ++trial) {
            const auto length = static_cast<int32_t>(1 + random() % 12);
            const auto longest = static_cast<int64_t>(1 + random() % 5);
            SpanDistributions words;
            for (int32_t i = 0; i < length; ++i) {
                words.start.push_back(std::round(2 * normal(random))); // Some are equal.
                words.end.push_back(std::round(2 * normal(random)));
            }
            std::vector<std::tuple<double, int32_t, int32_t>> all;
            for (int32_t first = 0; first < length; ++first)
                for (int32_t last = first; last < length && last - first < longest; ++last)
                    all.emplace_back(-(words.start[size_t(first)] + words.end[size_t(last)]), first,
                                     last);
            std::sort(all.begin(), all.end());
            const auto found = likeliestSpans(words, longest, 4);
            QCOMPARE(found.size(), std::min<size_t>(4, all.size()));
            for (size_t i = 0; i < found.size(); ++i)
                QVERIFY(
                    (std::tuple(-found[i].logProbability, found[i].words.first, found[i].words.last)
                     == all[i]));
        }
    }

    /// Two questions of three and four tokens; their passages begin at tokens 1 and 2.
    void lossesAreTheHandWorkedOnes()
    {
        const torch::Tensor scores = torch::tensor({{9.0F, 9.0F},
                                                    {0.0F, 0.0F},
                                                    {std::log(3.0F), 0.0F},
                                                    {5.0F, 5.0F},
                                                    {5.0F, 5.0F},
                                                    {0.0F, std::log(4.0F)},
                                                    {0.0F, 0.0F}});
        const torch::Tensor targets = torch::tensor({{2, 2, 1}, {2, 3, 2}}, torch::kInt64);
        const torch::Tensor losses = spanLosses(scores, targets, {3, 4});
        // Starts 3/4 and 1/2, ends 1/2 and 1/5.
        const double first = -(std::log(0.75) + std::log(0.5)) / 2;
        const double second = -(std::log(0.5) + std::log(0.2)) / 2;
        QVERIFY(std::abs(losses[0].item<double>() - first) < 1e-6);
        QVERIFY(std::abs(losses[1].item<double>() - second) < 1e-6);
        const torch::Tensor unread = torch::tensor({{-1, -1, 1}, {2, 3, 2}}, torch::kInt64);
        QCOMPARE(spanLosses(scores, unread, {3, 4})[0].item<double>(), 0.0);
    }

    void theGradientIsThatOfFiniteDifferences()
    {
        torch::manual_seed(3);
        torch::Tensor scores = torch::randn({9, 2}).requires_grad_();
        const torch::Tensor targets
            = torch::tensor({{2, 3, 1}, {3, 3, 2}, {-1, -1, 0}}, torch::kInt64);
        const auto sum = [&](const torch::Tensor& values) {
            return spanLosses(values, targets, {4, 4, 1}).sum();
        };
        sum(scores).backward();
        const torch::NoGradGuard noGradient;
        constexpr double kStep = 1e-2;
        for (int64_t token = 0; token < 9; ++token)
            for (int64_t column = 0; column < 2; ++column) {
                torch::Tensor more = scores.clone(), less = scores.clone();
                more[token][column] += kStep;
                less[token][column] -= kStep;
                const double slope
                    = (sum(more).item<double>() - sum(less).item<double>()) / (2 * kStep);
                const double gradient = scores.grad()[token][column].item<double>();
                QVERIFY2(std::abs(slope - gradient) < 2e-4, std::to_string(token).c_str());
            }
        // Question tokens get no gradient, and neither does a question whose answer is not read.
        QCOMPARE(scores.grad()[0].abs().sum().item<double>(), 0.0);
        QCOMPARE(scores.grad()[8].abs().sum().item<double>(), 0.0);
    }

    void wordsKeepTheirPlaces()
    {
        const std::string text = "Where is Zo\u00eb?\nZo\u00eb lives in Kestrel Bay, not here.";
        const QuestionReader reader = readerOf({text}, 40);
        const ReadQuestion read = reader.read(text);
        QCOMPARE(read.ids.size(), size_t{4 + 1 + 9});
        QCOMPARE(read.ids[4], int32_t{kEndId});
        QCOMPARE(read.passageStart, 5);
        QCOMPARE(read.words.size(), size_t{9});
        QCOMPARE(std::string(read.written(4)), "Bay"s);
        QCOMPARE(answerText(read, {3, 4}), "Kestrel Bay"s);
        QCOMPARE(answerText(read, {4, 6}), "Bay, not"s);
        // "Kestrel Bay" begins at code point 13: the two bytes of one letter are one.
        QVERIFY((wordsOfReference(read, 13, "Kestrel Bay") == WordSpan{3, 4}));
        // A part of a word is answered by the whole word.
        QVERIFY((wordsOfReference(read, 14, "estrel B") == WordSpan{3, 4}));
        QVERIFY(!wordsOfReference(read, 99, "Bay").isRead());
        QVERIFY(!wordsOfReference(read, -1, "Bay").isRead());
    }

    void wordsOfSeveralTokensAreAnsweredAsAWhole()
    {
        const std::string text = "Who?\nAnna or Boris";
        const QuestionReader reader = readerOf({text}, 40, "character");
        const ReadQuestion read = reader.read(text);
        QCOMPARE(read.words.size(), size_t{3});
        QCOMPARE(read.words[0].last - read.words[0].first, 3);
        QCOMPARE(read.words[1].first, read.words[0].last + 1);
        torch::Tensor scores = torch::zeros({std::ssize(read.ids), 2});
        scores[read.words[2].first][0] = 8.0F;
        scores[read.words[2].first + 1][0] = 9.0F; // Inside of the word: it begins no answer.
        scores[read.words[2].last][1] = 8.0F;
        QVERIFY(
            (likeliestSpans(spanDistributions(scores, read), 5).front().words == WordSpan{2, 2}));
    }

    void passagesAreCutAtTheMaximumLength()
    {
        const std::string text = "Who is it?\none two three four five six";
        const QuestionReader reader = readerOf({text}, 8);
        const ReadQuestion read
            = reader.read(text); // Four tokens, <eos>, and three of the passage.
        QCOMPARE(read.ids.size(), size_t{8});
        QCOMPARE(read.passageStart, 5);
        QCOMPARE(read.cutWords, int64_t{3});
        QVERIFY((wordsOfReference(read, 8, "three") == WordSpan{2, 2}));
        QVERIFY(!wordsOfReference(read, 8, "three four").isRead());
        QVERIFY(!wordsOfReference(read, 14, "four").isRead());
        // A question has at most half of the tokens.
        const ReadQuestion asked
            = reader.read("one two three four five six one two three?\nsix five four three two");
        QCOMPARE(asked.passageStart, 5);
        QCOMPARE(asked.words.size(), size_t{3});
    }

    void tokensAreToldTheirParts()
    {
        const std::string text = "Where is Anna?\nANNA is in Oslo. Where?";
        const QuestionReader reader = readerOf({text}, 40, "punctuation", TokenParts::Told);
        const ReadQuestion read = reader.read(text);
        QCOMPARE(read.parts, (std::vector<int32_t>{1, 1, 1, 1, 1, 3, 3, 2, 2, 2, 3, 3}));
        QuestionBlock block;
        block.add(read);
        const EncodedTexts encoded = block.finish(reader);
        const std::vector<int32_t> one{0};
        const PaddedIds padded = encoded.padded(one);
        QVERIFY(padded.words.has_value());
        for (size_t i = 0; i < read.parts.size(); ++i) {
            const auto word = static_cast<size_t>(padded.words->ofToken[i]);
            QCOMPARE(padded.words->features[word], int64_t{read.parts[i]});
        }
    }

    void itLearnsToAnswer()
    {
        const fs::path run = folder("learnt");
        Json json = smallAnswerer({{"question_words", 6}}, 2500);
        json["training"]["epochs"] = 5;
        const ExperimentSpec spec = specFromJson(json);
        const EndReport end = small::train(spec, run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        // Without the words of the question no more than half can be right.
        QVERIFY2(scoreValue(end.testScores, "exact_match") > 0.9, small::sentence(end));
        QVERIFY(scoreValue(end.testScores, "answer_f1") > 0.9);

        const auto model = openRun(run, "best");
        const ScoredAnswers scored = model->ask(
            AskAnswerScores{{.split = "test", .rows = readSplitRows(spec, "test", "texts", {})}});
        QCOMPARE(scored.scores.count, int64_t{312});
        QVERIFY(std::abs(scored.scores.exactMatch - scoreValue(end.testScores, "exact_match"))
                < 1e-9);
        QVERIFY(std::abs(scored.scores.f1 - scoreValue(end.testScores, "answer_f1")) < 1e-9);
        QVERIFY(std::abs(scored.scores.loss - end.testLoss) < 1e-5);

        AskAnswer question;
        question.question = "Where does Anna work?";
        question.passage
            = "Boris was born in Torvik in 1952. Anna works as a baker in Kestrel Bay. "
              "Boris works as a tailor in Marwick.";
        question.spans = 3;
        const ReadPassage read = model->ask(question);
        QCOMPARE(read.spans.size(), size_t{3});
        QCOMPARE(read.spans.front().text, "Kestrel Bay"s);
        QCOMPARE(read.words.size(), read.start.size());
        double starts = 0.0, ends = 0.0;
        for (size_t i = 0; i < read.words.size(); ++i) {
            starts += read.start[i];
            ends += read.end[i];
        }
        QVERIFY(std::abs(starts - 1.0) < 1e-6 && std::abs(ends - 1.0) < 1e-6);
        const auto& best = read.spans.front();
        QVERIFY(std::abs(best.probability
                         - read.start[size_t(best.first)] * read.end[size_t(best.last)])
                < 1e-9);
        const auto several
            = model->ask(AskAnswers{{question.question + "\t" + question.passage, ""}});
        QCOMPARE(several.front().answer, "Kestrel Bay"s);
        QVERIFY(std::abs(several.front().probability - best.probability) < 1e-6);
        QCOMPARE(several[1].answer, ""s);
        // Without a question or a passage there is nothing to predict.
        for (const char* text : {"Who?", "Who?\t  ", "Anna works in Kestrel Bay."})
            QVERIFY_THROWS_EXCEPTION(Error, model->ask(AskAnswers{{text}}));
        question.passage = "  ";
        QVERIFY_THROWS_EXCEPTION(Error, model->ask(question));
    }

    void referencesAreMarkedAndScored()
    {
        const fs::path run = folder("marked");
        const EndReport end = small::train(specFromJson(smallAnswerer()), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const auto model = openRun(run, "last");
        AskAnswer question;
        question.example.text = "Who works in Lindow?\nAnna works as a baker in Lindow.";
        question.example.reference = "Anna\t0\nbaker in Lindow\t16\nBoris";
        const ReadPassage read = model->ask(question);
        QCOMPARE(read.references.size(), size_t{2});
        QCOMPARE(read.references[1].text, "baker in Lindow"s);
        QCOMPARE(read.unread, (Strings{"Boris"}));
        // The gradients' loss is that of the first reference.
        AskGradientFlow gradients;
        gradients.example = question.example;
        gradients.example.division = Division::OfData;
        const GradientFlow flow = model->ask(gradients);
        QVERIFY(flow.verdict.lossOfTruth);
        QCOMPARE(flow.verdict.lossOf, "Anna"s);
        QVERIFY(flow.verdict.loss.has_value());
        const double expected = -(std::log(read.start[0]) + std::log(read.end[0])) / 2;
        QVERIFY2(std::abs(*flow.verdict.loss - expected) < 1e-5,
                 std::to_string(*flow.verdict.loss).c_str());
        // Start and end of one token do not compete: no softmax over them is a prediction.
        const Trace trace = model->ask(AskTrace{question.example});
        QVERIFY(!trace.rows.empty());
        QVERIFY(trace.outputs.empty());
    }

    void aResumedRunIsTheUninterruptedOne()
    {
        const ExperimentSpec spec = specFromJson(smallAnswerer({{"question_words", 4}}, 64));
        const EndReport whole = small::train(spec, folder("whole"));
        QVERIFY2(whole.state == RunState::Completed, small::sentence(whole));
        const EndReport stopped = small::trainUntil(spec, folder("stopped"), whole.step / 2);
        QVERIFY(stopped.state == RunState::Stopped);
        const EndReport resumed = small::resume(folder("stopped"));
        QVERIFY2(resumed.state == RunState::Completed, small::sentence(resumed));
        QCOMPARE(small::difference(folder("whole"), folder("stopped"), {"last", "best"}), ""s);
    }

    void answersBeyondTheMaximumLengthAreToldAndLeftOut()
    {
        Json json = smallAnswerer(Json::object(), 200);
        json["text"]["maximum_length"] = 24;
        json["training"]["epochs"] = 1;
        RunControl control;
        StartReport begun;
        TrainingListener listener;
        listener.started = [&](const StartReport& report) { begun = report; };
        const EndReport end = train(specFromJson(json), folder("cut"), control, listener);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        std::string facts;
        for (const StartFact& fact : begun.facts)
            facts += fact.text.plain();
        QVERIFY2(support::contains(facts, "training questions are left out"), facts.c_str());
        QVERIFY(begun.trainTexts < 200 && begun.trainTexts > 0);
        const auto model = openRun(folder("cut"), "last");
        const ScoredAnswers scored = model->ask(
            AskAnswerScores{{.rows = readSplitRows(specFromJson(json), "test", "texts", {})}});
        QVERIFY(scored.scores.outOfReach > 0 && scored.scores.outOfReach < scored.scores.count);
        for (const AnswerPrediction& row : scored.rows)
            if (!row.isRead)
                QVERIFY(row.match.exact == 0.0 || !row.answer.empty());
        QVERIFY(std::abs(scored.scores.loss - end.testLoss) < 1e-5);
    }

    void tooShortAMaximumLengthIsAProblem()
    {
        Json json = smallAnswerer();
        json["text"]["maximum_length"] = 9;
        std::vector<Problem> problems;
        specFromJson(json, problems);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, "text.maximum_length"s);
    }
};

UNROLL_TEST(QuestionAnsweringTest, QCoreApplication)
#include "question_answering_test.moc"
