#include "core/probe/regression/regression_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/results/number_results_view.h"
#include "ui/results/number_table.h"
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
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void scoresAndTextsAreShown()
    {
        const auto view = opened(fourNumbers());
        QCOMPARE(m_context.last<core::AskNumberScores>().split, std::string("valid"));
        QCOMPARE(textOf(*view, "meanAbsoluteErrorFigure"), QStringLiteral("2.188"));
        const auto* table = view->findChild<QTableView*>(QStringLiteral("numberTable"));
        QCOMPARE(table->model()->rowCount(), 4);
        QCOMPARE(table->model()->index(2, 3).data().toString(), QStringLiteral("7"));
    }

    /// What is opened up with a text is read back by the network, in any language.
    void aTrueNumberIsOpenedUpAsDataHaveIt()
    {
        QCOMPARE(ui::numberAsData(-12345.25), QStringLiteral("-12345.25"));
        QCOMPARE(ui::numberAsData(std::nan("")), QString());
    }

    void aDotLeadsToItsText()
    {
        const auto view = opened(fourNumbers());
        auto* plot = view->findChild<ui::ScatterPlot*>();
        const auto* table = view->findChild<QTableView*>(QStringLiteral("numberTable"));
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->placeOf(2).toPoint());
        QCOMPARE(plot->current(), 2);
        QCOMPARE(table->currentIndex().row(), 2);
        QVERIFY2(textOf(*view, "scatterPointed").contains(QStringLiteral("a waste")),
                 qPrintable(textOf(*view, "scatterPointed")));
        QCOMPARE(looked.size(), 0);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->placeOf(1).toPoint());
        QCOMPARE(looked.size(), 1);
        QCOMPARE(looked[0][0].toString(), QStringLiteral("Not bad"));
        // A click far from every dot changes nothing.
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->placeOf(3).toPoint() - QPoint(60, -60));
        QCOMPARE(plot->current(), 1);
    }

    /// In the order of the true numbers.
    void keysGoFromDotToDot()
    {
        const auto view = opened(fourNumbers());
        auto* plot = view->findChild<ui::ScatterPlot*>();
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        for (const int index : {2, 0, 1, 3, 3}) {
            QTest::keyClick(plot, Qt::Key_Right);
            QCOMPARE(plot->current(), index);
        }
        QTest::keyClick(plot, Qt::Key_Home);
        QTest::keyClick(plot, Qt::Key_Return);
        QCOMPARE(looked.size(), 1);
        QCOMPARE(looked[0][0].toString(), QStringLiteral("a waste"));
        QVERIFY(!plot->accessibleName().isEmpty());
    }

    void aRowMarksItsDot()
    {
        const auto view = opened(fourNumbers());
        auto* table = view->findChild<QTableView*>(QStringLiteral("numberTable"));
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
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
        view.findChild<QPushButton*>(QStringLiteral("evaluateButton"))->click();
        QCOMPARE(context.count<core::AskNumberScores>(), size_t{1});
    }

    void numbersWithoutVarianceShowADash()
    {
        core::ScoredNumbers scored = fourNumbers();
        scored.scores.pearson = scored.scores.spearman = scored.scores.rSquared = std::nan("");
        const auto view = opened(scored);
        QCOMPARE(textOf(*view, "pearsonFigure"), QStringLiteral("\u2013"));
    }

    void whatIsShownCanBeWritten()
    {
        const auto view = opened(fourNumbers());
        const std::vector<ui::Figure> figures = view->figures();
        QCOMPARE(figures.size(), size_t{2});
        const std::string csv = ui::contentOf(figures[0], ui::FigureFormat::Csv);
        QVERIFY2(csv.starts_with("text,true,predicted,error\n\"dull, and long\",2,2.5,0.5\n"),
                 csv.c_str());
        QVERIFY(ui::contentOf(figures[1], ui::FigureFormat::Svg).find("<svg") != std::string::npos);
        QVERIFY(ui::contentOf(figures[1], ui::FigureFormat::Text).find("2.188")
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
        QCOMPARE(bars->accessibleDescription(), QStringLiteral("7.125"));
        takePictures(view, QStringLiteral("sentence-number"), {{900, 500}});
    }

    void pictures()
    {
        const auto view = opened(manyNumbers(1000));
        takePictures(*view, QStringLiteral("number-results"), {{900, 600}, {1280, 800}});
    }
};
UNROLL_TEST(NumberResultsTest, QApplication)
#include "number_results_test.moc"
