#include "core/exchange/safetensors.h"
#include "core/nn/tensors.h"
#include "core/train/run_lock.h"
#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

#include <sys/mount.h>
#include <unistd.h>

#include <new>
#include <stdexcept>

using core::EndReport;
using core::ExperimentSpec;
using core::RunState;
using small::contains;
using small::sentence;

Q_DECLARE_METATYPE(std::function<void()>)

/// A failure of a run is reported in a sentence, and nothing is lost.
class TrainingFailureTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    ExperimentSpec m_spec;

private Q_SLOTS:
    void init()
    {
        begin();
        m_spec = small::spec(root());
    }

    void divergenceNamesStepCheckpointAndAdvice()
    {
        // Bounded cells hide it; a product of two weights does not.
        m_spec.model.network = {"mean", core::Json::object()};
        m_spec.training.optimiser = {"sgd", {{"learning_rate", 1e9}, {"momentum", 0.9}}};
        m_spec.training.clipNorm = 0.0;
        m_spec.training.schedule = {"constant", core::Json::object()};
        const auto run = root() / "run";
        const EndReport end = small::train(core::completedSpec(m_spec), run);
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY(end.failure.has_value());
        QCOMPARE(end.failure->code, core::ErrorCode::Diverged);
        QVERIFY2(contains(end, "The training of run diverged at update"), sentence(end));
        QVERIFY2(contains(end, "last good checkpoint is that of update 0"), sentence(end));
        QVERIFY2(contains(end, "Lower the learning rate"), sentence(end));
        // What was saved is still finite.
        const auto last = core::readSafetensors(core::checkpointPath(run, "last"));
        for (const auto& [name, tensor] : last.tensors)
            if (tensor.is_floating_point())
                QVERIFY2(tensor.isfinite().all().item<bool>(), name.c_str());
        QCOMPARE(core::readRunSummary(run).state, RunState::Failed);
        QCOMPARE(core::readRunHistory(run).end.failure->code, core::ErrorCode::Diverged);
    }

    void everyExceptionEndsTheRunWithASentence_data()
    {
        using Throw = std::function<void()>;
        addColumns<Throw, QByteArray>("fail", "words");
        newRow("LibTorch", Throw([] { TORCH_CHECK(false, "shapes differ"); }), "shapes differ"_ba);
        newRow("standard", Throw([] { throw std::out_of_range("far out"); }), "far out"_ba);
        newRow("memory", Throw([] { throw std::bad_alloc(); }), "Lower the batch size (now 8)"_ba);
        newRow("anything", Throw([] { throw 7; }), "unknown type"_ba);
    }
    void everyExceptionEndsTheRunWithASentence()
    {
        QFETCH(std::function<void()>, fail);
        QFETCH(QByteArray, words);
        core::TrainingListener listener;
        listener.updated = [&](const core::UpdateReport& report) {
            if (report.step == 20)
                fail();
        };
        core::RunControl control;
        const EndReport end = core::train(m_spec, root() / "run", control, listener);
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(contains(end, words.toStdString()), sentence(end));
        QVERIFY(std::string(sentence(end)).find('\n') == std::string::npos); // no backtrace
        QCOMPARE(core::readRunSummary(root() / "run").state, RunState::Failed);
        QCOMPARE(small::shortfall(small::resume(root() / "run")), ""s);
    }

    void aFolderWithSomethingInItIsNotTouched()
    {
        const auto run = root() / "run";
        std::filesystem::create_directories(run);
        std::ofstream(run / "thesis.txt") << "text";
        const EndReport end = small::train(m_spec, run);
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(contains(end, "is not empty"), sentence(end));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(run), {}), 1);
    }

    void aRunThatFailedBeforeItsFirstCheckpointGivesWay()
    {
        core::ExperimentSpec wrong = m_spec;
        wrong.data.train = {(root() / "nowhere.csv").string()};
        QCOMPARE(small::train(wrong, root() / "again").state, RunState::Failed);
        QVERIFY(core::isRunFolder(root() / "again"));
        QCOMPARE(small::shortfall(small::train(m_spec, root() / "again")), ""s);
        // But not when the user has put something into it.
        QCOMPARE(small::train(wrong, root() / "mine").state, RunState::Failed);
        std::ofstream(root() / "mine" / "notes.txt") << "keep me";
        QCOMPARE(small::train(m_spec, root() / "mine").state, RunState::Failed);
        QVERIFY(std::filesystem::exists(root() / "mine" / "notes.txt"));
        QVERIFY(std::filesystem::exists(root() / "mine" / "events.jsonl"));
    }

    void otherClassesThanTheRunsAreRefused()
    {
        small::trainUntil(m_spec, root() / "classes", 7);
        std::ofstream(root() / "train.csv", std::ios::app) << "a new kind of text,neither\n";
        const EndReport end = small::resume(root() / "classes");
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::BadData);
        QVERIFY2(contains(end, "3 classes") && contains(end, "classes.json"), sentence(end));
    }

    void aDamagedRecordIsWrittenAnew()
    {
        small::trainUntil(m_spec, root() / "torn", 7);
        std::ofstream(root() / "torn" / "summary.json") << "{\"state";
        const EndReport end = small::resume(root() / "torn");
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(core::readRunSummary(root() / "torn").steps, end.step);
    }

    void textsOfUnknownTokensOnlyAreRefused()
    {
        core::ExperimentSpec spec = m_spec;
        spec.text.minimumFrequency = 1000;
        const EndReport end = small::train(spec, root() / "unknown");
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(contains(end, "lower the minimum frequency"), sentence(end));
    }

    void aFolderThatCannotBeMadeIsASentence()
    {
        const EndReport end = small::train(m_spec, "/proc/unroll/run");
        QCOMPARE(end.failure->code, core::ErrorCode::FileUnwritable);
        QVERIFY(contains(end, "/proc/unroll/run"));
    }

    void aReadOnlyFolderIsASentence()
    {
        const auto run = root() / "run";
        std::filesystem::create_directories(run);
        std::filesystem::permissions(
            run, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
        // Root may write everywhere, so the process becomes another user for the moment.
        const uid_t user = ::geteuid();
        constexpr uid_t kNobody = 65534;
        if (user == 0 && ::seteuid(kNobody) != 0)
            QSKIP("root may write everywhere");
        const EndReport end = small::train(m_spec, run);
        if (::seteuid(user) != 0)
            qFatal("the user cannot be changed back");
        QVERIFY(end.failure.has_value());
        QCOMPARE(end.failure->code, core::ErrorCode::FileUnwritable);
        std::filesystem::permissions(run, std::filesystem::perms::owner_all);
    }

    void aFullDiskEndsTheRunAndKeepsItsCheckpoints()
    {
        const auto disk = root() / "disk";
        std::filesystem::create_directories(disk);
        if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0)
            QSKIP("only root may mount a small disk");
        m_spec.training.epochs = 200;
        const EndReport end = small::train(m_spec, disk / "run");
        const auto last = core::checkpointPath(disk / "run", "last");
        const bool kept = std::filesystem::exists(last)
            && core::readSafetensors(last).metadata.contains("training");
        const bool said = contains(end, "The disk is full");
        const std::string text = sentence(end);
        ::umount(disk.c_str());
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(said, text.c_str());
        QVERIFY(kept);
    }

    void aMissingDeviceListsThoseThereAre()
    {
        m_spec.training.device = "cuda:63";
        const EndReport end = small::train(m_spec, root() / "run");
        QCOMPARE(end.failure->code, core::ErrorCode::DeviceMissing);
        QVERIFY2(contains(end, "cuda:63") && contains(end, "Available devices: cpu"),
                 sentence(end));
    }

    void aWrongSpecListsItsProblems()
    {
        m_spec.training.batchSize = 0;
        m_spec.training.epochs = -1;
        const EndReport end = small::train(m_spec, root() / "run");
        QCOMPARE(end.failure->code, core::ErrorCode::BadSetting);
        QVERIFY2(contains(end, "batch_size") && contains(end, "epochs"), sentence(end));
        QVERIFY(!std::filesystem::exists(root() / "run"));
    }

    void aFolderInUseIsRefused()
    {
        small::trainUntil(m_spec, root() / "run", 5);
        const core::RunLock lock(root() / "run");
        const EndReport end = small::resume(root() / "run");
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(contains(end, "Another training"), sentence(end));
        QCOMPARE(core::readRunSummary(root() / "run").steps, 5);
    }
};
UNROLL_TEST(TrainingFailureTest, QCoreApplication)
#include "training_failure_test.moc"
