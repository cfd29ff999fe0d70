#include "core/probe/updates/recording_file.h"
#include "core/probe/updates/update_questions.h"
#include "tests/core/train/run_comparison.h"
#include "tests/faults/faults.h"
#include "tests/support/test_case.h"

using core::EndReport;
namespace fs = std::filesystem;
using core::RunState;

/// A training in which a call into the system fails keeps its run: resumed, it equals the
/// uninterrupted one to the bit, its recording included.
class TrainingFaultsTest : public QObject {
    Q_OBJECT
private:
    static constexpr int64_t kStopped
        = 20; ///< The update at which the run was stopped that is resumed.
    static constexpr const char* kMoreEpochs = "training.epochs=4";

    QTemporaryDir m_folder;
    std::map<QString, long> m_calls, m_callsOfResuming;

    fs::path root() const { return m_folder.path().toStdString(); }
    fs::path run() const { return root() / "faulty" / "run"; }
    fs::path specFile() const { return root() / "spec.unroll"; }
    static QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

    static faults::Program program(const QStringList& arguments, const fs::path& run)
    {
        faults::Program program;
        program.arguments = arguments + QStringList{u"--record"_s, u"--record-share"_s, u"1"_s};
        program.under = text(run);
        return program;
    }
    faults::Program training(const fs::path& run) const
    {
        return program({u"train"_s, text(specFile()), u"--out"_s, text(run)}, run);
    }
    static faults::Program resuming(const fs::path& run)
    {
        return program({u"resume"_s, text(run), u"--set"_s, QString::fromLatin1(kMoreEpochs)}, run);
    }

