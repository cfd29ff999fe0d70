#include "core/base/atomic_file.h"
#include "core/text/subword/subword_model.h"
#include "core/text/subword/training_log.h"
#include "core/text/text_files.h"
#include "core/text/text_pipeline.h"
#include "tests/support/test_case.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <csignal>
#include <cstdlib>
#include <numeric>
#include <random>
#include <thread>

using core::Json;
using core::TextPipeline;

namespace {

/// Texts of words made of a few syllables, so that subwords have something to find.
std::vector<std::string> syllableTexts(size_t count)
{
    const std::vector<std::string> syllables = {"ka", "lo", "mi", "ren", "su", "to", "vi", "zed"};
    std::vector<std::string> texts;
    uint64_t state = 1;
    const auto pick = [&](size_t below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return (state >> 33) % below;
    };
    for (size_t i = 0; i < count; ++i) {
        std::string text;
        for (size_t word = 0; word < 6; ++word) {
            for (size_t s = 0; s < 1 + pick(3); ++s)
                text += syllables[pick(syllables.size())];
            text += ' ';
        }
        texts.push_back(text);
    }
    return texts;
}

core::TextSpec subwordSpec(const char* kind)
{
    core::TextSpec spec;
    spec.tokeniser = {kind, Json::object()};
    spec.vocabularySize = 60;
    return spec;
}

std::string joined(const std::vector<std::string>& tokens)
{
    return std::accumulate(tokens.begin(), tokens.end(), std::string());
}

core::Failure failureOfLearning(const core::TextSpec& spec, const std::vector<std::string>& texts)
{
    try {
        TextPipeline::learn(spec, texts, {});
    } catch (const core::Error& error) {
        return error.failure();
    }
    return {};
}

std::string modelOf(const TextPipeline& pipeline)
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    pipeline.save(path);
    return core::readFile(path / "tokeniser.model");
}

} // namespace

class SubwordTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The ids become rows of a table that has as many rows as the vocabulary has tokens.
    void aModelWithMorePiecesThanTheVocabularyIsRefused()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const std::vector<std::string> texts = syllableTexts(300);
        TextPipeline::learn(subwordSpec("sentencepiece_unigram"), texts, {}).save(path);
        core::TextFiles files = core::readTextFiles(path);
        files.tokens.resize(12);
        core::writeTextFiles(files, path);
        const TextPipeline pipeline = TextPipeline::load(path);
        try {
            pipeline.ids(texts, {});
            QFAIL("ids beyond the vocabulary");
        } catch (const core::Error& error) {
            QVERIFY(error.failure().code == core::ErrorCode::FileMalformed);
            QVERIFY(error.failure().sentence().find("do not belong together") != std::string::npos);
        }
    }

    void bothKindsSpellEveryText_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("unigram") << "sentencepiece_unigram";
        QTest::newRow("bpe") << "sentencepiece_bpe";
    }

    void bothKindsSpellEveryText()
    {
        QFETCH(QString, kind);
        const auto texts = syllableTexts(300);
        const auto pipeline
            = TextPipeline::learn(subwordSpec(kind.toStdString().c_str()), texts, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{60});
        QCOMPARE(pipeline.token(core::kPadId), std::string("<pad>"));
        QCOMPARE(pipeline.token(core::kUnknownId), std::string("<unk>"));
        QCOMPARE(pipeline.token(core::kBeginId), std::string("<bos>"));
        QCOMPARE(pipeline.token(core::kEndId), std::string("<eos>"));
        QCOMPARE(joined(pipeline.tokens("kalo  mized")), std::string("▁kalo▁mized"));
        // Tokens and ids say the same.
        const auto tokens = pipeline.tokens("renviTO vi");
        const auto ids = pipeline.ids(std::string_view("renviTO vi"));
        QCOMPARE(ids.size(), tokens.size());
        for (size_t i = 0; i < ids.size(); ++i)
            QVERIFY(ids[i] == core::kUnknownId || pipeline.token(ids[i]) == tokens[i]);
        QVERIFY(std::count(ids.begin(), ids.end(), 1) > 0); // T and O were never seen.
        QCOMPARE(pipeline.ids(std::string_view("  ")), std::vector<int32_t>{1});
    }

    void specialTokensInTextsAreNoMarks_data() { bothKindsSpellEveryText_data(); }
    void specialTokensInTextsAreNoMarks()
    {
        QFETCH(QString, kind);
        auto texts = syllableTexts(200);
        for (std::string& text : texts)
            text += "ka<pad>lo<unk>mi<bos>to<eos> <pad> <unk> <bos> <eos>";
        core::TextSpec spec = subwordSpec(kind.toStdString().c_str());
        spec.vocabularySize = 60;
        const auto pipeline = TextPipeline::learn(spec, texts, {});
        const auto ids = pipeline.ids(std::string_view("ka<pad>lo <eos> <bos><unk>"));
        QVERIFY(ids.size() > 3);
        for (const int32_t id : ids)
            QVERIFY(id == core::kUnknownId || id >= core::kSpecialTokens);
    }

    void oneManyAndCutAgree()
    {
        core::TextSpec spec = subwordSpec("sentencepiece_unigram");
        spec.maximumLength = 4;
        auto texts = syllableTexts(1200); // More than one block.
        texts[700].clear();
        const auto pipeline = TextPipeline::learn(spec, texts, {});
        const auto many = pipeline.ids(std::span(texts), {});
        const auto whole = pipeline.allIds(texts, {});
        QCOMPARE(many.size(), texts.size());
        QCOMPARE(many[700], std::vector<int32_t>{1});
        for (size_t i = 0; i < texts.size(); i += 97) {
            QCOMPARE(many[i], pipeline.ids(texts[i]));
            QVERIFY(std::equal(many[i].begin(), many[i].end(), whole[i].begin()));
            QVERIFY(many[i].size() <= 4);
        }
    }

    void theSameTextsGiveTheSameModel()
    {
        const auto texts = syllableTexts(200);
        const auto spec = subwordSpec("sentencepiece_unigram");
        QVERIFY(modelOf(TextPipeline::learn(spec, texts, {}))
                == modelOf(TextPipeline::learn(spec, texts, {})));
    }

    void savedAndLoadedIsTheSame()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto texts = syllableTexts(200);
        const auto saved = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), texts, {});
        saved.save(path);
        const auto loaded = TextPipeline::load(path);
        for (size_t i = 0; i < texts.size(); i += 20)
            QCOMPARE(loaded.ids(texts[i]), saved.ids(texts[i]));

        std::string model = core::readFile(path / "tokeniser.model");
        model[model.size() / 2] ^= 1;
        core::writeFileAtomically(path / "tokeniser.model", model);
        try {
            TextPipeline::load(path);
            QFAIL("loaded a changed model");
        } catch (const core::Error& error) {
            QVERIFY(error.failure().sentence().find("tokeniser.model") != std::string::npos);
        }
    }

    void longTextsAndNulsAreTrainedOn()
    {
        // One text beyond SentencePiece's own limit of 4192 bytes, one with a NUL.
        std::string all;
        for (const std::string& text : syllableTexts(400))
            all += text;
        const std::vector<std::string> texts = {all, std::string("kalo\0mi", 7)};
        QCOMPARE(TextPipeline::learn(subwordSpec("sentencepiece_bpe"), texts, {}).vocabularySize(),
                 int64_t{60});
    }

    void aRefusedVocabularySizeSaysTheLargest()
    {
        for (const char* kind : {"sentencepiece_unigram", "sentencepiece_bpe"}) {
            core::TextSpec spec = subwordSpec(kind);
            spec.vocabularySize = 30000;
            const auto texts = syllableTexts(20);
            const core::Failure failure = failureOfLearning(spec, texts);
            QCOMPARE(failure.code, core::ErrorCode::BadSetting);
            QCOMPARE(failure.advice.text, std::string("Set the vocabulary size to at most %1."));
            spec.vocabularySize = std::stoll(failure.advice.arguments.at(0));
            QVERIFY(spec.vocabularySize > 20 && spec.vocabularySize < 30000);
            QCOMPARE(TextPipeline::learn(spec, texts, {}).vocabularySize(), spec.vocabularySize);
        }
    }

    void aVocabularyWithoutRoomForTheCharactersIsRefused()
    {
        core::TextSpec spec = subwordSpec("sentencepiece_unigram");
        spec.vocabularySize = 10;
        const core::Failure failure = failureOfLearning(spec, syllableTexts(50));
        QCOMPARE(failure.code, core::ErrorCode::BadSetting);
        QVERIFY2(failure.sentence().find("characters") != std::string::npos,
                 failure.sentence().c_str());
    }

    void textsWithoutContentAreASentence()
    {
        for (const std::vector<std::string>& texts :
             {std::vector<std::string>{}, std::vector<std::string>{"", "  "}}) {
            const core::Failure failure
                = failureOfLearning(subwordSpec("sentencepiece_unigram"), texts);
            QCOMPARE(failure.code, core::ErrorCode::BadData);
        }
    }

    void byteFallbackSpellsWhatWasNeverSeen()
    {
        core::TextSpec spec = subwordSpec("sentencepiece_bpe");
        spec.tokeniser.options = {{"byte_fallback", true}};
        spec.vocabularySize = 330;
        const auto pipeline = TextPipeline::learn(spec, syllableTexts(300), {});
        QCOMPARE(pipeline.tokens("é"), (std::vector<std::string>{"▁", "<0xC3>", "<0xA9>"}));
    }

    void trainingReportsProgressAndCanBeStopped()
    {
        const auto texts = syllableTexts(20000);
        std::stop_source stop;
        std::vector<double> fractions;
        const core::Monitor monitor(stop.get_token(), [&](const core::Progress& progress) {
            fractions.push_back(progress.fraction);
            if (progress.stage.text == "Training SentencePiece")
                stop.request_stop();
        });
        core::TextSpec spec = subwordSpec("sentencepiece_unigram");
        spec.vocabularySize = 500;
        try {
            TextPipeline::learn(spec, texts, monitor);
            QFAIL("not stopped");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Cancelled);
        }
        QVERIFY(!fractions.empty());
        for (const double fraction : fractions)
            QVERIFY(fraction >= 0.0 && fraction <= 1.0);
    }

    void aKilledHelperIsStartedAgain()
    {
        const auto pipeline
            = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), syllableTexts(200), {});
        core::SubwordModel model(core::SubwordKind::Bpe, modelOf(pipeline));
        const std::vector<std::string> texts = {"kalo mi", "zed"};
        const auto before = model.encode(texts, {});
        const int64_t process = model.helperProcessId();
        QVERIFY(process > 0);
        QCOMPARE(::kill(static_cast<pid_t>(process), SIGKILL), 0);
        QCOMPARE(model.encode(texts, {}), before);
        QVERIFY(model.helperProcessId() != process);
    }

    void wordByWordIsTheSameAsWhole()
    {
        // BPE texts are encoded word by word in bulk; tokens() asks for pieces of whole texts.
        auto texts = syllableTexts(40);
        texts.insert(texts.end(),
                     {"  kalo   mi ", "kalo\tmi\u00A0to", "kalo \u0301mi ren", "é é zed",
                      "\u3000lo", "ka \u2581lo"});
        const auto pipeline = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), texts, {});
        core::SubwordModel model(core::SubwordKind::Bpe, modelOf(pipeline));
        core::SubwordModel whole(core::SubwordKind::Unigram, modelOf(pipeline));
        QCOMPARE(model.encode(texts, {}), whole.encode(texts, {}));
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
        QCOMPARE(failure.detail, std::string("last words\n"));
    }

    void decodingUndoesEncoding()
    {
        const auto pipeline
            = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), syllableTexts(200), {});
        core::SubwordModel model(core::SubwordKind::Bpe, modelOf(pipeline));
        const std::vector<std::string> texts = {"kalo mized ren"};
        QCOMPARE(model.decode(model.encode(texts, {}).front()), texts.front());
        // The pipeline joins pieces without the helper, as the helper does.
        for (const std::string& text : syllableTexts(50)) {
            const std::vector<int32_t> ids = pipeline.ids(text);
            QCOMPARE(pipeline.text(ids), model.decode(ids));
        }
        const std::vector<int32_t> wrong = {4, 600};
        try {
            model.decode(wrong);
            QFAIL("decoded an id that is none");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Helper);
            QVERIFY(error.failure().sentence().find("600") != std::string::npos);
        }
        // The conversation goes on after a refused request.
        QCOMPARE(model.encode(texts, {}).size(), size_t{1});
    }

    void aModelThatIsNoneIsASentence()
    {
        core::SubwordModel model(core::SubwordKind::Unigram, "not a model");
        const std::vector<std::string> texts = {"x"};
        try {
            model.encode(texts, {});
            QFAIL("encoded with nonsense");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Helper);
        }
    }

    void hostileModelsAreSentences_data()
    {
        QTest::addColumn<QByteArray>("model");
        const std::string whole = modelOf(
            TextPipeline::learn(subwordSpec("sentencepiece_unigram"), syllableTexts(200), {}));
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
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
        const std::string map = "\x12" + std::string("\x84\x08") + table;
        row("a normaliser without bounds", whole + "\x1A" + std::string("\x87\x08") + map);
    }
    void hostileModelsAreSentences()
    {
        QFETCH(QByteArray, model);
        core::SubwordModel hostile(core::SubwordKind::Unigram, model.toStdString());
        const std::vector<std::string> texts = {"kalo mi \u00E9\uFF21", "zed"};
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
        const std::vector<std::string> texts = {"kalo mi \u00E9\uFF21", "zed"};
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
        QTest::addColumn<QByteArray>("script");
        const QByteArray loaded = "printf '\\005\\000\\000\\000+\\004\\000\\000\\000'; ";
        QTest::newRow("hangs while it reads the model") << QByteArray("sleep 60");
        QTest::newRow("hangs when asked") << loaded + "sleep 60";
        QTest::newRow("dies while it reads the model") << QByteArray("exit 3");
        QTest::newRow("dies when asked") << loaded + "head -c 30 >/dev/null";
        QTest::newRow("has no number of pieces")
            << QByteArray("printf '\\001\\000\\000\\000+'; sleep 60");
        // Two texts are asked about.
        QTest::newRow("answers for one text")
            << loaded + "printf '\\005\\000\\000\\000+\\000\\000\\000\\000'; sleep 60";
        QTest::newRow("answers with 4 billion ids")
            << loaded + "printf '\\005\\000\\000\\000+\\377\\377\\377\\377'; sleep 60";
        QTest::newRow("answers with an id beyond the pieces") << loaded
                + "printf '\\015\\000\\000\\000+\\001\\000\\000\\000\\004\\000\\000\\000"
                  "\\000\\000\\000\\000'; sleep 60";
        QTest::newRow("answers with half a number")
            << loaded + "printf '\\003\\000\\000\\000+\\001\\000'; sleep 60";
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
        const std::vector<std::string> texts = {"kalo", "mi"};
        QElapsedTimer clock;
        clock.start();
        try {
            model.encode(texts, {});
            QFAIL("It was believed.");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Helper);
        }
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

UNROLL_TEST(SubwordTest, QCoreApplication)
#include "subword_test.moc"
