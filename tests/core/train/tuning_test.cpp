#include "core/base/atomic_file.h"
#include "core/base/schema.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/test_case.h"

#include <chrono>

using core::EndReport;
using core::ExperimentSpec;
using core::RunState;
using core::SettingChange;
using small::difference;
using small::sentence;

namespace {

/// The change that is requested after an update: "training.clip_norm=0.1".
using Wishes = std::map<int64_t, std::string>;

ExperimentSpec tuned(const ExperimentSpec& spec, const std::string& wish)
{
    const size_t equals = wish.find('=');
    return core::withValue(spec, wish.substr(0, equals), wish.substr(equals + 1));
}

std::vector<SettingChange> wished(const ExperimentSpec& now, const std::string& wish)
{
    return core::settingChanges(now, tuned(now, wish), 0);
}

/// A training, or the rest of it, with requests for other settings.
EndReport trainTuned(const std::optional<ExperimentSpec>& spec, const std::filesystem::path& run,
                     const Wishes& wishes, int64_t stopAfter = -1,
                     std::vector<core::ChangeReport>* reports = nullptr)
{
    core::RunControl control;
    core::TrainingListener listener;
    listener.updated = [&](const core::UpdateReport& report) {
        if (const auto wish = wishes.find(report.step); wish != wishes.end())
            control.change(wished(core::readSpec(run / "spec.json"), wish->second));
        if (report.step == stopAfter)
            control.stop();
    };
    listener.changed = [&](const core::ChangeReport& report) {
        if (reports != nullptr)
            reports->push_back(report);
    };
    return spec ? core::train(*spec, run, control, listener) : core::resume(run, control, listener);
}

} // namespace

/// Settings that change while a run is trained.
class TuningTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    ExperimentSpec m_spec;

    static void rows()
    {
        addColumns<QString, QString>("change", "back");
        const auto row = [](const char* change, const char* back) { newRow(change, change, back); };
        row("training.optimiser.learning_rate=0.05", "training.optimiser.learning_rate=0.001");
        row("training.optimiser.weight_decay=0.1", "training.optimiser.weight_decay=0.0");
        row("training.clip_norm=0.01", "training.clip_norm=0");
        row("training.clip_value=0.001", "training.clip_value=0");
        row("model.network.dropout=0.6", "model.network.dropout=0.0");
        row("model.embedding.dropout=0.5", "model.embedding.dropout=0.1");
        row("training.batch_size=16", "training.batch_size=5");
        row("training.batch_tokens=40", "training.batch_tokens=20");
        row("training.epochs=4", "training.epochs=3");
    }

