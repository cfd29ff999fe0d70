#include "core/base/atomic_file.h"
#include "core/base/schema.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/test_case.h"

using core::EndReport;
using core::ExperimentSpec;
using core::RunState;
using small::difference;
using small::sentence;

class ResumeTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    ExperimentSpec m_spec;

    /// Step, epoch and the bytes of all weights of a checkpoint.
    static std::vector<std::string> labelled(const std::filesystem::path& run,
                                             const std::string& name)
    {
        const auto file = core::readSafetensors(core::checkpointPath(run, name));
        std::vector<std::string> parts{file.metadata.at("step"), file.metadata.at("epoch")};
        for (const auto& [tensorName, tensor] : file.tensors) {
            const torch::Tensor whole = tensor.contiguous();
            parts.emplace_back(static_cast<const char*>(whole.data_ptr()), whole.nbytes());
        }
        return parts;
    }

    /// Resumes with everything that the start says.
    EndReport resumeAndHear(std::vector<std::string>& notes) const
    {
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport& report) {
            for (const core::Message& note : report.notes)
                notes.push_back(note.plain());
        };
        core::RunControl control;
        return core::resume(run(), control, listener);
    }

    static bool anyContains(const std::vector<std::string>& notes, const std::string& part)
    {
        return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
            return note.find(part) != std::string::npos;
        });
    }

