#include "core/base/atomic_file.h"
#include "core/base/seal.h"
#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"
#include "core/train/run_lock.h"
#include "core/train/run_record.h"
#include "core/train/run_trash.h"
#include "core/train/setting_changes.h"
#include "tests/core/train/small_run.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <atomic>
#include <fstream>
#include <stop_token>
#include <thread>

#include <unistd.h>

using core::RunState;

class RunFolderTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    /// A run folder as a training would leave it, without weights.
    std::filesystem::path makeRun(const std::string& name, const core::RunRecord& record)
    {
        const auto run = root() / name;
        std::filesystem::create_directories(run / "checkpoints");
        core::writeSpec(core::completedSpec({}), run / "spec.json");
        core::writeRunRecord(run, record);
        return run;
    }
    static auto differencesOf(const core::ExperimentSpec& base, const core::ExperimentSpec& other)
    {
        return core::settingDifferences(core::settingValues(base), core::settingValues(other));
    }
    static void touch(const std::filesystem::path& path) { std::ofstream(path) << "x"; }

private Q_SLOTS:
    void init() { begin(); }

    void aSummaryHasWhatTheListShows()
    {
        core::RunRecord record;
        record.state = RunState::Completed;
        record.steps = 40;
        record.epochs = 4;
        record.bestEpoch = 3;
        record.bestValue = 0.25;
        record.testScores = {{"accuracy", 0.875}, {"bleu", 31.25}};
        record.seconds = 12.5;
        record.createdUtc = "2026-01-02T03:04:05Z";
        const auto run = makeRun("first", record);
        for (const char* name : {"epoch-10", "best", "epoch-2", "last", "previous", "notes"})
            touch(core::checkpointPath(run, name));
        touch(run / "checkpoints" / ".next.safetensors");

        const core::RunSummary summary = core::readRunSummary(run);
        QVERIFY2(summary.problem.empty(), summary.problem.plain().c_str());
        QCOMPARE(summary.name, "first"s);
        QCOMPARE(summary.state, RunState::Completed);
        QCOMPARE(summary.steps, 40);
        QCOMPARE(summary.epochs, 4);
        QCOMPARE(summary.bestValue, 0.25);
        QCOMPARE(summary.testScores, record.testScores);
        QCOMPARE(summary.createdUtc, record.createdUtc);
        QCOMPARE(summary.spec, core::completedSpec({}));
        QCOMPARE(summary.checkpoints, (Strings{"last", "best", "epoch-2", "epoch-10"}));
    }

    void whatIsNotKnownIsNaN()
    {
        const auto run = makeRun("fresh", {});
        const core::RunSummary summary = core::readRunSummary(run);
        QVERIFY(std::isnan(summary.bestValue));
        QVERIFY(summary.testScores.empty());
        QCOMPARE(summary.state, RunState::Fresh);
    }

    void aRunWhoseProcessIsGoneWasInterrupted()
    {
        core::RunRecord record;
        record.state = RunState::Running;
        const auto run = makeRun("killed", record);
        QCOMPARE(core::readRunSummary(run).state, RunState::Interrupted);
        const core::RunLock lock(run);
        QCOMPARE(core::readRunSummary(run).state, RunState::Running);
    }

    void onlyOneTrainingHoldsAFolder()
    {
        const auto run = makeRun("held", {});
        {
            const core::RunLock lock(run);
            QVERIFY(support::contains(support::sentenceOf([&] { const core::RunLock second(run); }),
                                      "Another training"));
        }
        const core::RunLock again(run);
    }

    /// Asking took the lock for a moment: whoever began just then was told of another training.
    void whoAsksForTheLockKeepsNobodyFromIt()
    {
        const auto run = makeRun("asked for", {});
        std::atomic<bool> done = false;
        std::atomic<int> asked = 0;
        std::thread other([&] {
            for (; !done; ++asked)
                core::RunLock::isHeld(run);
        });
        while (asked < 10)
            std::this_thread::yield();
        int refused = 0;
        for (int i = 0; i < 2000; ++i) {
            try {
                const core::RunLock lock(run);
            } catch (const core::Error&) {
                ++refused;
            }
        }
        done = true;
        other.join();
        QCOMPARE(refused, 0);
        QVERIFY(!core::RunLock::isHeld(run));
    }

    void aCopyByHardLinksHasALockOfItsOwn()
    {
        const auto run = makeRun("original", {});
        const core::RunLock lock(run);
        const auto copy = makeRun("copy by links", {});
        std::filesystem::create_hard_link(run / "run.lock", copy / "run.lock");
        const core::RunLock other(copy);
        QVERIFY(core::RunLock::isHeld(run) && core::RunLock::isHeld(copy));
        QVERIFY_THROWS_EXCEPTION(core::Error, core::RunLock second(copy));
    }

    void runsAreListedOldestFirstAndBrokenOnesWithTheirProblem()
    {
        core::RunRecord record;
        record.createdUtc = "2026-02-01T00:00:00Z";
        makeRun("a", record);
        record.createdUtc = "2026-01-01T00:00:00Z";
        makeRun("b", record);
        record.createdUtc = "2026-03-01T00:00:00Z";
        const auto broken = makeRun("c", record);
        std::ofstream(broken / "spec.json") << "{ no json";
        std::filesystem::create_directories(root() / "no run");
        const auto runs = core::listRuns(root());
        QCOMPARE(runs.size(), size_t{3});
        QCOMPARE(runs[0].name, "b"s);
        QCOMPARE(runs[1].name, "a"s);
        QCOMPARE(runs[2].name, "c"s);
        QVERIFY(runs[2].problem.plain().find("spec.json") != std::string::npos);
        QVERIFY(core::listRuns(root() / "not there").empty());
    }

    void aRunCanBeRenamed()
    {
        const auto run = makeRun("plain", {});
        core::renameRun(run, "With more dropout");
        QCOMPARE(core::readRunSummary(run).name, "With more dropout"s);
        core::renameRun(run, "");
        QCOMPARE(core::readRunSummary(run).name, "plain"s);
    }

    void starAndNoteAreKeptWithTheRun()
    {
        const auto run = makeRun("marked", {});
        QVERIFY(core::readRunSummary(run).marks == core::RunMarks());
        const core::RunMarks marks{true, "#lecture3 learns by heart\nsee epoch 4 \xc3\xa4"};
        core::writeRunMarks(run, marks);
        QVERIFY(core::readRunSummary(run).marks == marks);
        std::ofstream(run / "marks.json") << "[1]";
        const core::RunSummary damaged = core::readRunSummary(run);
        QVERIFY(damaged.problem.empty()); // It can be opened all the same, and it is said.
        QVERIFY(damaged.note.plain().find("marks.json") != std::string::npos);
    }

    void deletedRunsComeBackAsTheyWere()
    {
        const auto folder = root() / "trash";
        std::filesystem::create_directories(folder);
        const auto makeIn = [&](const char* name) {
            std::filesystem::create_directories(folder / name);
            std::ofstream(folder / name / "spec.json") << name;
            return folder / name;
        };
        const auto one = makeIn("one"), two = makeIn("two");
        {
            core::RunTrash trash(folder);
            QVERIFY(trash.takes(one) && !trash.takes(root() / "other"));
            QVERIFY_THROWS_EXCEPTION(core::Error, trash.put(root() / "other"));
            trash.put(one);
            trash.put(two);
            QVERIFY(!std::filesystem::exists(one) && core::listRuns(folder).empty());
            makeIn("two"); // A new run was given its name.
            QCOMPARE(trash.takeBack().filename().string(), "two-restored"s);
            QCOMPARE(trash.takeBack(), one);
            QVERIFY(trash.empty());
            QCOMPARE(core::readFile(one / "spec.json"), "one"s);
            const core::RunLock training(one);
            QVERIFY_THROWS_EXCEPTION(core::Error, trash.put(one));
            trash.put(two);
        }
        QVERIFY(std::filesystem::exists(one));
        QVERIFY(!std::filesystem::exists(folder / ".deleted")); // For good.
    }

    void whatAProcessLeftInTheTrashIsRemoved()
    {
        const auto folder = root() / "left";
        const auto dead
            = folder / ".deleted" / "999999999" / "0-run"; // No process has this number.
        const auto alive = folder / ".deleted" / std::to_string(::getppid()) / "0-run";
        std::filesystem::create_directories(dead);
        std::filesystem::create_directories(alive);
        const core::RunTrash trash(folder);
        QVERIFY(!std::filesystem::exists(dead));
        QVERIFY(std::filesystem::exists(alive));
    }

    void historyReadsEveryKindOfLineButATornOne()
    {
        const auto run = makeRun("lines", {});
        core::UpdateReport update;
        update.step = 1;
        core::EpochReport epoch;
        epoch.epoch = 1;
        core::StartReport start;
        std::string lines = core::toJson(start).dump() + "\n" + core::toJson(update).dump() + "\n"
            + R"({"event": "update", "step": 2, "loss": null})" + "\n" + core::toJson(epoch).dump()
            + "\n";
        start.resumedAtStep = 2;
        core::EndReport end;
        end.state = RunState::Stopped;
        lines += core::toJson(start).dump() + "\nnot json\n" + core::toJson(end).dump() + "\n"
            + "{\"event\":\"update\",\"st";
        std::ofstream(run / "events.jsonl") << lines;

        const core::RunHistory history = core::readRunHistory(run);
        QCOMPARE(history.updates.size(), size_t{2});
        QCOMPARE(history.updates[1].step, 2);
        QVERIFY(std::isnan(history.updates[1].loss));
        QCOMPARE(history.epochs.size(), size_t{1});
        QCOMPARE(history.resumedAt, std::vector<int64_t>{2});
        QVERIFY(history.ended);
        QCOMPARE(history.end.state, RunState::Stopped);
        QVERIFY(core::readRunHistory(root() / "nothing").updates.empty());
    }

    void aLineThatWasDamagedIsLeftOutAndCounted()
    {
        const auto run = makeRun("flipped", {});
        core::UpdateReport update;
        std::string lines;
        for (update.step = 1; update.step <= 3; ++update.step) {
            update.loss = 0.25 * static_cast<double>(update.step);
            lines += core::withChecksum(core::toJson(update).dump()) + "\n";
        }
        std::ofstream(run / "events.jsonl") << lines;
        const core::RunHistory whole = core::readRunHistory(run);
        QCOMPARE(whole.updates.size(), size_t{3});
        QCOMPARE(whole.updates[2].loss, 0.75);
        QVERIFY(whole.updates[0].scores.empty());
        QCOMPARE(whole.skippedLines, 0);
        lines[lines.find("0.5")] = '9'; // A loss as good as any other.
        std::ofstream(run / "events.jsonl") << lines;
        const core::RunHistory damaged = core::readRunHistory(run);
        QCOMPARE(damaged.updates.size(), size_t{2});
        QCOMPARE(damaged.skippedLines, 1);
    }

    void aHistoryThatNobodyWaitsForIsLeftOff()
    {
        const auto run = makeRun("left off", {});
        std::ofstream(run / "events.jsonl") << "{}\n";
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(core::Error, core::readRunHistory(run, {stop.get_token(), {}}));
    }

    void aLongHistoryComesBackWhole()
    {
        const auto run = makeRun("long", {});
        constexpr int kUpdates = 100000;
        {
            std::ofstream file(run / "events.jsonl");
            core::UpdateReport update;
            for (update.step = 1; update.step <= kUpdates; ++update.step) {
                update.loss = 1.0 / static_cast<double>(update.step);
                file << core::toJson(update).dump() << '\n';
            }
        }
        const core::RunHistory history = core::readRunHistory(run);
        QCOMPARE(history.updates.size(), size_t{kUpdates});
        QCOMPARE(history.updates.back().step, kUpdates);
        QCOMPARE(history.updates[6].loss, 1.0 / 7.0);
    }

    void newPathsAreFreeAndReadable()
    {
        core::ExperimentSpec spec;
        spec.name = "My reviews / 2";
        spec.model.network.kind = "gru";
        QCOMPARE(core::newRunPath(root(), spec).filename().string(), "My-reviews-2-gru-001"s);
        std::filesystem::create_directories(root() / "My-reviews-2-gru-001");
        QCOMPARE(core::newRunPath(root(), spec).filename().string(), "My-reviews-2-gru-002"s);
        spec.name = "../..";
        QCOMPARE(core::newRunPath(root(), spec).parent_path(), root());
    }

    void differencesNameWhatChanged()
    {
        const core::ExperimentSpec base = core::completedSpec({});
        core::ExperimentSpec other = core::withValue(base, "training.batch_size", "32");
        other = core::withValue(other, "model.network.hidden_size", "77");
        QVERIFY(differencesOf(base, base).empty());
        const auto differences = differencesOf(base, other);
        QCOMPARE(differences.size(), size_t{2});
        QCOMPARE(differences[0].path, "model.network.hidden_size"s);
        QCOMPARE(differences[0].otherValue, "77"s);
        QCOMPARE(differences[1].path, "training.batch_size"s);
        QCOMPARE(differences[1].baseValue, "64"s);
        QCOMPARE(differences[1].otherValue, "32"s);
    }

    void anotherKindsOptionsStandAgainstNothing()
    {
        const core::ExperimentSpec base = core::completedSpec({});
        const core::ExperimentSpec other = core::withValue(base, "training.optimiser", "sgd");
        bool momentum = false, beta = false;
        for (const auto& difference : differencesOf(base, other)) {
            momentum = momentum
                || (difference.path == "training.optimiser.momentum"
                    && difference.baseValue.empty());
            beta = beta
                || (difference.path == "training.optimiser.beta1" && difference.otherValue.empty());
        }
        QVERIFY(momentum && beta);
    }
};
UNROLL_TEST(RunFolderTest, QCoreApplication)
#include "run_folder_test.moc"
