#include "core/base/atomic_file.h"
#include "core/text/subword/subword_model.h"
#include "core/text/text_pipeline.h"
#include "syllables.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <numeric>

using core::TextPipeline;
using syllables::failureOfLearning;
using syllables::modelOf;
using syllables::subwordSpec;
using syllables::syllableTexts;

namespace {

std::string joined(const Strings& tokens)
{
    return std::accumulate(tokens.begin(), tokens.end(), ""s);
}

} // namespace

/// Subwords are learnt, spell every text, and are found again.
class SubwordTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The ids become rows of a table that has as many rows as the vocabulary has tokens.
    void aModelWithMorePiecesThanTheVocabularyIsRefused()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const Strings texts = syllableTexts(300);
        TextPipeline::learn(subwordSpec("sentencepiece_unigram"), texts, {}).save(path);
        core::TextFiles files = core::readTextFiles(path);
        files.tokens.resize(12);
        core::writeTextFiles(files, path);
        const TextPipeline pipeline = TextPipeline::load(path);
        const core::Failure failure = support::failureOf([&] { pipeline.ids(texts, {}); });
        QVERIFY(failure.code == core::ErrorCode::FileMalformed);
        QVERIFY(support::contains(failure.sentence(), "do not belong together"));
    }

    void bothKindsSpellEveryText_data()
    {
        addColumn<QString>("kind");
        newRow("unigram", "sentencepiece_unigram");
        newRow("bpe", "sentencepiece_bpe");
    }

    void bothKindsSpellEveryText()
    {
        QFETCH(QString, kind);
        const auto texts = syllableTexts(300);
        const auto pipeline
            = TextPipeline::learn(subwordSpec(kind.toStdString().c_str()), texts, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{60});
        QCOMPARE(pipeline.token(core::kPadId), "<pad>"s);
        QCOMPARE(pipeline.token(core::kUnknownId), "<unk>"s);
        QCOMPARE(pipeline.token(core::kBeginId), "<bos>"s);
        QCOMPARE(pipeline.token(core::kEndId), "<eos>"s);
        QCOMPARE(joined(pipeline.tokens("kalo  mized")), "▁kalo▁mized"s);
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
        QVERIFY(support::contains(support::sentenceOf([&] { TextPipeline::load(path); }),
                                  "tokeniser.model"));
    }

    void longTextsAndNulsAreTrainedOn()
    {
        // One text beyond SentencePiece's own limit of 4192 bytes, one with a NUL.
        std::string all;
        for (const std::string& text : syllableTexts(400))
            all += text;
        const Strings texts = {all, std::string("kalo\0mi", 7)};
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
            QCOMPARE(failure.advice.text, "Set the vocabulary size to at most %1."s);
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
        QVERIFY2(support::contains(failure.sentence(), "characters"), failure.sentence().c_str());
    }

    void textsWithoutContentAreASentence()
    {
        for (const Strings& texts : {Strings{}, Strings{"", "  "}}) {
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
        QCOMPARE(pipeline.tokens("é"), (Strings{"▁", "<0xC3>", "<0xA9>"}));
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
        QCOMPARE(support::failureOf([&] { TextPipeline::learn(spec, texts, monitor); }).code,
                 core::ErrorCode::Cancelled);
        QVERIFY(!fractions.empty());
        for (const double fraction : fractions)
            QVERIFY(fraction >= 0.0 && fraction <= 1.0);
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

    void decodingUndoesEncoding()
    {
        const auto pipeline
            = TextPipeline::learn(subwordSpec("sentencepiece_bpe"), syllableTexts(200), {});
        core::SubwordModel model(core::SubwordKind::Bpe, modelOf(pipeline));
        const Strings texts = {"kalo mized ren"};
        QCOMPARE(model.decode(model.encode(texts, {}).front()), texts.front());
        // The pipeline joins pieces without the helper, as the helper does.
        for (const std::string& text : syllableTexts(50)) {
            const std::vector<int32_t> ids = pipeline.ids(text);
            QCOMPARE(pipeline.text(ids), model.decode(ids));
        }
        const std::vector<int32_t> wrong = {4, 600};
        const core::Failure failure = support::failureOf([&] { model.decode(wrong); });
        QCOMPARE(failure.code, core::ErrorCode::Helper);
        QVERIFY(support::contains(failure.sentence(), "600"));
        // The conversation goes on after a refused request.
        QCOMPARE(model.encode(texts, {}).size(), size_t{1});
    }
};

UNROLL_TEST(SubwordTest, QCoreApplication)
#include "subword_test.moc"
