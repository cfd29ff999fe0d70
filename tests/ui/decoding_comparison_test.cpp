#include "tests/support/test_case.h"
#include "tests/ui/answered_decoding_view.h"
#include "ui/widgets/theme.h"

using decoding_sample::AnsweredView;
using decoding_sample::beam;

class DecodingComparisonTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void searchesStandSideBySide()
    {
        AnsweredView shown(beam(5));
        shown.click("compareButton");
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].search.kind, "greedy"s);
        shown.click("compareButton");
        QCOMPARE(shown.requests[2].search.kind, "sampling"s);
        QVERIFY(!shown.child<QToolButton>("compareButton")->isEnabled());
        for (int column = 0; column < 3; ++column)
            QVERIFY(shown.column(column)->isVisible());
        shown.click("firstButton");
        for (int step = 1; step <= 3; ++step) {
            shown.click("forwardButton");
            for (int column = 0; column < 3; ++column)
                QCOMPARE(shown.tree(column)->step(), step);
        }
        // Each has its own translations.
        shown.click("lastButton");
        for (int column = 0; column < 3; ++column) {
            const ui::DecodingSteps answer = shown.answer(size_t(column));
            QCOMPARE(shown.tree(column)->step(), answer.count());
            QCOMPARE(
                shown.column(column)->findChild<QTableView*>("resultTable")->model()->rowCount(),
                int(answer.decoding().trace.ranking.size()));
        }
    }

    void theStepAtWhichTheyPartIsSaid()
    {
        AnsweredView shown(beam(5));
        QVERIFY(!shown.child<QLabel>("partingLabel")->isVisible());
        shown.click("compareButton");
        const ui::DecodingSteps wide = shown.answer(0), greedy = shown.answer(1);
        const int first = ui::firstDifference({&wide, &greedy});
        QVERIFY(first >= 0);
        auto* label = shown.child<QLabel>("partingLabel");
        QVERIFY(label->isVisible());
        QVERIFY(label->text().startsWith(u"They differ from step %1 on"_s.arg(first + 1)));
        shown.child<QSlider>("stepSlider")->setValue(first);
        QVERIFY(label->text().startsWith(u"All searches agree up to step %1"_s.arg(first)));
    }

    void aClosedColumnTakesNoAnswer()
    {
        AnsweredView shown(beam(5));
        shown.answering = false;
        shown.click("compareButton");
        auto* close = shown.column(1)->findChild<QToolButton*>("closeColumnButton");
        QVERIFY(close->isVisible());
        QCoreApplication::processEvents(); // it gets its place
        mouseClick(close, Qt::LeftButton);
        QVERIFY(!shown.column(1)->isVisible());
        shown.view.setDecoding(1, decoding_sample::decode(shown.requests[1]));
        QVERIFY(shown.tree(1)->shownNodes().empty());
        QVERIFY(!shown.child<QLabel>("partingLabel")->isVisible());
    }

    void sentencesOnWhichTheBeamWinsCanBeFoundAndOpened()
    {
        AnsweredView shown(beam(5));
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(3);
        mouseClick(shown.child<QPushButton>("findGainsButton"), Qt::LeftButton);
        QCOMPARE(shown.context.count<core::AskGains>(), size_t{1});
        QVERIFY(shown.context.last<core::AskGains>().search == beam(5));
        const auto entry = shown.context.asked.back();
        entry->hearer.progressed({{"Translating", {}}, 0.4, 3.0});
        auto* stage = shown.child<QLabel>("stageLabel");
        QVERIFY(stage->text().contains(u"3.0 s left"_s));
        mouseClick(shown.child<QPushButton>("cancelButton"), Qt::LeftButton);
        QVERIFY(entry->withdrawn);
        QVERIFY(!stage->isVisible());
        core::SearchGain gain;
        gain.source = "ein mann steht auf einer leiter .";
        gain.greedy = "a man";
        gain.searched = "a guy";
        gain.greedyLogProbability = -6.5;
        gain.searchedLogProbability = -5.25;
        gain.greedyBleu = gain.searchedBleu = std::nan("");
        gain.firstDifference = 1;
        shown.view.setGains({gain});
        auto* table = shown.child<QTableView>("gainsTable");
        const QAbstractItemModel& rows = *table->model();
        QCOMPARE(rows.rowCount(), 1);
        QCOMPARE(rows.index(0, 0).data().toString(), u"1.25"_s);
        mouseClick(table->viewport(), Qt::LeftButton, {},
                   table->visualRect(rows.index(0, 1)).center());
        QCOMPARE(shown.view.text(), QString::fromStdString(gain.source));
        QVERIFY(shown.column(1)->isVisible()); // greedy beside it
        QCOMPARE(shown.requests.back().search.kind, "greedy"s);
        QCOMPARE(shown.transport()->step(), 2);
    }
};

UNROLL_TEST(DecodingComparisonTest, QApplication)
#include "decoding_comparison_test.moc"
