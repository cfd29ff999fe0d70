#include "core/exchange/safetensors.h"
#include "core/task/task_kinds.h"
#include "tests/core/train/small_translation.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_case.h"

using core::EndReport;
using core::ExperimentSpec;
using core::Json;
using core::RunState;
using small::contains;
using small::sentence;

namespace {

double scoreOf(const core::EpochReport& epoch, const char* name)
{
    return core::scoreValue(epoch.validScores, name);
}

} // namespace

/// A translator is trained by the same loop as a classifier, with the same promises.
class TranslationTrainingTest : public QObject, private small::RunFolders {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void reversingIsLearnt()
    {
        ExperimentSpec spec = small::translation({{"kind", "seq2seq"},
                                                  {"cell", "gru"},
                                                  {"hidden_size", 24},
                                                  {"dropout", 0.0},
                                                  {"readout_dropout", 0.0},
                                                  {"attention", "general"}});
        spec.data.sample.options["pairs"] = 800;
        spec.model.embedding.dimension = 16;
        spec.model.embedding.dropout = 0.0;
        spec.training.epochs = 14;
        spec.training.keepEpochs = "none";
        spec.training.optimiser.options["learning_rate"] = 0.02;
        spec = core::withValue(spec, "task.decoding.validation_sentences", "60");
        const EndReport end = small::train(spec, run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        // Compared with the same network after one update: how fast the first epoch learns depends
        // on rounding.
        spec.training.maximumUpdates = 1;
        const auto single = run().parent_path() / "single_update";
        QVERIFY(small::train(spec, single).state == RunState::Completed);
        const core::RunHistory begun = core::readRunHistory(single);
        const core::RunHistory history = core::readRunHistory(run());
        QCOMPARE(begun.updates.size(), size_t{1});
        QCOMPARE(begun.updates.front().loss, history.updates.front().loss);
        const core::EpochReport &first = begun.epochs.front(), &last = history.epochs.back();
        QVERIFY(scoreOf(last, "bleu") > 90.0);
        QVERIFY(scoreOf(first, "bleu") < 0.5 * scoreOf(last, "bleu"));
        QVERIFY(scoreOf(last, "exact_match") > 0.9 && scoreOf(first, "exact_match") < 0.5);
        QVERIFY(scoreOf(last, "chrf") > scoreOf(first, "chrf"));
        // Attention on what is written is nowhere told to be learnt.
        QVERIFY(scoreOf(last, "alignment_error_rate")
                < 0.5 * scoreOf(first, "alignment_error_rate"));
        QVERIFY(last.validLoss < 0.1 && scoreOf(last, "accuracy") > 0.95);
        QVERIFY(end.tested && core::scoreValue(end.testScores, "accuracy") > 0.95);
        QVERIFY(core::scoreValue(end.testScores, "bleu") > 90.0);
    }

    void theStartSaysWhatThereIs()
    {
        ExperimentSpec spec = small::translation(small::kRecurrent);
        core::StartReport start;
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport& report) { start = report; };
        core::RunControl control;
        spec.training.epochs = 1;
        const EndReport end = core::train(spec, run(), control, listener);
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        QCOMPARE(start.task, "translation"s);
        QCOMPARE(start.trainTexts, 80);
        QCOMPARE(start.validTexts, 10);
        QCOMPARE(start.testTexts, 10);
        QCOMPARE(start.vocabularySize, 10); // Four marks and the numbers 0 to 5.
        QCOMPARE(start.fact("target_vocabulary_size"), Json(10));
        QCOMPARE(start.updatesPerEpoch, 10);
        QVERIFY(start.fact("classes").is_null());
        // All tokens that are predicted: each target's and its end mark.
        int64_t tokens = 0;
        for (const std::string& target : core::generatePairs(spec.data.sample).train.target)
            tokens += 2 + std::count(target.begin(), target.end(), ' ');
        QCOMPARE(core::readRunHistory(run()).epochs.front().tokens, tokens);
    }

