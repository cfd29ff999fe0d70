#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/tagging_sample.h"
#include "tests/ui/view_tests.h"
#include "tests/ui/views_pictures.h"
#include "ui/crf/crf_view.h"
#include "ui/crf/trellis_map.h"
#include "ui/decoding/transport_bar.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/number_box.h"

class CrfTest : public ViewTests<ui::CrfView> {
    Q_OBJECT
private:
    /// The view, shown, with a network that answers every question.
    void open(const core::Trellis& network)
    {
        m_context->answerWith<core::AskTrellis>([network](const core::AskTrellis& question) {
            return tagging_sample::solved(network, question);
        });
        show({1000, 720}, QString::fromStdString(network.text));
    }
    ui::TrellisMap& map() const { return find<ui::TrellisMap>("trellisMap"); }
    ui::TransportBar& transport() const { return find<ui::TransportBar>("crfTransportBar"); }
    ui::HeatMap& moves() const { return find<ui::HeatMap>("transitionMap"); }
    /// @param row  0: from the begin; @param column  the last: to the end.
    void chooseMove(int row, int column) const
    {
        mouseClick(moves().viewport(), Qt::LeftButton, {}, moves().cellRect(row, column).center());
        QCOMPARE(moves().currentCell(), QPoint(column, row));
    }
    static size_t cell(int row, int column) { return size_t(row * 6 + column); }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void theBestPathsAreListed()
    {
        open(tagging_sample::namesNetwork());
        QCOMPARE(m_context->last<core::AskTrellis>().example.text, "John Smith visited Paris"s);
        const auto& table = find<QTableView>("pathTable");
        QCOMPARE(columnTexts(table, 1),
                 (QStringList{u"B-PER I-PER O B-LOC"_s, u"Paris: B-LOC \u2192 B-PER"_s,
                              u"Paris: B-LOC \u2192 O"_s,
                              u"John: B-PER \u2192 B-LOC, Smith: I-PER \u2192 I-LOC"_s,
                              u"John: B-PER \u2192 B-LOC, Smith: I-PER \u2192 I-LOC, "
                              "Paris: B-LOC \u2192 B-PER"_s}));
        QCOMPARE(columnTexts(table, 2)[0], u"13.50"_s);
        QCOMPARE(columnTexts(table, 3)[0], u"40.7 %"_s);
    }

    /// By emissions alone "Smith" would be a place inside a person.
    void withoutTheCrfAnIllegalMoveIsMade()
    {
        open(tagging_sample::namesNetwork());
        QCOMPARE(text("withoutCrfLabel"),
                 u"CRF off: Smith: I-PER \u2192 I-LOC. Illegal transitions there: 1 "
                 "\u26a0"_s);
    }

    void aNodeSaysHowItsScoreComesAbout()
    {
        open(tagging_sample::namesNetwork());
        mouseClick(map().viewport(), Qt::LeftButton, {}, map().nodeRect(1, 2).center());
        QCOMPARE(map().currentNode(), QPoint(1, 2));
        QVERIFY2(text("nodeLabel")
                     .startsWith(u"I-PER at \u201cSmith\u201d: best before it, B-PER with 3.25, + "
                                 "transition 2.00 + emission 1.50 = 6.75."_s),
                 qPrintable(text("nodeLabel")));
        keyClick(&map(), Qt::Key_Left);
        QCOMPARE(map().currentNode(), QPoint(0, 2));
        QVERIFY2(text("nodeLabel")
                     .startsWith(u"I-PER at \u201cJohn\u201d: begin \u22123.00 + emission "
                                 "\u22121.00 = \u22124.00."_s),
                 qPrintable(text("nodeLabel")));
        keyClick(&map(), Qt::Key_Escape);
        QCOMPARE(map().currentNode(), QPoint(-1, -1));
    }

