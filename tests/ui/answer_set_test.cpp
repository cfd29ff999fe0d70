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
        return found != nullptr ? found->text : std::string();
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
        QCOMPARE(lastRun(), QStringLiteral("a"));
        QVERIFY(!m_answers->isComplete());
        answer("of a");
        expectAsked(2);
        QCOMPARE(lastRun(), QStringLiteral("b"));
        answer("of b");
        expectNothingMoreThan(2);
        QVERIFY(m_answers->isComplete());
        QCOMPARE(m_changed, QStringList({QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(textOf("b"), std::string("of b"));
        m_answers->follow({wish("a", "x"), wish("b", "x")}); // Nothing is new.
        expectNothingMoreThan(2);
    }

    void aFailureIsKeptAndStopsNoOther()
    {
        m_answers->follow({wish("a", "x"), wish("b", "x")});
        fail();
        QVERIFY(m_answers->failure(QStringLiteral("a")) != nullptr);
        expectAsked(2);
        answer("of b");
        QVERIFY(m_answers->failure(QStringLiteral("b")) == nullptr);
        m_answers->follow({wish("a", "x"), wish("b", "x")});
        expectNothingMoreThan(2); // It would fail again.
        m_answers->follow({wish("a", "y"), wish("b", "x")});
        expectAsked(3);
        QVERIFY(m_answers->failure(QStringLiteral("a")) == nullptr);
    }

    void anotherNetworkIsAskedAndTheOldAnswerStaysUntilThen()
    {
        m_answers->follow({wish("a", "x", false, 100)});
        answer("at 100");
        m_answers->follow({wish("a", "x", false, 200)});
        expectAsked(2);
        QCOMPARE(textOf("a"), std::string("at 100"));
        answer("at 200");
        QCOMPARE(textOf("a"), std::string("at 200"));
    }

    void aRunThatLearnsIsAskedAgainAtThePaceOfAllLooks()
    {
        m_answers->follow({wish("a", "x", true), wish("b", "x")});
        answer("of a");
        expectAsked(2);
        answer("of b", 20.0); // 660 ms to be paid off.
        Q_EMIT m_context->updated({QStringLiteral("b"), {}});
        Q_EMIT m_context->updated({QStringLiteral("a"), {}}); // Once, then it waits.
        QTest::qWait(200);
        QCOMPARE(m_context->asked.size(), size_t{2});
        expectAsked(3);
        QCOMPARE(lastRun(), QStringLiteral("a"));
        answer("of a, later");
        expectNothingMoreThan(3);
        QCOMPARE(textOf("a"), std::string("of a, later"));
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
        Q_EMIT m_context->updated({QStringLiteral("a"), {}});
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
        QVERIFY(m_answers->find(QStringLiteral("a")) == nullptr);
        m_answers->withdraw();
        QVERIFY(m_answers->find(QStringLiteral("b")) == nullptr);
    }
};

UNROLL_TEST(AnswerSetTest, QApplication)
#include "answer_set_test.moc"
