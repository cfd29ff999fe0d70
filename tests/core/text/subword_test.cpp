#include "core/base/atomic_file.h"
#include "core/text/subword/subword_model.h"
#include "core/text/subword/training_log.h"
#include "core/text/text_pipeline.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <numeric>
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

QTEST_APPLESS_MAIN(SubwordTest)
#include "subword_test.moc"