    void viterbiGoesForwardThenBack()
    {
        open(tagging_sample::namesNetwork());
        QCOMPARE(transport().count(), 8); // Four tokens there and back.
        QCOMPARE(transport().step(), 8); // The answer first.
        const ui::TrellisPicture& picture = map().picture();
        transport().first();
        QVERIFY(text("viterbiStepLabel").contains(u"no scores yet"_s));
        QAbstractItemModel& paths = *find<QTableView>("pathTable").model();
        QCOMPARE(paths.rowCount(), 0); // The end is not given away.
        QVERIFY(text("pathsTitle").contains(u"after the last step"_s));
        keyClick(m_view.get(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(picture.step(), 1);
        QVERIFY(text("viterbiStepLabel").contains(u"\u201cJohn\u201d"_s));
        QVERIFY(ui::isFilled(0, 1) && !ui::isFilled(1, 1));
        transport().last();
        QCOMPARE(paths.rowCount(), 5);
        QCOMPARE(text("pathsTitle"), u"Best paths"_s);
        transport().back();
        QCOMPARE(picture.step(), 7);
        QVERIFY2(text("viterbiStepLabel").contains(u"\u201cSmith\u201d: I-PER"_s),
                 qPrintable(text("viterbiStepLabel")));
        const core::Trellis& trellis = picture.trellis();
        QVERIFY(ui::isTraced(trellis, 1, 7) && !ui::isTraced(trellis, 0, 7));
        // Who has stepped somewhere stays there while the network learns.
        QTest::qWait(160);
        m_view->trained();
        QCOMPARE(m_context->count<core::AskTrellis>(), size_t{2});
        QCOMPARE(transport().step(), 7);
    }

    void stepsChangeWhatIsDrawn()
    {
        open(tagging_sample::namesNetwork());
        find<QComboBox>("trellisValuesBox").setCurrentIndex(1);
        const auto drawn = [this](int token) {
            const QImage picture = look::pictureOf(*map().viewport());
            return look::contrastIn(picture, map().nodeRect(token, 2).adjusted(8, 6, -8, -6));
        };
        transport().first();
        QVERIFY(drawn(3) < 2.0); // An empty node.
        for (int step = 0; step < 4; ++step)
            transport().forward();
        QVERIFY(drawn(3) > 3.0); // Its score.
    }

    void aRunnerUpIsMarked()
    {
        open(tagging_sample::namesNetwork());
        const QImage before = look::pictureOf(*map().viewport());
        auto& table = find<QTableView>("pathTable");
        mouseClick(table.viewport(), Qt::LeftButton, {},
                   table.visualRect(table.model()->index(1, 1)).center());
        const int height = map().picture().footerHeight();
        QVERIFY(look::pictureOf(*map().viewport()) != before);
        // The best one again: no runner-up, one line less beneath.
        keyClick(&table, Qt::Key_Up);
        QVERIFY(map().picture().footerHeight() < height);
    }

    void illegalMovesAreHatched()
    {
        open(tagging_sample::namesNetwork());
        find<QCheckBox>("allTagsBox").setChecked(true);
        const ui::HeatMapContent& content = moves().content();
        QCOMPARE(content.rows, 6);
        QCOMPARE(content.hatched[cell(1, 2)], char(1)); // O to I-PER
        QCOMPARE(content.hatched[cell(2, 2)], char(0)); // B-PER to I-PER
        QCOMPARE(content.hatched[cell(0, 4)], char(1)); // a text begins with I-LOC
        QCOMPARE(content.struck[cell(0, 5)], char(1)); // A text without a token is none.
        QVERIFY(moves().describe(1, 2).contains(u"illegal"_s));
        core::Trellis constrained = tagging_sample::namesNetwork();
        constrained.constrained = true;
        open(constrained);
        find<QCheckBox>("allTagsBox").setChecked(true);
        QCOMPARE(moves().content().struck[cell(1, 2)], char(1));
        QVERIFY(moves().describe(1, 2).contains(u"forbidden"_s));
        // What the user allows is taken all the same.
        chooseMove(1, 2);
        auto* score = find<ui::NumberBox>("moveScoreBox").findChild<QLineEdit*>();
        score->selectAll();
        keyClicks(score, "9");
        QTRY_COMPARE(moves().content().struck[cell(1, 2)], char(0));
    }

    void forbiddingAMoveChangesTheTags()
    {
        open(tagging_sample::namesNetwork());
        find<QCheckBox>("allTagsBox").setChecked(true);
        QVERIFY(!find<QToolButton>("forbidButton").isEnabled());
        chooseMove(2, 2); // B-PER to I-PER
        QCOMPARE(text("moveLabel"), u"B-PER \u2192 I-PER"_s);
        QCOMPARE(find<ui::NumberBox>("moveScoreBox").value(), 2.0);
        find<QToolButton>("forbidButton").click();
        const std::vector<core::TransitionChange> asked
            = m_context->last<core::AskTrellis>().changes;
        QCOMPARE(asked.size(), size_t{1});
        QCOMPARE(asked[0].from, 1);
        QCOMPARE(asked[0].to, 2);
        QVERIFY(ui::isForbidden(asked[0].score));
        QCOMPARE(moves().content().outlined[cell(2, 2)], char(1));
        QCOMPARE(moves().content().struck[cell(2, 2)], char(1));
        QVERIFY2(text("changedLabel")
                     .startsWith(
                         u"Transitions set by hand: 1. Tags that change: John: B-PER \u2192 B-LOC, "
                         "Smith: I-PER \u2192 I-LOC. Best path: 40.7 % \u2192 28.8 %."_s),
                 qPrintable(text("changedLabel")));
        find<QToolButton>("resetButton").click();
        QVERIFY(m_context->last<core::AskTrellis>().changes.empty());
        QCOMPARE(text("changedLabel"), u"No transition is set by hand."_s);
        QCOMPARE(columnTexts(find<QTableView>("pathTable"), 1)[0], u"B-PER I-PER O B-LOC"_s);
    }

    void aScoreIsTyped()
    {
        open(tagging_sample::namesNetwork());
        find<QCheckBox>("allTagsBox").setChecked(true);
        chooseMove(1, 4); // O to B-LOC
        auto& box = find<ui::NumberBox>("moveScoreBox");
        auto* line = box.findChild<QLineEdit*>();
        line->selectAll();
        keyClicks(line, "-3");
        keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(m_context->last<core::AskTrellis>().changes.size(), size_t{1});
        QCOMPARE(m_context->last<core::AskTrellis>().changes[0].score, -3.0);
        find<QToolButton>("learnedButton").click();
        QVERIFY(m_context->last<core::AskTrellis>().changes.empty());
        QCOMPARE(moves().content().outlined[cell(1, 4)], char(0));
    }

    /// Tags are numbered by their network.
    void changesEndWithTheRun()
    {
        open(tagging_sample::namesNetwork());
        chooseMove(1, 1);
        find<QToolButton>("forbidButton").click();
        m_context->look(u"Smith"_s);
        QCOMPARE(m_context->last<core::AskTrellis>().changes.size(), size_t{1});
        m_context->shown.choice.run = u"/runs/two"_s;
        m_view->follow(m_context->shown);
        QVERIFY(m_context->last<core::AskTrellis>().changes.empty());
    }

    void tagsThatDoNotMatterAreFoldedAway()
    {
        open(tagging_sample::wideNetwork(9, 49));
        QVERIFY2(map().picture().rows() <= 12, qPrintable(QString::number(map().picture().rows())));
        QCOMPARE(moves().content().rows, map().picture().rows() + 1);
        find<QCheckBox>("allTagsBox").setChecked(true);
        QCOMPARE(map().picture().rows(), 49);
        QVERIFY(map().verticalScrollBar()->maximum() > 0);
        find<QCheckBox>("allTagsBox").setChecked(false);
        takePictures(*m_view, u"crf-wide"_s, {{900, 640}, {1400, 900}});
    }

    void aNetworkWithoutACrfSaysSo()
    {
        core::Trellis network = tagging_sample::namesNetwork();
        network.hasCrf = false;
        network.transitions.assign(25, 0.0F);
        network.start.assign(5, 0.0F);
        network.end.assign(5, 0.0F);
        open(network);
        QVERIFY(text("withoutCrfLabel").contains(u"no CRF"_s));
        QVERIFY(text("stateLabel").contains(u"no CRF"_s));
    }

    void aPresentationSaysWhichPathsProbabilitiesAreOver()
    {
        core::Trellis constrained = tagging_sample::namesNetwork();
        constrained.constrained = true;
        open(constrained);
        const QString whole = text("stateLabel");
        m_theme.setPresentation(true);
        const auto& label = find<QLabel>("stateLabel");
        QVERIFY(label.isVisible());
        QCOMPARE(label.text(),
                 u"illegal transitions are on no best path; "
                 "probabilities are over all paths"_s);
        m_theme.setPresentation(false);
        QVERIFY(label.isVisible());
        QCOMPARE(label.text(), whole);
    }

    void whereNoPathIsLeftOneIsTold()
    {
        open(tagging_sample::namesNetwork());
        core::Trellis none = tagging_sample::solved(tagging_sample::namesNetwork(), {});
        none.paths.clear();
        m_view->setTrellis(none);
        QVERIFY2(text("messageText").contains(u"Reset the transitions"_s),
                 qPrintable(text("messageText")));
        QCOMPARE(find<QTableView>("pathTable").model()->rowCount(), 5); // What was there stays.
    }

    void whatIsShownCanBeWrittenAndRead()
    {
        open(tagging_sample::namesNetwork());
        find<QToolButton>("asTextButton").setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit").toPlainText();
        QVERIFY2(words.contains(u"Path 1, score 13.50, probability 40.7 %: B-PER I-PER "
                                "O B-LOC"_s),
                 qPrintable(words));
        QVERIFY(arePicturesExported(*m_view, "trellis", 1000));
        QVERIFY(arePicturesExported(*m_view, "transitions", 1000));
        const QStringList viterbi = exportedTable(*m_view, "trellis", "viterbi").split('\n');
        QCOMPARE(viterbi[0], u",O,B-PER,I-PER,B-LOC,I-LOC"_s);
        QCOMPARE(viterbi[2].section(',', 0, 0), u"Smith"_s);
        QCOMPARE(viterbi[2].section(',', 3, 3), u"6.75"_s);
        QVERIFY(exportedTable(*m_view, "trellis", "transitions").contains(u"\nB-PER,"_s));
        QVERIFY(exportedTable(*m_view, "trellis", "paths").startsWith(u"number,score,"_s));
    }

    void pictures()
    {
        open(tagging_sample::namesNetwork());
        find<QCheckBox>("allTagsBox").setChecked(true);
        chooseMove(2, 2);
        find<QToolButton>("forbidButton").click();
        map().setCurrentNode({1, 0});
        takePictures(*m_view, u"crf"_s, {{760, 600}, {1400, 900}});
    }
};
UNROLL_TEST(CrfTest, QApplication)
#include "crf_view_test.moc"