private Q_SLOTS:
    void init()
    {
        begin();
        m_spec = small::spec(root());
    }

    /// A value of the task as well as a selection with its options.
    void settingsThatATaskDeclaresCanChange()
    {
        for (const char* setting :
             {"task.writing.length", "task.writing.stop_at_line_end", "task.writing.search",
              "task.writing.search.kind", "task.writing.search.temperature"})
            for (const char* task : {"language_model", "class_to_text"})
                QVERIFY2(core::isTunable(setting, task), setting);
        for (const char* setting :
             {"task.writing.lengthy", "task.window", "task.tied", "task.writing"})
            QVERIFY2(!core::isTunable(setting, "language_model"), setting);
    }

    void aChangeCountsFromTheNextUpdateAndIsWrittenDown()
    {
        small::train(m_spec, whole());
        std::vector<core::ChangeReport> reports;
        QCOMPARE(small::shortfall(trainTuned(
                     m_spec, run(), {{7, "training.optimiser.learning_rate=0.05"}}, -1, &reports)),
                 ""s);
        const std::vector<SettingChange> expected{
            {8, "training.optimiser.learning_rate", 0.01, 0.05}};
        QCOMPARE(reports.size(), size_t{1});
        QCOMPARE(reports[0].changes, expected);
        QCOMPARE(reports[0].totalUpdates, 45);

        const auto before = small::withoutTimes(core::readRunHistory(whole()));
        const auto after = small::withoutTimes(core::readRunHistory(run()));
        QCOMPARE(after.changes, expected);
        QCOMPARE(after.skippedLines, 0);
        for (size_t i = 0; i < 7; ++i)
            QCOMPARE(after.updates[i], before.updates[i]);
        // Half a cosine from five times the rate.
        for (size_t i = 7; i < 45; ++i)
            QVERIFY(std::abs(after.updates[i].learningRate - 5.0 * before.updates[i].learningRate)
                    < 1e-12);
        QCOMPARE(after.updates[7].loss, before.updates[7].loss); // Before its weights change.
        QVERIFY(after.updates[8].loss != before.updates[8].loss);

        const core::RunPlan plan = core::readRunPlan(run() / "spec.json");
        QCOMPARE(plan.changes, expected);
        QCOMPARE(plan.spec.training.optimiser.options.at("learning_rate").get<double>(), 0.05);
        QCOMPARE(core::readSpec(run() / "spec.json"), plan.spec);
        QCOMPARE(core::withoutChanges(plan.spec, plan.changes),
                 core::readRunPlan(whole() / "spec.json").spec);
    }

    void moreEpochsAreTakenUntilTheLastOneIsValidated()
    {
        std::vector<core::ChangeReport> reports;
        const EndReport end = trainTuned(m_spec, run(), {{45, "training.epochs=4"}}, -1, &reports);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.step, 60);
        QCOMPARE(reports.size(), size_t{1});
        const std::vector<SettingChange> expected{{46, "training.epochs", 3, 4}};
        QCOMPARE(reports[0].changes, expected);
    }

    void stoppedAnywhereItEqualsTheUninterruptedRun_data() { rows(); }
    void stoppedAnywhereItEqualsTheUninterruptedRun()
    {
        QFETCH(QString, change);
        QFETCH(QString, back);
        const Wishes wishes{{7, change.toStdString()}, {19, back.toStdString()}};
        EndReport end = trainTuned(m_spec, whole(), wishes);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(core::readRunHistory(whole()).changes.size(), size_t{2});
        // Before it, with it made and no update since, in the same epoch after it, in the next one.
        end = trainTuned(m_spec, run(), wishes, 3);
        for (const int64_t step : {7, 10, 18, 20, 23}) {
            end = trainTuned({}, run(), wishes, step);
            QCOMPARE(end.step, step);
        }
        end = small::resume(run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(difference(whole(), run()), ""s);
        QCOMPARE(core::readRunHistory(run()).changes, core::readRunHistory(whole()).changes);
        QCOMPARE(core::readRunPlan(run() / "spec.json"), core::readRunPlan(whole() / "spec.json"));
    }

    void everyChangeChangesTheCurve_data() { rows(); }
    void everyChangeChangesTheCurve()
    {
        QFETCH(QString, change);
        small::train(m_spec, whole());
        trainTuned(m_spec, run(), {{7, change.toStdString()}});
        const auto before = small::withoutTimes(core::readRunHistory(whole())).updates;
        const auto after = small::withoutTimes(core::readRunHistory(run())).updates;
        QVERIFY(std::equal(before.begin(), before.begin() + 7, after.begin()));
        QVERIFY(!std::equal(before.begin() + 7, before.end(), after.begin() + 7, after.end()));
    }

    void theSameChangesAgainGiveTheSameCurve_data() { rows(); }
    void theSameChangesAgainGiveTheSameCurve()
    {
        QFETCH(QString, change);
        QFETCH(QString, back);
        trainTuned(m_spec, whole(), {{7, change.toStdString()}, {19, back.toStdString()}});
        const core::RunPlan plan = core::readRunPlan(whole() / "spec.json");
        core::RunControl control;
        QCOMPARE(small::shortfall(core::train(core::withoutChanges(plan.spec, plan.changes), run(),
                                              control, {}, plan.changes)),
                 ""s);
        QCOMPARE(difference(whole(), run()), ""s);
        QCOMPARE(core::readRunPlan(run() / "spec.json"), plan);
    }

    void killedAfterAChangeItIsMadeAgain_data() { rows(); }
    void killedAfterAChangeItIsMadeAgain()
    {
        QFETCH(QString, change);
        // Its last checkpoint is that of update 5, its spec.json knows of changes after that.
        small::trainUntil(m_spec, whole(), 5);
        std::filesystem::copy(whole(), run(), std::filesystem::copy_options::recursive);
        trainTuned({}, whole(), {{9, change.toStdString()}});
        std::filesystem::copy_file(whole() / "spec.json", run() / "spec.json",
                                   std::filesystem::copy_options::overwrite_existing);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
        QCOMPARE(core::readRunHistory(run()).changes, core::readRunHistory(whole()).changes);
    }

    void whatWasChangedByHandSinceThenCounts()
    {
        small::trainUntil(m_spec, whole(), 5);
        std::filesystem::copy(whole(), run(), std::filesystem::copy_options::recursive);
        trainTuned({}, whole(), {{9, "training.clip_norm=0.01"}});
        core::RunPlan plan = core::readRunPlan(whole() / "spec.json");
        plan.spec.training.clipNorm = 0.5;
        core::writeRunPlan(plan, run() / "spec.json");
        small::resume(run());
        const std::vector<SettingChange> expected{{6, "training.clip_norm", 1.0, 0.5}};
        QCOMPARE(core::readRunHistory(run()).changes, expected);
        QCOMPARE(core::readSpec(run() / "spec.json").training.clipNorm, 0.5);
    }

    void anotherBatchSizeLeavesEachTextOnceInTheEpoch()
    {
        small::train(m_spec, whole());
        trainTuned(m_spec, run(), {{7, "training.batch_size=16"}});
        const auto before = core::readRunHistory(whole()), after = core::readRunHistory(run());
        // 7 batches of 8, then 64 texts in batches of 16; two more epochs of 8 batches.
        QCOMPARE(after.epochs.at(0).step, 11);
        QCOMPARE(after.updates.size(), size_t{27});
        for (size_t epoch = 0; epoch < 3; ++epoch)
            QCOMPARE(after.epochs[epoch].tokens, before.epochs[epoch].tokens);
        double position = 0.0;
        for (const core::UpdateReport& update : after.updates) {
            QVERIFY(update.epochPosition > position);
            position = update.epochPosition;
        }
        QCOMPARE(after.updates[10].epochPosition, 1.0);
        QCOMPARE(position, 3.0);
        QVERIFY(after.updates.back().learningRate < 1e-4); // The cosine ends where the run does.
    }

    void withEveryKindOfStateItGoesOnToTheBit_data()
    {
        addColumns<QString, QString>("optimiser", "schedule");
        newRow("sgd", R"({"kind":"sgd","momentum":0.9})", "reduce_on_plateau");
        newRow("adamw", R"({"kind":"adamw","amsgrad":true})", "one_cycle");
        newRow("rmsprop", R"({"kind":"rmsprop","centered":true})", "step");
    }
    void withEveryKindOfStateItGoesOnToTheBit()
    {
        QFETCH(QString, optimiser);
        QFETCH(QString, schedule);
        m_spec.training.optimiser
            = core::selectionFromJson(core::Json::parse(optimiser.toStdString()));
        m_spec.training.schedule = {schedule.toStdString(), core::Json::object()};
        m_spec.training.accumulation = 2;
        m_spec.training.batchTokens = 60;
        m_spec = core::completedSpec(m_spec);
        const Wishes wishes{{3, "training.batch_size=5"},
                            {5, "training.optimiser.learning_rate=0.02"},
                            {11, "model.network.dropout=0.1"},
                            {17, "training.optimiser.learning_rate=0.004"}};
        trainTuned(m_spec, whole(), wishes);
        trainTuned(m_spec, run(), wishes, 4);
        for (const int64_t step : {6, 12, 16, 18})
            trainTuned({}, run(), wishes, step);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void severalWishesAtOnceAndBackAgainLeaveNoTrace()
    {
        small::train(m_spec, whole());
        core::RunControl control;
        core::TrainingListener listener;
        bool taken = false;
        listener.updated = [&](const core::UpdateReport& report) {
            if (report.step == 7) {
                control.pause();
                control.change(wished(m_spec, "model.network.dropout=0.9"));
                control.change(wished(m_spec, "training.batch_size=3"));
            }
        };
        listener.changed = [&](const core::ChangeReport& report) {
            QCOMPARE(report.changes.size(), size_t{2});
            if (!std::exchange(taken, true))
                control.change({{0, "model.network.dropout", {}, 0.3},
                                {0, "training.batch_size", {}, 8}}); // Thought better of.
            else
                control.proceed();
        };
        QCOMPARE(small::shortfall(core::train(m_spec, run(), control, listener)), ""s);
        QCOMPARE(core::readRunHistory(run()).changes.size(), size_t{4});
        // The rest of the epoch was dealt anew, everything else is as it was.
        const auto before = core::readRunHistory(whole()), after = core::readRunHistory(run());
        QCOMPARE(after.updates.size(), before.updates.size());
        QCOMPARE(after.epochs[0].tokens, before.epochs[0].tokens);
        QCOMPARE(core::readRunPlan(run() / "spec.json").spec,
                 core::readRunPlan(whole() / "spec.json").spec);
    }

    void whatDecidesTheRunIsRefusedAndTheTrainingGoesOn_data()
    {
        addColumn<QString>("wish");
        for (const char* wish : {"model.network.hidden_size=6", "training.seed=2",
                                 "training.schedule=constant", "text.minimum_frequency=2"})
            newRow(wish, wish);
    }
    void whatDecidesTheRunIsRefusedAndTheTrainingGoesOn()
    {
        QFETCH(QString, wish);
        small::train(m_spec, whole());
        std::vector<core::ChangeReport> reports;
        trainTuned(m_spec, run(), {{7, wish.toStdString()}}, -1, &reports);
        QCOMPARE(reports.size(), size_t{1});
        QVERIFY(reports[0].failure && reports[0].changes.empty());
        QVERIFY(reports[0].failure->sentence().find("cannot change") != std::string::npos);
        QCOMPARE(difference(whole(), run()), ""s);
        QVERIFY(core::readRunPlan(run() / "spec.json").changes.empty());
    }

    void moreEpochsWishedForDuringTheLastValidationAreTrained()
    {
        core::RunControl control;
        core::TrainingListener listener;
        listener.epochEnded = [&](const core::EpochReport& report) {
            if (report.epoch == 3)
                control.change(wished(m_spec, "training.epochs=4"));
        };
        const EndReport end = core::train(m_spec, run(), control, listener);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.epoch, 4);
        QCOMPARE(core::readRunHistory(run()).changes.at(0).step, 46);
    }

    void slowMotionChangesNothingButTheTime()
    {
        constexpr double kRate = 100.0;
        small::train(m_spec, whole());
        core::RunControl control;
        control.setUpdatesPerSecond(kRate);
        const auto begin = std::chrono::steady_clock::now();
        const EndReport end = core::train(m_spec, run(), control, {});
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QVERIFY(took.count() >= 44 / kRate);
        QCOMPARE(difference(whole(), run()), ""s);
        // Waiting is no training time.
        QVERIFY(core::readRunHistory(run()).updates.back().seconds < took.count() - 0.5 * 44 / kRate
                || took.count() > 10.0);
    }

    void aListOfChangesThatIsNoneIsASentence()
    {
        small::trainUntil(m_spec, run(), 5);
        core::Json spec = core::Json::parse(core::readFile(run() / "spec.json"));
        spec["changes"] = {{{"step", "seven"}}};
        core::writeFileAtomically(run() / "spec.json", spec.dump());
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::FileMalformed);
    }
};
UNROLL_TEST(TuningTest, QCoreApplication)
#include "tuning_test.moc"
