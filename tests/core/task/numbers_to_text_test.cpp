#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/task/task_kinds.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

using core::ExperimentSpec;
using core::Json;

namespace {

std::string writtenFor(core::LiveModel& model, const std::string& numbers)
{
    core::AskDecoding question;
    question.request.search = {"greedy", Json::object()};
    question.className = numbers;
    return model.ask(question).best.front().text;
}

double nats(core::LiveModel& model, const std::string& text, const std::string& numbers)
{
    return model.ask(core::AskReading{text, numbers, 0}).nats;
}

/// The sentence and the advice that a condition is refused with.
std::string refusal(core::LiveModel& model, const std::string& numbers)
{
    try {
        nats(model, "ab", numbers);
    } catch (const core::Error& error) {
        return error.failure().what.plain() + " " + error.failure().advice.plain();
    }
    return {};
}

} // namespace

/// Texts that are written for numbers of a table.
class NumbersToTextTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path root() const { return m_folder.path().toStdString(); }

    /// Stars decide the letters of a text, pages decide how long it is.
    std::string table(const char* name, const std::string& last = {}) const
    {
        std::ofstream file(root() / name);
        file << "pages,text,stars\n";
        for (int i = 0; i < 120; ++i)
            file << (i % 3 == 0 ? "\"1,234\"" : "20") << ',' << (i % 2 == 0 ? "ab" : "cd")
                 << (i % 3 == 0 ? (i % 2 == 0 ? "abab" : "cdcd") : "") << ','
                 << (i % 2 == 0 ? "1.0" : "5") << '\n';
        file << last;
        return (root() / name).string();
    }

    static ExperimentSpec specOf(const std::string& file, const std::string& condition)
    {
        return core::specFromJson(
            {{"name", "reviews"},
             {"task",
              {{"kind", "numbers_to_text"}, {"condition", condition}, {"features", {"Pages"}}}},
             {"data",
              {{"train", {file}},
               {"format",
                {{"kind", "delimited"}, {"text_columns", {"text"}}, {"label_column", "stars"}}}}},
             {"text", {{"tokeniser", "character"}, {"minimum_frequency", 1}}},
             {"model",
              {{"embedding", {{"dimension", 8}}},
               {"network", {{"kind", "lstm"}, {"hidden_size", 12}, {"dropout", 0.1}}}}},
             {"training",
              {{"epochs", 20},
               {"batch_size", 8},
               {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.03}}},
               {"threads", 1}}}});
    }

