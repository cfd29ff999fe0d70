#include "core/base/error.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "core/train/computing.h"
#include "tests/core/train/small_run.h"
#include "tests/core/train/small_translation.h"
#include "tests/support/test_case.h"

#include <unistd.h>

using core::EndReport;
using core::RunState;

namespace {

constexpr int64_t kMebibyte = int64_t{1} << 20;

/// Large enough for arrays that the allocator counts, on two threads.
core::ExperimentSpec specOf(const core::KindDescription& network,
                            const std::filesystem::path& folder)
{
    const auto serves
        = [&](const char* task) { return !network.tasks.empty() && network.tasks.front() == task; };
    core::ExperimentSpec spec
        = serves("translation") ? small::translation(small::kRecurrent) : small::spec(folder);
    if (serves("word_vectors")) {
        spec.task = {"word_vectors", core::Json::object()};
        spec.training.optimiser = {"sgd", core::Json::object()};
    }
    spec.model.network = core::defaultSelection(core::catalogue(), "network", network.id);
    spec.model.embedding.dimension = 640;
    spec.training.batchSize = 60;
    spec.training.epochs = 1;
    spec.training.threads = 2;
    return core::completedSpec(spec);
}

} // namespace

/// Memory that is not there ends a training with a sentence, wherever it is missing first.
class MemoryExhaustionTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    static int64_t machineBytes()
    {
        return int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
    }

private Q_SLOTS:
    void init()
    {
        begin();
        core::prepareToCompute();
        core::releaseCachedMemory();
    }
    void cleanup()
    {
        core::limitTensorMemory({});
        core::releaseCachedMemory();
    }

    void oneTensorThatTheMachineHasNoRoomForIsRefused()
    {
        QVERIFY_EXCEPTION_THROWN(torch::empty({2 * machineBytes()}, torch::kInt8), core::Error);
    }

    void manyTensorsThatTheMachineHasNoRoomForAreRefused()
    {
        // Never written to, so that they cost nothing: the system would promise them all.
        std::vector<torch::Tensor> blocks;
        const auto takeAll = [&] {
            while (static_cast<int64_t>(blocks.size()) * (int64_t{1} << 30) < 2 * machineBytes())
                blocks.push_back(torch::empty({int64_t{1} << 30}, torch::kInt8));
        };
        QVERIFY_EXCEPTION_THROWN(takeAll(), core::Error);
        QVERIFY(static_cast<int64_t>(blocks.size()) * (int64_t{1} << 30) <= machineBytes());
    }

    void aLimitCountsWhatIsHeldOnce()
    {
        core::limitTensorMemory(16 * kMebibyte);
        for (int i = 0; i < 10; ++i) {
            const torch::Tensor large = torch::empty({9 * kMebibyte}, torch::kInt8);
            QVERIFY_EXCEPTION_THROWN(torch::empty({9 * kMebibyte}, torch::kInt8), core::Error);
        }
        // Unused blocks of other sizes give way.
        for (const int64_t size : {1, 3, 6, 10, 15})
            torch::empty({size * kMebibyte}, torch::kInt8);
    }

    void theSentenceSaysHowMuchIsMissing()
    {
        core::limitTensorMemory(3'000'000);
        try {
            torch::empty({2 * kMebibyte}, torch::kFloat32);
            QFAIL("nothing was refused");
        } catch (...) {
            const core::Failure failure = core::currentFailure();
            QCOMPARE(failure.code, core::ErrorCode::OutOfMemory);
            QCOMPARE(failure.what.plain(),
                     "There is not enough memory: 9 MB more are needed, but only 3 MB are free.");
        }
    }

    void everyNetworkEndsInASentence_data()
    {
        addColumn<QString>("kind");
        for (const core::KindDescription& kind : core::catalogue().at("network"))
            newRow(kind.id.c_str(), QString::fromStdString(kind.id));
    }
    void everyNetworkEndsInASentence()
    {
        QFETCH(QString, kind);
        const core::KindDescription* network
            = core::findKind(core::catalogue(), "network", kind.toStdString());
        const core::ExperimentSpec spec = specOf(*network, root());
        int failures = 0, run = 0;
        bool completed = false;
        for (int64_t limit = 0; !completed; limit += std::max(kMebibyte / 2, limit)) {
            QVERIFY(limit < 4096 * kMebibyte);
            core::limitTensorMemory(limit);
            const auto folder = root() / std::to_string(++run);
            const EndReport end = small::train(spec, folder);
            QVERIFY(core::readRunSummary(folder).state == end.state);
            completed = end.state == RunState::Completed;
            if (completed)
                continue;
            ++failures;
            QVERIFY(end.failure.has_value());
            QVERIFY2(end.failure->code == core::ErrorCode::OutOfMemory, small::sentence(end));
            QVERIFY2(small::contains(end, "Lower the batch size"), small::sentence(end));
        }
        QVERIFY(failures > 0);
    }
};

UNROLL_TEST(MemoryExhaustionTest, QCoreApplication)
#include "memory_exhaustion_test.moc"
