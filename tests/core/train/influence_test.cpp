#include "core/probe/influence/influence_questions.h"
#include "core/probe/states/live_cells.h"
#include "core/probe/updates/network_parameters.h"
#include "core/probe/updates/update_batches.h"
#include "core/train/open_run.h"
#include "core/train/update_place.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/test_case.h"

#include <map>
#include <numeric>

using namespace core;

namespace {

namespace fs = std::filesystem;

/// Trains with each update recorded on disk.
/// @param askedAt  the update after which `ask` is called.
EndReport trainedRecording(const ExperimentSpec& spec, const fs::path& run, int64_t askedAt = -1,
                           const std::function<void(LiveModel&)>& ask = {})
{
    RunControl control;
    TrainingListener listener;
    listener.started = [&](const StartReport&) {
        control.ask([&](LiveModel& model) {
            model.ask(AskRecording{run.string(), {RecordingWish::Where::Disk, {}, 1.0}});
        });
    };
    listener.updated = [&](const UpdateReport& report) {
        if (report.step == askedAt)
            control.ask(ask);
    };
    return core::train(spec, run, control, listener);
}

std::shared_ptr<UpdateBatches> dataOf(const fs::path& run)
{
    return std::make_shared<UpdateBatches>(run, readRunSummary(run).spec, Monitor());
}

AskInfluence questionOf(const fs::path& run, const Example& example,
                        InfluenceAt at = InfluenceAt::Before)
{
    return {run.string(), example, at, dataOf(run)};
}

TextInfluences textsOf(LiveModel& model, const fs::path& run, const Example& example, int64_t step,
                       const std::shared_ptr<UpdateBatches>& data)
{
    AskTextInfluences question;
    question.run = run.string();
    question.place = *placeOfUpdate(readRunHistory(run), readRunSummary(run).spec, step);
    question.batches = data;
    question.example = example;
    return model.ask(question);
}

/// The weights of a network, set by hand through its module.
class SetByHand {
public:
    explicit SetByHand(LiveModel& model) : m_model(model), m_parameters(model.module()) { }

    /// θ_before + share (θ_after - θ_before), as the recording has them.
    void put(const RunWeights& weights, int64_t step, double share)
    {
        const KeptWeights& kept = *weights.find(step);
        const ParameterValues now = m_parameters.copies();
        const ParameterValues before = m_parameters.from(weights.parameters, *kept.before, now);
        ParameterValues along = m_parameters.from(weights.parameters, *kept.after, now);
        for (size_t i = 0; i < along.size(); ++i)
            along[i] = along[i] - before[i];
        m_parameters.put(before, along, share);
    }
    double loss(const Example& example) const { return m_model.ask(AskExampleLoss{example}).loss; }
    /// By autograd's own accumulation into .grad, rather than autograd::grad().
    double accumulatedProduct(const RunWeights& weights, int64_t step, const Example& example)
    {
        put(weights, step, 0.0);
        const auto& cells = dynamic_cast<const LiveCells&>(m_model);
        m_model.module().zero_grad();
        m_model.module().eval();
        const torch::AutoGradMode enabled(true);
        const auto reading = cells.readCells(example);
        reading->loss(reading->run({}), CellReading::LossOf::AllTokens).value.backward();
        const KeptWeights& kept = *weights.find(step);
        double sum = 0.0;
        int64_t begin = 0;
        const auto named = m_model.module().named_parameters();
        for (const RecordedParameter& each : weights.parameters) {
            torch::Tensor gradient = named[each.name].grad();
            gradient = gradient.is_sparse() ? gradient.to_dense() : gradient;
            const torch::Tensor plain = gradient.contiguous();
            for (int64_t i = 0; i < each.count; ++i)
                sum += double(plain.data_ptr<float>()[i])
                    * (double((*kept.after)[size_t(begin + i)])
                       - double((*kept.before)[size_t(begin + i)]));
            begin += each.count;
        }
        return sum;
    }

private:
    LiveModel& m_model;
    NetworkParameters m_parameters;
};

bool isRelativelyNear(double value, double expected, double relative, double absolute = 0.0)
{
    return std::abs(value - expected) <= relative * std::abs(expected) + absolute;
}

const Example kExample{.text = "fine 3 the film was", .reference = "pos"};

} // namespace

