#include "core/metric/answer_match.h"
#include "tests/support/test_case.h"

using core::answerMatch;
using core::normalisedAnswer;

class AnswerMatchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void capitalsPunctuationAndArticlesDoNotCount_data()
    {
        addColumn<QString>("answer");
        addColumn<QString>("normalised");
        addRow("capitals") << u"Port Varra"_s << u"port varra"_s;
        addRow("article") << u"the  Great Ouse."_s << u"great ouse"_s;
        addRow("inside a word") << u"Athens, an anthem"_s << u"athens anthem"_s;
        addRow("joined by a sign") << u"$1.2 million"_s << u"12 million"_s;
        addRow("an article at a dash of its own")
            << u"A\u2013B the\u2013end"_s << u"\u2013b \u2013end"_s;
        addRow("nothing else") << u"The"_s << u""_s;
        addRow("white space of Unicode") << u"in\u00a01952\u3000"_s << u"in 1952"_s;
    }
    void capitalsPunctuationAndArticlesDoNotCount()
    {
        QFETCH(QString, answer);
        QFETCH(QString, normalised);
        QCOMPARE(QString::fromStdString(normalisedAnswer(answer.toStdString())), normalised);
    }

    /// Words "great ouse river" and "river ouse": two are common, so that precision is 2/3 and
    /// recall 1.
    void wordsAreCountedAsOftenAsTheyOccur()
    {
        const Strings reference{"River Ouse"};
        const auto match = answerMatch("the Great Ouse river", reference);
        QCOMPARE(match.exact, 0.0);
        QCOMPARE(match.f1, 2.0 * 2 / (3 + 2));
        const Strings twice{"bye bye"};
        QCOMPARE(answerMatch("bye", twice).f1, 2.0 * 1 / (1 + 2));
        QCOMPARE(answerMatch("bye bye bye", twice).f1, 2.0 * 2 / (3 + 2));
    }

    void theBestReferenceCounts()
    {
        const Strings references{"a school teacher", "teacher", "in Lindow"};
        QCOMPARE(answerMatch("Teacher", references).exact, 1.0);
        QCOMPARE(answerMatch("Lindow", references).f1, 2.0 / 3.0);
        QCOMPARE(answerMatch("Oslo", references).f1, 0.0);
    }

    void answersWithoutWordsHaveNoF1()
    {
        const Strings reference{"the"};
        QCOMPARE(answerMatch("a", reference).exact, 1.0);
        QCOMPARE(answerMatch("a", reference).f1, 0.0);
        QCOMPARE(answerMatch("a", {}).exact, 0.0);
    }
};

UNROLL_TEST(AnswerMatchTest, QCoreApplication)
#include "answer_match_test.moc"
