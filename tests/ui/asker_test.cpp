#include "core/probe/classification/classification_questions.h"
#include "core/probe/translation/translation_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "ui/view/asker.h"

using core::AskInspection;
using core::AskScores;

class AskerTest : public QObject {
    Q_OBJECT
private:
    FakeContext m_context;
    Strings m_answers;
    std::vector<core::ErrorCode> m_failures;
    std::vector<double> m_progress;
    std::unique_ptr<ui::Asker> m_asker;

    auto note()
    {
        return [this](const core::Inspection& answer) { m_answers.push_back(answer.text); };
    }
    void ask(const char* text) { m_asker->ask(m_context.shown, AskInspection{text}, note()); }
    void follow(const char* text) { m_asker->follow(m_context.shown, AskInspection{text}, note()); }
    static core::Inspection about(const char* text)
    {
        core::Inspection answer;
        answer.text = text;
        return answer;
    }

private Q_SLOTS:
    void init()
    {
        m_context.asked.clear();
        m_context.pace().forget();
        m_context.shown = FakeContext().shown;
        m_answers.clear();
        m_failures.clear();
        m_progress.clear();
        m_asker = std::make_unique<ui::Asker>(
            m_context, [this](const core::Failure& failure) { m_failures.push_back(failure.code); },
            [this](const core::Progress& progress) { m_progress.push_back(progress.fraction); });
    }

    void onlyTheNewestAnswerIsShown()
    {
        ask("a");
        ask("b");
        QVERIFY(m_context.asked[0]->withdrawn); // It is not worked on any more.
        // Even where an answer is on its way already.
        m_context.asked[0]->withdrawn = false;
        m_context.asked[0]->answer<AskInspection>(about("a"));
        m_context.asked[0]->hearer.failed({core::ErrorCode::BadData, {}, {}, {}});
        m_context.asked[0]->hearer.progressed({{}, 0.5, -1});
        QVERIFY(m_answers.empty() && m_failures.empty() && m_progress.empty());
        QVERIFY(m_asker->waits());
        m_context.asked[1]->hearer.progressed({{}, 0.25, -1});
        m_context.asked[1]->answer<AskInspection>(about("b"));
        QCOMPARE(m_answers, Strings{"b"});
        QCOMPARE(m_progress, std::vector<double>{0.25});
        QVERIFY(!m_asker->waits());
    }

    void withTheViewEverythingItAskedEnds()
    {
        ask("a");
        const auto entry = m_context.asked[0];
        QVERIFY(!entry->withdrawn);
        m_asker.reset();
        QVERIFY(entry->withdrawn);
    }

    void theSameQuestionIsNotAskedTwiceOfTheSameNetwork()
    {
        follow("a");
        follow("a"); // It is under way.
        m_context.asked[0]->answer<AskInspection>(about("a"));
        follow("a"); // It is answered.
        QCOMPARE(m_context.asked.size(), size_t{1});
        m_context.shown.choice.epoch = 3;
        follow("a");
        m_context.shown.live = true;
        follow("a");
        follow("b");
        ask("b"); // A person wants it again.
        QCOMPARE(m_context.asked.size(), size_t{5});
        m_asker->withdraw();
        QVERIFY(!m_asker->waits());
        follow("b");
        QCOMPARE(m_context.asked.size(), size_t{6});
        QVERIFY(m_answers.size() == 1 && m_failures.empty());
    }

    void whoCancelsIsToldAtOnce()
    {
        m_asker->cancel(); // of nothing
        QVERIFY(m_failures.empty());
        m_asker->ask(m_context.shown, AskScores(),
                     [this](const core::ScoredTexts&) { m_answers.push_back("scores"); });
        m_asker->cancel();
        QCOMPARE(m_failures, std::vector{core::ErrorCode::Cancelled});
        QVERIFY(m_context.asked[0]->withdrawn);
        m_asker->cancel();
        QCOMPARE(m_failures.size(), size_t{1});
        m_asker->follow(m_context.shown, AskScores(), [](const core::ScoredTexts&) {});
        QCOMPARE(m_context.asked.size(), size_t{1}); // That was not wanted.
    }

    void aFailureIsToldOnce()
    {
        ask("a");
        for (int i = 0; i < 2; ++i)
            m_context.asked[0]->hearer.failed({core::ErrorCode::BadData, {}, {}, {}});
        QCOMPARE(m_failures, std::vector{core::ErrorCode::BadData});
    }

    void whileLearningItIsAskedAgainInGoodTime()
    {
        m_asker->repeat(); // nothing yet
        ask("a");
        QTest::qWait(170);
        m_asker->repeat(); // The answer is under way.
        QCOMPARE(m_context.asked.size(), size_t{1});
        m_context.asked[0]->answer<AskInspection>(about("a"), 1.0);
        m_asker->repeat();
        QCOMPARE(m_context.asked.size(), size_t{2});
        QCOMPARE(m_context.asked[1]->question.as<AskInspection>()->example.text, "a"s);
        m_context.asked[1]->answer<AskInspection>(about("a"), 1e6);
        QTest::qWait(170);
        m_asker->repeat(); // That network is slow: one look took a quarter of an hour.
        QCOMPARE(m_context.asked.size(), size_t{2});
    }

