#include "core/probe/classification/classification_questions.h"
#include "core/probe/translation/translation_questions.h"
#include "core/train/open_run.h"
#include "core/train/run_record.h"
#include "core/train/stored_run.h"
#include "tests/core/task/viewed_translator.h"
#include "tests/support/failure.h"
#include "tests/support/stored_run_files.h"
#include "tests/support/test_case.h"

using namespace core;
using probed::says;
using support::failureOf;

class StoredRunTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path m_run;
    std::shared_ptr<TextNetwork> m_network;

    Failure failureOfOpening(const std::string& checkpoint = "last",
                             const std::string& device = "cpu") const
    {
        return failureOf([&] { openRun(m_run, checkpoint, device); });
    }

private Q_SLOTS:
    void init()
    {
        m_run = (m_folder.path() + "/run").toStdString();
        std::filesystem::remove_all(m_run);
        m_network = support::writeStoredRun(
            m_run, support::smallSpec({{"kind", "gru"}, {"hidden_size", 3}, {"layers", 1}}));
    }

    void anOpenedRunIsTheNetworkThatWasStored()
    {
        const auto opened = openRun(m_run, "last");
        LiveModel& model = *opened;
        QCOMPARE(model.step(), 7);
        QCOMPARE(model.epoch(), 2);
        QCOMPARE(model.ask(AskClasses()), support::kClasses);
        const StoredRun stored = readStoredRun(m_run, "last", "cpu");
        for (const auto& parameter : m_network->named_parameters())
            QVERIFY2(torch::equal(stored.network->named_parameters()[parameter.key()],
                                  parameter.value()),
                     parameter.key().c_str());
        QVERIFY(!stored.network->is_training());
        int64_t count = 0;
        for (const torch::Tensor& parameter : m_network->parameters())
            count += parameter.numel();
        QCOMPARE(model.summary().parameters, count);

        const torch::NoGradGuard noGrad;
        const Inspection seen = model.ask(AskInspection{"not a good film"});
        const torch::Tensor expected = torch::softmax(
            m_network->forward({torch::tensor(seen.ids).unsqueeze(0), torch::tensor({4L})})[0], 0);
        for (int64_t i = 0; i < 3; ++i)
            QVERIFY(std::abs(seen.probabilities[size_t(i)] - expected[i].item<float>()) < 1e-6);
    }

    void questionsOfAnotherTaskAreRefused()
    {
        const auto model = openRun(m_run, "last");
        const core::Failure failure
            = support::failureOf([&] { model->ask(AskTranslation{"a film"}); });
        QVERIFY(failure.code == ErrorCode::BadSetting);
        const std::string sentence = failure.sentence();
        QVERIFY2(sentence.find("\"classification\"") != std::string::npos
                     && sentence.find("\"translation\"") != std::string::npos,
                 sentence.c_str());
    }

    void openingDrawsNoRandomNumber()
    {
        torch::manual_seed(5);
        const torch::Tensor expected = torch::randn(4);
        torch::manual_seed(5);
        openRun(m_run, "last")->summary();
        QVERIFY(torch::equal(torch::randn(4), expected));
    }

    void aMissingCheckpointSaysWhichThereAre()
    {
        const Failure missing = failureOfOpening("epoch-9");
        QVERIFY(missing.code == ErrorCode::FileMissing);
        QVERIFY2(missing.sentence().find("Choose one of: last") != std::string::npos,
                 missing.sentence().c_str());
        std::filesystem::remove_all(m_run / "checkpoints");
        QVERIFY(says(failureOfOpening(), "no checkpoint yet"));
    }

    void withoutCheckpointsTheCauseIsSaid()
    {
        std::filesystem::remove_all(m_run / "checkpoints");
        RunRecord record;
        record.state = RunState::Completed;
        record.epochs = 2;
        writeRunRecord(m_run, record);
        QVERIFY(says(failureOfOpening(), "its checkpoints are gone"));
        writeFileAtomically(m_run / "spec.json", "{\"broken");
        QVERIFY(says(failureOfOpening(), "spec.json cannot be read"));
    }

    void aMissingDeviceIsSaid()
    {
        QVERIFY(failureOfOpening("last", "cuda:99").code == ErrorCode::DeviceMissing);
        QVERIFY(failureOfOpening("last", "toaster").code == ErrorCode::DeviceMissing);
    }

    void aNetworkOfOtherShapesIsRefused()
    {
        writeSpec(support::smallSpec({{"kind", "gru"}, {"hidden_size", 4}, {"layers", 1}}),
                  m_run / "spec.json");
        QVERIFY(failureOfOpening().code == ErrorCode::FileMalformed);
    }

    void damagedFilesAreRefused()
    {
        const auto refusesDamage = [&](const std::filesystem::path& path) {
            const std::string good = readFile(path);
            std::string bad = good;
            bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 4);
            writeFileAtomically(path, bad.substr(0, bad.size() - 1));
            const bool refused = failureOfOpening().code == ErrorCode::FileMalformed;
            writeFileAtomically(path, good);
            return refused;
        };
        QVERIFY(refusesDamage(m_run / "checkpoints" / "last.safetensors"));
        QVERIFY(refusesDamage(m_run / "classes.json"));
        QVERIFY(refusesDamage(m_run / "vocabulary.txt"));
        QCOMPARE(failureOfOpening().sentence(), ""s);
    }

    void aCheckpointWithoutHashIsRefused()
    {
        // As another program would write it: nothing tells whether it is whole.
        std::string header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
        const auto length = static_cast<uint64_t>(header.size());
        writeFileAtomically(m_run / "checkpoints" / "last.safetensors",
                            std::string(reinterpret_cast<const char*>(&length), 8) + header
                                + std::string(4, '\0'));
        QVERIFY(failureOfOpening().code == ErrorCode::FileMalformed);
    }

    void aStoredRunIsTheTranslatorThatWasStored()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = (folder.path() + "/run").toStdString();
        const ExperimentSpec spec = support::smallTranslationSpec(probed::kRecurrent);
        support::writeStoredTranslator(run, spec);
        const auto opened = openRun(run, "last");
        LiveModel& model = *opened;
        QCOMPARE(model.step(), 7);
        QCOMPARE(model.epoch(), 2);
        QCOMPARE(model.ask(AskDecodingSettings()).lengthFactor, 1.3);
        probed::Viewed same(spec);
        for (const std::string& source : support::kSources)
            QCOMPARE(model.ask(AskTranslation{source}).target, same.greedy(source));
        int64_t count = 0;
        for (const torch::Tensor& parameter : same.network->parameters())
            count += parameter.numel();
        QCOMPARE(model.summary().parameters, count);
        const Failure other = failureOf([&] { opened->ask(AskInspection{"a film"}); });
        QVERIFY2(says(other, "classification") && says(other, "translation"),
                 other.sentence().c_str());
    }

    void aRunWhoseVocabulariesDoNotFitIsASentence()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = (folder.path() + "/run").toStdString();
        support::writeStoredTranslator(run, support::smallTranslationSpec(probed::kRecurrent));
        const auto opening = [&] { return failureOf([&] { openRun(run, "last"); }); };
        // The source's pipeline in the target's place: another vocabulary, whole in itself.
        for (const char* name : {"text.json", "vocabulary.txt"})
            std::filesystem::copy_file(run / name, run / "target" / name,
                                       std::filesystem::copy_options::overwrite_existing);
        Failure failure = opening();
        QVERIFY(failure.code == ErrorCode::FileMalformed);
        QVERIFY2(says(failure, "the network needs") && says(failure, "vocabulary of the run"),
                 failure.sentence().c_str());
        const auto file = run / "target" / "vocabulary.txt";
        std::filesystem::remove(file);
        failure = opening();
        QVERIFY(failure.code == ErrorCode::FileMissing);
        QVERIFY2(says(failure, file.string()), failure.sentence().c_str());
        std::filesystem::remove_all(run / "target");
        QVERIFY(opening().code == ErrorCode::FileMissing);
    }
};

UNROLL_TEST(StoredRunTest, QCoreApplication)
#include "stored_run_test.moc"
