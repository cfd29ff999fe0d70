#include "core/base/atomic_file.h"
#include "core/probe/data_answers.h"
#include "core/probe/regression/regression_questions.h"
#include "core/task/regression/number_loss.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <fstream>

using namespace core;

namespace {

namespace fs = std::filesystem;

/// A mean of word vectors on a small sample: seconds.
Json smallRegression(const Json& options = Json::object(), int texts = 400)
{
    Json task = {{"kind", "regression"}};
    task.update(options);
    return {{"task", task},
            {"data", {{"sample", {{"kind", "ratings"}, {"texts", texts}}}}},
            {"text", {{"minimum_frequency", 1}, {"maximum_length", 64}}},
            {"model", {{"embedding", {{"dimension", 16}}}, {"network", {{"kind", "mean"}}}}},
            {"training",
             {{"epochs", 4},
              {"batch_size", 16},
              {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.02}}},
              {"threads", 1},
              {"checkpoint_seconds", 0.0}}}};
}

double numberScore(const EndReport& end, const char* name)
{
    return scoreValue(end.testScores, name);
}

} // namespace

class RegressionTaskTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path folder(const char* name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }

private Q_SLOTS:
    /// Outputs 0 2 -1, numbers 3 3 9: standardised by mean 5 and deviation 2, targets are -1 -1 2,
    /// residuals 1 3 -3.
    void lossesAreTheHandWorkedOnes()
    {
        const torch::Tensor outputs = torch::tensor({{0.0F}, {2.0F}, {-1.0F}});
        const torch::Tensor numbers = torch::tensor({3.0, 3.0, 9.0}, torch::kDouble);
        const auto sum = [&](const char* loss, double delta) {
            return NumberLoss({loss, delta, true}, {5.0, 2.0}).sum(outputs, numbers).item<double>();
        };
        QCOMPARE(sum("mean_squared", 1.0), 1.0 + 9.0 + 9.0);
        QCOMPARE(sum("mean_absolute", 1.0), 1.0 + 3.0 + 3.0);
        QCOMPARE(sum("huber", 2.0), 0.5 + 2 * 2.0 * (3.0 - 1.0));
        const auto predicted = NumberLoss({"huber", 2.0, true}, {5.0, 2.0}).plainNumbersOf(outputs);
        QCOMPARE(predicted, (std::vector<double>{5.0, 9.0, 3.0}));
    }

    void theScaleIsThatOfTheTrainingNumbers()
    {
        const NumberScale scale = scaleOf({2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0});
        QCOMPARE(scale.mean, 5.0);
        QCOMPARE(scale.deviation, 2.0);
        QCOMPARE(scaleOf({3.0, 3.0}).deviation, 1.0); // nothing to divide by
    }

    void itLearnsWhatTheTextsSay()
    {
        const fs::path run = folder("learnt");
        const EndReport end
            = small::train(specFromJson(smallRegression(Json::object(), 2000)), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        // The best constant is off by the mean deviation, about 1.7, and correlates with nothing.
        QVERIFY2(numberScore(end, "pearson") > 0.6, small::sentence(end));
        QVERIFY(numberScore(end, "mean_absolute_error") < 1.4);
        QVERIFY(numberScore(end, "r_squared") > 0.3);

        const auto model = openRun(run, "best");
        const auto numbers
            = model->ask(AskNumbers{{"The plot is superb. The cast is wonderful.",
                                     "The plot is dreadful. The cast is terrible."}});
        QVERIFY2(numbers[0].predicted > 6.0 && numbers[1].predicted < 4.0,
                 std::to_string(numbers[0].predicted).c_str());
        const Inspection seen
            = model->ask(AskInspection{"The plot is superb. The cast is wonderful."});
        QVERIFY(seen.number && std::abs(*seen.number - numbers[0].predicted) < 1e-4);
        QVERIFY(seen.classes.empty());

        const auto spec = specFromJson(smallRegression(Json::object(), 2000));
        const ScoredNumbers scored = model->ask(
            AskNumberScores{{.split = "test", .rows = readSplitRows(spec, "test", "texts", {})}});
        QCOMPARE(scored.rows.size(), size_t{250});
        QVERIFY(std::abs(scored.scores.meanAbsoluteError - numberScore(end, "mean_absolute_error"))
                < 1e-5);
        QVERIFY(std::abs(scored.scores.loss - end.testLoss) < 1e-5);
    }

    void aResumedRunIsTheUninterruptedOne_data()
    {
        addColumn<QString>("loss");
        for (const char* loss : {"mean_squared", "mean_absolute", "huber"})
            newRow(loss, QString::fromLatin1(loss));
    }
    void aResumedRunIsTheUninterruptedOne()
    {
        QFETCH(QString, loss);
        const Json json = smallRegression({{"loss", loss.toStdString()}, {"delta", 0.5}});
        const fs::path whole = folder(("whole " + loss.toStdString()).c_str());
        const fs::path run = folder(("run " + loss.toStdString()).c_str());
        const EndReport end = small::train(specFromJson(json), whole);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        small::trainUntil(specFromJson(json), run, end.step / 2 + 3);
        QVERIFY(small::resume(run).state == RunState::Completed);
        QCOMPARE(small::difference(whole, run, {"last", "best"}), ""s);
    }

    /// Large numbers are learnt as well as small ones where they are standardised, and badly where
    /// they are not.
    void standardisingIsWorthIt()
    {
        const fs::path file = folder("years.csv");
        std::ofstream stream(file);
        stream << "text,year\n";
        for (int i = 0; i < 300; ++i)
            stream << (i % 2 == 0 ? "an old house number " : "a new flat number ") << i % 10 << ','
                   << (i % 2 == 0 ? 1900 : 2000) + i % 3 << '\n';
        stream.close();
        double errors[2];
        for (const bool standardise : {false, true}) {
            Json json = smallRegression({{"standardise", standardise}});
            json["data"] = {{"train", {file.string()}},
                            {"format", {{"kind", "delimited"}, {"label_column", "year"}}},
                            {"test_fraction", 0.2}};
            const EndReport end
                = small::train(specFromJson(json), folder(standardise ? "with" : "without"));
            QVERIFY2(end.state == RunState::Completed, small::sentence(end));
            errors[standardise ? 1 : 0] = numberScore(end, "mean_absolute_error");
        }
        QVERIFY2(errors[1] < 5.0 && errors[0] > 100.0,
                 (std::to_string(errors[0]) + " " + std::to_string(errors[1])).c_str());
    }

    void aScaleThatIsNoneIsRefused()
    {
        const fs::path run = folder("scale");
        QVERIFY(small::train(specFromJson(smallRegression()), run).state == RunState::Completed);
        for (const char* content :
             {"[]", "{}", R"({"mean": 1})", R"({"mean": 1, "standard_deviation": 0})",
              R"({"mean": "1", "standard_deviation": 1})",
              R"({"mean": 1.0, "standard_deviation": 2.0})"}) { // another run's
            writeFileAtomically(run / "scale.json", content);
            const core::Failure failure = support::failureOf([&] { openRun(run, "last"); });
            QVERIFY2(support::contains(failure.sentence(), "scale.json"),
                     failure.sentence().c_str());
        }
    }
};
UNROLL_TEST(RegressionTaskTest, QCoreApplication)
#include "regression_task_test.moc"
