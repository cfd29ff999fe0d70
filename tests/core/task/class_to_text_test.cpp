#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/test_case.h"

using core::ExperimentSpec;
using core::Json;
using core::RunState;

/// Texts that are written for a class.
class ClassToTextTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path root() const
    {
        return std::filesystem::path(m_folder.path().toStdString())
            / std::string(QTest::currentDataTag());
    }

private Q_SLOTS:
    /// Which tokens the network predicts itself is drawn anew in each update.
    void stoppedWhileItReadsItsOwnPredictionsItEqualsTheUninterruptedRun()
    {
        const std::filesystem::path folder = m_folder.path().toStdString();
        const auto forced = [&](const char* forcing, const char* run, int64_t until = 0) {
            const ExperimentSpec spec = core::withValue(small::ofTask("class_to_text", folder),
                                                        "task.teacher_forcing", forcing);
            if (until == 0)
                QCOMPARE(small::shortfall(small::train(spec, folder / run)), ""s);
            else
                QVERIFY(small::trainUntil(spec, folder / run, until).state == RunState::Stopped);
        };
        const char* const falling = R"({"kind":"linear","from":1,"to":0})";
        forced(falling, "whole");
        forced(falling, "parts", 5);
        QCOMPARE(small::shortfall(small::resume(folder / "parts")), ""s);
        QCOMPARE(small::difference(folder / "whole", folder / "parts", {"last", "best"}), ""s);
        const auto updates = core::readRunHistory(folder / "whole").updates;
        QCOMPARE(updates.front().teacherForcing, 1.0);
        QVERIFY(updates.back().teacherForcing < 0.2);
        forced(R"({"kind":"constant"})", "forced");
        const auto others = core::readRunHistory(folder / "forced").updates;
        QCOMPARE(others.back().teacherForcing, 1.0);
        QCOMPARE(updates.front().loss, others.front().loss); // Until the first own prediction.
        QVERIFY(updates.back().loss > others.back().loss);
    }

    void aClassDecidesWhatIsWritten_data()
    {
        addColumn<QString>("condition");
        for (const char* condition : {"every_input", "first_input", "initial_state"})
            newRow(condition, condition);
    }
    /// Words of the one class have letters that those of the other have not.
    void aClassDecidesWhatIsWritten()
    {
        QFETCH(QString, condition);
        std::filesystem::create_directories(root());
        std::ofstream file(root() / "words.csv");
        file << "text,label\n";
        for (int i = 0; i < 120; ++i)
            file << (i % 2 == 0 ? "ab" : "cd") << (i % 4 < 2 ? "ab" : "cd")[0]
                 << (i % 2 == 0 ? "bab" : "dcd") << ',' << (i % 2 == 0 ? "first" : "second")
                 << '\n';
        file.close();
        for (const Json& network : {Json{{"kind", "gru"}, {"hidden_size", 7}, {"dropout", 0.2}},
                                    Json{{"kind", "lstm"}, {"hidden_size", 8}, {"layers", 2}},
                                    Json{{"kind", "lstm_nested"}, {"hidden_size", 7}},
                                    Json{{"kind", "mut2"}, {"hidden_size", 7}, {"layers", 2}}}) {
            const ExperimentSpec spec = core::specFromJson(
                {{"name", "words"},
                 {"task", {{"kind", "class_to_text"}, {"condition", condition.toStdString()}}},
                 {"data", {{"train", {(root() / "words.csv").string()}}}},
                 {"text", {{"tokeniser", "character"}, {"minimum_frequency", 1}}},
                 {"model", {{"embedding", {{"dimension", 8}}}, {"network", network}}},
                 {"training",
                  {{"epochs", 15},
                   {"batch_size", 8},
                   {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.03}}},
                   {"threads", 1}}}});
            const std::filesystem::path place = root() / network.at("kind").get<std::string>();
            QCOMPARE(small::shortfall(small::train(spec, place)), ""s);
            const auto model = core::openRun(place, "best");
            QCOMPARE(model->ask(core::AskWrittenClasses()).choices, (Strings{"first", "second"}));
            for (const char* name : {"first", "second"}) {
                core::AskDecoding question;
                question.request.search = {"greedy", Json::object()};
                question.className = name;
                const std::string text = model->ask(question).best.front().text;
                const char letter = name == "first"s ? 'b' : 'd';
                QVERIFY2(text.find(letter) != std::string::npos, text.c_str());
                core::AskReading own{"ababab", name, 0};
                own.text = letter == 'b' ? "abbab" : "cddcd";
                core::AskReading other = own;
                other.className = letter == 'b' ? "second" : "first";
                QVERIFY(model->ask(own).nats < model->ask(other).nats);
            }
        }
    }
};

UNROLL_TEST(ClassToTextTest, QCoreApplication)
#include "class_to_text_test.moc"