    /// Whoever asked for an answer: what it took is paid off before anybody looks again.
    void allWhoLookShareOnePace()
    {
        ui::Asker other(m_context, [](const core::Failure&) {});
        ask("a");
        other.ask(m_context.shown, AskInspection{"b"}, note());
        QCOMPARE(m_context.asked.size(), size_t{2}); // At first each is asked at once.
        m_context.asked[0]->answer<AskInspection>(about("a"), 20.0);
        m_context.asked[1]->answer<AskInspection>(about("b"), 0.0);
        QTest::qWait(200);
        m_asker->repeat();
        other.repeat(); // Its own answer took no time.
        QCOMPARE(m_context.asked.size(), size_t{2});
        QTRY_COMPARE_WITH_TIMEOUT(m_context.asked.size(), size_t{4}, 3000); // Both, once paid off.
    }

    void aLookThatWasRefusedForPaceIsTakenLater()
    {
        ask("a");
        m_context.asked[0]->answer<AskInspection>(about("a"), 20.0);
        m_asker->repeat(); // The network has learnt once, and does not go on.
        QCOMPARE(m_context.asked.size(), size_t{1});
        QTRY_COMPARE_WITH_TIMEOUT(m_context.asked.size(), size_t{2}, 3000);
        m_context.asked[1]->answer<AskInspection>(about("a"));
        QTest::qWait(400);
        QCOMPARE(m_context.asked.size(), size_t{2}); // It has learnt nothing more.
    }

    void whatWasLearntWhileAnAnswerWasUnderWayIsAskedAfterIt()
    {
        ask("a");
        m_asker->repeat();
        m_context.asked[0]->answer<AskInspection>(about("a"));
        QTRY_COMPARE_WITH_TIMEOUT(m_context.asked.size(), size_t{2}, 3000);
    }

    void whatIsWithdrawnIsNotAskedLater()
    {
        ask("a");
        m_context.asked[0]->answer<AskInspection>(about("a"));
        m_asker->repeat();
        m_asker->withdraw();
        QTest::qWait(400);
        QCOMPARE(m_context.asked.size(), size_t{1});
    }

    /// A run that was resumed and has ended again while the view was not seen.
    void aLatestStateWithMoreUpdatesIsAnotherNetwork()
    {
        m_context.shown.updates = 100;
        follow("a");
        m_context.asked[0]->answer<AskInspection>(about("a"));
        m_context.shown.updates = 200;
        follow("a");
        QCOMPARE(m_context.asked.size(), size_t{2});
        m_context.asked[1]->answer<AskInspection>(about("a"));
        m_context.shown.choice.epoch = 1; // What was kept after an epoch stays what it is.
        follow("a");
        m_context.shown.updates = 300;
        follow("a");
        QCOMPARE(m_context.asked.size(), size_t{3});
    }

    void whatWasAskedForOnceIsNoPartOfLooking()
    {
        m_asker->ask(m_context.shown, AskScores(), [](const core::ScoredTexts&) {});
        m_context.asked[0]->answer<AskScores>({}, 1e6);
        QVERIFY(m_context.pace().mayLook());
        m_context.pace().looked(1.0);
        m_context.pace().looked(1e6);
        QVERIFY(!m_context.pace().mayLook());
        m_context.pace().forget();
        QVERIFY(m_context.pace().mayLook());
    }

    void aQuestionIsCompletedForItsRepetition()
    {
        ask("a");
        m_context.asked[0]->answer<AskInspection>(about("a"));
        QVERIFY(m_asker->last<AskScores>() == nullptr);
        m_asker->last<AskInspection>()->example.text = "completed";
        QTest::qWait(170);
        m_asker->repeat();
        QCOMPARE(m_context.asked.size(), size_t{2});
        QCOMPARE(m_context.asked[1]->question.as<AskInspection>()->example.text, "completed"s);
    }

    void whoAnswersAtOnceMayMakeItAskAgain()
    {
        m_context.answerWith<AskInspection>(
            [](const AskInspection& question) { return about(question.example.text.c_str()); });
        m_asker->ask(m_context.shown, AskInspection{"a"}, [this](const core::Inspection& answer) {
            m_answers.push_back(answer.text);
            if (m_answers.size() < 3)
                ask("b");
        });
        QCOMPARE(m_answers, (Strings{"a", "b"}));
        QVERIFY(!m_asker->waits());
    }
};

UNROLL_TEST(AskerTest, QApplication)
#include "asker_test.moc"
