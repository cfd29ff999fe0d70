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
    static Strings labelled(const std::filesystem::path& run, const std::string& name)
    {
        const auto file = core::readSafetensors(core::checkpointPath(run, name));
        Strings parts{file.metadata.at("step"), file.metadata.at("epoch")};
        for (const auto& [tensorName, tensor] : file.tensors) {
            const torch::Tensor whole = tensor.contiguous();
            parts.emplace_back(static_cast<const char*>(whole.data_ptr()), whole.nbytes());
        }
        return parts;
    }

    /// Resumes with everything that the start says.
    EndReport resumeAndHear(Strings& notes) const
    {
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport& report) {
            for (const core::Message& note : report.notes)
                notes.push_back(note.plain());
        };
        core::RunControl control;
        return core::resume(run(), control, listener);
    }

    static bool anyContains(const Strings& notes, const std::string& part)
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
        addColumn<int64_t>("step");
        for (const int64_t step : {1, 7, 14, 15, 16, 29, 30, 44, 45})
            addRow("%d", static_cast<int>(step)) << step;
    }
    void stoppedAnywhereItEqualsTheUninterruptedRun()
    {
        QFETCH(int64_t, step);
        small::train(m_spec, whole());
        const EndReport stopped = small::trainUntil(m_spec, run(), step);
        QVERIFY2(stopped.state == RunState::Stopped, sentence(stopped));
        QCOMPARE(stopped.step, step);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
        QCOMPARE(core::readRunHistory(run()).resumedAt, std::vector<int64_t>{step});
    }

    /// The generator that places are drawn by and the baseline belong to the checkpoint.
    void hardAttentionGoesOnToTheBit_data()
    {
        addColumn<QString>("pooling");
        newRow("sampled", "hard_attention");
        newRow("straight-through", "straight_through");
    }
    void hardAttentionGoesOnToTheBit()
    {
        QFETCH(QString, pooling);
        m_spec.model.network.options["pooling"] = {{"kind", pooling.toStdString()}};
        m_spec = core::completedSpec(m_spec);
        small::train(m_spec, whole());
        small::train(m_spec, root() / "again");
        QCOMPARE(difference(whole(), root() / "again"), ""s);
        small::trainUntil(m_spec, run(), 3);
        for (const int64_t step : {4, 17})
            small::resumeUntil(run(), step);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
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
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void stoppedManyTimesWithEveryOptimiserAndSchedule_data()
    {
        addColumns<QString, QString>("optimiser", "schedule");
        newRow("sgd", R"({"kind":"sgd","momentum":0.9,"nesterov":true})", "step");
        newRow("adamw", R"({"kind":"adamw","amsgrad":true})", "one_cycle");
        newRow("radam", R"({"kind":"radam"})", "inverse_sqrt");
        newRow("nadam", R"({"kind":"nadam"})", "reduce_on_plateau");
        newRow("rmsprop", R"({"kind":"rmsprop","momentum":0.5,"centered":true})", "exponential");
        newRow("adagrad", R"({"kind":"adagrad"})", "linear_warmup");
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
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
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
        QCOMPARE(difference(whole(), run()), ""s);
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
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void aMissingLastFallsBackToPrevious()
    {
        small::train(m_spec, whole());
        small::trainUntil(m_spec, run(), 20);
        std::filesystem::remove(core::checkpointPath(run(), "last"));
        QCOMPARE(small::resume(run()).state, RunState::Completed);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void twoDamagedCheckpointsAreASentence()
    {
        small::trainUntil(m_spec, run(), 20);
        for (const char* name : {"last", "previous"})
            std::filesystem::resize_file(core::checkpointPath(run(), name), 100);
        const std::vector<std::string> names = core::readRunSummary(run()).checkpoints;
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::FileMalformed);
        QVERIFY2(small::contains(end, "such as --checkpoint " + names.back() + "."), sentence(end));
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
        QCOMPARE(difference(whole(), run()), ""s);
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
        QCOMPARE(small::checkpointDifference(whole(), run(), "last"), ""s);
    }

    void weightsFromTheMiddleOfAnEpochDoNotStayBest_data()
    {
        addColumn<int64_t>("limit");
        newRow("in the first epoch", int64_t{7});
        newRow("in the second epoch", int64_t{20});
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
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
        QVERIFY(labelled(run(), "best") == labelled(whole(), "best"));
    }

    void resumingACompletedRunEndsItAgain()
    {
        small::train(m_spec, whole());
        std::filesystem::copy(whole(), run(), std::filesystem::copy_options::recursive);
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Completed);
        QVERIFY(end.tested);
        QCOMPARE(difference(whole(), run()), ""s);
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
        addColumns<QString, QString>("file", "named");
        newRow("validation", "valid.csv", "The validation data is not what it was");
        newRow("test", "test.csv", "The test data is not what it was");
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
        addColumns<QString, QString, QString>("path", "value", "change");
        const auto row = [](const char* path, const char* value, const char* change) {
            newRow(path, path, value, change);
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
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void whatIsSafeMayChangeAndIsSaid_data()
    {
        addColumns<QString, QString>("path", "value");
        newRow("name", "name", "other");
        newRow("epochs", "training.epochs", "4");
        newRow("updates", "training.maximum_updates", "30");
        newRow("minutes", "training.maximum_minutes", "5.0");
        newRow("patience", "training.patience", "7");
        newRow("checkpoints", "training.checkpoint_seconds", "1.0");
        newRow("epochs kept", "training.keep_epochs", "none");
        newRow("batch size", "training.batch_size", "4");
        newRow("token budget", "training.batch_tokens", "60");
        newRow("clipping", "training.clip_norm", "0.5");
        newRow("learning rate", "training.optimiser.learning_rate", "0.5");
        newRow("dropout", "model.embedding.dropout", "0.2");
        newRow("threads", "training.threads", "2");
        newRow("data moved", "data.train", "moved.csv");
    }
    void whatIsSafeMayChangeAndIsSaid()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        small::trainUntil(m_spec, run(), 5);
        std::string wanted = value.toStdString();
        if (path == "data.train"_L1) {
            std::filesystem::rename(root() / "train.csv", root() / wanted);
            wanted = (root() / wanted).string();
        }
        core::writeSpec(core::withValue(m_spec, path.toStdString(), wanted), run() / "spec.json");
        Strings notes;
        QCOMPARE(small::shortfall(resumeAndHear(notes)), ""s);
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
        Strings notes;
        QCOMPARE(small::shortfall(resumeAndHear(notes)), ""s);
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
        Strings notes;
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
