#include "core/base/atomic_file.h"
#include "core/exchange/safetensors.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/classification/classification_questions.h"
#include "core/probe/states/network_plane.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/updates/update_questions.h"
#include "core/train/computing.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

#include <ATen/Context.h>

#include <chrono>
#include <future>
#include <thread>

using core::EndReport;
using core::ExperimentSpec;
using core::RunState;
using small::contains;
using small::sentence;

namespace {

/// Listens and keeps everything.
struct Heard {
    std::vector<core::StartReport> starts;
    std::vector<core::UpdateReport> updates;
    std::vector<core::EpochReport> epochs;
    std::vector<EndReport> ends;

    core::TrainingListener listener()
    {
        core::TrainingListener all;
        all.started = [this](const auto& report) { starts.push_back(report); };
        all.updated = [this](const auto& report) { updates.push_back(report); };
        all.epochEnded = [this](const auto& report) { epochs.push_back(report); };
        all.ended = [this](const auto& report) { ends.push_back(report); };
        return all;
    }
};

} // namespace

class TrainingTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    ExperimentSpec m_spec;

private Q_SLOTS:
    void init()
    {
        begin();
        m_spec = small::spec(root());
    }

    void aRunIsTrainedValidatedAndTested()
    {
        Heard heard;
        core::RunControl control;
        m_spec.training.epochs = 16;
        const EndReport end = core::train(m_spec, root() / "run", control, heard.listener());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.reason.plain(), "16 of 16 epochs are done."s);
        QCOMPARE(heard.starts.size(), size_t{1});
        const core::StartReport& start = heard.starts.front();
        QCOMPARE(start.trainTexts, 120);
        QCOMPARE(start.validTexts, 30);
        QCOMPARE(start.testTexts, 20);
        QCOMPARE(start.fact("classes"), (core::Json{"neg", "pos"}));
        QCOMPARE(start.updatesPerEpoch, 15);
        QCOMPARE(start.totalUpdates, 240);
        QCOMPARE(start.resumedAtStep, 0);
        QCOMPARE(start.device, "cpu"s);
        QVERIFY(start.paddingShare >= 0.0 && start.paddingShare < 0.2);
        QVERIFY(start.parameters > 0);

        QCOMPARE(heard.updates.size(), size_t{240});
        for (size_t i = 0; i < heard.updates.size(); ++i)
            QCOMPARE(heard.updates[i].step, static_cast<int64_t>(i) + 1);
        QCOMPARE(heard.updates[14].epochPosition, 1.0);
        QCOMPARE(heard.updates[15].epoch, 2);
        QVERIFY(heard.updates.back().loss < 0.3);
        QCOMPARE(heard.epochs.size(), size_t{16});
        QVERIFY(core::scoreValue(heard.epochs.back().validScores, "accuracy") > 0.9);
        QVERIFY(end.tested && core::scoreValue(end.testScores, "accuracy") > 0.9);
        QVERIFY(core::scoreValue(end.testScores, "macro_f1") > 0.9);
        QCOMPARE(heard.ends.size(), size_t{1});
    }

    void theRunFolderHoldsEverything()
    {
        Heard heard;
        core::RunControl control;
        const auto run = root() / "run";
        const EndReport end = core::train(m_spec, run, control, heard.listener());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        const core::RunSummary summary = core::readRunSummary(run);
        QVERIFY2(summary.problem.empty(), summary.problem.plain().c_str());
        QCOMPARE(summary.state, RunState::Completed);
        QCOMPARE(summary.spec, m_spec);
        QCOMPARE(summary.steps, 45);
        QCOMPARE(summary.epochs, 3);
        QCOMPARE(summary.bestEpoch, end.bestEpoch);
        QCOMPARE(summary.bestValue, end.bestValue);
        QCOMPARE(summary.testScores, end.testScores);
        QVERIFY(summary.createdUtc.ends_with("Z"));
        QCOMPARE(summary.checkpoints, (Strings{"last", "best", "epoch-1", "epoch-2", "epoch-3"}));
        const core::RunHistory history = core::readRunHistory(run);
        QCOMPARE(history.updates, heard.updates);
        QCOMPARE(history.epochs, heard.epochs);
        QVERIFY(history.ended);
        QVERIFY(
            (core::Json::parse(core::readFile(run / "classes.json")) == core::Json{"neg", "pos"}));
        const core::TensorFile best = core::readSafetensors(core::checkpointPath(run, "best"));
        QCOMPARE(best.metadata.at("epoch"), std::to_string(end.bestEpoch));
        QVERIFY(best.find("encoder.embedding.weight") != nullptr);
    }

    void theSameSeedGivesTheSameCurveToTheBit()
    {
        small::train(m_spec, root() / "a");
        small::train(m_spec, root() / "b");
        m_spec.training.seed = 2;
        small::train(m_spec, root() / "c");
        const auto a = small::withoutTimes(core::readRunHistory(root() / "a"));
        const auto b = small::withoutTimes(core::readRunHistory(root() / "b"));
        const auto c = small::withoutTimes(core::readRunHistory(root() / "c"));
        QCOMPARE(a.updates.size(), size_t{45});
        QCOMPARE(a.updates, b.updates);
        QCOMPARE(a.epochs, b.epochs);
        QVERIFY(a.updates != c.updates);
    }

    void twoThreadsRepeatToTheBit()
    {
        m_spec.training.threads = 2;
        small::train(m_spec, root() / "a");
        small::train(m_spec, root() / "b");
        QCOMPARE(small::withoutTimes(core::readRunHistory(root() / "a")).updates,
                 small::withoutTimes(core::readRunHistory(root() / "b")).updates);
    }

    void accumulationMakesFewerUpdatesOfMoreTexts()
    {
        Heard heard;
        core::RunControl control;
        m_spec.training.accumulation = 4;
        m_spec.training.epochs = 1;
        core::train(m_spec, root() / "run", control, heard.listener());
        QCOMPARE(heard.updates.size(), size_t{4}); // 15 batches: 4 + 4 + 4 + 3
        QCOMPARE(heard.starts.front().updatesPerEpoch, 4);
    }

    void clippingIsToldAndTheNormIsThatBefore()
    {
        Heard heard;
        core::RunControl control;
        m_spec.training.epochs = 1;
        m_spec.training.clipNorm = 1e-3;
        core::train(m_spec, root() / "run", control, heard.listener());
        QVERIFY(heard.updates.front().clipped);
        QVERIFY(heard.updates.front().gradientNorm > 1e-2);
    }

    void limitsEndTheRunWithAValidationOfWhatThereIs()
    {
        Heard heard;
        core::RunControl control;
        m_spec.training.maximumUpdates = 20;
        const EndReport end = core::train(m_spec, root() / "run", control, heard.listener());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.reason.plain(), "The limit of 20 updates is reached."s);
        QCOMPARE(heard.updates.size(), size_t{20});
        QCOMPARE(heard.epochs.size(), size_t{2});
        QCOMPARE(heard.epochs.back().step, 20);
        QVERIFY(end.tested);
    }

    void aTimeLimitEndsTheRun()
    {
        m_spec.training.maximumMinutes = 1e-9;
        const EndReport end = small::train(m_spec, root() / "run");
        QCOMPARE(end.state, RunState::Completed);
        QCOMPARE(end.step, 0);
        QVERIFY(contains(end, "minutes"));
    }

    void noImprovementStopsEarly()
    {
        // Without a learning rate nothing improves after the first epoch.
        m_spec.training.epochs = 50;
        m_spec.training.patience = 2;
        m_spec.training.optimiser.options["learning_rate"] = 0.0;
        const EndReport end = small::train(m_spec, root() / "run");
        QCOMPARE(end.state, RunState::Completed);
        QCOMPARE(end.epoch, 3);
        QCOMPARE(end.bestEpoch, 1);
        QVERIFY(contains(end, "No improvement for 2 epochs."));
    }

    void withoutAValidationSetTheLatestEpochIsBest()
    {
        m_spec.data.valid.clear();
        m_spec.data.validFraction = 0.0;
        m_spec.training.patience = 1;
        const EndReport end = small::train(m_spec, root() / "run");
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.bestEpoch, 3);
        QVERIFY(std::isnan(core::readRunHistory(root() / "run").epochs[0].validLoss));
        QVERIFY(end.tested);
    }

    void aRunIsResumedFromAnyFolder()
    {
        const auto here = std::filesystem::current_path();
        std::filesystem::current_path(root());
        core::ExperimentSpec relative = m_spec;
        relative.data.train = {"train.csv"};
        relative.training.epochs = 2;
        const EndReport stopped = small::trainUntil(relative, root() / "moved", 7);
        std::filesystem::current_path(here);
        QCOMPARE(stopped.state, RunState::Stopped);
        const EndReport end = small::resume(root() / "moved");
        QVERIFY2(end.state == RunState::Completed, sentence(end));
    }

    void stoppedWhileTestingItIsTestedWhenResumed()
    {
        core::RunControl control;
        core::TrainingListener listener;
        int64_t epochs = 0;
        listener.epochEnded = [&](const core::EpochReport& report) { epochs = report.epoch; };
        listener.progress = [&](const core::Progress& progress) {
            if (epochs == m_spec.training.epochs && progress.stage.plain() == "Testing")
                control.stop();
        };
        m_spec.data.test = {(root() / "many.csv").string()};
        small::writeTexts(root() / "many.csv", 20000, 3000);
        const EndReport end = core::train(m_spec, root() / "untested", control, listener);
        QCOMPARE(end.state, RunState::Stopped);
        QVERIFY(!end.tested);
        const EndReport resumed = small::resume(root() / "untested");
        QCOMPARE(resumed.state, RunState::Completed);
        QVERIFY(resumed.tested);
        QCOMPARE(resumed.step, end.step);
    }

    void whileTestingTheBestWeightsHaveTheirOwnLabel()
    {
        // Without a learning rate nothing improves after the first epoch.
        m_spec.training.optimiser.options["learning_rate"] = 0.0;
        core::RunControl control;
        core::TrainingListener listener;
        std::vector<int64_t> steps, epochs;
        const auto look = [&](core::LiveModel& model) {
            steps.push_back(model.step());
            epochs.push_back(model.epoch());
        };
        listener.updated = [&](const core::UpdateReport& report) {
            if (report.step == 44)
                control.ask(look); // Served before the last update.
        };
        listener.epochEnded = [&](const core::EpochReport& report) {
            if (report.epoch == 3)
                control.ask(look); // Served while the test set is scored.
        };
        const EndReport end = core::train(m_spec, root() / "run", control, listener);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(end.bestEpoch, 1);
        QCOMPARE(steps, (std::vector<int64_t>{44, 15}));
        QCOMPARE(epochs, (std::vector<int64_t>{3, 1}));
    }

    /// The matrix of two units is set between two updates, and the training goes on with it.
    void aMatrixIsSetWhileItTrains()
    {
        m_spec.model.network = {"rnn",
                                {{"hidden_size", 2},
                                 {"layers", 1},
                                 {"bidirectional", false},
                                 {"pooling", {{"kind", "last"}}}}};
        m_spec.training.epochs = 1;
        m_spec = core::completedSpec(m_spec);
        core::RunControl control;
        core::TrainingListener listener;
        core::AskStatePlane set, after;
        bool refused = false;
        double recordedStep = -1.0;
        listener.updated = [&](const core::UpdateReport& report) {
            control.ask([&, step = report.step](core::LiveModel& model) {
                const core::AskNetworkPlane plane{.example = {.text = "a lovely film"}};
                const core::ShownRecording recording = model.ask(core::AskRecording{
                    (root() / "run").string(), {core::RecordingWish::Where::Memory, {}, 1.0}});
                for (const core::ShownUpdate& update : recording.updates)
                    for (size_t i = 0; i < update->norms.size() && update->step == 4; ++i)
                        if (recording.parameters[i].name.ends_with("weight_hh_l0"))
                            recordedStep = update->norms[i].step;
                if (step == 3) {
                    model.ask(
                        core::AskSetPlane{.u11 = 0.5, .u12 = -0.25, .u21 = 0.125, .u22 = 2.0});
                    set = model.ask(plane).plane;
                } else if (step == 4) {
                    after = model.ask(plane).plane;
                }
            });
        };
        listener.epochEnded = [&](const core::EpochReport&) {
            control.ask([&](core::LiveModel& model) { // Served while the test set is scored.
                try {
                    model.ask(core::AskSetPlane{});
                } catch (const core::Error& error) {
                    refused = error.failure().code == core::ErrorCode::BadSetting;
                }
            });
        };
        const EndReport end = core::train(m_spec, root() / "run", control, listener);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(set.u11, 0.5);
        QCOMPARE(set.u12, -0.25);
        QCOMPARE(set.u21, 0.125);
        QCOMPARE(set.u22, 2.0);
        // The next update starts from it.
        QVERIFY(after.u22 != 2.0 && std::abs(after.u22 - 2.0) < 0.2);
        QVERIFY(refused);
        // The step of the update alone, without what was set before it.
        QVERIFY2(recordedStep > 0.0 && recordedStep < 0.2,
                 qPrintable(QString::number(recordedStep)));
        QFile file(QString::fromStdString((root() / "run" / "events.jsonl").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray events = file.readAll();
        const qsizetype at = events.indexOf(R"("event":"weights")");
        QVERIFY(at > 0);
        const QByteArray line = events.mid(at, events.indexOf('\n', at) - at);
        QVERIFY2(line.contains("weight_hh_l0") && line.contains("[0.5,-0.25,0.125,2.0]")
                     && line.contains(R"("step":3)"),
                 line.constData());
        QCOMPARE(core::readRunHistory(root() / "run").skippedLines, 0);
    }

    void halfPrecisionOnACpuIsNoted()
    {
        Heard heard;
        core::RunControl control;
        m_spec.training.precision = "bfloat16";
        m_spec.training.epochs = 1;
        core::train(m_spec, root() / "run", control, heard.listener());
        bool noted = false;
        for (const core::Message& note : heard.starts.front().notes)
            noted = noted || note.plain().find("bfloat16 is only used on a GPU") == 0;
        QVERIFY(noted);
    }

    void float32IsNotRoundedToTensorFloat32()
    {
        at::globalContext().setAllowTF32CuDNN(true); // LibTorch's default
        at::globalContext().setAllowTF32CuBLAS(true);
        small::trainUntil(m_spec, root() / "run", 1);
        QVERIFY(!at::globalContext().allowTF32CuDNN());
        QVERIFY(!at::globalContext().allowTF32CuBLAS());
    }

    void stoppedBeforeItBeginsItIsStoppedNotFailed()
    {
        core::RunControl control;
        control.stop();
        const EndReport end = core::train(m_spec, root() / "run", control, {});
        QCOMPARE(end.state, RunState::Stopped);
        QVERIFY(!end.failure.has_value());
        // It can be resumed from nothing.
        const EndReport resumed = small::resume(root() / "run");
        QVERIFY2(resumed.state == RunState::Completed, sentence(resumed));
        QCOMPARE(resumed.step, 45);
    }

    void whileItTrainsOneCanPauseStepAndLookInside()
    {
        core::RunControl control;
        std::atomic<int64_t> step = 0;
        core::TrainingListener listener;
        listener.updated = [&](const core::UpdateReport& report) { step = report.step; };
        m_spec.training.epochs = 100000;
        auto end = std::async(std::launch::async, [&] {
            return core::train(m_spec, root() / "run", control, listener);
        });
        const std::unique_ptr<core::RunControl, void (*)(core::RunControl*)> stopAtTheEnd(
            &control, [](core::RunControl* each) { each->stop(); });
        QTRY_VERIFY(step > 5);
        const auto ask = [&] {
            std::promise<core::Inspection> answer;
            if (!control.ask([&](core::LiveModel& model) {
                    answer.set_value(model.ask(core::AskInspection{"a lovely film"}));
                }))
                return core::Inspection{};
            return answer.get_future().get();
        };
        const core::Inspection live = ask();
        QCOMPARE(live.tokens, (Strings{"a", "lovely", "film"}));
        QCOMPARE(live.probabilities.size(), size_t{2});
        QVERIFY(live.step >= 5);

        control.pause();
        const int64_t rest = ask().step;
        QCOMPARE(ask().step, rest);
        control.step();
        QTRY_COMPARE(step.load(), rest + 1);
        QCOMPARE(ask().step, rest + 1);
        control.proceed();
        QTRY_VERIFY(step > rest + 5);
        control.stop();
        QCOMPARE(end.get().state, RunState::Stopped);
        QVERIFY(!control.ask([](core::LiveModel&) {}));
    }

    void lookingInsideChangesNothing()
    {
        core::RunControl control;
        core::TrainingListener listener;
        listener.updated = [&](const core::UpdateReport&) {
            control.ask([](core::LiveModel& model) {
                model.ask(core::AskInspection{"a dull story"});
                model.ask(core::AskStates{.example = {.text = "a dull story"},
                                          .edits = {{.quantity = "f", .value = 0.0}},
                                          .unit = 2,
                                          .token = 1});
                model.ask(
                    core::AskGradientFlow{.example = {.text = "a dull story", .reference = "neg"}});
                model.ask(core::AskAttentionTest{.example
                                                 = {.text = "a dull story", .reference = "neg"}});
                model.summary();
            });
        };
        QCOMPARE(small::shortfall(core::train(m_spec, root() / "looked", control, listener)), ""s);
        small::train(m_spec, root() / "alone");
        QCOMPARE(small::withoutTimes(core::readRunHistory(root() / "looked")).updates,
                 small::withoutTimes(core::readRunHistory(root() / "alone")).updates);
    }

    void puttingAttentionToTheTestChangesNothing_data()
    {
        addColumn<QString>("pooling");
        for (const char* pooling : {"attention", "hard_attention", "straight_through"})
            newRow(pooling, pooling);
    }
    void puttingAttentionToTheTestChangesNothing()
    {
        QFETCH(QString, pooling);
        m_spec.model.network.options["pooling"] = {{"kind", pooling.toStdString()}};
        m_spec = core::completedSpec(m_spec);
        core::RunControl control;
        core::TrainingListener listener;
        listener.updated = [&](const core::UpdateReport&) {
            control.ask([](core::LiveModel& model) {
                const core::AttentionTest test = model.ask(
                    core::AskAttentionTest{.example = {.text = "a dull story", .reference = "neg"},
                                           .edits = {{{"pooling", 0, 0}, 0, 1, 0.9}}});
                QVERIFY(!test.heads.empty() && test.byHand && !test.gradient.empty());
                model.ask(core::AskAttentionEntropy{{"a dull story", "a fine film"}});
            });
        };
        QCOMPARE(small::shortfall(core::train(m_spec, root() / "looked", control, listener)), ""s);
        small::train(m_spec, root() / "alone");
        QCOMPARE(small::withoutTimes(core::readRunHistory(root() / "looked")).updates,
                 small::withoutTimes(core::readRunHistory(root() / "alone")).updates);
    }

    void everyUpdateTellsTheNormOfEachLayer()
    {
        m_spec.training.epochs = 1;
        m_spec.training.clipNorm = 0.2;
        small::train(m_spec, root() / "run");
        const core::RunHistory history = core::readRunHistory(root() / "run");
        QCOMPARE(history.layers[core::LayerQuantity::GradientNorm],
                 (Strings{"encoder.embedding", "encoder.rnn.l0", "head.output"}));
        bool clipped = false;
        for (const core::UpdateReport& update : history.updates) {
            QCOMPARE(update.layers[core::LayerQuantity::GradientNorm].size(), size_t{3});
            double squares = 0.0;
            for (const float norm : update.layers[core::LayerQuantity::GradientNorm])
                squares += double(norm) * double(norm);
            QVERIFY(std::abs(std::sqrt(squares) / update.gradientNorm - 1.0) < 1e-3);
            QCOMPARE(update.clipped, update.gradientNorm > 0.2);
            QCOMPARE(std::isnan(update.clippedNorm), !update.clipped);
            QVERIFY(!update.clipped || std::abs(update.clippedNorm - 0.2) < 1e-5);
            clipped = clipped || update.clipped;
        }
        QVERIFY(clipped);
    }

    void randomNumbersDrawnBetweenTwoUpdatesAreNotTheTrainings()
    {
        core::RunControl control;
        core::TrainingListener listener;
        int64_t asked = 0;
        const auto draw = [&](core::LiveModel&) {
            torch::rand({3});
            ++asked;
        };
        listener.updated = [&](const core::UpdateReport&) { control.ask(draw); };
        listener.epochEnded = [&](const core::EpochReport&) { control.ask(draw); };
        QCOMPARE(small::shortfall(core::train(m_spec, root() / "drawn", control, listener)), ""s);
        QVERIFY(asked >= 45);
        small::train(m_spec, root() / "alone");
        QCOMPARE(small::withoutTimes(core::readRunHistory(root() / "drawn")).updates,
                 small::withoutTimes(core::readRunHistory(root() / "alone")).updates);
    }

    /// Files of 9 MB: read without a cache, read and kept, found there.
    void whatIsKeptOfLargeFilesTrainsTheSameNetwork()
    {
        std::ofstream file(root() / "large.csv");
        file << "text,label\n";
        for (int i = 0; i < 60; ++i) {
            file << (i % 2 == 0 ? "fine " : "dull ") << i;
            for (int word = 0; word < 30'000; ++word)
                file << (word % 7 == i % 7 ? " long" : " film");
            file << (i % 2 == 0 ? ",pos\n" : ",neg\n");
        }
        file.close();
        ExperimentSpec spec = m_spec;
        spec.data = {};
        spec.data.train = {(root() / "large.csv").string()};
        spec.data.validFraction = spec.data.testFraction = 0.2;
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        const auto restored = qScopeGuard([&] { qputenv("XDG_CACHE_HOME", before); });
        const auto train = [&](const char* run, const std::filesystem::path& cache) {
            qputenv("XDG_CACHE_HOME", cache.c_str());
            QCOMPARE(small::shortfall(small::train(spec, root() / run)), ""s);
        };
        train("read", root() / "large.csv"); // no folder: nothing can be kept in it
        train("kept", root() / "cache");
        std::vector<std::filesystem::path> entries;
        for (const auto& entry : std::filesystem::directory_iterator(root() / "cache" / "unroll"))
            if (entry.is_regular_file())
                entries.push_back(entry.path());
        QCOMPARE(entries.size(), size_t{4}); // The rows, and the ids of three splits.
        const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
        for (const std::filesystem::path& entry : entries)
            std::filesystem::last_write_time(entry, longAgo);
        train("found", root() / "cache");
        for (const std::filesystem::path& entry : entries) // They were used.
            QVERIFY(std::filesystem::last_write_time(entry) > longAgo);
        QCOMPARE(small::difference(root() / "read", root() / "kept"), ""s);
        QCOMPARE(small::difference(root() / "kept", root() / "found"), ""s);
    }

    void thisMachineHasACpuAndABlas()
    {
        const auto devices = core::devices();
        QCOMPARE(devices.front().id, "cpu"s);
        QVERIFY(devices.front().title.starts_with("CPU, "));
        QVERIFY(devices.front().memoryBytes > 0);
        QVERIFY(core::measureProductGflops() > 0.1);
    }
};
UNROLL_TEST(TrainingTest, QCoreApplication)
#include "training_test.moc"
