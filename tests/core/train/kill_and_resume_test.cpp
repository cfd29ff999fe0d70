#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_translation.h"
#include "tests/support/test_case.h"

#include <random>

/// A process killed by SIGKILL at any instant loses nothing but time.
class KillAndResumeTest : public QObject {
    Q_OBJECT
private:
    struct Kill {
        bool once = true; ///< False: the process is left to end by itself.
        bool afterASave = false; ///< The time counts from the first checkpoint of this process.
        int milliseconds = 0;
    };

    /// When the run's last checkpoint was written, or the clock's start where there is none.
    static std::filesystem::file_time_type savedAt(const std::filesystem::path& run)
    {
        std::error_code none;
        const auto time = std::filesystem::last_write_time(core::checkpointPath(run, "last"), none);
        return none ? std::filesystem::file_time_type::min() : time;
    }

    /// Starts the run's process and kills it as `kill` says, if it still runs.
    /// @return true when it ended by itself, having completed.
    static bool runFor(const QStringList& arguments, const Kill& kill)
    {
        const std::filesystem::path run = arguments.last().toStdString();
        const auto savedBefore = savedAt(run);
        QProcess process;
        process.start(QStringLiteral(TRAIN_SMALL_RUN), arguments);
        if (!process.waitForStarted())
            qFatal("%s does not start", TRAIN_SMALL_RUN);
        bool ended = false;
        while (!ended && kill.once && kill.afterASave && savedAt(run) == savedBefore)
            ended = process.waitForFinished(1);
        if (!ended)
            ended = process.waitForFinished(kill.once ? kill.milliseconds : -1);
        if (!ended) {
            process.kill();
            process.waitForFinished(-1);
            return false;
        }
        if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
            qFatal("the run failed: %s", process.readAllStandardError().constData());
        return true;
    }

    /// Whether there is a checkpoint to go on from, but no end: earlier kills hit the start of the
    /// process and prove nothing.
    static bool wasKilledWhileItTrained(const std::filesystem::path& run)
    {
        return std::filesystem::exists(core::checkpointPath(run, "last"))
            && !core::readRunHistory(run).ended;
    }

private Q_SLOTS:
    void killedAtRandomMomentsItEqualsTheUninterruptedRun_data()
    {
        addColumns<bool, int64_t, int64_t>("translates", "epochs", "updates");
        newRow("classifier", false, int64_t{200}, int64_t{3000});
        newRow("translator", true, int64_t{30}, int64_t{300});
    }
    void killedAtRandomMomentsItEqualsTheUninterruptedRun()
    {
        QFETCH(bool, translates);
        QFETCH(int64_t, epochs);
        QFETCH(int64_t, updates);
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        core::ExperimentSpec spec
            = translates ? small::translation(small::kRecurrent) : small::spec(root);
        if (translates) // Coins are drawn between the updates' own random numbers.
            spec = core::withValue(spec, "task.teacher_forcing.ratio", "0.5");
        spec.training.epochs = epochs;
        spec.training.checkpointSeconds = 0.02; // As many chances to be killed while saving.
        spec.training.keepEpochs = "none";
        core::writeSpec(spec, root / "spec.unroll");
        const auto argumentsFor = [&](const char* run) {
            return QStringList{QString::fromStdString((root / "spec.unroll").string()),
                               QString::fromStdString((root / run).string())};
        };
        QElapsedTimer timer;
        timer.start();
        QVERIFY(runFor(argumentsFor("whole"), {.once = false}));
        const auto wholeMs = static_cast<int>(timer.elapsed());

        // Killed at any time of its life, its start and its reading of the checkpoint included, and
        // in turn at a time after it has saved, which on any machine is while it trains.
        std::mt19937 generator(7);
        int kills = 0, landed = 0;
        for (bool completed = false; !completed; kills += completed ? 0 : 1) {
            const bool afterASave = kills % 2 == 1;
            const int longest = afterASave ? 50 : wholeMs / 4 + kills * wholeMs / 16;
            const int chosen = static_cast<int>(generator() % static_cast<unsigned>(longest));
            completed
                = runFor(argumentsFor("killed"),
                         {.once = kills < 20, .afterASave = afterASave, .milliseconds = chosen});
            landed += !completed && wasKilledWhileItTrained(root / "killed") ? 1 : 0;
        }
        qInfo("killed %d times, of these %d while it trained", kills, landed);
        QVERIFY(landed >= 3);

        QCOMPARE(core::readRunHistory(root / "whole").updates.size(), static_cast<size_t>(updates));
        QCOMPARE(small::difference(root / "whole", root / "killed", {"last", "best"}), ""s);
        for (const auto& entry :
             std::filesystem::directory_iterator(root / "killed" / "checkpoints"))
            QVERIFY2(!entry.path().filename().string().starts_with("."), entry.path().c_str());
    }
};
UNROLL_TEST(KillAndResumeTest, QCoreApplication)
#include "kill_and_resume_test.moc"