private Q_SLOTS:
    void numbersDecideWhatIsWritten_data()
    {
        addColumn<QString>("condition");
        for (const char* condition : {"every_input", "first_input", "initial_state"})
            newRow(condition, condition);
    }
    void numbersDecideWhatIsWritten()
    {
        QFETCH(QString, condition);
        const std::filesystem::path run = root() / condition.toStdString();
        const ExperimentSpec spec = specOf(table("reviews.csv"), condition.toStdString());
        QCOMPARE(small::shortfall(small::train(spec, run)), ""s);
        const auto model = core::openRun(run, "best");
        QCOMPARE(writtenFor(*model, "stars 1; Pages 20"), "ab"s);
        QCOMPARE(writtenFor(*model, "5; 1234"), "cdcdcd"s);
        QCOMPARE(writtenFor(*model, "Pages = 1234; stars: 1"), "ababab"s);
        QVERIFY(nats(*model, "ab", "stars 1; Pages 20") < nats(*model, "ab", "stars 5; Pages 20"));
        QVERIFY(nats(*model, "cd", "stars 1") > nats(*model, "cd", "stars 5"));
        // A column that is not mentioned has its mean: so has everything without numbers.
        const core::WrittenConditions all = model->ask(core::AskWrittenClasses());
        QCOMPARE(all.columns.size(), size_t{2});
        QCOMPARE(all.choices.front(), "stars 1; Pages 20"s);
        QCOMPARE(all.choices.back(), "stars 5; Pages 1234"s);
        const std::string means = "stars " + std::to_string(all.columns[0].mean) + "; Pages "
            + std::to_string(all.columns[1].mean);
        QVERIFY(support::near(nats(*model, "ab", ""), nats(*model, "ab", means), 1e-4));
        // The rows of the data are scored for their own numbers, as in training.
        const core::RunHistory history = core::readRunHistory(run);
        const auto rows = std::make_shared<const core::CorpusPart>(
            core::loadCorpus(spec.data, core::columnsOfTask(spec.task), {}).valid);
        const auto scored = model->ask(core::AskLanguageScores{{.rows = rows}});
        const double best = std::min_element(history.epochs.begin(), history.epochs.end(),
                                             [](const auto& a, const auto& b) {
                                                 return a.validLoss < b.validLoss;
                                             })
                                ->validLoss;
        QVERIFY(support::near(scored.scores.loss, best, 1e-5));
    }

    void otherConditionsAreRefused()
    {
        const std::filesystem::path run = root() / "refusing";
        ExperimentSpec spec = specOf(table("small.csv"), "every_input");
        spec.training.epochs = 1;
        QCOMPARE(small::shortfall(small::train(spec, run)), ""s);
        const auto model = core::openRun(run, "last");
        const std::string ranges
            = R"(Write a number for each column, such as "stars 5; Pages 1234".)"
              " In the training texts: stars 1 to 5, Pages 20 to 1234.";
        QCOMPARE(refusal(*model, "stars four"),
                 R"("four" is not a number for the column "stars". )" + ranges);
        QCOMPARE(refusal(*model, "1; 2; 3"),
                 "There are more numbers than the network has columns: 2. " + ranges);
        QCOMPARE(refusal(*model, "2; many"),
                 R"("many" is not a number for the column "Pages". )" + ranges);
    }

    /// A cell without a number is a bad row as in regression: named, or left out.
    void cellsWithoutNumbersAreBadRows_data()
    {
        addColumns<QString, QString>("row", "problem");
        newRow("no number", "many,ab,1\n", uR"(In the column "pages": "many" is not a number.)"_s);
        newRow("missing", ",ab,1\n", uR"(In the column "pages": Its number is missing.)"_s);
        newRow("stars missing", "20,ab,\n", u"Its number is missing."_s);
    }
    void cellsWithoutNumbersAreBadRows()
    {
        QFETCH(QString, row);
        QFETCH(QString, problem);
        ExperimentSpec spec = specOf(table("bad.csv", row.toStdString()), "every_input");
        const core::TaskColumns columns = core::columnsOfTask(spec.task);
        std::string said;
        try {
            core::loadCorpus(spec.data, columns, {});
        } catch (const core::Error& error) {
            said = error.failure().what.plain();
        }
        QVERIFY2(said.find(problem.toStdString()) != std::string::npos, said.c_str());
        QVERIFY2(said.find("bad.csv, line 122") != std::string::npos, said.c_str());
        spec.data.skipBadRows = true;
        const core::Corpus data = core::loadCorpus(spec.data, columns, {});
        QCOMPARE(data.skippedRows, int64_t{1});
        QCOMPARE(data.train.columns.at(2).numbers.size(), data.train.size());
    }

    void columnsAreChecked()
    {
        const auto problemOf = [](const Json& features, const char* sample) {
            ExperimentSpec spec = specOf("a.csv", "every_input");
            spec.task.options["features"] = features;
            if (sample != nullptr)
                spec.data.sample = {sample, Json::object()};
            std::string all;
            for (const core::Problem& problem : core::checkTask(spec))
                all += problem.what.plain();
            return all;
        };
        QCOMPARE(problemOf({"pages"}, nullptr), ""s);
        QVERIFY(problemOf({"pages", "pages"}, nullptr).find("twice") != std::string::npos);
        QVERIFY(problemOf({"pages"}, "ratings").find("text and number") != std::string::npos);
        ExperimentSpec spec = specOf(table("good.csv"), "every_input");
        spec.task.options["features"] = {"weight"};
        try {
            core::loadCorpus(spec.data, core::columnsOfTask(spec.task), {});
            QFAIL("a column that the file does not have");
        } catch (const core::Error& error) {
            QVERIFY2(error.failure().what.plain().find("beside text and number")
                         != std::string::npos,
                     error.failure().what.plain().c_str());
        }
    }

    void stoppedItEqualsTheUninterruptedRun()
    {
        ExperimentSpec spec = specOf(table("resumed.csv"), "initial_state");
        spec.training.epochs = 2;
        spec = core::withValue(spec, "task.teacher_forcing", R"({"kind":"constant","ratio":0.5})");
        QCOMPARE(small::shortfall(small::train(spec, root() / "whole")), ""s);
        QVERIFY(small::trainUntil(spec, root() / "parts", 9).state == core::RunState::Stopped);
        QCOMPARE(small::shortfall(small::resume(root() / "parts")), ""s);
        QCOMPARE(small::difference(root() / "whole", root() / "parts", {"last", "best"}), ""s);
    }
};

UNROLL_TEST(NumbersToTextTest, QCoreApplication)
#include "numbers_to_text_test.moc"
