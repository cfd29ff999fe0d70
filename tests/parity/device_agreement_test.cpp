#include "core/base/readout.h"
#include "core/distributed/open_group.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/task/task_kinds.h"
#include "core/train/ask_run.h"
#include "core/train/computing.h"
#include "core/train/open_run.h"
#include "core/train/recorded_passes.h"
#include "tests/core/train/run_comparison.h"
#include "tests/parity/every_kind.h"
#include "tests/support/test_case.h"

#include <cmath>

using namespace core;

namespace {

namespace fs = std::filesystem;

constexpr const char* kGpu = "cuda:0";

/// Without dropout, whose masks another generator draws on a GPU.
Json withoutDropout(Json spec, const std::vector<OptionDescription>& options)
{
    for (const OptionDescription& option : options) {
        Json* value = spec.contains(option.name) ? &spec[option.name] : nullptr;
        if (option.type == OptionType::Section && value != nullptr)
            *value = withoutDropout(*value, option.children);
        else if (option.type == OptionType::Selection && value != nullptr)
            *value = withoutDropout(
                *value,
                findKind(catalogue(), option.family, value->at("kind").get<std::string>())
                    ->options);
        else if (option.type == OptionType::Real && value != nullptr
                 && option.name.find("dropout") != std::string::npos)
            *value = 0.0;
    }
    return spec;
}

ExperimentSpec specOn(const std::string& device, const Json& experiment,
                      const std::string& precision = "float32")
{
    ExperimentSpec spec = completedSpec(specFromJson(experiment));
    spec.training.device = device;
    spec.training.precision = precision;
    return spec;
}

/// The values in which two answers differ.
struct AnswerDifferences {
    int64_t values = 0; ///< Compared.
    std::vector<std::string> places; ///< "steps/4/token: 3 instead of 5"

    void compare(const Json& a, const Json& b, const std::string& place)
    {
        if (a.type() == b.type() && a.is_structured() && a.size() == b.size()) {
            for (auto one = a.begin(), other = b.begin(); one != a.end(); ++one, ++other)
                compare(*one, *other,
                        place + "/"
                            + (a.is_object() ? one.key() : std::to_string(one - a.begin())));
            return;
        }
        if (place.ends_with("seconds")) // of the clock
            return;
        ++values;
        const bool near = a.is_number() && b.is_number()
            ? std::abs(a.get<double>() - b.get<double>()) < 1e-3 * (1.0 + std::abs(b.get<double>()))
            : a == b;
        if (!near)
            places.push_back(place + ": " + a.dump().substr(0, 60) + " instead of "
                             + b.dump().substr(0, 60));
    }
};

double relative(double a, double b)
{
    return std::isnan(a) && std::isnan(b) ? 0.0 : std::abs(a - b) / (1e-3 + std::abs(b));
}

/// The largest relative difference between the curves of two runs.
struct CurveDistance {
    double first = 0.0; ///< Loss and norm of the gradient at the first update.
    double later = 0.0; ///< Losses of updates and epochs.
};

CurveDistance curveDistance(const fs::path& a, const fs::path& b)
{
    const RunHistory one = readRunHistory(a), other = readRunHistory(b);
    CurveDistance found;
    if (one.updates.size() != other.updates.size() || one.epochs.size() != other.epochs.size())
        return {INFINITY, INFINITY};
    found.first = std::max(relative(one.updates[0].loss, other.updates[0].loss),
                           relative(one.updates[0].gradientNorm, other.updates[0].gradientNorm));
    for (size_t i = 0; i < one.updates.size(); ++i)
        found.later = std::max(found.later, relative(one.updates[i].loss, other.updates[i].loss));
    for (size_t i = 0; i < one.epochs.size(); ++i)
        found.later
            = std::max(found.later, relative(one.epochs[i].validLoss, other.epochs[i].validLoss));
    return found;
}

/// Tensors that leave no megabyte of the GPU free.
std::vector<torch::Tensor> filledGpu()
{
    std::vector<torch::Tensor> taken;
    for (const int64_t bytes : {int64_t{1} << 30, int64_t{1} << 25, int64_t{1} << 21})
        try {
            for (;;)
                taken.push_back(
                    torch::empty({bytes}, torch::TensorOptions(torch::kInt8).device(kGpu)));
        } catch (const c10::Error&) { // No block of this size is left.
        }
    return taken;
}

} // namespace