private Q_SLOTS:
    void init()
    {
        begin();
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
        QCOMPARE(small::shortfall(small::resume(run())), std::string());
        QCOMPARE(difference(whole(), run()), std::string());
        QCOMPARE(core::readRunHistory(run()).resumedAt, std::vector<int64_t>{step});
    }

    /// The generator that places are drawn by and the baseline belong to the checkpoint.
    void hardAttentionGoesOnToTheBit_data()
    {
        QTest::addColumn<QString>("pooling");
        QTest::newRow("sampled") << "hard_attention";
        QTest::newRow("straight-through") << "straight_through";
    }
    void hardAttentionGoesOnToTheBit()
    {
        QFETCH(QString, pooling);
        m_spec.model.network.options["pooling"] = {{"kind", pooling.toStdString()}};
        m_spec = core::completedSpec(m_spec);
        small::train(m_spec, whole());
        small::train(m_spec, root() / "again");
        QCOMPARE(difference(whole(), root() / "again"), std::string());
        small::trainUntil(m_spec, run(), 3);
        for (const int64_t step : {4, 17})
            small::resumeUntil(run(), step);
        QCOMPARE(small::shortfall(small::resume(run())), std::string());
        QCOMPARE(difference(whole(), run()), std::string());
        if (pooling == "hard_attention") {
            const auto file = core::readSafetensors(core::checkpointPath(run(), "last"));
            const auto baseline = file.find("head.pooling.baseline");
            QVERIFY(baseline && baseline->item<float>() > 0.1F);
        }
    }

    void aCheckpointWithEarlierNamesGoesOnToTheBit()
    {
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 7);
        small::renameAsBefore(
            run(), {{"encoder.embedding.", "embedding."}, {"encoder.rnn.", "rnn."}, {"head.", ""}});
        QVERIFY(core::readSafetensors(core::checkpointPath(run(), "last")).find("rnn.bias_ih_l0"));
        QCOMPARE(small::shortfall(small::resume(run())), std::string());
        QCOMPARE(difference(whole(), run()), std::string());
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
        QCOMPARE(small::shortfall(small::resume(run())), std::string());
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void eventsAfterTheCheckpointAreMadeAnew()
    {
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 20);
        // As if it had been killed later: two more lines, the second torn.
        std::ofstream(run() / "events.jsonl", std::ios::app)
            << core::toJson(core::UpdateReport{.step = 21, .loss = 99.0, .scores = {}}).dump()
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

    void weightsFromTheMiddleOfAnEpochDoNotStayBest_data()
    {
        QTest::addColumn<int64_t>("limit");
        QTest::newRow("in the first epoch") << int64_t{7};
        QTest::newRow("in the second epoch") << int64_t{20};
    }
    void weightsFromTheMiddleOfAnEpochDoNotStayBest()
    {
        QFETCH(int64_t, limit);
        m_spec.training.schedule = {"constant", core::Json::object()};
        small::train(m_spec, whole());
        m_spec.training.maximumUpdates = limit;
        const EndReport limited = small::train(m_spec, run());
        QCOMPARE(limited.bestEpoch, limit / 15 + 1); // The middle is better than what was before.
        m_spec.training.maximumUpdates = 0;
        core::writeSpec(m_spec, run() / "spec.json");
        // The best is that of the epochs that are whole, while it goes on ...
        small::resumeUntil(run(), limit + 1);
        if (limit > 15)
            QVERIFY(labelled(run(), "best") == labelled(whole(), "epoch-1"));
        else
            QVERIFY(!std::filesystem::exists(core::checkpointPath(run(), "best")));
        // ... and at the end that of a run that was never limited.
        QCOMPARE(small::shortfall(small::resume(run())), std::string());
        QCOMPARE(difference(whole(), run()), std::string());
        QVERIFY(labelled(run(), "best") == labelled(whole(), "best"));
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

    void otherValidationOrTestDataAreNamed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("named");
        QTest::newRow("validation") << "valid.csv"
                                    << "The validation data is not what it was";
        QTest::newRow("test") << "test.csv"
                              << "The test data is not what it was";
    }
    void otherValidationOrTestDataAreNamed()
    {
        QFETCH(QString, file);
        QFETCH(QString, named);
        small::trainUntil(m_spec, run(), 5);
        small::writeTexts(root() / file.toStdString(), 20, 4000);
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::BadData);
        QVERIFY2(small::contains(end, named.toStdString()), sentence(end));
    }

    void whatDecidesARunIsRefusedByName_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("change");
        const auto row = [](const char* path, const char* value, const char* change) {
            QTest::newRow(path) << path << value << change;
        };
        row("training.accumulation", "2", "training.accumulation 1 → 2");
        row("training.seed", "2", "training.seed 1 → 2");
        row("training.label_smoothing", "0.1", "training.label_smoothing 0.0 → 0.1");
        row("training.monitor", "valid_accuracy", "training.monitor valid_loss → valid_accuracy");
        row("training.optimiser.beta1", "0.5", "training.optimiser.beta1 0.9 → 0.5");
        row("training.schedule", "constant", "training.schedule.kind cosine → constant");
        row("text.minimum_frequency", "2", "text.minimum_frequency 1 → 2");
        row("model.embedding.dimension", "7", "model.embedding.dimension 6 → 7");
        row("model.network.hidden_size", "6", "model.network.hidden_size 5 → 6");
        row("data.valid_fraction", "0.2", "data.valid_fraction 0.1 → 0.2");
    }
    void whatDecidesARunIsRefusedByName()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, change);
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 5);
        core::writeSpec(core::withValue(m_spec, path.toStdString(), value.toStdString()),
                        run() / "spec.json");
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(end.failure->code == core::ErrorCode::BadSetting
                     && small::contains(end, change.toStdString())
                     && small::contains(end, "start a new run"),
                 sentence(end));
        // Nothing is lost: with the setting put back it goes on as if nothing had been.
        QCOMPARE(core::readRunSummary(run()).state, RunState::Stopped);
        core::writeSpec(m_spec, run() / "spec.json");
        QCOMPARE(small::resume(run()).state, RunState::Completed);
        QCOMPARE(difference(whole(), run()), std::string());
    }

    void whatIsSafeMayChangeAndIsSaid_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::newRow("name") << "name"
                              << "other";
        QTest::newRow("epochs") << "training.epochs"
                                << "4";
        QTest::newRow("updates") << "training.maximum_updates"
                                 << "30";
        QTest::newRow("minutes") << "training.maximum_minutes"
                                 << "5.0";
        QTest::newRow("patience") << "training.patience"
                                  << "7";
        QTest::newRow("checkpoints") << "training.checkpoint_seconds"
                                     << "1.0";
        QTest::newRow("epochs kept") << "training.keep_epochs"
                                     << "none";
        QTest::newRow("batch size") << "training.batch_size"
                                    << "4";
        QTest::newRow("token budget") << "training.batch_tokens"
                                      << "60";
        QTest::newRow("clipping") << "training.clip_norm"
                                  << "0.5";
        QTest::newRow("learning rate") << "training.optimiser.learning_rate"
                                       << "0.5";
        QTest::newRow("dropout") << "model.embedding.dropout"
                                 << "0.2";
        QTest::newRow("threads") << "training.threads"
                                 << "2";
        QTest::newRow("data moved") << "data.train"
                                    << "moved.csv";
    }
    void whatIsSafeMayChangeAndIsSaid()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        small::trainUntil(m_spec, run(), 5);
        std::string wanted = value.toStdString();
        if (path == QLatin1String("data.train")) {
            std::filesystem::rename(root() / "train.csv", root() / wanted);
            wanted = (root() / wanted).string();
        }
        core::writeSpec(core::withValue(m_spec, path.toStdString(), wanted), run() / "spec.json");
        std::vector<std::string> notes;
        QCOMPARE(small::shortfall(resumeAndHear(notes)), std::string());
        QVERIFY(anyContains(notes, "Changed since the last checkpoint: " + path.toStdString()));
        // What was accepted is what the next resume compares with.
        notes.clear();
        resumeAndHear(notes);
        QVERIFY(!anyContains(notes, "Changed since"));
    }

    void moreEpochsDrawTheScheduleAnewAndSaySo()
    {
        small::train(m_spec, run()); // Half a cosine down to 0 over three epochs.
        m_spec.training.epochs = 6;
        small::train(m_spec, whole());
        core::writeSpec(m_spec, run() / "spec.json");
        std::vector<std::string> notes;
        QCOMPARE(small::shortfall(resumeAndHear(notes)), std::string());
        QVERIFY(anyContains(notes, "now has 90 updates instead of 45"));
        QVERIFY(anyContains(notes, "instead of 0."));
        const auto drawn = core::readRunHistory(whole()).updates;
        const auto resumed = core::readRunHistory(run()).updates;
        QCOMPARE(resumed.size(), size_t{90});
        for (size_t i = 45; i < 90; ++i)
            QCOMPARE(resumed[i].learningRate, drawn[i].learningRate);
    }

    void aScheduleThatDoesNotSeeTheEndIsNotSpokenOf()
    {
        m_spec.training.schedule = {"constant", core::Json::object()};
        small::train(m_spec, run());
        m_spec.training.epochs = 4;
        core::writeSpec(m_spec, run() / "spec.json");
        std::vector<std::string> notes;
        resumeAndHear(notes);
        QVERIFY(anyContains(notes, "training.epochs 3 → 4"));
        QVERIFY(!anyContains(notes, "schedule"));
    }

    void aRunThatCannotGoOnStaysAsItWas()
    {
        small::train(m_spec, run());
        std::filesystem::copy(run(), whole(), std::filesystem::copy_options::recursive);
        std::filesystem::remove(root() / "train.csv");
        QCOMPARE(small::resume(run()).state, RunState::Failed);
        for (const char* name : {"events.jsonl", "summary.json", "spec.json"})
            QCOMPARE(core::readFile(run() / name), core::readFile(whole() / name));
        QCOMPARE(core::readRunSummary(run()).state, RunState::Completed);
    }

    void whatIsNoRunFolderIsASentence()
    {
        const EndReport end = small::resume(root() / "nothing");
        QCOMPARE(end.failure->code, core::ErrorCode::FileMissing);
        QVERIFY(!std::filesystem::exists(root() / "nothing"));
    }
};
UNROLL_TEST(ResumeTest, QCoreApplication)
#include "resume_test.moc"