    void theProbabilityOfForcingIsInEveryLine()
    {
        const ExperimentSpec spec
            = small::forced(QString::fromStdString(small::kTransformer.dump()),
                            R"({"kind":"linear","from":0.9,"to":0.1})");
        small::train(spec, run());
        const auto updates = core::readRunHistory(run()).updates;
        QCOMPARE(updates.size(), size_t{30});
        for (size_t i = 0; i < updates.size(); ++i)
            QVERIFY(std::abs(updates[i].teacherForcing - (0.9 - 0.8 * double(i) / 30.0)) < 1e-12);
    }

    void coinsMakeAnotherRun()
    {
        const QString network = QString::fromStdString(small::kRecurrent.dump());
        small::train(small::forced(network, R"({"kind":"constant","ratio":1.0})"), whole());
        small::train(small::forced(network, R"({"kind":"constant","ratio":0.5})"), run());
        const auto forced = core::readRunHistory(whole()).updates;
        const auto mixed = core::readRunHistory(run()).updates;
        QVERIFY(forced[0].loss != mixed[0].loss);
    }

    void validationIsTranslatedAsFarAsAsked()
    {
        ExperimentSpec spec = small::translation(small::kRecurrent);
        spec.training.epochs = 1;
        spec = core::withValue(spec, "task.decoding.validation_sentences", "0");
        const EndReport end = small::train(spec, run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        const core::EpochReport epoch = core::readRunHistory(run()).epochs.front();
        QCOMPARE(epoch.validScores.size(), size_t{2}); // of the true translations
        QCOMPARE(epoch.validScores[0].name, "accuracy"s);
        QCOMPARE(epoch.validScores[1].name, "unknown_share"s);
        QVERIFY(std::isfinite(epoch.validLoss));
        // The test set is translated whatever that says.
        QVERIFY(std::isfinite(core::scoreValue(end.testScores, "bleu")));
        // "Best" by what is then not measured would never be found.
        spec.training.monitor = "valid_bleu";
        const EndReport refused = small::train(spec, root() / "refused");
        QCOMPARE(refused.failure->code, core::ErrorCode::BadSetting);
        QVERIFY2(contains(refused, "task.decoding.validation_sentences"), sentence(refused));
    }

    void bestIsChosenByBleu()
    {
        ExperimentSpec spec = small::translation(small::kRecurrent);
        spec.training.monitor = "valid_bleu";
        const EndReport end = small::train(spec, run());
        double best = -1.0;
        int64_t at = 0;
        for (const core::EpochReport& epoch : core::readRunHistory(run()).epochs)
            if (scoreOf(epoch, "bleu") > best) {
                best = scoreOf(epoch, "bleu");
                at = epoch.epoch;
            }
        QCOMPARE(end.bestValue, best);
        QCOMPARE(end.bestEpoch, at);
    }

    void relativePathsOfBothSidesSurviveAMove()
    {
        ExperimentSpec spec = small::parallelTranslation(root());
        for (auto* paths : {&spec.data.train, &spec.data.trainTarget, &spec.data.valid,
                            &spec.data.validTarget, &spec.data.test, &spec.data.testTarget})
            paths->front() = std::filesystem::path(paths->front()).filename().string();
        const auto here = std::filesystem::current_path();
        std::filesystem::current_path(root());
        const EndReport stopped = small::trainUntil(spec, run(), 4);
        std::filesystem::current_path(here);
        QVERIFY2(stopped.state == RunState::Stopped, sentence(stopped));
        QCOMPARE(core::readRunSummary(run()).spec.data.validTarget.front(),
                 (std::filesystem::canonical(root()) / "valid.trg").string());
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        // Files or made by the sample: the same pairs are the same training.
        small::train(small::translation(small::kRecurrent), whole());
        QCOMPARE(small::withoutTimes(core::readRunHistory(run())).updates,
                 small::withoutTimes(core::readRunHistory(whole())).updates);
    }

    void otherTargetsAreNotTrainedOn()
    {
        const ExperimentSpec spec = small::parallelTranslation(root());
        small::trainUntil(spec, run(), 4);
        auto pairs = core::generatePairs(small::translation(small::kRecurrent).data.sample);
        std::reverse(pairs.train.target.begin(), pairs.train.target.end());
        small::writeLines(root() / "train.trg", pairs.train.target);
        const EndReport end = small::resume(run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::BadData);
        QVERIFY2(contains(end, "not what it was when this run was begun"), sentence(end));

        pairs.train.target.pop_back();
        small::writeLines(root() / "train.trg", pairs.train.target);
        const EndReport shorter = small::resume(run());
        QCOMPARE(shorter.failure->code, core::ErrorCode::BadData);
        QVERIFY2(contains(shorter, "80") && contains(shorter, "79"), sentence(shorter));
        // Nothing is lost: with the data put back it goes on.
        small::parallelTranslation(root());
        QCOMPARE(small::resume(run()).state, RunState::Completed);
    }

    void aVocabularyThatDoesNotFitIsASentence()
    {
        small::trainUntil(small::translation(small::kRecurrent), run(), 4);
        // The target side of a run on numbers up to 9: fourteen words instead of ten.
        ExperimentSpec wider = small::translation(small::kRecurrent);
        wider.data.sample.options["largest"] = 9;
        small::trainUntil(wider, root() / "wider", 1);
        std::filesystem::rename(run() / "target", root() / "intact");
        std::filesystem::copy(root() / "wider" / "target", run() / "target");
        const EndReport end = small::resume(run());
        QCOMPARE(end.failure->code, core::ErrorCode::FileMalformed);
        QVERIFY2(contains(end, (run() / "target" / "text.json").string())
                     && contains(end, "checkpoint"),
                 sentence(end));
        std::filesystem::remove_all(run() / "target");
        std::filesystem::copy(root() / "intact", run() / "target");
        const auto file = run() / "target" / "vocabulary.txt";
        std::ofstream(file, std::ios::app) << "10\n";
        const EndReport edited = small::resume(run());
        QCOMPARE(edited.failure->code, core::ErrorCode::FileMalformed);
        QVERIFY2(contains(edited, file.string()), sentence(edited));
        std::filesystem::remove(file);
        const EndReport missing = small::resume(run());
        QCOMPARE(missing.failure->code, core::ErrorCode::FileMissing);
        QVERIFY2(contains(missing, file.string()), sentence(missing));
        std::filesystem::copy(root() / "intact" / "vocabulary.txt", file);
        QCOMPARE(small::resume(run()).state, RunState::Completed);
    }

    void aSearchThatCannotBeDoneIsSaidBeforeTheTraining_data()
    {
        addColumns<QString, QString>("search", "said");
        newRow("wide", R"({"kind":"beam","width":11})", "only 10 tokens");
        newRow("exhaustive", R"({"kind":"exhaustive"})", "budget");
        newRow("minimum length", R"({"kind":"beam","minimum_length":14})", "minimum length");
    }

    void aSearchThatCannotBeDoneIsSaidBeforeTheTraining()
    {
        QFETCH(QString, search);
        QFETCH(QString, said);
        const ExperimentSpec good = small::translation(small::kRecurrent);
        const EndReport end = small::train(
            core::withValue(good, "task.decoding.search", search.toStdString()), run());
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.failure->code, core::ErrorCode::BadSetting);
        QVERIFY2(contains(end, said.toStdString()), sentence(end));
        QVERIFY(core::readRunHistory(run()).updates.empty());
        // What had been learnt of the texts gives way to the next try.
        QCOMPARE(small::shortfall(small::train(good, run())), ""s);
    }