/// Which updates, and which of their texts, taught a network a prediction; training without them.
class InfluenceTest : public QObject, private small::RunFolders {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void productsAgreeWithFiniteDifferencesAndAutograd()
    {
        QCOMPARE(small::shortfall(trainedRecording(small::spec(root()), run())), "");
        const auto model = openRun(run(), "last");
        const Influence found = model->ask(questionOf(run(), kExample));
        QCOMPARE(found.updates.size(), 45U); // 120 texts, 8 a batch, 3 epochs
        const RunWeights weights = readRunWeights(run());
        const auto other = openRun(run(), "last");
        SetByHand network(*other);
        constexpr double kShare = 0.25;
        for (size_t i = 0; i < 8; ++i) {
            const UpdateInfluence& update = found.updates[i];
            network.put(weights, update.step, kShare);
            const double beyond = network.loss(kExample);
            network.put(weights, update.step, -kShare);
            const double slope = (beyond - network.loss(kExample)) / (2 * kShare);
            QVERIFY2(isRelativelyNear(update.estimated, slope, 5e-3, 1e-5),
                     qPrintable(QString::number(update.estimated) + QLatin1Char(' ')
                                + QString::number(slope)));
            QVERIFY(isRelativelyNear(update.estimated,
                                     network.accumulatedProduct(weights, update.step, kExample),
                                     1e-5, 1e-9));
            network.put(weights, update.step, 0.0);
            QCOMPARE(update.lossBefore, network.loss(kExample));
            network.put(weights, update.step, 1.0);
            QVERIFY(isRelativelyNear(update.lossBefore + update.measured, network.loss(kExample),
                                     1e-5));
        }
    }

    void measuredChangesAddUpToTheWholeChangeExactly()
    {
        QCOMPARE(small::shortfall(trainedRecording(small::spec(root()), run())), "");
        const auto model = openRun(run(), "last");
        const Influence before = model->ask(questionOf(run(), kExample));
        QCOMPARE(before.between, 0);
        QCOMPARE(before.notRanked, 0);
        QVERIFY(before.measuredSum == before.lastLoss - before.firstLoss); // not merely near
        QCOMPARE(before.lastLoss, before.lossNow); // "last" is the network after the last update
        for (size_t i = 1; i < before.updates.size(); ++i)
            QVERIFY(std::abs(before.updates[i].estimated)
                    <= std::abs(before.updates[i - 1].estimated));
        const Influence middle = model->ask(questionOf(run(), kExample, InfluenceAt::Middle));
        QCOMPARE(middle.measuredSum, before.measuredSum);
        const auto error = [](const Influence& influence) {
            return std::abs(influence.estimatedSum - influence.measuredSum);
        };
        QVERIFY(error(middle) < error(before) / 4.0);
    }

    void memoryAndDiskGiveTheSameAnswer()
    {
        Influence live;
        const auto ask = [&](LiveModel& model) { live = model.ask(questionOf(run(), kExample)); };
        // After the last update, while the last epoch is validated.
        const EndReport end = trainedRecording(small::spec(root()), run(), 45, ask);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const Influence stored = openRun(run(), "last")->ask(questionOf(run(), kExample));
        QCOMPARE(live.updates.size(), 45U);
        QCOMPARE(stored.updates.size(), 45U);
        QCOMPARE(live.estimatedSum, stored.estimatedSum);
        QCOMPARE(live.measuredSum, stored.measuredSum);
        const Influence other = openRun(run(), "epoch-1")->ask(questionOf(run(), kExample));
        QCOMPARE(other.estimatedSum, stored.estimatedSum); // whichever network asks
    }

    void askingDoesNotChangeTheTraining()
    {
        const ExperimentSpec spec = small::spec(root());
        QCOMPARE(small::shortfall(small::train(spec, whole())), "");
        size_t ranked = 0;
        const EndReport end = trainedRecording(spec, run(), 12, [&](LiveModel& model) {
            ranked = model.ask(questionOf(run(), kExample)).updates.size();
        });
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        QCOMPARE(ranked, 12U);
        QCOMPARE(small::difference(whole(), run()), std::string());
    }

    void withoutWeightsNothingIsRankedAndTheAdviceIsGiven()
    {
        QCOMPARE(small::shortfall(small::train(small::spec(root()), run())), "");
        const auto model = openRun(run(), "last");
        try {
            model->ask(questionOf(run(), kExample));
            QFAIL("nothing was recorded");
        } catch (const Error& error) {
            QVERIFY(error.failure().sentence().find("--record") != std::string::npos);
        }
        // The texts of an update are ranked at the weights of the network that is asked.
        const TextInfluences now = textsOf(*model, run(), kExample, 7, dataOf(run()));
        QVERIFY(!now.beforeUpdate);
        QVERIFY(std::isnan(now.estimated) && std::isnan(now.measured));
        QCOMPARE(now.texts.size(), 8U);
        QCOMPARE(now.learningRate, 1.0);
        QVERIFY(now.texts.front().product < now.texts.back().product);
    }

