#include "core/text/text_preview.h"

#include "tests/support/test_case.h"

using core::Json;

class TextPreviewTest : public QObject {
    Q_OBJECT

    core::TextSpec m_spec;
    const Strings m_train = {"a b A c", "a b", "a d e f g"};
    const Strings m_test = {"a x", "x y a"};

    core::TextPreview preview() const
    {
        return core::previewText(m_spec, m_train, {}, m_test, std::span(m_train).subspan(0, 1), {});
    }

private Q_SLOTS:
    void init()
    {
        m_spec = {};
        m_spec.cleaning = {{"lower_case", Json::object()}};
        m_spec.tokeniser = {"white_space", Json::object()};
        m_spec.minimumFrequency = 2;
        m_spec.maximumLength = 4;
    }

    void sharesAreCountedByHand()
    {
        const auto result = preview();
        QCOMPARE(result.splits.size(), size_t{2});
        // 11 tokens: a 4, b 2 known; c d e f g unknown. One text of three has five tokens.
        QCOMPARE(result.splits[0].split, "train"s);
        QCOMPARE(result.splits[0].tokens, int64_t{11});
        QCOMPARE(result.splits[0].unknownShare, 5.0 / 11.0);
        QCOMPARE(result.splits[0].cutShare, 1.0 / 3.0);
        QCOMPARE(result.splits[1].split, "test"s);
        QCOMPARE(result.splits[1].tokens, int64_t{5});
        QCOMPARE(result.splits[1].unknownShare, 3.0 / 5.0);
        QCOMPARE(result.splits[1].cutShare, 0.0);
    }

    void lengthsAreToldByPercentiles()
    {
        const auto result = preview();
        QCOMPARE(result.trainLengths.size(), size_t{101});
        QCOMPARE(result.trainLengths.front(), result.trainLengths[33]); // A third of three texts.
        QVERIFY(result.trainLengths[33] < result.trainLengths[34]);
        QCOMPARE(result.trainLengths[67], int64_t{5}); // Before it is cut at the maximum length.
        QCOMPARE(result.trainLengths.back(), int64_t{5});
    }

    /// Blank lines of a running text are neither unknown words nor samples.
    void blankLinesOfARunningTextAreNothing()
    {
        const Strings texts{"", "a b", "", "a x"};
        m_spec.minimumFrequency = 1;
        const auto running
            = core::previewText(m_spec, texts, {}, {}, texts, {}, core::BlankText::NoToken);
        QCOMPARE(running.splits[0].tokens, int64_t{4});
        QCOMPARE(running.splits[0].unknownShare, 0.0);
        QCOMPARE(running.samples.size(), size_t{2});
        QCOMPARE(running.samples[0].raw, "a b"s);
        QCOMPARE(running.comparison.front().tokens.empty(), false);
        using Counts = std::map<int64_t, int64_t>;
        QCOMPARE(running.trainCounts, (Counts{{0, 2}, {2, 2}}));
        QCOMPARE(*core::countedTokens(m_spec, texts, {}, core::BlankText::NoToken),
                 running.trainCounts);
        const auto each = core::previewText(m_spec, texts, {}, {}, texts, {});
        QCOMPARE(each.splits[0].unknownShare, 2.0 / 6.0);
    }

    void tokensAreCountedWithoutAVocabulary()
    {
        const Strings texts{"It's so.", "", "a b c d e f"};
        core::TextSpec spec;
        spec.maximumLength = 4; // Lengths are those before texts are cut.
        spec.tokeniser = {"white_space", Json::object()};
        using Counts = std::map<int64_t, int64_t>;
        QCOMPARE(core::countedTokens(spec, texts, {}), (Counts{{1, 1}, {2, 1}, {6, 1}}));
        spec.tokeniser.kind = "character";
        QCOMPARE(core::countedTokens(spec, texts, {}), (Counts{{1, 1}, {8, 1}, {11, 1}}));
        // As many as the whole preview finds in the same texts.
        QCOMPARE(*core::countedTokens(spec, texts, {}),
                 core::previewText(spec, texts, {}, {}, {}, {}).trainCounts);
        spec.tokeniser.kind = "sentencepiece_bpe";
        QVERIFY(!core::countedTokens(spec, texts, {}));
    }

    void theVocabularyIsShownWithCounts()
    {
        const auto result = preview();
        QCOMPARE(result.vocabularySize, int64_t{6});
        QCOMPARE(result.distinctTokens, int64_t{7});
        QCOMPARE(result.mostFrequent.size(), size_t{6});
        QCOMPARE(result.mostFrequent[1].token, "<unk>"s);
        QCOMPARE(result.mostFrequent[1].count, int64_t{5});
        QCOMPARE(result.mostFrequent[4].token, "a"s);
        QCOMPARE(result.mostFrequent[4].id, int64_t{4});
        QCOMPARE(result.mostFrequent[4].count, int64_t{4});
    }

    void samplesAreShownAtEachStage()
    {
        m_spec.maximumLength = 3;
        const auto result = preview();
        QCOMPARE(result.samples.size(), size_t{1});
        QCOMPARE(result.samples[0].raw, "a b A c"s);
        QCOMPARE(result.samples[0].cleaned, "a b a c"s);
        QCOMPARE(result.samples[0].tokens, (Strings{"a", "b", "a"}));
        QCOMPARE(result.samples[0].ids, (std::vector<int64_t>{4, 5, 4}));
    }

    void tokenisersStandSideBySide()
    {
        const auto result = preview();
        QCOMPARE(result.comparison.size(), size_t{9});
        for (const core::TokeniserComparison& row : result.comparison) {
            const bool trained = row.tokeniser.find("Piece") != std::string::npos
                || row.tokeniser == "Byte-level BPE";
            QCOMPARE(row.tokens.empty(), trained);
            QCOMPARE(row.note.empty(), !trained);
        }
    }

    void theChosenSubwordTokeniserIsTrainedAndShown()
    {
        m_spec.tokeniser = {"sentencepiece_bpe", Json::object()};
        m_spec.vocabularySize = 14;
        const auto result = preview();
        QCOMPARE(result.vocabularySize, int64_t{14});
        for (const core::TokeniserComparison& row : result.comparison)
            QVERIFY(row.tokens.empty() != row.note.empty());
        QVERIFY(result.comparison[6].note.empty()); // SentencePiece BPE
        QCOMPARE(result.samples[0].ids.size(), result.samples[0].tokens.size());
    }

    void nothingToShowIsShownAsNothing()
    {
        const auto result = core::previewText(m_spec, {}, {}, {}, {}, {});
        QCOMPARE(result.vocabularySize, int64_t{4});
        QCOMPARE(result.splits.size(), size_t{1});
        QCOMPARE(result.splits[0].unknownShare, 0.0);
        QVERIFY(result.comparison.empty());
    }
};

UNROLL_TEST(TextPreviewTest, QCoreApplication)
#include "text_preview_test.moc"