    /// Records each update, and stops before the first where this is wished.
    enum class Until { End, Start };
    template <class Train> static EndReport recorded(const fs::path& run, Until until, Train train)
    {
        core::RunControl control;
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport&) {
            if (until == Until::Start)
                control.stop();
        };
        control.ask([&](core::LiveModel& model) {
            model.ask(
                core::AskRecording{run.string(), {core::RecordingWish::Where::Disk, {}, 1.0}});
        });
        return train(control, listener);
    }
    /// Resumes; where nothing was begun, trains.
    EndReport trainOn(Until until) const
    {
        return recorded(run(), until, [&](auto& control, const auto& listener) {
            return core::isRunFolder(run())
                ? core::resume(run(), control, listener)
                : core::train(core::readSpec(specFile()), run(), control, listener);
        });
    }
    EndReport resumeOn(Until until) const
    {
        return recorded(run(), until, [&](auto& control, const auto& listener) {
            auto spec = core::readSpec(run() / "spec.json");
            spec.training.epochs = 4;
            return core::resume(run(), control, listener, spec);
        });
    }

    /// The lines of a recording but for those that name the parameters: each process writes one.
    static QByteArrayList recordedLines(const fs::path& run)
    {
        QByteArrayList lines = faults::content(run / core::kRecordingFile).split('\n');
        lines.removeIf([](const QByteArray& line) { return !line.contains("\"items\""); });
        return lines;
    }

    /// The difference of a run from the `whole` one; empty if there is none.
    std::string difference(const fs::path& whole) const
    {
        if (const std::string found = small::difference(whole, run()); !found.empty())
            return found;
        if (recordedLines(run()) != recordedLines(whole))
            return "the recording";
        if (core::readRunHistory(run()).skippedLines > 0)
            return "a damaged line";
        return {};
    }

    std::string leftover() const
    {
        for (const auto& [name, content] : faults::contents(run()))
            if (fs::path(name).filename().string().starts_with("."))
                return "a leftover: " + name;
        return {};
    }

    /// `best` has the weights of the epoch that the run calls its best.
    std::string bestOfAnotherEpoch() const
    {
        const core::RunSummary summary = core::readRunSummary(run());
        const auto path = core::checkpointPath(run(), "best");
        if (summary.bestEpoch == 0)
            return fs::exists(path) ? "best, though there is none yet" : "";
        const std::string epoch = core::readSafetensors(path).metadata.at("epoch");
        return epoch == std::to_string(summary.bestEpoch)
            ? ""
            : "best is of epoch " + epoch + ", not of " + std::to_string(summary.bestEpoch);
    }

    /// The error after a faulty process; empty if there is none. @param goOn  without faults.
    template <class GoOn>
    std::string wrong(const faults::Outcome& outcome, const faults::Fault& fault,
                      const fs::path& whole, GoOn goOn) const
    {
        if (std::string why = faults::fault(outcome, fault); !why.empty())
            return why;
        if (outcome.exited && outcome.code == 0) {
            if (core::readRunHistory(run()).resumedAt != core::readRunHistory(whole).resumedAt)
                return "resumed at another update";
            const std::string found = difference(whole);
            return found.empty() ? found : "done, but another run: " + found;
        }
        const EndReport stopped = goOn(Until::Start);
        if (stopped.state == RunState::Failed)
            return "cannot be resumed: "s + small::sentence(stopped);
        if (std::string found = bestOfAnotherEpoch(); !found.empty())
            return found;
        const EndReport end = goOn(Until::End);
        if (end.state != RunState::Completed)
            return "cannot be resumed: "s + small::sentence(end);
        const std::string found = difference(whole);
        return !found.empty() ? "resumed, another run: " + found : leftover();
    }

    /// Lets each call fail in turn. @param begin  what stands before each.
    template <class Begin, class GoOn>
    void tryAll(const std::map<QString, long>& calls, const faults::Program& program,
                const fs::path& whole, Begin begin, GoOn goOn)
    {
        faults::tryRow(calls, [&](const auto& fault, long number, faults::Outcome& outcome) {
            fs::remove_all(run().parent_path());
            fs::create_directories(run().parent_path());
            begin();
            outcome = program.run(fault, number);
            return wrong(outcome, fault, whole, goOn);
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        core::writeSpec(small::spec(root()), specFile());
        const faults::Outcome outcome = training(root() / "whole").run();
        QVERIFY2(outcome.exited && outcome.code == 0, outcome.err.constData());
        m_calls = outcome.calls;
        QVERIFY(m_calls.at(u"fsync"_s) > 10);

        core::RunControl control;
        core::TrainingListener listener;
        listener.updated = [&](const core::UpdateReport& report) {
            if (report.step == kStopped)
                control.stop();
        };
        control.ask([&](core::LiveModel& model) {
            model.ask(core::AskRecording{{}, {core::RecordingWish::Where::Disk, {}, 1.0}});
        });
        const EndReport stopped
            = core::train(core::readSpec(specFile()), root() / "stopped", control, listener);
        QCOMPARE(stopped.step, kStopped);
        faults::copyOver(root() / "stopped", root() / "longer");
        const faults::Outcome resumed = resuming(root() / "longer").run();
        QVERIFY2(resumed.exited && resumed.code == 0, resumed.err.constData());
        m_callsOfResuming = resumed.calls;
    }

    void aRunOutlivesAnyFault_data() { faults::addAllRows(2); }
    void aRunOutlivesAnyFault()
    {
        tryAll(
            m_calls, training(run()), root() / "whole", [] {},
            [this](Until until) { return trainOn(until); });
    }

    /// Where a folder cannot be listed, a run may be in it.
    void aRunIsNeverTakenForAnEmptyFolder()
    {
        fs::create_directories(run().parent_path());
        faults::copyOver(root() / "stopped", run());
        const auto before = faults::contents(run());
        for (const char* call : {"open", "stat"}) {
            const long count = training(run()).run().calls.at(QString::fromLatin1(call));
            for (long number = 1; number <= count; ++number) {
                const auto outcome = training(run()).run(
                    {QString::fromLatin1(call), QString::number(EIO), false}, number);
                QCOMPARE(outcome.code, 1);
                QVERIFY2(faults::contents(run()) == before, outcome.err.constData());
            }
        }
    }

    void aResumedRunOutlivesAnyFault_data() { faults::addAllRows(2); }
    void aResumedRunOutlivesAnyFault()
    {
        tryAll(
            m_callsOfResuming, resuming(run()), root() / "longer",
            [this] { faults::copyOver(root() / "stopped", run()); },
            [this](Until until) { return resumeOn(until); });
    }
};
UNROLL_TEST(TrainingFaultsTest, QCoreApplication)
#include "training_faults_test.moc"
