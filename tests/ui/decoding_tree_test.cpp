#include "tests/support/test_case.h"
#include "tests/ui/answered_decoding_view.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

using decoding_sample::AnsweredView;
using decoding_sample::beam;

class DecodingTreeTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void onlyWhatIsKnownAtTheStepIsShown()
    {
        AnsweredView shown(beam(4));
        const ui::DecodingSteps answer = shown.answer();
        QCOMPARE(shown.transport()->count(), answer.count());
        QCOMPARE(shown.transport()->step(), answer.count()); // the answer first
        shown.click("firstButton");
        QCOMPARE(shown.tree()->shownNodes(), std::vector<int32_t>{0});
        for (int step = 1; step <= answer.count(); ++step) {
            shown.click("forwardButton");
            bool newest = false;
            for (const int32_t node : shown.tree()->shownNodes()) {
                QVERIFY(answer.stepOf(node) <= step);
                newest = newest || answer.stepOf(node) == step;
            }
            QVERIFY(newest);
            QCOMPARE(shown.child<QLabel>("stepLabel")->text(),
                     u"Step %1 of %2"_s.arg(step).arg(answer.count()));
            if (step < answer.count()) {
                QCOMPARE(shown.table()->model()->rowCount(), int(answer.candidates(step).size()));
                QCOMPARE(
                    shown.column(0)->findChild<QTableView*>("resultTable")->model()->rowCount(),
                    int(answer.endedAt(step).size()));
            }
        }
        QVERIFY(!shown.child<QToolButton>("forwardButton")->isEnabled());
    }

    void nodesDoNotMoveFromStepToStep()
    {
        AnsweredView shown(beam(3));
        shown.tree()->zoomToFit();
        std::map<int32_t, QRect> places;
        for (const int32_t node : shown.tree()->shownNodes())
            places[node] = shown.tree()->nodeRect(node);
        for (int step = shown.transport()->count(); step-- > 0;) {
            shown.click("backButton");
            for (const int32_t node : shown.tree()->shownNodes())
                QCOMPARE(shown.tree()->nodeRect(node), places.at(node));
        }
    }

    void keysMoveBetweenSteps()
    {
        AnsweredView shown(beam(3));
        const int last = shown.transport()->count();
        shown.tree()->setFocus();
        keyClick(shown.tree(), Qt::Key_Home);
        QCOMPARE(shown.tree()->step(), 0);
        keyClick(shown.tree(), Qt::Key_Right, Qt::ControlModifier);
        keyClick(shown.tree(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(shown.tree()->step(), 2);
        keyClick(shown.tree(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(shown.tree()->step(), 1);
        keyClick(shown.tree(), Qt::Key_End);
        QCOMPARE(shown.tree()->step(), last);
        keyClick(shown.tree(), Qt::Key_Space); // plays, from the beginning
        QVERIFY(shown.transport()->isPlaying());
        QCOMPARE(shown.tree()->step(), 0);
        keyClick(shown.tree(), Qt::Key_Space);
        QVERIFY(!shown.transport()->isPlaying());
    }

    void playingGoesToTheEndAndStops()
    {
        AnsweredView shown(beam(2));
        shown.transport()->setIntervalSeconds(0.01);
        shown.click("playButton");
        QVERIFY(shown.transport()->isPlaying());
        QTRY_COMPARE(shown.transport()->step(), shown.transport()->count());
        QTRY_VERIFY(!shown.transport()->isPlaying());
    }

    void theSliderGoesToItsStep()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(4);
        QCOMPARE(shown.tree()->step(), 4);
    }

    void arrowKeysMoveInTheTree()
    {
        AnsweredView shown(beam(4));
        const ui::DecodingSteps answer = shown.answer();
        ui::HypothesisTree* tree = shown.tree();
        tree->setDroppedShown(2);
        shown.child<QSlider>("stepSlider")->setValue(3);
        const int32_t start = tree->current();
        QCOMPARE(start, answer.candidates(3)[0]);
        tree->setFocus();
        keyClick(tree, Qt::Key_Left);
        QCOMPARE(tree->current(), answer.node(start).parent);
        keyClick(tree, Qt::Key_Right);
        QCOMPARE(tree->current(), answer.children(answer.node(start).parent).front());
        const int32_t before = tree->current();
        keyClick(tree, Qt::Key_Down);
        QVERIFY(tree->current() != before);
        QCOMPARE(answer.stepOf(tree->current()), 3);
        QVERIFY(tree->nodeRect(tree->current()).top() > tree->nodeRect(before).top());
        keyClick(tree, Qt::Key_Up);
        QCOMPARE(tree->current(), before);
        QVERIFY(tree->accessibleDescription().contains(
            QString::fromStdString(answer.node(before).text)));
    }

    void droppedOnesCanBeFoldedAway()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        auto* box = shown.child<ui::NumberBox>("droppedBox");
        const auto fallen = [&] {
            int number = 0;
            for (const int32_t node : shown.tree()->shownNodes())
                number += node != 0 && node != shown.tree()->current() && !answer.survived(node);
            return number;
        };
        QVERIFY(fallen() > 0);
        box->setFocus();
        for (int i = 0; i < 2; ++i)
            box->stepBy(-1);
        QCOMPARE(box->value(), 0.0);
        QCOMPARE(fallen(), 0);
        for (int i = 0; i < 3; ++i)
            box->stepBy(1);
        QCOMPARE(fallen(), 3 * answer.count());
    }

    void oneStepForwardGrowsUnlessMotionIsReduced()
    {
        AnsweredView shown(beam(3));
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        shown.click("firstButton");
        shown.click("forwardButton");
        QVERIFY(!shown.tree()->isMoving());
        shown.view.setReducedMotion(false);
        shown.click("forwardButton");
        QVERIFY(shown.tree()->isMoving());
        shown.click("backButton");
        QVERIFY(!shown.tree()->isMoving());
    }

    void zoomKeepsWhatIsUnderThePointer()
    {
        AnsweredView shown(beam(5));
        ui::HypothesisTree* tree = shown.tree();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        shown.child<QSlider>("stepSlider")->setValue(8);
        const QPoint centre = tree->nodeRect(tree->current()).center();
        const double before = tree->zoom();
        QWheelEvent wheel(centre, tree->viewport()->mapToGlobal(centre), {}, {0, 120}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(tree->viewport(), &wheel);
        QVERIFY(tree->zoom() > before);
        QVERIFY((tree->nodeRect(tree->current()).center() - centre).manhattanLength() < 40);
        tree->setFocus();
        keyClick(tree, Qt::Key_0);
        QVERIFY(tree->viewport()->rect().contains(tree->nodeRect(0)));
        keyClick(tree, Qt::Key_Plus);
        QVERIFY(tree->zoom() > 0.0);
    }

    void aNewAnswerKeepsStepAndNode()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(2);
        const auto tokens = shown.answer().tokenIds(shown.tree()->current());
        shown.view.setText(shown.view.text()); // A person wants it again.
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.tree()->step(), 2);
        QCOMPARE(shown.answer().tokenIds(shown.tree()->current()), tokens);
    }
};

UNROLL_TEST(DecodingTreeTest, QApplication)
#include "decoding_tree_test.moc"
