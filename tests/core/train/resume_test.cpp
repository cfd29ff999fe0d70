#include "core/base/atomic_file.h"
#include "core/base/schema.h"
#include "tests/core/train/run_comparison.h"

#include <QTemporaryDir>
#include <QTest>

#include <optional>

using core::EndReport;
using core::ExperimentSpec;
using core::RunState;
using small::difference;
using small::sentence;

class ResumeTest : public QObject {
    Q_OBJECT
private:
    std::optional<QTemporaryDir> m_folder;
    ExperimentSpec m_spec;
    std::filesystem::path root() const { return m_folder->path().toStdString(); }
    std::filesystem::path whole() const { return root() / "whole"; }
    std::filesystem::path run() const { return root() / "run"; }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace();
        m_spec = small::spec(root());
    }

    void stoppedAnywhereItEqualsTheUninterruptedRun_data()
    {
        QTest::addColumn<int64_t>("step");
        for (const int64_t step : {1, 7, 14, 15, 16, 29, 30, 44, 45})
            QTest::addRow("%d", static_cast<int>(step)) << step;
    }
    void stoppedAnywhereItEqualsTheUninterruptedRun()
    {
        QFETCH(int64_t, step);
        small::train(m_spec, whole());
        const EndReport stopped = small::trainUntil(m_spec, run(), step);
        QVERIFY2(stopped.state == RunState::Stopped, sentence(stopped));
        QCOMPARE(stopped.step, step);
        const EndReport end = small::resume(run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(difference(whole(), run()), std::string());
        QCOMPARE(core::readRunHistory(run()).resumedAt, std::vector<int64_t>{step});
    }

    void stoppedManyTimesWithEveryOptimiserAndSchedule_data()
    {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<QString>("schedule");
        QTest::newRow("sgd") << R"({"kind":"sgd","momentum":0.9,"nesterov":true})"
                             << "step";
        QTest::newRow("adamw") << R"({"kind":"adamw","amsgrad":true})"
                               << "one_cycle";
        QTest::newRow("radam") << R"({"kind":"radam"})"
                               << "inverse_sqrt";
        QTest::newRow("nadam") << R"({"kind":"nadam"})"
                               << "reduce_on_plateau";
        QTest::newRow("rmsprop") << R"({"kind":"rmsprop","momentum":0.5,"centered":true})"
                                 << "exponential";
        QTest::newRow("adagrad") << R"({"kind":"adagrad"})"
                                 << "linear_warmup";
    }
    void stoppedManyTimesWithEveryOptimiserAndSchedule()
    {
        QFETCH(QString, optimiser);
        QFETCH(QString, schedule);
        m_spec.training.optimiser
            = core::selectionFromJson(core::Json::parse(optimiser.toStdString()));
        m_spec.training.schedule = {schedule.toStdString(), core::Json::object()};
        m_spec.training.accumulation = 2;
        m_spec.training.batchTokens = 60;
        m_spec.training.patience = 2;
        m_spec = core::completedSpec(m_spec);
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 3);
        for (const int64_t step : {4, 9, 17})
            small::resumeUntil(run(), step);
        const EndReport end = small::resume(run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void eventsAfterTheCheckpointAreMadeAnew()
    {
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 20);
        // As if it had been killed later: two more lines, the second torn.
        std::ofstream(run() / "events.jsonl", std::ios::app)
            << core::toJson(core::UpdateReport{.step = 21, .loss = 99.0}).dump()
            << "\n{\"event\":\"upd";
        small::resume(run());
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void aDamagedLastFallsBackToPreviousWithANote()
    {
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 20);
        const auto last = core::checkpointPath(run(), "last");
        std::string bytes = core::readFile(last);
        bytes[bytes.size() / 2] ^= 0x10;
        std::ofstream(last, std::ios::binary) << bytes;

        std::vector<core::Message> notes;
        int64_t resumedAt = -1;
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport& report) {
            notes = report.notes;
            resumedAt = report.resumedAtStep;
        };
        core::RunControl control;
        const EndReport end = core::resume(run(), control, listener);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(resumedAt, 15); // The end of the first epoch.
        bool noted = false;
        for (const core::Message& note : notes)
            noted = noted || note.plain().find("The last checkpoint was damaged") == 0;
        QVERIFY(noted);
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void aMissingLastFallsBackToPrevious()
    {
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 20);
        std::filesystem::remove(core::checkpointPath(run(), "last"));
        QCOMPARE(small::resume(run()).state, RunState::Completed);
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void twoDamagedCheckpointsAreASentence()
    {
        small::trainUntil(m_spec, run(), 20);
        for (const char* name : {"last", "previous"})
            std::filesystem::resize_file(core::checkpointPath(run(), name), 100);
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::FileMalformed);
    }

    void aCompletedRunGoesOnWithMoreEpochs()
    {
        m_spec.training.schedule = {"constant", core::Json::object()};
        small::train(m_spec, run());
        m_spec.training.epochs = 5;
        small::train(m_spec, whole());
        core::writeSpec(m_spec, run() / "spec.json");
        const EndReport end = small::resume(run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.epoch, 5);
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void aLimitThatIsRaisedGoesOn()
    {
        m_spec.training.schedule = {"constant", core::Json::object()};
        small::train(m_spec, whole());
        m_spec.training.maximumUpdates = 20;
        small::train(m_spec, run());
        m_spec.training.maximumUpdates = 0;
        core::writeSpec(m_spec, run() / "spec.json");
        small::resume(run());
        const auto first = small::withoutTimes(core::readRunHistory(whole()));
        const auto second = small::withoutTimes(core::readRunHistory(run()));
        QCOMPARE(second.updates, first.updates);
        QCOMPARE(second.epochs.size(), first.epochs.size());
        QCOMPARE(small::checkpointDifference(whole(), run(), "last"), std::string());
    }

    void resumingACompletedRunEndsItAgain()
    {
        small::train(m_spec, whole());
        std::filesystem::copy(whole(), run(), std::filesystem::copy_options::recursive);
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Completed);
        QVERIFY(end.tested);
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void otherDataIsNotTrainedOn()
    {
        small::trainUntil(m_spec, run(), 5);
        small::writeTexts(root() / "train.csv", 119, 0);
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::BadData);
    }

    void anotherNetworkIsNamed()
    {
        small::trainUntil(m_spec, run(), 5);
        m_spec.model.network.options["hidden_size"] = 6;
        core::writeSpec(m_spec, run() / "spec.json");
        const EndReport end = small::resume(run());
        QCOMPARE(end.failure->code, core::ErrorCode::FileMalformed);
        QVERIFY2(small::contains(end, "spec.json"), sentence(end));
    }

    void whatIsNoRunFolderIsASentence()
    {
        const EndReport end = small::resume(root() / "nothing");
        QCOMPARE(end.failure->code, core::ErrorCode::FileMissing);
        QVERIFY(!std::filesystem::exists(root() / "nothing"));
    }
};
QTEST_GUILESS_MAIN(ResumeTest)
#include "resume_test.moc"