/// A GPU trains and answers as the CPU does. Skipped where there is none.
class DeviceAgreementTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const std::map<std::string, Json> m_experiments = every_kind::experiments();

    fs::path folder() const { return m_folder.path().toStdString(); }

    static bool trainsOnGpus(const std::string& task)
    {
        return taskDescription(task).has(TaskTrait::Gradients);
    }
    static void addTasks()
    {
        addColumn<QString>("task");
        for (const KindDescription& task : catalogue().at("task"))
            if (trainsOnGpus(task.id))
                newRow(task.id.c_str(), QString::fromStdString(task.id));
    }

    static Json experimentOf(const std::string& task, const std::string& network = {})
    {
        Json json = every_kind::smallExperiment(task);
        if (!network.empty())
            json["model"]["network"] = {{"kind", network}};
        return json;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (devices().size() < 2)
            QSKIP("This machine has no GPU that LibTorch can use.");
        qInfo("%s", devices()[1].title.c_str());
        QVERIFY(devices()[1].memoryBytes > 0);
    }

    void everyKindTrainsAlike_data()
    {
        addColumn<QString>("name");
        for (const auto& [name, json] : m_experiments)
            if (trainsOnGpus(json.at("task").at("kind")))
                newRow(name.c_str(), QString::fromStdString(name));
    }
    void everyKindTrainsAlike()
    {
        QFETCH(QString, name);
        const Json json = withoutDropout(
            specToJson(completedSpec(specFromJson(m_experiments.at(name.toStdString())))),
            specOptions());
        const fs::path place = folder() / "runs";
        fs::remove_all(place);
        for (const char* device : {"cpu", kGpu}) {
            const EndReport end = small::train(specOn(device, json), place / device);
            QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        }
        const CurveDistance found = curveDistance(place / kGpu, place / "cpu");
        fs::remove_all(place);
        qInfo("first update %.1e, curve %.1e", found.first, found.later);
        QVERIFY2(found.first < 1e-4, std::to_string(found.first).c_str());
        // Norms of four units amplify rounding.
        QVERIFY2(found.later < 0.2, std::to_string(found.later).c_str());
    }

    void everyQuestionHasTheSameAnswer_data()
    {
        addColumn<QString>("task");
        addColumn<QString>("network");
        for (const KindDescription& task : catalogue().at("task"))
            for (const KindDescription& network : catalogue().at("network"))
                if (servesTask(network.tasks, task.id) && trainsOnGpus(task.id))
                    newRow((task.id + " " + network.id).c_str(), QString::fromStdString(task.id),
                           QString::fromStdString(network.id));
    }
    void everyQuestionHasTheSameAnswer()
    {
        QFETCH(QString, task);
        QFETCH(QString, network);
        Json json = experimentOf(task.toStdString(), network.toStdString());
        if (every_kind::writesTexts(task.toStdString()))
            json["model"]["network"]["bidirectional"] = false;
        std::vector<Problem> problems;
        specFromJson(json, problems);
        if (!problems.empty())
            json["model"]["network"].erase("bidirectional");
        const fs::path run = folder() / "asked";
        fs::remove_all(run);
        const EndReport end = small::train(specOn("cpu", json), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        // A refusal is an answer, too.
        const auto answer = [&](LiveModel& model, const std::string& question) -> Json {
            try {
                const NamedQuestion named = namedQuestion(model, run, question, {}, Monitor());
                return toJson(model.answers().readout(
                    named.question, answerOf(model, run, named.question, Monitor())));
            } catch (...) {
                return currentFailure().sentence();
            }
        };
        const auto ours = openRun(run, "last", "cpu"), theirs = openRun(run, "last", kGpu);
        QCOMPARE(theirs->device(), std::string(kGpu));
        std::string differences;
        for (const std::string& question : ours->answers().questions()) {
            AnswerDifferences found;
            found.compare(answer(*theirs, question), answer(*ours, question), question);
            // Of two that are nearly equal each device may choose another one.
            if (std::ssize(found.places) > std::max<int64_t>(1, found.values / 50))
                differences += "\n" + found.places.front() + " and others, "
                    + std::to_string(found.places.size()) + " of " + std::to_string(found.values);
        }
        QVERIFY2(differences.empty(), differences.c_str());
    }

    void aRunMovesToTheGpuAndBack_data() { addTasks(); }
    void aRunMovesToTheGpuAndBack()
    {
        QFETCH(QString, task);
        const Json json = withoutDropout(
            specToJson(completedSpec(specFromJson(experimentOf(task.toStdString())))),
            specOptions());
        const fs::path whole = folder() / "whole", run = folder() / "moved";
        fs::remove_all(whole);
        fs::remove_all(run);
        const EndReport end = small::train(specOn("cpu", json), whole);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        small::trainUntil(specOn("cpu", json), run, 2);
        RunControl control;
        TrainingListener listener;
        listener.updated = [&](const UpdateReport& report) {
            if (report.step == 4)
                control.stop();
        };
        const EndReport middle = core::resume(run, control, listener, specOn(kGpu, json));
        QVERIFY2(middle.state == RunState::Stopped, small::sentence(middle));
        RunControl last;
        const EndReport moved = core::resume(run, last, {}, specOn("cpu", json));
        QVERIFY2(moved.state == RunState::Completed, small::sentence(moved));
        const CurveDistance found = curveDistance(run, whole);
        QVERIFY2(found.later < 2e-2, std::to_string(found.later).c_str());
    }

    void lowerPrecisionStaysNearFloat32_data()
    {
        addColumn<QString>("precision");
        addColumn<QString>("task");
        for (const char* precision : {"bfloat16", "float16"})
            for (const KindDescription& task : catalogue().at("task"))
                if (trainsOnGpus(task.id))
                    newRow((std::string(precision) + " " + task.id).c_str(), QString(precision),
                           QString::fromStdString(task.id));
    }
    void lowerPrecisionStaysNearFloat32()
    {
        QFETCH(QString, precision);
        QFETCH(QString, task);
        const Json json = withoutDropout(
            specToJson(completedSpec(specFromJson(experimentOf(task.toStdString())))),
            specOptions());
        const fs::path full = folder() / "full", low = folder() / "low";
        fs::remove_all(full);
        fs::remove_all(low);
        small::train(specOn(kGpu, json), full);
        const EndReport end = small::train(specOn(kGpu, json, precision.toStdString()), low);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const RunHistory one = readRunHistory(low), other = readRunHistory(full);
        QVERIFY(relative(one.updates.front().loss, other.updates.front().loss) < 0.02);
        QVERIFY(relative(one.epochs.back().validLoss, other.epochs.back().validLoss) < 0.1);
    }

    void everyTaskRepeatsToTheBit_data() { addTasks(); }
    void everyTaskRepeatsToTheBit()
    {
        QFETCH(QString, task);
        const ExperimentSpec spec = specOn(kGpu, experimentOf(task.toStdString()));
        const fs::path one = folder() / "one", other = folder() / "other";
        fs::remove_all(one);
        fs::remove_all(other);
        small::train(spec, one);
        small::train(spec, other);
        QCOMPARE(small::difference(one, other, {"last"}), std::string());
    }

    /// A process that trains in a group of its own sums its gradients over NCCL, with itself.
    void aGroupTrainsAsOneProcess_data() { addTasks(); }
    void aGroupTrainsAsOneProcess()
    {
        QFETCH(QString, task);
        const ExperimentSpec spec
            = specOn(kGpu,
                     withoutDropout(
                         specToJson(completedSpec(specFromJson(experimentOf(task.toStdString())))),
                         specOptions()));
        const fs::path alone = folder() / "alone", grouped = folder() / "grouped";
        fs::remove_all(alone);
        fs::remove_all(grouped);
        small::train(spec, alone);
        LaunchEnvironment place;
        place.address = "127.0.0.1";
        const auto group = openProcessGroup(place);
        RunControl control;
        const EndReport end = core::train(spec, grouped, control, {}, {}, group.get());
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        QVERIFY(end.waitedShare > 0.0);
        const CurveDistance found = curveDistance(grouped, alone);
        QVERIFY2(found.later < 1e-4, std::to_string(found.later).c_str());
    }

    void passesOfOneShapeAreReplayed()
    {
        const torch::Tensor weight = torch::randn({5, 3}, kGpu).requires_grad_();
        LossPass pass{.shape = "4 x 5", .compute = [&](const LossPass::Tensors& inputs) {
                          const torch::Tensor dropped
                              = torch::dropout(inputs[0].matmul(weight), 0.5, true);
                          return BatchLoss{dropped.square().sum(), {}};
                      }};
        RecordedPasses passes(torch::Device(kGpu), torch::kFloat32, {weight});
        constexpr int64_t kPasses = 6;
        for (int64_t i = 1; i <= kPasses; ++i) {
            pass.inputs = {torch::randn({4, 5}, kGpu)};
            torch::manual_seed(static_cast<uint64_t>(i));
            weight.mutable_grad() = torch::Tensor();
            const torch::Tensor loss = pass.loss().lossSum;
            (loss * 0.25).backward();
            const torch::Tensor gradient = weight.grad().clone();
            const torch::Tensor next = torch::rand({2}, kGpu);
            torch::manual_seed(static_cast<uint64_t>(i));
            weight.mutable_grad() = torch::Tensor();
            QVERIFY(passes.run(pass, 0.25).lossSum.equal(loss));
            QVERIFY(weight.grad().equal(gradient));
            QVERIFY(torch::rand({2}, kGpu).equal(next)); // As many random numbers are drawn.
        }
        QCOMPARE(passes.replays(), kPasses - 2);
        weight.mutable_grad() = torch::ones_like(weight); // Others are added to it.
        passes.run(pass, 0.25);
        QCOMPARE(passes.replays(), kPasses - 2);
    }

    void passesThatReadOrSendOtherThingsAreNotReplayed()
    {
        const torch::Tensor weight = torch::randn({5}, kGpu).requires_grad_();
        double factor = 1.0;
        const auto reads = [&](const LossPass::Tensors& inputs) {
            return BatchLoss{(inputs[0] * weight).sum() * inputs[0].sum().item<double>(), {}};
        };
        const auto sends = [&](const LossPass::Tensors& inputs) {
            const torch::Tensor sent = sentTo(torch::Device(kGpu), torch::full({5}, factor));
            return BatchLoss{(inputs[0] * weight * sent).sum(), {}};
        };
        for (const LossPass& each :
             {LossPass{.shape = "5", .compute = reads}, LossPass{.shape = "5", .compute = sends}}) {
            RecordedPasses passes(torch::Device(kGpu), torch::kFloat32, {weight});
            LossPass pass = each;
            for (factor = 1.0; factor < 6.0; factor += 1.0) {
                pass.inputs = {torch::randn({5}, kGpu)};
                weight.mutable_grad() = torch::Tensor();
                const torch::Tensor loss = passes.run(pass, 1.0).lossSum;
                QVERIFY(loss.equal(pass.loss().lossSum.detach()));
            }
            QCOMPARE(passes.replays(), int64_t{0});
        }
    }

    /// What is left of the run is computed once before it is replayed, in the whole run it is not.
    void aResumedRunEqualsOneWithReplays_data()
    {
        addColumn<QString>("network");
        for (const char* network : {"lstm", "gru", "transformer_decoder"})
            newRow(network, QString::fromLatin1(network));
    }
    void aResumedRunEqualsOneWithReplays()
    {
        QFETCH(QString, network);
        Json json = experimentOf("language_model", network.toStdString());
        json["task"]["window"] = 8;
        json["training"]["batch_size"] = 2;
        json["model"]["embedding"]["dropout"] = 0.3;
        const ExperimentSpec spec = specOn(kGpu, json);
        const fs::path whole = folder() / "whole", run = folder() / "resumed";
        fs::remove_all(whole);
        fs::remove_all(run);
        const EndReport end = small::train(spec, whole);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        QVERIFY(end.step > 8);
        small::trainUntil(spec, run, 5);
        RunControl control;
        QVERIFY(core::resume(run, control, {}, spec).state == RunState::Completed);
        QCOMPARE(small::difference(whole, run, {"last"}), std::string());
    }

    void aFullGpuEndsInASentence()
    {
        Json json = experimentOf("classification", "transformer");
        json["model"]["embedding"]["dimension"] = 512;
        const std::vector<torch::Tensor> others = filledGpu();
        const EndReport end = small::train(specOn(kGpu, json), folder() / "full_gpu");
        QVERIFY(end.state == RunState::Failed);
        QVERIFY(end.failure->code == ErrorCode::OutOfMemory);
        QVERIFY2(small::contains(end, "Lower the batch size"), small::sentence(end));
    }
    void afterwardsItTrainsAgain()
    {
        releaseCachedMemory();
        const EndReport end
            = small::train(specOn(kGpu, experimentOf("classification")), folder() / "after");
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
    }
};

UNROLL_TEST(DeviceAgreementTest, QCoreApplication)
#include "device_agreement_test.moc"