    /// A step of plain SGD is the sum of the steps for its texts.
    void productsOfTextsAddUpToTheStepOfPlainSgd()
    {
        ExperimentSpec spec = small::spec(root());
        spec.model.network = {"lstm", {{"hidden_size", 5}, {"dropout", 0.0}}};
        spec.training.optimiser = {"sgd", {{"learning_rate", 0.2}, {"momentum", 0.0}}};
        spec.training.schedule = {"constant", Json::object()};
        spec.training.clipNorm = 0.0;
        spec.training.accumulation = 2;
        QCOMPARE(small::shortfall(trainedRecording(completedSpec(spec), run())), "");
        const auto model = openRun(run(), "last");
        const auto data = dataOf(run());
        for (const int64_t step : {1, 9, 20}) {
            const TextInfluences found = textsOf(*model, run(), kExample, step, data);
            QCOMPARE(found.texts.size(), 16U);
            QVERIFY(found.beforeUpdate);
            QVERIFY2(isRelativelyNear(found.productSum, found.estimated, 1e-3, 1e-7),
                     qPrintable(QString::number(found.productSum) + QLatin1Char(' ')
                                + QString::number(found.estimated)));
            double sum = 0.0;
            for (const TextInfluence& text : found.texts) {
                sum += text.product;
                QVERIFY(
                    isRelativelyNear(text.item.lossNow, text.item.lossThen, 1e-4)); // no dropout
            }
            QCOMPARE(sum, found.productSum);
            QVERIFY(
                std::is_sorted(found.texts.begin(), found.texts.end(),
                               [](const auto& a, const auto& b) { return a.product < b.product; }));
        }
    }

    void everyTaskWithALossIsAnswered_data()
    {
        QTest::addColumn<QString>("task");
        for (const char* task : {"regression", "tagging", "crf", "letters", "masked", "both_sides",
                                 "class_to_text", "translation", "transformer", "stream"})
            QTest::newRow(task) << task;
    }
    void everyTaskWithALossIsAnswered()
    {
        QFETCH(const QString, task);
        ExperimentSpec spec = small::ofTask(task.toStdString(), root());
        spec.training.maximumUpdates = 4;
        const EndReport end = trainedRecording(spec, run());
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const auto model = openRun(run(), "last");
        const auto data = dataOf(run());
        const auto& cells = dynamic_cast<const LiveCells&>(*model);
        const Example example = cells.example(data->rows(), 0);
        const Influence found = model->ask(questionOf(run(), example));
        QCOMPARE(found.updates.size(), 4U);
        QVERIFY(found.loss.ofTruth);
        QVERIFY(found.measuredSum == found.lastLoss - found.firstLoss);
        QVERIFY(isRelativelyNear(found.estimatedSum, found.measuredSum, 0.6, 0.05));
        const auto other = openRun(run(), "last");
        SetByHand network(*other);
        const RunWeights weights = readRunWeights(run());
        const UpdateInfluence& first = found.updates.front();
        QVERIFY(first.estimated != 0.0);
        QVERIFY(isRelativelyNear(
            first.estimated, network.accumulatedProduct(weights, first.step, example), 1e-4, 1e-8));
        const TextInfluences texts = textsOf(*model, run(), example, first.step, data);
        QVERIFY(!texts.texts.empty() && texts.texts.front().product != 0.0);
    }

    void withoutAReferenceTheTargetStaysTheFirstPrediction()
    {
        QCOMPARE(small::shortfall(trainedRecording(small::spec(root()), run())), "");
        const auto model = openRun(run(), "last");
        const Influence own = model->ask(questionOf(run(), {.text = kExample.text}));
        QVERIFY(!own.loss.ofTruth);
        const Influence named
            = model->ask(questionOf(run(), {.text = kExample.text, .reference = own.loss.of}));
        QVERIFY(named.loss.ofTruth);
        QCOMPARE(own.estimatedSum, named.estimatedSum); // also where the network said another
    }

    void withoutATrueNumberItIsTheLossOfThePrediction()
    {
        ExperimentSpec spec = small::ofTask("regression", root());
        spec.training.maximumUpdates = 4;
        const EndReport end = trainedRecording(spec, run());
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const auto model = openRun(run(), "last");
        const Influence own = model->ask(questionOf(run(), {.text = "a good film"}));
        QVERIFY(!own.loss.ofTruth && own.lossNow < 1e-6 && own.firstLoss > own.lossNow);
        QVERIFY(std::isnan(model->ask(AskExampleLoss{{.text = "a good film"}}).loss));
    }