    void aFileOfTheUserAmongTheTargetsKeepsTheFolder()
    {
        const ExperimentSpec good = small::translation(small::kRecurrent);
        small::train(core::withValue(good, "task.decoding.search.width", "11"), run());
        std::ofstream(run() / "target" / "notes.txt") << "keep me";
        QCOMPARE(small::train(good, run()).state, RunState::Failed);
        QVERIFY(std::filesystem::exists(run() / "target" / "notes.txt"));
        QVERIFY(std::filesystem::exists(run() / "events.jsonl"));
    }

    void cutSentencesAreNoted()
    {
        ExperimentSpec spec = small::translation(small::kTransformer);
        spec.text.maximumLength = 2;
        spec = core::withValue(spec, "task.target_text.maximum_length", "3");
        spec.training.epochs = 1;
        spec.model.network.options["positions"] = "learned";
        std::string notes;
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport& report) {
            for (const core::Message& note : report.notes)
                notes += note.plain();
        };
        core::RunControl control;
        QCOMPARE(small::shortfall(core::train(spec, run(), control, listener)), ""s);
        QVERIFY2(notes.find("Raise text.maximum_length") != std::string::npos, notes.c_str());
    }

    void whatTheMachineHasNoRoomForIsASentence()
    {
        if (kWatchesMemory)
            QSKIP("Memory cannot be limited for a build with address sanitizer.");
        // 1,500 pairs of 100 numbers in one batch, 2,048 features inside: over a gigabyte, in a
        // process that may have 700 MB.
        ExperimentSpec spec = small::translation(small::kTransformer);
        spec.data.sample.options.update(Json{{"pairs", 1500}, {"longest", 100}});
        spec.text.maximumLength = 100;
        spec = core::withValue(spec, "task.target_text.maximum_length", "100");
        spec.model.network.options["feed_forward_size"] = 2048;
        spec.training.batchSize = 1500;
        core::writeSpec(spec, root() / "spec.unroll");
        const core::ModelSummary summary = core::summariseModel(spec, {54, 54, 0});
        QVERIFY(summary.trainingBytes > int64_t{1} << 30);
        QProcess process;
        process.start(u"bash"_s,
                      {u"-c"_s, u"ulimit -d 700000; exec \"$0\" \"$1\" \"$2\""_s,
                       QStringLiteral(TRAIN_SMALL_RUN),
                       QString::fromStdString((root() / "spec.unroll").string()),
                       QString::fromStdString(run().string())});
        QVERIFY(process.waitForFinished(120000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1,
                 said.constData());
        QVERIFY2(said.contains("memory") && said.contains("Lower the batch size (now 1500)"),
                 said.constData());
        QCOMPARE(core::readRunSummary(run()).state, RunState::Failed);
    }

    void theEstimateFollowsSizesAndBatch_data()
    {
        addColumn<QString>("network");
        newRow("recurrent", QString::fromStdString(small::kRecurrent.dump()));
        newRow("transformer", QString::fromStdString(small::kTransformer.dump()));
    }

    void theEstimateFollowsSizesAndBatch()
    {
        QFETCH(QString, network);
        ExperimentSpec spec = small::translation(Json::parse(network.toStdString()));
        const core::NetworkSizes sizes{10, 10, 0};
        const core::ModelSummary summary = core::summariseModel(spec, sizes);
        small::trainUntil(spec, run(), 1);
        int64_t parameters = 0;
        for (const auto& [name, tensor] :
             core::readSafetensors(core::checkpointPath(run(), "last")).tensors)
            parameters += name.starts_with("training/") ? 0 : tensor.numel();
        QCOMPARE(summary.parameters, parameters);
        QCOMPARE(summary.weightBytes, 4 * parameters);
        // Weights, gradients and Adam's two means, and activations in proportion to the batch.
        const auto activations = [&](const ExperimentSpec& each) {
            return core::summariseModel(each, sizes).trainingBytes - 16 * parameters;
        };
        const int64_t before = activations(spec);
        QVERIFY(before > 0);
        spec.training.batchSize *= 3;
        QCOMPARE(activations(spec), 3 * before);
        // A budget bounds it: 32 tokens are 4 targets of 6 tokens and two marks.
        spec.training.batchTokens = 32;
        QCOMPARE(2 * activations(spec), before);
        // A word more costs its logits at least, in each of 8 x 8 places.
        spec.training.batchTokens = 0;
        spec.training.batchSize = 8;
        const int64_t wider = core::summariseModel(spec, {10, 1010, 0}).trainingBytes;
        QVERIFY(wider - summary.trainingBytes > 1000 * 64 * 4);
    }
};

UNROLL_TEST(TranslationTrainingTest, QCoreApplication)
#include "translation_training_test.moc"
