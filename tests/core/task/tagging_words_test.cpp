#include "core/data/cells/cell_text.h"
#include "core/probe/tagging/word_divider.h"
#include "core/task/tagging/word_reader.h"
#include "core/text/tokens/unicode.h"
#include "tests/support/test_case.h"

using namespace core;

/// How raw text is divided into words, and how a tagger reads the words of its texts.
class TaggingWordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rawTextIsDividedAsTheTrainingDataAre_data()
    {
        addColumns<QStringList, QString, QString>("training", "raw", "divided");
        newRow("elision",
               QStringList{"l' homme voit l' ami , hier .", "l' ami tombe aujourd'hui .",
                           "qu' il tombe , dit l' homme ."},
               "l'\u00E9clair tombe aujourd'hui, dit l'homme.",
               "l' \u00E9clair tombe aujourd'hui , dit l' homme .");
        newRow("clitics",
               QStringList{"they do n't go to the U.S. , he 's here .", "do it , they do .",
                           "it 's the dog 's ( . )"},
               "They don't go to the U.S. (sandbank's).",
               "They do n't go to the U.S. ( sandbank 's ) .");
        newRow("white space alone",
               QStringList{"hoy, llueve mucho", "si, hoy, claro", "no, @ana #hoy llueve, si"},
               "ma\u00F1ana, @luis llueve http://t.co/aB1, si",
               "ma\u00F1ana, @luis llueve http://t.co/aB1 , si");
        newRow("nothing known", QStringList{"a b"}, "A well-known word, and 3.5 more!",
               "A well-known word , and 3.5 more !");
    }
    /// By the words that it knows, and by where marks stand in them.
    void rawTextIsDividedAsTheTrainingDataAre()
    {
        QFETCH(QStringList, training);
        QFETCH(QString, raw);
        QFETCH(QString, divided);
        Strings texts;
        for (const QString& text : training)
            texts.push_back(text.toStdString());
        TextSpec spec;
        spec.minimumFrequency = 1;
        const TextPipeline pipeline = learnWords(spec, texts, {}, {});
        std::string found;
        for (const std::string& token : WordDivider(pipeline).tokens(raw.toStdString()))
            appendToken(found, token);
        QCOMPARE(QString::fromStdString(found), divided);
    }

    void capitalisationIsTold_data()
    {
        addColumns<QString, int>("word", "expected");
        const auto row
            = [](const char* word, WordCase is) { newRow(word, QString::fromUtf8(word), int(is)); };
        row("word", WordCase::Lower);
        row("Word", WordCase::First);
        row("I", WordCase::First);
        row("WORD", WordCase::Upper);
        row("iPhone", WordCase::Mixed);
        row("1999", WordCase::Number);
        row("3.5", WordCase::Number);
        row("B2", WordCase::Digits);
        row("--", WordCase::Other);
        row("Über", WordCase::First);
        row("漢字", WordCase::Other);
    }
    void capitalisationIsTold()
    {
        QFETCH(QString, word);
        QFETCH(int, expected);
        QCOMPARE(int(wordCase(word.toStdString())), expected);
    }

    /// Data divide their tokens: blanks in them, which cleaning may change, do not.
    void tokensWithBlanksAreLearnt()
    {
        TextSpec spec;
        spec.minimumFrequency = 1;
        for (const auto& cleaning :
             {std::vector<Selection>{}, {{"collapse_white_space", Json::object()}}}) {
            spec.cleaning = cleaning;
            std::string row = "about";
            appendToken(row, "10 000");
            auto pipeline = std::make_shared<TextPipeline>(learnWords(spec, Strings{row}, {}, {}));
            const EncodedTexts read = WordReader(pipeline, {}, LooksIntoWords::No)
                                          .read(Strings{row, "10\u00A0000"}, {});
            QCOMPARE(read.lengths, (std::vector<int32_t>{2, 1}));
            QVERIFY(read.ids[1] != int32_t(kUnknownId));
            QVERIFY(read.ids[1] != read.ids[0]);
            QCOMPARE(read.ids[2], read.ids[1]);
        }
    }

    /// A text of 5 tokens is read in pieces of 2, 2 and 1; words are kept once.
    void longTextsAreReadInPieces()
    {
        TextSpec spec;
        spec.minimumFrequency = 1;
        spec.maximumLength = 2;
        spec.cleaning = {{"lower_case", Json::object()}};
        const Strings texts{"The cat The dog runs", "cat"};
        auto pipeline = std::make_shared<TextPipeline>(learnWords(spec, texts, {}, {}));
        const WordReader reader(pipeline, learnCharacters(texts), LooksIntoWords::Yes);
        const EncodedTexts read = reader.read(texts, {});
        QCOMPARE(read.lengths, (std::vector<int32_t>{2, 2, 1, 1}));
        QCOMPARE(read.starts, (std::vector<int64_t>{0, 5, 6}));
        QCOMPARE(read.forms, (std::vector<int32_t>{1, 2, 1, 3, 4, 2}));
        QCOMPARE(read.ids[0], int32_t(pipeline->id("the")));
        const std::vector<int32_t> items{1, 3};
        const PaddedIds padded = read.padded(items);
        QVERIFY(padded.words.has_value());
        QCOMPARE(padded.words->ofToken, (std::vector<int64_t>{1, 2, 3, 0}));
        QCOMPARE(padded.words->lengths, (std::vector<int64_t>{1, 3, 3, 3})); // none, The, dog, cat
        QCOMPARE(padded.words->cases[1], int64_t(WordCase::First));
    }
};

UNROLL_TEST(TaggingWordsTest, QCoreApplication)
#include "tagging_words_test.moc"
