#include "core/probe/regression/regression_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/results/number_results_view.h"
#include "ui/results/scatter_plot.h"
#include "ui/sentence/sentence_view.h"
#include "ui/widgets/probability_bars.h"

namespace {

/// Four texts, one of which is far off.
core::ScoredNumbers fourNumbers()
{
    core::ScoredNumbers scored;
    scored.rows = {{"dull, and long", 2.0, 2.5},
                   {"Not bad", 6.0, 5.0},
                   {"a waste", 1.0, 8.0},
                   {"lovely\n\"gem\"", 9.0, 9.25}};
    scored.scores = core::regressionScores({2.0, 6.0, 1.0, 9.0}, {2.5, 5.0, 8.0, 9.25}, 2.0);
    scored.epoch = 3;
    return scored;
}

core::ScoredNumbers manyNumbers(int texts)
{
    core::ScoredNumbers scored;
    std::vector<double> numbers, predicted;
    for (int i = 0; i < texts; ++i) {
        const double number = i % 101 / 10.0;
        numbers.push_back(number);
        predicted.push_back(5.0 + 0.8 * (number - 5.0) + 0.9 * std::sin(i * 12.9898));
        scored.rows.push_back({"Text number " + std::to_string(i)
                                   + ": above all, the ending is not at all wonderful. The "
                                     "cast was slightly dull.",
                               number, predicted.back()});
    }
    scored.scores = core::regressionScores(numbers, predicted, 0.2 * texts);
    scored.epoch = 4;
    return scored;
}

} // namespace

class NumberResultsTest : public QObject {
    Q_OBJECT
    ui::Theme m_theme;
    FakeContext m_context;

    /// The view, shown, with `scored` as the answer.
    std::unique_ptr<ui::NumberResultsView> opened(const core::ScoredNumbers& scored)
    {
        auto view = std::make_unique<ui::NumberResultsView>(m_context);
        m_context.answerWith<core::AskNumberScores>(
            [scored](const core::AskNumberScores&) { return scored; });
        m_context.lead(*view);
        showSized(*view, {1000, 700});
        return view;
    }
    static QString textOf(const QWidget& view, const char* label)
    {
        return view.findChild<QLabel*>(QString::fromLatin1(label))->text();
    }

private Q_SLOTS:
    void scoresAndTextsAreShown()
    {
        const auto view = opened(fourNumbers());
        QCOMPARE(m_context.last<core::AskNumberScores>().split, "valid"s);
        QCOMPARE(textOf(*view, "meanAbsoluteErrorFigure"), u"2.188"_s);
        const auto* table = view->findChild<QTableView*>(u"numberTable"_s);
        QCOMPARE(table->model()->rowCount(), 4);
        QCOMPARE(table->model()->index(2, 3).data().toString(), u"7"_s);
    }

    /// What is opened up with a text is read back by the network, in any language.
    void aTrueNumberIsOpenedUpAsDataHaveIt()
    {
        QCOMPARE(ui::numberAsData(-12345.25), u"-12345.25"_s);
        QCOMPARE(ui::numberAsData(std::nan("")), QString());
    }

    void aDotLeadsToItsText()
    {
        const auto view = opened(fourNumbers());
        auto* plot = view->findChild<ui::ScatterPlot*>();
        const auto* table = view->findChild<QTableView*>(u"numberTable"_s);
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        mouseClick(plot, Qt::LeftButton, {}, plot->placeOf(2).toPoint());
        QCOMPARE(plot->current(), 2);
        QCOMPARE(table->currentIndex().row(), 2);
        QVERIFY2(textOf(*view, "scatterPointed").contains(u"a waste"_s),
                 qPrintable(textOf(*view, "scatterPointed")));
        QCOMPARE(looked.size(), 0);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->placeOf(1).toPoint());
        QCOMPARE(looked.size(), 1);
        QCOMPARE(looked[0][0].toString(), u"Not bad"_s);
        // A click far from every dot changes nothing.
        mouseClick(plot, Qt::LeftButton, {}, plot->placeOf(3).toPoint() - QPoint(60, -60));
        QCOMPARE(plot->current(), 1);
    }

    /// In the order of the true numbers.
    void keysGoFromDotToDot()
    {
        const auto view = opened(fourNumbers());
        auto* plot = view->findChild<ui::ScatterPlot*>();
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        for (const int index : {2, 0, 1, 3, 3}) {
            keyClick(plot, Qt::Key_Right);
            QCOMPARE(plot->current(), index);
        }
        keyClick(plot, Qt::Key_Home);
        keyClick(plot, Qt::Key_Return);
        QCOMPARE(looked.size(), 1);
        QCOMPARE(looked[0][0].toString(), u"a waste"_s);
        QVERIFY(!plot->accessibleName().isEmpty());
    }

    void aRowMarksItsDot()
    {
        const auto view = opened(fourNumbers());
        auto* table = view->findChild<QTableView*>(u"numberTable"_s);
        keyClick(table, Qt::Key_Down);
        keyClick(table, Qt::Key_Down);
        QCOMPARE(view->findChild<ui::ScatterPlot*>()->current(), table->currentIndex().row());
    }

    void aTrainingIsNotHeldUpUnasked()
    {
        FakeContext context;
        context.shown.live = true;
        ui::NumberResultsView view(context);
        context.lead(view);
        showSized(view, {1000, 700});
        QCOMPARE(context.count<core::AskNumberScores>(), size_t{0});
        view.findChild<QPushButton*>(u"evaluateButton"_s)->click();
        QCOMPARE(context.count<core::AskNumberScores>(), size_t{1});
    }

    void numbersWithoutVarianceShowADash()
    {
        core::ScoredNumbers scored = fourNumbers();
        scored.scores.pearson = scored.scores.spearman = scored.scores.rSquared = std::nan("");
        const auto view = opened(scored);
        QCOMPARE(textOf(*view, "pearsonFigure"), u"\u2013"_s);
    }

    void whatIsShownCanBeWritten()
    {
        const auto view = opened(fourNumbers());
        const std::vector<ui::Figure> figures = view->figures();
        QCOMPARE(figures.size(), size_t{3});
        const std::string csv = ui::contentOf(figures[0], ui::FigureFormat::Csv);
        QVERIFY2(csv.starts_with("text,true,predicted,error\n\"dull, and long\",2,2.5,0.5\n"),
                 csv.c_str());
        QVERIFY(ui::contentOf(figures[1], ui::FigureFormat::Svg).find("<svg") != std::string::npos);
        QVERIFY(ui::contentOf(figures[2], ui::FigureFormat::Text).find("2.188")
                != std::string::npos);
    }

    void theSentenceShowsTheNumber()
    {
        ui::SentenceView view(m_context);
        core::Inspection inspection;
        inspection.text = "not dull";
        inspection.tokens = {"not", "dull"};
        inspection.ids = {5, 6};
        inspection.number = 7.125;
        view.setInspection(inspection);
        showSized(view, {900, 500});
        const auto* bars = view.findChild<ui::ProbabilityBars*>();
        QCOMPARE(bars->accessibleDescription(), u"7.125"_s);
        takePictures(view, u"sentence-number"_s, {{900, 500}});
    }

    void pictures()
    {
        const auto view = opened(manyNumbers(1000));
        takePictures(*view, u"number-results"_s, {{900, 600}, {1280, 800}});
    }
};
UNROLL_TEST(NumberResultsTest, QApplication)
#include "number_results_test.moc"