    void aRunWithoutRowsHasTheBatchesOfBeforeButForThem()
    {
        ExperimentSpec spec = small::spec(root());
        spec.model.network.options["dropout"] = 0.0;
        QCOMPARE(small::shortfall(small::train(spec, whole())), "");
        const auto all = dataOf(whole());
        const auto place
            = [&](int64_t step) { return *placeOfUpdate(readRunHistory(whole()), spec, step); };
        // Rows of the fourth batch: everything before it is learnt alike, to the bit.
        std::vector<int32_t> fourth = all->items(place(4));
        spec.training.leaveOut = {fourth[1], fourth[5]};
        QCOMPARE(small::shortfall(small::train(spec, run())), "");
        const auto fewer = dataOf(run());
        for (int64_t step = 1; step <= 45; ++step) {
            std::vector<int32_t> expected = all->items(place(step));
            std::erase_if(expected, [&](int32_t item) {
                return item == spec.training.leaveOut[0] || item == spec.training.leaveOut[1];
            });
            QCOMPARE(fewer->items(place(step)), expected);
        }
        const RunHistory before = readRunHistory(whole()), after = readRunHistory(run());
        for (size_t i = 0; i < 3; ++i)
            QCOMPARE(after.updates[i].loss, before.updates[i].loss);
        QVERIFY(after.updates[3].loss != before.updates[3].loss);
        const fs::path again = root() / "again";
        QCOMPARE(small::shortfall(small::train(spec, again)), "");
        QCOMPARE(small::difference(run(), again), std::string());
    }

    void rowsThatCannotBeLeftOutAreNamed()
    {
        ExperimentSpec spec = small::spec(root());
        spec.training.leaveOut = {3, 120};
        QVERIFY(small::contains(small::train(spec, run()),
                                "Row 120 cannot be left out: the training data have 120 texts."));
        QVERIFY(!fs::exists(run())); // Nothing stands in the way of the corrected command.
        spec.training.leaveOut.resize(120);
        std::iota(spec.training.leaveOut.begin(), spec.training.leaveOut.end(), int64_t{0});
        QVERIFY(small::contains(small::train(spec, root() / "none"), "nothing is left to train"));
        spec = small::ofTask("stream", root());
        spec.training.leaveOut = {1};
        QVERIFY(small::contains(small::train(spec, root() / "stream"), "one stream"));
    }

    /// The texts that taught the network its prediction for an example are found by TracIn; without
    /// them, the same training predicts another class; without as many others, it does not.
    void withoutTheTextsThatTaughtItThePredictionChanges()
    {
        ExperimentSpec spec = small::ofSample("memory", 400, {{"kind", "classification"}},
                                              {{"kind", "lstm"}, {"hidden_size", 16}});
        spec.data.sample.options["steps"] = 5;
        spec.training.epochs = 1; // Later, the few that are left would teach it as well.
        spec.training.batchSize = 16;
        spec.training.accumulation = 1;
        spec.training.optimiser = {"adam", {{"learning_rate", 0.02}}};
        spec = completedSpec(spec);
        QCOMPARE(small::shortfall(trainedRecording(spec, whole())), "");
        const auto model = openRun(whole(), "last");
        const auto data = dataOf(whole());
        const auto& cells = dynamic_cast<const LiveCells&>(*model);
        const Example example = cells.example(data->rows(), 0);
        const ExampleLoss learnt = model->ask(AskExampleLoss{example});
        QCOMPARE(learnt.prediction.text, example.reference);

        std::map<int64_t, double> ofRow;
        for (int64_t step = 1; step <= 25; ++step)
            for (const TextInfluence& text : textsOf(*model, whole(), example, step, data).texts)
                ofRow[text.item.row] += text.product;
        AskTextInfluences question;
        question.run = whole().string();
        question.batches = data;
        question.example = example;
        question.allUpdates = true;
        const std::vector<TextInfluence> ranked = model->ask(question).texts;
        QCOMPARE(ranked.size(), ofRow.size());
        for (const TextInfluence& text : ranked)
            QVERIFY(isRelativelyNear(text.product, ofRow.at(text.item.row), 1e-9, 1e-12));
        const size_t taken = ranked.size() / 4; // Four classes.
        std::vector<int64_t> taught, others;
        size_t ofClass = 0;
        for (size_t i = 0; i < taken; ++i) {
            taught.push_back(ranked[i].item.row);
            others.push_back(ranked[ranked.size() - 1 - i].item.row);
            ofClass
                += cells.example(data->rows(), size_t(taught.back())).reference == example.reference
                ? 1
                : 0;
        }
        QVERIFY2(ofClass * 10 >= taken * 9, qPrintable(QString::number(ofClass)));

        const auto without = [&](const std::vector<int64_t>& rows, const fs::path& folder) {
            spec.training.leaveOut = rows;
            const EndReport end = small::train(spec, folder);
            return end.state == RunState::Completed
                ? openRun(folder, "last")->ask(AskExampleLoss{example})
                : ExampleLoss();
        };
        const ExampleLoss untaught = without(taught, root() / "without");
        QVERIFY2(untaught.prediction.text != example.reference, untaught.prediction.text.c_str());
        QVERIFY(untaught.loss > learnt.loss + 0.5);
        QCOMPARE(without(others, root() / "others").prediction.text, example.reference);
    }
};

UNROLL_TEST(InfluenceTest, QCoreApplication)
#include "influence_test.moc"
