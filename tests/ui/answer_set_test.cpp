#include "core/probe/classification/classification_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "ui/view/answer_set.h"

using core::AskInspection;

/// The same question to several runs or epochs.
class AnswerSetTest : public QObject {
    Q_OBJECT
private:
    using Answers = ui::AnswerSet<QString, AskInspection>;

    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<Answers> m_answers;
    QStringList m_changed;
    bool m_seen = true;

    static Answers::Wish wish(const char* run, const char* text, bool live = false,
                              qint64 updates = 0)
    {
        const QString id = QString::fromLatin1(run);
        return {id, {{id, -1}, live, updates}, AskInspection{text}};
    }
    QString lastRun() const { return m_context->asked.back()->choice.run; }
    void answer(const char* text, double milliseconds = 0.0)
    {
        core::Inspection inspection;
        inspection.text = text;
        m_context->asked.back()->answer<AskInspection>(inspection, milliseconds);
    }
    void fail()
    {
        m_context->asked.back()->hearer.failed({core::ErrorCode::FileMissing, {}, {}, {}});
    }
    std::string textOf(const char* run) const
    {
        const auto found = m_answers->find(QString::fromLatin1(run));
        return found != nullptr ? found->text : ""s;
    }
    void expectAsked(size_t count)
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_context->asked.size(), count, 3000);
    }
    void expectNothingMoreThan(size_t count)
    {
        QTest::qWait(400);
        QCOMPARE(m_context->asked.size(), count);
    }

private Q_SLOTS:
    void init()
    {
        m_context = std::make_unique<FakeContext>();
        m_changed.clear();
        m_seen = true;
        m_answers = std::make_unique<Answers>(
            *m_context, [this](const QString& run) { m_changed << run; },
            [this] { return m_seen; });
    }
    void cleanup() { m_answers.reset(); }

    void questionsArePutOneAfterTheOther()
    {
        m_answers->follow({wish("a", "x"), wish("b", "x")});
        expectNothingMoreThan(1);
        QCOMPARE(lastRun(), u"a"_s);
        QVERIFY(!m_answers->isComplete());
        answer("of a");
        expectAsked(2);
        QCOMPARE(lastRun(), u"b"_s);
        answer("of b");
        expectNothingMoreThan(2);
        QVERIFY(m_answers->isComplete());
        QCOMPARE(m_changed, QStringList({u"a"_s, u"b"_s}));
        QCOMPARE(textOf("b"), "of b"s);
        m_answers->follow({wish("a", "x"), wish("b", "x")}); // Nothing is new.
        expectNothingMoreThan(2);
    }

    void aFailureIsKeptAndStopsNoOther()
    {
        m_answers->follow({wish("a", "x"), wish("b", "x")});
        fail();
        QVERIFY(m_answers->failure(u"a"_s) != nullptr);
        expectAsked(2);
        answer("of b");
        QVERIFY(m_answers->failure(u"b"_s) == nullptr);
        m_answers->follow({wish("a", "x"), wish("b", "x")});
        expectNothingMoreThan(2); // It would fail again.
        m_answers->follow({wish("a", "y"), wish("b", "x")});
        expectAsked(3);
        QVERIFY(m_answers->failure(u"a"_s) == nullptr);
    }

    void anotherNetworkIsAskedAndTheOldAnswerStaysUntilThen()
    {
        m_answers->follow({wish("a", "x", false, 100)});
        answer("at 100");
        m_answers->follow({wish("a", "x", false, 200)});
        expectAsked(2);
        QCOMPARE(textOf("a"), "at 100"s);
        answer("at 200");
        QCOMPARE(textOf("a"), "at 200"s);
    }

    void aRunThatLearnsIsAskedAgainAtThePaceOfAllLooks()
    {
        m_answers->follow({wish("a", "x", true), wish("b", "x")});
        answer("of a");
        expectAsked(2);
        answer("of b", 20.0); // 660 ms to be paid off.
        Q_EMIT m_context->updated({u"b"_s, {}});
        Q_EMIT m_context->updated({u"a"_s, {}}); // Once, then it waits.
        QTest::qWait(200);
        QCOMPARE(m_context->asked.size(), size_t{2});
        expectAsked(3);
        QCOMPARE(lastRun(), u"a"_s);
        answer("of a, later");
        expectNothingMoreThan(3);
        QCOMPARE(textOf("a"), "of a, later"s);
    }

    void nothingIsAskedWhileNobodySeesIt()
    {
        m_seen = false;
        m_answers->follow({wish("a", "x", true)});
        expectNothingMoreThan(0);
        m_seen = true;
        m_answers->resume();
        QCOMPARE(m_context->asked.size(), size_t{1});
        answer("of a");
        m_seen = false;
        Q_EMIT m_context->updated({u"a"_s, {}});
        expectNothingMoreThan(1);
        m_seen = true;
        m_answers->resume(); // What it has learnt meanwhile is not forgotten.
        expectAsked(2);
    }

    void whatIsNoLongerWantedIsWithdrawn()
    {
        m_answers->follow({wish("a", "x")});
        const auto entry = m_context->asked.back();
        m_answers->follow({wish("b", "x")});
        QVERIFY(entry->withdrawn);
        expectAsked(2);
        answer("of b");
        QVERIFY(m_answers->find(u"a"_s) == nullptr);
        m_answers->withdraw();
        QVERIFY(m_answers->find(u"b"_s) == nullptr);
    }
};

UNROLL_TEST(AnswerSetTest, QApplication)
#include "answer_set_test.moc"
