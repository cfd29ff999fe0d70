#include "core/train/training_state.h"

#include "core/catalogue/spec_json.h"
#include "tests/support/test_case.h"

#include <stdexcept>

using namespace core;

namespace {

/// A task that carries a state from batch to batch, as a stream of text does, and nothing else.
class Stream : public Task {
public:
    TaskState carried;

    TaskState state() const override { return carried; }
    void setState(const TaskState& state) override { carried = state; }

    void restore(const core::FilePlace&) override { refuse(); }
    PreparedData prepare(const core::FilePlace&, Preparation, const Monitor&) override { refuse(); }
    void change(const ExperimentSpec&) override { refuse(); }
    void expect(std::shared_ptr<const BatchPlan>, int64_t) override { refuse(); }
    BatchLoss loss(std::span<const int32_t>, const TrainingMoment&) override { refuse(); }
    SplitScores evaluate(Split, const Monitor&) override { refuse(); }
    std::any parts() const override { refuse(); }
    ExportedTask exported(const ExportOrigin&) const override { refuse(); }

protected:
    std::shared_ptr<torch::nn::Module> newNetwork(Weights, const Monitor&,
                                                  std::vector<Message>&) override
    {
        refuse();
    }

private:
    [[noreturn]] static void refuse() { throw std::logic_error("no test needs this"); }
};

/// The state of a training beside its network.
struct Training {
    Stream task;
    torch::Tensor weight = torch::ones({2, 3}, torch::requires_grad());
    std::unique_ptr<Optimiser> optimiser
        = optimiserRegistry().make({"adam", Json::object()}, {weight});
    TrainingSpec settings = completedSpec({}).training;
    std::unique_ptr<Schedule> schedule = makeSchedule(settings, 10, 5);
    GradientScaler scaler{GradientScaler::Use::Off};
    TrainingPlace place;
    ExperimentSpec spec = completedSpec({});
    std::array<std::string, 3> data{"train", "valid", "test"};

    TrainingMemory memory()
    {
        return {place, task, task.state(), *optimiser, *schedule, scaler, torch::kCPU, spec, data};
    }
};

} // namespace

/// The properties of batches, and the state that a task carries between them.
class TaskStateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatATaskCarriesIsInItsCheckpoints()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "last.safetensors";
        Training before, after;
        before.task.carried = {{"hidden/0", torch::randn({2, 4})}, {"cell/0", torch::randn({3})}};
        before.place.step = 7;
        TensorFile file;
        addState(file, before.memory());
        writeSafetensors(path, file);
        restoreState(readSafetensors(path), after.memory());
        QCOMPARE(after.place.step, 7);
        QCOMPARE(after.task.carried.size(), size_t{2});
        for (const auto& [name, tensor] : before.task.carried) {
            const auto found = std::find_if(after.task.carried.begin(), after.task.carried.end(),
                                            [&](const auto& each) { return each.first == name; });
            QVERIFY2(found != after.task.carried.end(), name.c_str());
            QVERIFY(torch::equal(found->second, tensor));
        }
    }

    void aTaskWithNothingToCarryGetsNothing()
    {
        Training before, after;
        after.task.carried = {{"hidden/0", torch::randn({2})}};
        TensorFile file;
        addState(file, before.memory());
        restoreState(file, after.memory());
        QVERIFY(after.task.carried.empty());
    }

    void theOrderOfAnEpochIsTheTasksOwnAndRepeats()
    {
        const std::vector<int32_t> lengths{3, 5, 2, 4, 1};
        TrainingItems items;
        items.lengths = lengths;
        TrainingSpec settings = completedSpec({}).training;
        settings.batchSize = 2;
        const BatchPlan plan = items.plan(settings, 3), again = items.plan(settings, 3);
        QCOMPARE(plan.batchCount(), 3);
        std::vector<int32_t> seen;
        for (int64_t batch = 0; batch < plan.batchCount(); ++batch) {
            QVERIFY(std::ranges::equal(plan.batch(batch), again.batch(batch)));
            seen.insert(seen.end(), plan.batch(batch).begin(), plan.batch(batch).end());
        }
        std::sort(seen.begin(), seen.end());
        QCOMPARE(seen, (std::vector<int32_t>{0, 1, 2, 3, 4}));
    }
};
UNROLL_TEST(TaskStateTest, QCoreApplication)
#include "task_state_test.moc"
