#include "core/base/atomic_file.h"
#include "core/text/subword/subword_model.h"
#include "core/text/text_pipeline.h"
#include "syllables.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

using core::TextPipeline;
using syllables::failureOfLearning;
using syllables::modelOf;
using syllables::subwordSpec;
using syllables::syllableTexts;

/// Models and helpers that are broken, killed or hostile end in a sentence.
class SubwordHelperTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aKilledHelperIsStartedAgain()
    {
        const auto pipeline
            = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), syllableTexts(200), {});
        core::SubwordModel model(core::SubwordKind::Bpe, modelOf(pipeline));
        const Strings texts = {"kalo mi", "zed"};
        const auto before = model.encode(texts, {});
        const int64_t process = model.helperProcessId();
        QVERIFY(process > 0);
        QCOMPARE(::kill(static_cast<pid_t>(process), SIGKILL), 0);
        QCOMPARE(model.encode(texts, {}), before);
        QVERIFY(model.helperProcessId() != process);
    }

    void aHelperThatDiesInTrainingIsASentence()
    {
        QTemporaryDir folder;
        const std::filesystem::path script
            = std::filesystem::path(folder.path().toStdString()) / "dies";
        core::writeFileAtomically(script, "#!/bin/sh\necho last words >&2\nkill -9 $$\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        ::setenv("UNROLL_SPM_HELPER", script.c_str(), 1);
        const core::Failure failure
            = failureOfLearning(subwordSpec("sentencepiece_bpe"), syllableTexts(20000));
        ::unsetenv("UNROLL_SPM_HELPER");
        QCOMPARE(failure.code, core::ErrorCode::Helper);
        QCOMPARE(failure.detail, "last words\n"s);
    }

    void aModelThatIsNoneIsASentence()
    {
        core::SubwordModel model(core::SubwordKind::Unigram, "not a model");
        const Strings texts = {"x"};
        QCOMPARE(support::failureOf([&] { model.encode(texts, {}); }).code,
                 core::ErrorCode::Helper);
    }

    void hostileModelsAreSentences_data()
    {
        addColumn<QByteArray>("model");
        const std::string whole = modelOf(
            TextPipeline::learn(subwordSpec("sentencepiece_unigram"), syllableTexts(200), {}));
        const auto row = [](const char* name, const std::string& bytes) {
            newRow(name, QByteArray::fromStdString(bytes));
        };
        row("empty", "");
        row("text", "not a model");
        row("cut in the middle", whole.substr(0, whole.size() / 2));
        row("cut at the end", whole.substr(0, whole.size() - 1));
        row("one piece of 2^62 bytes", "\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x3F");
        // Each takes two bytes here and many times that in memory.
        std::string many;
        for (size_t i = 0; i < size_t{24} << 20; ++i)
            many += std::string("\x0A\x00", 2);
        row("25 million empty pieces", many);
        row("larger than any", std::string((size_t{64} << 20) + 1, '\x0A'));
        // A normaliser whose table points anywhere.
        std::string table("\x00\x01\x00\x00", 4);
        for (int i = 0; i < 256; ++i)
            table += std::string("\xFF\xFF\xFF\xFF", 4);
        const std::string map = "\x12" + "\x84\x08"s + table;
        row("a normaliser without bounds", whole + "\x1A" + "\x87\x08"s + map);
    }

    void hostileModelsAreSentences()
    {
        QFETCH(QByteArray, model);
        core::SubwordModel hostile(core::SubwordKind::Unigram, model.toStdString());
        const Strings texts = {"kalo mi \u00E9\uFF21", "zed"};
        QElapsedTimer clock;
        clock.start();
        try {
            hostile.encode(texts, {});
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Helper);
            QVERIFY(!error.failure().sentence().empty());
            QCOMPARE(hostile.helperProcessId(), int64_t{0});
        }
        QVERIFY2(clock.elapsed() < 60000, qPrintable(QString::number(clock.elapsed())));
    }

    void damagedModelsAnswerOrAreSentences()
    {
        const std::string whole = modelOf(
            TextPipeline::learn(subwordSpec("sentencepiece_bpe"), syllableTexts(200), {}));
        const Strings texts = {"kalo mi \u00E9\uFF21", "zed"};
        std::mt19937 draws(1);
        int answers = 0, sentences = 0;
        for (int round = 0; round < 60; ++round) {
            std::string damaged = whole;
            for (int i = 0; i < 1 + round / 4; ++i)
                damaged[draws() % damaged.size()] = static_cast<char>(draws());
            if (round % 10 == 0)
                for (char& byte : damaged)
                    byte = static_cast<char>(draws());
            core::SubwordModel model(core::SubwordKind::Bpe, damaged);
            try {
                const auto all = model.encode(texts, {});
                QCOMPARE(all.size(), texts.size());
                const auto size = static_cast<int32_t>(model.vocabulary().size());
                for (const auto& ids : all)
                    for (const int32_t id : ids)
                        QVERIFY(id >= 0 && id < size);
                ++answers;
            } catch (const core::Error& error) {
                QCOMPARE(error.failure().code, core::ErrorCode::Helper);
                ++sentences;
            }
        }
        QVERIFY2(sentences >= 6, std::to_string(answers).c_str());
    }

    /// A helper that a model took over says what it likes, or nothing.
    void aHelperThatLiesOrHangsIsASentence_data()
    {
        addColumn<QByteArray>("script");
        const QByteArray loaded = "printf '\\005\\000\\000\\000+\\004\\000\\000\\000'; ";
        newRow("hangs while it reads the model", "sleep 60"_ba);
        newRow("hangs when asked", loaded + "sleep 60");
        newRow("dies while it reads the model", "exit 3"_ba);
        newRow("dies when asked", loaded + "head -c 30 >/dev/null");
        newRow("has no number of pieces", QByteArray("printf '\\001\\000\\000\\000+'; sleep 60"));
        // Two texts are asked about.
        newRow("answers for one text",
               loaded + "printf '\\005\\000\\000\\000+\\000\\000\\000\\000'; sleep 60");
        newRow("answers with 4 billion ids",
               loaded + "printf '\\005\\000\\000\\000+\\377\\377\\377\\377'; sleep 60");
        newRow("answers with an id beyond the pieces",
               loaded
                   + "printf '\\015\\000\\000\\000+\\001\\000\\000\\000\\004\\000\\000\\000"
                     "\\000\\000\\000\\000'; sleep 60");
        newRow("answers with half a number",
               loaded + "printf '\\003\\000\\000\\000+\\001\\000'; sleep 60");
    }

    void aHelperThatLiesOrHangsIsASentence()
    {
        QFETCH(QByteArray, script);
        QTemporaryDir folder;
        const std::filesystem::path program
            = std::filesystem::path(folder.path().toStdString()) / "lies";
        core::writeFileAtomically(program, "#!/bin/sh\n" + script.toStdString() + "\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        ::setenv("UNROLL_SPM_HELPER", program.c_str(), 1);
        core::SubwordModel model(core::SubwordKind::Bpe, "a model",
                                 [](size_t) { return std::chrono::milliseconds(1000); });
        const Strings texts = {"kalo", "mi"};
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(support::failureOf([&] { model.encode(texts, {}); }).code,
                 core::ErrorCode::Helper);
        ::unsetenv("UNROLL_SPM_HELPER");
        QVERIFY(clock.elapsed() < 30000);
    }

    void severalThreadsMayAskAtOnce()
    {
        const auto texts = syllableTexts(50);
        const auto pipeline = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), texts, {});
        const auto expected = pipeline.ids(std::span(texts), {});
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (size_t t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (size_t i = t; i < texts.size(); i += 2)
                    wrong += pipeline.ids(texts[i]) != expected[i];
            });
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }

    void theLogIsUnderstood()
    {
        core::TrainingLog bpe(100);
        QCOMPARE(bpe.fraction("bpe_model_trainer.cc(258) LOG(INFO) Added: freq=4 size=20 all=92"),
                 0.2);
        QCOMPARE(bpe.fraction("trainer_interface.cc(407) LOG(INFO) Loaded all 15 sentences"), -1.0);
        core::TrainingLog unigram(100);
        const std::string line = "LOG(INFO) EM sub_iter=0 size=";
        QCOMPARE(unigram.fraction(line + "10000 obj=9"), 0.0);
        QCOMPARE(unigram.fraction(line + "1000 obj=9"), 0.5);
        QCOMPARE(unigram.fraction(line + "90 obj=9"), 1.0);
        QCOMPARE(core::largestVocabulary("Vocabulary size too high (9). Please set it to a value "
                                         "<= 140."),
                 int64_t{140});
        QCOMPARE(core::largestVocabulary("else"), int64_t{0});
        QCOMPARE(core::requiredCharacters("Vocabulary size is smaller than required_chars. 10 vs "
                                          "57. Increase vocab_size"),
                 int64_t{57});
    }
};

UNROLL_TEST(SubwordHelperTest, QCoreApplication)
#include "subword_helper_test.moc"
