#include "core/text/tokens/word_marks.h"
#include "tests/support/test_case.h"

using namespace core;

class WordMarksTest : public QObject {
    Q_OBJECT

    /// The words of tokens, with bars between pieces.
    static Strings words(WordMarks marks, const Strings& tokens)
    {
        Strings all;
        for (const TokenRange& word : wordsOf(marks, tokens)) {
            std::string text;
            for (int64_t i = word.first; i < word.first + word.count; ++i)
                text += (text.empty() ? "" : "|")
                    + std::string(withoutMark(marks, tokens[size_t(i)]));
            all.push_back(text);
        }
        return all;
    }

private Q_SLOTS:
    void eachTokeniserMarksWordsInItsOwnWay()
    {
        QCOMPARE(words(WordMarks::Lower, {"▁un", "happ", "y", "▁dogs", "</s>", "bark"}),
                 (Strings{"un|happ|y", "dogs", "</s>", "bark"}));
        QCOMPARE(words(WordMarks::Byte, {"un", "happy", "Ġdogs", ",", "<|endoftext|>", "A"}),
                 (Strings{"un|happy", "dogs|,", "<|endoftext|>", "A"}));
        QCOMPARE(words(WordMarks::Continued, {"[CLS]", "un", "##happ", "##y", "##", "dogs"}),
                 (Strings{"[CLS]", "un|happ|y", "##", "dogs"}));
        QCOMPARE(words(WordMarks::Blanks, {"a", "b", " ", "c"}), (Strings{"a|b", " ", "c"}));
        QCOMPARE(words(WordMarks::None, {"un", "##happy"}), (Strings{"un", "##happy"}));
        QVERIFY(wordsOf(WordMarks::Lower, {}).empty());
    }

    void signsAreNoPartOfABareWord()
    {
        const Strings tokens{"\"", "R",    "iver", "\"",    "Ġit", "'s",
                             "Ġ(", "well", "-",    "known", ")."};
        Strings words;
        for (const TokenRange& word : bareWordsOf(WordMarks::Byte, tokens))
            words.push_back(joinedWord(WordMarks::Byte, tokens, word));
        QCOMPARE(words, (Strings{"\"", "River", "\"", "it's", "(", "well", "-", "known", ")."}));
    }

    /// GPT-2 writes bytes as characters that nobody reads; half a character stays as it writes it.
    void piecesOfBytesReadAsTheirText()
    {
        QCOMPARE(withBlank(WordMarks::Byte, "Ġfilm"), " film"s);
        QCOMPARE(withBlank(WordMarks::Byte, "Ċ"), "\n"s);
        QCOMPARE(withBlank(WordMarks::Byte, "Ã¤"), "ä"s);
        QCOMPARE(withBlank(WordMarks::Byte, "Ã"), "Ã"s);
        QCOMPARE(withBlank(WordMarks::Byte, "<unk>"), "<unk>"s);
        QCOMPARE(joinedWord(WordMarks::Byte, Strings{"Ġsch", "Ã", "¶n"}, {0, 3}), "schön"s);
        QCOMPARE(withBlank(WordMarks::Lower, "▁Ġ"), " Ġ"s);
    }

    void marksAreThoseOfTheTokeniserOrFoundInTokens()
    {
        QVERIFY(wordMarksOf("sentencepiece_bpe") == WordMarks::Lower);
        QVERIFY(wordMarksOf("sentencepiece_unigram") == WordMarks::Lower);
        QVERIFY(wordMarksOf("byte_bpe") == WordMarks::Byte);
        QVERIFY(wordMarksOf("word_piece") == WordMarks::Continued);
        QVERIFY(wordMarksOf("character") == WordMarks::Blanks);
        QVERIFY(wordMarksOf("basic_english") == WordMarks::None);
        QVERIFY(wordMarksIn(Strings{"a", "▁b"}) == WordMarks::Lower);
        QVERIFY(wordMarksIn(Strings{"a", "##b"}) == WordMarks::Continued);
        QVERIFY(wordMarksIn(Strings{"a", "Ġb"}) == WordMarks::Byte);
        QVERIFY(wordMarksIn(Strings{"a", "##"}) == WordMarks::None);
    }
};

UNROLL_TEST(WordMarksTest, QCoreApplication)
#include "word_marks_test.moc"
