#include "core/probe/updates/recording_file.h"
#include "core/probe/updates/update_batches.h"
#include "core/probe/updates/weight_matrix.h"
#include "core/train/open_run.h"
#include "core/train/update_place.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/test_case.h"

#include <numeric>

using namespace core;
using small::ofSample;
using small::sentence;

namespace {

namespace fs = std::filesystem;

bool isNearTo(double value, double expected, double relative)
{
    return std::abs(value - expected) <= relative * std::abs(expected);
}

/// A training with each update recorded, and the recording.
struct Recorded {
    std::vector<ShownUpdate> updates;
    std::vector<UpdateReport> reports;
    EndReport end;

    /// @param between  asked after each update.
    Recorded(const ExperimentSpec& spec, const fs::path& run, RecordingWish wish,
             const std::function<void(LiveModel&, const UpdateReport&)>& between = {},
             int64_t stopAt = -1)
    {
        RunControl control;
        TrainingListener listener;
        wish.share = 1.0; // So that each update is recorded, however quick it is.
        const auto ask = [&](LiveModel& model) {
            const ShownRecording shown = model.ask(AskRecording{run.string(), wish});
            if (!shown.updates.empty()
                && (updates.empty() || updates.back() != shown.updates.back()))
                updates.push_back(shown.updates.back());
        };
        listener.started = [&](const StartReport&) { control.ask(ask); };
        listener.updated = [&](const UpdateReport& report) {
            reports.push_back(report);
            control.ask([&, report](LiveModel& model) {
                ask(model);
                if (between)
                    between(model, report);
            });
            if (report.step == stopAt)
                control.stop();
        };
        listener.epochEnded = [&](const EpochReport&) { control.ask(ask); };
        end = fs::exists(run) ? core::resume(run, control, listener)
                              : core::train(spec, run, control, listener);
    }
};

RecordingWish inMemory(const std::string& chosen)
{
    return {RecordingWish::Where::Memory, chosen};
}

std::shared_ptr<UpdateBatches> batchesOf(const fs::path& run)
{
    return std::make_shared<UpdateBatches>(run, readRunSummary(run).spec, Monitor());
}

UpdatePlace placeIn(const fs::path& run, int64_t step)
{
    return *placeOfUpdate(readRunHistory(run), readRunSummary(run).spec, step);
}

double meanOf(const ShownUpdate& update, UpdateQuantity quantity)
{
    return update->histograms[static_cast<size_t>(quantity)]->mean;
}

} // namespace

/// Details of single updates: their batches, their recording, the loss around the weights.
class UpdatesTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    ExperimentSpec m_spec;

private Q_SLOTS:
    void init()
    {
        begin();
        m_spec = small::spec(root());
    }

    void binsArePowersOfTwo()
    {
        const std::vector<float> values{
            0.0F,  1.0F,    1.99F, 2.0F,
            -0.5F, -1e-20F, 3e38F, std::numeric_limits<float>::quiet_NaN()};
        HistogramCounter counter;
        counter.add(values.data(), 7);
        counter.addZeros(5);
        const SignedHistogram histogram = counter.histogram();
        using Bins = SignedHistogram;
        const auto at = [&](double value) { return histogram.counts[size_t(Bins::binOf(value))]; };
        QCOMPARE(Bins::innerEdge(Bins::binOf(1.5)), 1.0);
        QCOMPARE(Bins::innerEdge(Bins::binOf(-0.7)), -0.5);
        QCOMPARE(at(1.0), 2U);
        QCOMPARE(at(2.0), 1U);
        QCOMPARE(at(-0.5), 1U);
        QCOMPARE(histogram.counts[Bins::kZero], 7U); // And what is smaller than 2^-40.
        QCOMPARE(histogram.counts.back(), 1U);
        QCOMPARE(histogram.count, 12);
        HistogramCounter other;
        other.add(values.data() + 1, 4, -2.0); // -2 -3.98 -4 1
        QVERIFY(isNearTo(other.histogram().mean, -8.98 / 4, 1e-6));
        QCOMPARE(other.histogram().minimum, -4.0);
        QCOMPARE(other.histogram().maximum, 1.0);
        QVERIFY(isNearTo(other.histogram().rootMeanSquare,
                         std::sqrt((4.0 + 3.98 * 3.98 + 16.0 + 1.0) / 4), 1e-6));
        other.add(values.data() + 7, 1);
        QCOMPARE(other.histogram().notFinite, 1);
        QVERIFY(isNearTo(other.histogram().mean, -8.98 / 4, 1e-6));
    }

    /// Without a request single steps are recorded whole, the updates of a training are not.
    void aSingleStepIsRecorded()
    {
        RunControl control;
        TrainingListener listener;
        std::vector<bool> whole;
        listener.updated = [&](const UpdateReport& report) {
            control.ask([&, step = report.step](LiveModel& model) {
                const ShownUpdate update = model.recording()->update(step);
                whole.push_back(update->isWhole() && !update->norms.empty());
                if (step == 1)
                    control.step();
                else if (step == 2)
                    control.proceed();
                else if (step == 4)
                    control.stop();
            });
        };
        control.step();
        QVERIFY2(core::train(core::completedSpec(m_spec), root() / "run", control, listener).state
                     == RunState::Stopped,
                 "It ended otherwise.");
        QVERIFY(whole.size() >= 4);
        whole.resize(4);
        QCOMPARE(whole, (std::vector<bool>{true, true, false, false}));
    }

    /// The bias of a regressor is one number: its histogram's mean is the number itself.
    void momentsAndStepsAreThoseOfAdamWorkedOutByHand()
    {
        ExperimentSpec spec = ofSample("ratings", 60, {{"kind", "regression"}}, {{"kind", "mean"}});
        spec.training.optimiser
            = {"adam", {{"learning_rate", 0.02}, {"beta1", 0.8}, {"beta2", 0.95}}};
        spec.training.clipNorm = 0.3;
        spec = completedSpec(spec);
        const Recorded run(spec, root() / "run", inMemory("head.output.bias"));
        QVERIFY2(run.end.state == RunState::Completed, sentence(run.end));
        QVERIFY(run.updates.size() > 6);
        double m = 0.0, v = 0.0, weight = std::nan("");
        bool clipped = false;
        int64_t t = 0;
        for (const ShownUpdate& update : run.updates) {
            QVERIFY(update->isWhole());
            QCOMPARE(update->step, ++t);
            QCOMPARE(update->chosen, "head.output.bias"s);
            const double g = meanOf(update, UpdateQuantity::Gradient);
            m = 0.8 * m + 0.2 * g;
            v = 0.95 * v + 0.05 * g * g;
            QVERIFY(isNearTo(meanOf(update, UpdateQuantity::FirstMoment), m, 1e-4));
            QVERIFY(isNearTo(meanOf(update, UpdateQuantity::SecondMoment), v, 1e-4));
            const double hand = -0.02 * (m / (1.0 - std::pow(0.8, t)))
                / (std::sqrt(v / (1.0 - std::pow(0.95, t))) + 1e-8);
            const double step = meanOf(update, UpdateQuantity::Step);
            QVERIFY2(isNearTo(step, hand, 2e-4), qPrintable(QString::number(step / hand)));
            const double now = meanOf(update, UpdateQuantity::Weight);
            QVERIFY(std::isnan(weight) || isNearTo(now, weight + step, 1e-5));
            weight = now;
            const UpdateReport& report = run.reports[size_t(t - 1)];
            clipped = clipped || report.clipped;
            QVERIFY(isNearTo(update->clipFactor, report.clipped ? 0.3 / report.gradientNorm : 1.0,
                             1e-4));
            // Norms of all parameters together are those that the report tells.
            double squares = 0.0;
            for (const ParameterNorms& norms : update->norms)
                squares += double(norms.gradient) * double(norms.gradient);
            QVERIFY(isNearTo(std::sqrt(squares), update->clipFactor * report.gradientNorm, 1e-4));
        }
        QVERIFY(clipped);
    }

    /// Measured by the optimiser while it updates, against weights that were copied before and
    /// after.
    void stepSizesAreThoseOfTheRecordedSteps()
    {
        std::vector<RecordedParameter> parameters;
        const Recorded run(
            m_spec, root() / "run", inMemory("head.output"),
            [&](LiveModel& model, const UpdateReport&) {
                parameters = model.recording()->parameters;
            },
            12);
        const std::vector<std::string> layers
            = readRunHistory(root() / "run").layers[LayerQuantity::StepSize];
        QVERIFY(run.updates.size() > 5);
        for (const ShownUpdate& update : run.updates) {
            const UpdateReport& report = run.reports[size_t(update->step - 1)];
            for (size_t layer = 0; layer < layers.size(); ++layer) {
                double squares = 0.0, count = 0.0;
                for (size_t i = 0; i < parameters.size(); ++i) {
                    if (parameters[i].layer != layers[layer])
                        continue;
                    squares += std::pow(double(update->norms[i].step), 2.0);
                    count += double(parameters[i].count);
                }
                const double wanted = std::sqrt(squares / count) / report.learningRate;
                QVERIFY2(isNearTo(report.layers[LayerQuantity::StepSize][layer], wanted, 2e-3),
                         layers[layer].c_str());
            }
        }
    }

    void aWeightMatrixIsThatOfTheNetworkAndItsStepThatOfTheUpdate()
    {
        WeightMatrix now, later, averaged;
        std::vector<float> kept;
        float stepNorm = 0.0F;
        const std::string name = "encoder.rnn.weight_hh_l0"; // [20, 5]
        const auto ask = [&](LiveModel& model, const UpdateReport& report) {
            AskWeightMatrix question{(root() / "run").string(), name};
            if (report.step == 3) {
                now = model.ask(question);
                for (size_t i = 0; i < model.recording()->parameters.size(); ++i)
                    if (model.recording()->parameters[i].name == name)
                        stepNorm = model.recording()->update(3)->norms[i].step;
            } else if (report.step == 5) {
                question.update = 3;
                later = model.ask(question);
                question.size = 3;
                averaged = model.ask(question);
                question.update = 99; // The nearest one.
                QCOMPARE(model.ask(question).update, 5);
            }
        };
        const Recorded run(m_spec, root() / "run", inMemory("head.output"), ask, 6);
        QCOMPARE(now.shape, (std::vector<int64_t>{20, 5}));
        QCOMPARE(now.gates, Strings({"i", "f", "g", "o"}));
        QCOMPARE(now.update, 3);
        QCOMPARE(later.weights, now.weights); // Asked two updates later.
        QCOMPARE(later.change, now.change);
        double squares = 0.0;
        for (const float each : now.change)
            squares += double(each) * double(each);
        QVERIFY(stepNorm > 0.0F);
        QVERIFY(isNearTo(std::sqrt(squares), double(stepNorm), 1e-5));
        QCOMPARE(now.weights.size(), size_t{100});
        // Blocks of 7 x 2; the last column of blocks has one weight in each row, the last row six.
        QCOMPARE(averaged.rowBlock, 7);
        QCOMPARE(averaged.columnBlock, 2);
        QCOMPARE(averaged.rows, 3);
        QCOMPARE(averaged.columns, 3);
        const auto at
            = [&](int row, int column) { return double(now.weights[size_t(5 * row + column)]); };
        double first = 0.0, last = 0.0;
        for (int row = 0; row < 7; ++row)
            first += at(row, 0) + at(row, 1);
        for (int row = 14; row < 20; ++row)
            last += at(row, 4);
        QVERIFY(std::abs(double(averaged.weights.front()) - first / 14.0) < 1e-6);
        QVERIFY(std::abs(double(averaged.weights.back()) - last / 6.0) < 1e-6);
        // Of a stored run the weights alone are known.
        const auto stored = openRun(root() / "run", "last");
        AskWeightMatrix ofStored{(root() / "run").string()};
        const WeightMatrix found = stored->ask(ofStored);
        QVERIFY(found.change.empty() && found.keptUpdates.empty());
        QVERIFY(found.parameter.find("embedding") == std::string::npos);
        ofStored.parameter = "head.output.weight";
        QVERIFY(stored->ask(ofStored).gates.empty());
        QCOMPARE(found.update, 6);
        ofStored.update = 3;
        QVERIFY_THROWS_EXCEPTION(Error, stored->ask(ofStored));
    }

    void lossesOfItemsAddUpToTheLossOfTheUpdate_data()
    {
        addColumn<QString>("task");
        for (const char* task : {"classification", "regression", "tagging", "crf", "stream",
                                 "class_to_text", "translation", "transformer"})
            newRow(task, QString::fromLatin1(task));
    }

    /// And the batch that is planned again from the run's files is the one that was trained with.
    void lossesOfItemsAddUpToTheLossOfTheUpdate()
    {
        QFETCH(QString, task);
        const ExperimentSpec spec = small::ofTask(task.toStdString(), root());
        const Recorded run(spec, root() / "run", {});
        QVERIFY2(run.end.state == RunState::Completed, sentence(run.end));
        QVERIFY(run.updates.size() >= 4);
        const auto batches = batchesOf(root() / "run");
        for (const ShownUpdate& update : run.updates) {
            QVERIFY(!update->isWhole()); // Nobody wished for that.
            QCOMPARE(batches->items(placeIn(root() / "run", update->step)), update->items);
            QCOMPARE(update->itemLosses.size(), update->items.size());
            double sum = 0.0;
            for (size_t i = 0; i < update->items.size(); ++i)
                sum += double(update->itemLosses[i])
                    * double(batches->units(std::span(update->items).subspan(i, 1)));
            const double mean = sum / double(batches->units(update->items));
            QVERIFY2(isNearTo(mean, update->loss, 1e-5),
                     qPrintable(u"%1 %2"_s.arg(mean).arg(update->loss)));
        }
        const UpdateItem first = batches->described(run.updates.front()->items.front());
        QVERIFY(!first.text.empty());
        QVERIFY(first.tokens > 0);
        QCOMPARE(first.row < 0, task == u"stream"_s);
    }

    void theBatchIsFoundAlsoWhereItsSizeWasChanged()
    {
        const fs::path run = root() / "run";
        const std::vector<SettingChange> changes{{5, "training.batch_size", 8, 11},
                                                 {9, "training.batch_size", 11, 3}};
        RunControl control;
        TrainingListener listener;
        std::shared_ptr<Recording> recording;
        listener.updated = [&](const UpdateReport& report) {
            if (report.step == 1)
                control.ask([&](LiveModel& model) { recording = model.recording(); });
        };
        QCOMPARE(small::shortfall(core::train(m_spec, run, control, listener, changes)), ""s);
        QVERIFY(recording != nullptr && recording->updates().size() > 40);
        const auto batches = batchesOf(run);
        for (const ShownUpdate& update : recording->updates())
            QCOMPARE(batches->items(placeIn(run, update->step)), update->items);
        QCOMPARE(recording->update(5)->items.size(), size_t{11});
        QCOMPARE(recording->update(9)->items.size(), size_t{3});
    }

    void recordingAndLookingChangeNothing()
    {
        std::shared_ptr<UpdateBatches> batches;
        const fs::path run = root() / "looked";
        const auto look = [&](LiveModel& model, const UpdateReport& report) {
            if (report.step % 4 != 0)
                return;
            if (batches == nullptr)
                batches = batchesOf(run);
            const UpdatePlace place{report.step, report.epoch, 15 * (report.epoch - 1) + 1, {}};
            const UpdateBatch batch = model.ask(AskUpdateBatch{{run.string(), place, batches}});
            QVERIFY(batch.recorded && batch.items.size() == 8);
            for (const LandscapePath path : {LandscapePath::Step, LandscapePath::Gradient,
                                             LandscapePath::Random, LandscapePath::RandomPlane})
                model.ask(AskLandscape{{run.string(), place, batches}, path, 5});
        };
        const RecordingWish wish{RecordingWish::Where::Disk, "encoder.rnn.l0"};
        const Recorded looked(m_spec, run, wish, look);
        QVERIFY2(looked.end.state == RunState::Completed, sentence(looked.end));
        QVERIFY(batches != nullptr);
        small::train(m_spec, root() / "alone");
        QCOMPARE(small::difference(run, root() / "alone"), ""s);

        // In pieces, recorded throughout, it is the same run, and so is the file.
        const Recorded begun(m_spec, root() / "pieces", wish, {}, 17);
        QCOMPARE(begun.end.state, RunState::Stopped);
        const Recorded rest(m_spec, root() / "pieces", wish, look);
        QVERIFY2(rest.end.state == RunState::Completed, sentence(rest.end));
        QCOMPARE(small::difference(root() / "pieces", root() / "alone"), ""s);
        const ReadRecording one = readRecording(run, 0),
                            other = readRecording(root() / "pieces", 0);
        QCOMPARE(one.updates.size(), size_t{45});
        QCOMPARE(other.updates.size(), size_t{45});
        QCOMPARE(one.parameters, other.parameters);
        for (size_t i = 0; i < one.updates.size(); ++i) {
            QCOMPARE(one.updates[i]->step, int64_t(i) + 1);
            QVERIFY(one.updates[i]->histograms == other.updates[i]->histograms);
            QVERIFY(one.updates[i]->norms == other.updates[i]->norms);
            QCOMPARE(one.updates[i]->items, other.updates[i]->items);
        }
        QCOMPARE(readRecording(run, 12).updates.back()->step, 12);
    }

    /// Without dropout the loss at a = 0 is the one that was trained, the slope there is that of
    /// the gradient, and at a = 1 along the step stands the network after the update.
    void landscapesAgreeWithTheGradientAndTheStep()
    {
        m_spec.model.network.options["dropout"] = 0.0;
        m_spec.training.clipNorm = 0.0;
        std::shared_ptr<UpdateBatches> batches;
        const fs::path run = root() / "run";
        int looked = 0;
        const auto look = [&](LiveModel& model, const UpdateReport& report) {
            if (report.step % 11 != 0)
                return;
            ++looked;
            if (batches == nullptr)
                batches = batchesOf(run);
            const UpdatePlace place{report.step, report.epoch, 15 * (report.epoch - 1) + 1, {}};
            const UpdateQuestion of{run.string(), place, batches};
            const auto at = [](const Landscape& shown, double a) {
                for (size_t i = 0; i < shown.a.size(); ++i)
                    if (std::abs(shown.a[i] - a) < 1e-9)
                        return shown.losses[i];
                return std::nan("");
            };
            const Landscape step = model.ask(AskLandscape{of, LandscapePath::Step, 401});
            QVERIFY(step.beforeUpdate);
            QVERIFY(isNearTo(at(step, 0.0), report.loss, 1e-5));
            const UpdateBatch batch = model.ask(AskUpdateBatch{of});
            QVERIFY(isNearTo(at(step, 1.0), batch.lossNow, 1e-5));
            double then = 0.0;
            for (const UpdateItem& item : batch.items)
                then += item.lossThen / double(batch.items.size());
            QVERIFY(isNearTo(then, report.loss, 1e-5));
            const Landscape down = model.ask(AskLandscape{of, LandscapePath::Gradient, 401});
            QVERIFY(isNearTo(down.directionNorm, step.directionNorm, 1e-4));
            // Central differences over a tenth of the step; the direction is -gradient.
            const double slope = (at(down, 0.1) - at(down, -0.1)) / 0.2;
            QVERIFY2(
                isNearTo(slope, -report.gradientNorm * down.directionNorm, 0.02),
                qPrintable(u"%1 %2"_s.arg(slope).arg(-report.gradientNorm * down.directionNorm)));
            const double along = (at(step, 0.1) - at(step, -0.1)) / 0.2;
            QVERIFY(isNearTo(along, slope * step.stepCosine, 0.05));

            const Landscape line = model.ask(AskLandscape{of, LandscapePath::Random, 5, 0.5, 3});
            const Landscape plane
                = model.ask(AskLandscape{of, LandscapePath::RandomPlane, 5, 0.5, 3});
            QCOMPARE(plane.losses.size(), size_t{25});
            for (size_t i = 0; i < 5; ++i) // The middle row is the line of the same seed.
                QCOMPARE(plane.losses[10 + i], line.losses[i]);
            QCOMPARE(at(line, 0.0), at(step, 0.0));
            QVERIFY(at(line, 0.5) != at(line, -0.5));
            const Landscape other = model.ask(AskLandscape{of, LandscapePath::Random, 5, 0.5, 4});
            QVERIFY(other.losses[0] != line.losses[0]);
        };
        const Recorded recorded(m_spec, run, inMemory("head.output"), look);
        QVERIFY2(recorded.end.state == RunState::Completed, sentence(recorded.end));
        QCOMPARE(looked, 4);
    }

    /// A run that is over answers from its files: the batch, and the loss around its network.
    void aStoredRunAnswersAsFarAsItCan()
    {
        const fs::path run = root() / "run";
        small::train(m_spec, run);
        const auto model = openRun(run, "last");
        const AskUpdateBatch question{{run.string(), placeIn(run, 20), batchesOf(run)}};
        const UpdateBatch batch = model->ask(question);
        QVERIFY(!batch.recorded);
        QCOMPARE(batch.items.size(), size_t{8});
        QCOMPARE(batch.networkStep, 45);
        double now = 0.0;
        for (const UpdateItem& item : batch.items) {
            QVERIFY(std::isnan(item.lossThen));
            QVERIFY(item.reference == "pos" || item.reference == "neg");
            now += item.lossNow / 8.0;
        }
        QVERIFY(isNearTo(now, batch.lossNow, 1e-5));
        AskLandscape landscape{
            {run.string(), question.place, batch.batches}, LandscapePath::Gradient, 9};
        const Landscape around = model->ask(landscape);
        QVERIFY(!around.beforeUpdate);
        QVERIFY(isNearTo(around.losses[2], batch.lossNow, 1e-5)); // -1 -0.5 0
        QVERIFY(isNearTo(around.directionNorm, 0.01 * around.weightNorm, 1e-4));
        landscape.path = LandscapePath::Step;
        QVERIFY_EXCEPTION_THROWN(model->ask(landscape), Error);
        QVERIFY(model->ask(AskRecording{run.string()}).updates.empty());
        UpdatePlace none = question.place;
        none.step = 400;
        QVERIFY_EXCEPTION_THROWN(question.batches->items(none), Error);
    }

    /// With a share of a thousandth nearly all updates are left out, however quick the machine is.
    void recordingTakesNoMoreThanItsShareOfTheTime()
    {
        m_spec.training.epochs = 20;
        RecordingWish wish = inMemory("encoder.rnn.l0");
        wish.share = 0.001;
        RunControl control;
        TrainingListener listener;
        ShownRecording last;
        int64_t whole = 0;
        const auto ask = [&](LiveModel& model) {
            last = model.ask(AskRecording{{}, wish});
            whole += !last.updates.empty() && last.updates.back()->isWhole() ? 1 : 0;
        };
        listener.started = [&](const StartReport&) { control.ask(ask); };
        listener.updated = [&](const UpdateReport&) { control.ask(ask); };
        QCOMPARE(small::shortfall(core::train(m_spec, root() / "run", control, listener)), ""s);
        QVERIFY2(whole > 0 && whole < 150, qPrintable(QString::number(whole))); // Of 300.
        QVERIFY(last.share > 0.0);
        QCOMPARE(last.updates.size(), Recording::kUpdates);
        QVERIFY(last.bytes < (int64_t{200} << 20));
    }

    void keptWeightsStayWithinTheirMemory()
    {
        Recording recording;
        const size_t third = size_t(Recording::kWeightBytes) / sizeof(float) / 3;
        WeightBlock last = std::make_shared<const std::vector<float>>(third);
        for (int64_t step = 1; step <= 6; ++step) {
            const WeightBlock next = std::make_shared<const std::vector<float>>(third);
            recording.keep({step, last, next});
            last = next;
            QVERIFY(recording.bytes() <= Recording::kWeightBytes);
        }
        QCOMPARE(recording.weights().size(), size_t{2}); // Three blocks: neighbours share one.
        QVERIFY(recording.weightsAt(6) && !recording.weightsAt(4));
    }
};
UNROLL_TEST(UpdatesTest, QCoreApplication)
#include "updates_test.moc"
