#include "core/probe/classification/classification_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/results/baseline_panel.h"
#include "ui/results/class_results.h"
#include "ui/results/results_view.h"
#include "ui/text/score_text.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/message_bar.h"

#include <QTranslator>

namespace {

core::Prediction prediction(const std::string& text, int32_t label, int32_t predicted,
                            double confidence)
{
    std::vector<float> probabilities(2, float(1.0 - confidence));
    probabilities[size_t(predicted)] = float(confidence);
    return {text, label, predicted, confidence, probabilities};
}

/// Five texts of two classes: 2 true negatives found, 1 false positive, 1 of 2 positives found.
core::ScoredTexts fiveTexts()
{
    core::ScoredTexts content;
    content.epoch = 3;
    content.rows = {prediction("dull, and long", 0, 0, 0.75), prediction("Not bad", 1, 0, 0.625),
                    prediction("a waste", 0, 1, 0.5), prediction("lovely\n\"gem\"", 1, 1, 0.875),
                    prediction("awful", 0, 0, 1.0)};
    core::ClassificationScores& scores = content.scores;
    scores.count = 5;
    scores.loss = 0.5125;
    scores.accuracy = 0.6;
    scores.macroF1 = 7.0 / 12.0;
    scores.macroPrecision = 7.0 / 12.0;
    scores.macroRecall = 7.0 / 12.0;
    scores.classes
        = {{"negative", 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 3}, {"positive", 0.5, 0.5, 0.5, 2}};
    scores.confusion = {2, 1, 1, 1};
    return content;
}

/// Two baselines on fiveTexts(), compared with what a network predicted.
core::BaselineReport reportOn(const core::Outcomes& run)
{
    core::BaselineReport report;
    core::Baseline majority{"majority", "Majority", "The most frequent class."};
    core::Baseline bayes{"naive_bayes", "Naive Bayes", "Counts of words."};
    majority.outcomes.score = bayes.outcomes.score = "accuracy";
    for (const double right : {1.0, 0.0, 0.0, 0.0, 1.0})
        majority.outcomes.add(right, 1.0);
    for (const double right : {1.0, 1.0, 0.0, 1.0, 1.0})
        bayes.outcomes.add(right, 1.0);
    report.baselines.all = {majority, bayes};
    report.baselines.words = {{"negative", {{"dull", 1.5, 3, 0}}},
                              {"positive", {{"lovely", 1.2, 2, 0}, {"gem", 1.0, 1, 0}}}};
    core::compareWith(run, report, core::Monitor());
    return report;
}

core::ScoredTexts manyTexts(int texts, int classes)
{
    core::ScoredTexts content;
    content.epoch = 4;
    content.scores.confusion.assign(size_t(classes * classes), 0);
    for (int i = 0; i < texts; ++i) {
        const int label = i * 7 % classes;
        const int predicted = i % 6 == 0 ? (label + i / 6) % classes : label;
        core::Prediction one
            = prediction("Text number " + std::to_string(i)
                             + ": the film was not nearly as bad as everybody said, "
                               "although the second half drags on and on",
                         0, 0, 0.5 + 0.5 * (i % 1000) / 1000.0);
        one.label = label;
        one.predicted = predicted;
        content.rows.push_back(one);
        ++content.scores.confusion[size_t(label * classes + predicted)];
    }
    content.scores.count = texts;
    content.scores.accuracy = 0.861;
    content.scores.macroF1 = 0.8593;
    content.scores.loss = 0.3471;
    const char* names[] = {"World", "Sports", "Business", "Science and technology"};
    for (int i = 0; i < classes; ++i)
        content.scores.classes.push_back(
            {i < 4 ? names[i] : "class " + std::to_string(i), 0.85, 0.87, 0.86, texts / classes});
    return content;
}

} // namespace

class ResultsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static void open(ui::ResultsView& view, const core::ScoredTexts& content)
    {
        view.setResults(u"lstm"_s, u"test"_s, content);
        showSized(view, {1000, 700});
    }

private Q_SLOTS:
    void modelsObeyTheirRules()
    {
        ui::ResultsTable table;
        auto* view = table.findChild<ui::RowView*>("predictionTable");
        QAbstractItemModelTester modelTester(&view->rows()), filterTester(&view->filter());
        table.setPredictions(fiveTexts().rows, {"negative", "positive"});
        table.findChild<QComboBox*>("judgementBox")->setCurrentIndex(2);
        view->sortByColumn(ui::ResultsTable::Confidence, Qt::DescendingOrder);
        QCOMPARE(view->filter().rowCount(), 2);
    }

    void scoresAreShown()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        QCOMPARE(view.findChild<QLabel*>("accuracyFigure")->text(), u"60.0 %"_s);
        QCOMPARE(view.findChild<QLabel*>("macroF1Figure")->text(), u"0.5833"_s);
        QCOMPARE(view.findChild<QLabel*>("lossFigure")->text(), u"0.5125"_s);
        QCOMPARE(view.findChild<QLabel*>("countFigure")->text(), u"5"_s);
        auto* classes = view.findChild<ui::ClassScoresTable*>("classTable");
        QCOMPARE(columnTexts(*classes, 0), (QStringList{"negative", "positive", "mean"}));
        QCOMPARE(columnTexts(*classes, 1)[0], u"0.667"_s);
        QCOMPARE(columnTexts(*classes, 4)[1], u"2"_s);
        QCOMPARE(view.findChild<QComboBox*>("splitBox")->currentData().toString(), u"test"_s);
        const ui::HeatMapContent& confusion
            = view.findChild<ui::HeatMap*>("confusionMap")->content();
        QCOMPARE(confusion.cellTexts[1], u"1\n33 %"_s); // true 0, predicted 1
        QCOMPARE(confusion.values[2], 0.5F); // true 1, predicted 0: half of its row
    }

    void aPresentationSaysWhichTextsWereRead()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        const auto* label = namedChild<QLabel>(view, "presentedSplitLabel");
        QVERIFY(!label->isVisible());
        m_theme.setPresentation(true);
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(), u"test texts"_s);
        m_theme.setPresentation(false);
        QVERIFY(!label->isVisible());
    }

    void aNarrowViewStacksItsParts()
    {
        QScrollArea area; // as in the window: it grows what needs more room than there is
        area.setWidgetResizable(true);
        area.setWidget(new ui::ResultsView(m_context));
        area.resize(1300, 700);
        area.show();
        auto& view = static_cast<ui::ResultsView&>(*area.widget());
        view.setResults(u"lstm"_s, u"test"_s, fiveTexts());
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        const auto* confusion = view.findChild<ui::HeatMap*>("confusionMap");
        const auto* table = view.findChild<QTableView*>("predictionTable");
        QVERIFY(table != nullptr);
        const auto place = [&view](const QWidget* part) {
            return QRect(part->mapTo(&view, QPoint()), part->size());
        };
        QTRY_VERIFY(place(confusion).right() < place(table).left());
        area.resize(690, 640);
        QTRY_VERIFY(place(confusion).bottom() < place(table).top());
        QTRY_VERIFY(place(table).right() <= area.width());
        QCOMPARE(area.horizontalScrollBar()->maximum(), 0);
    }

    void rightAndWrongAreSigns()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        auto* table = view.findChild<QTableView*>("predictionTable");
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Sign).join(QString()),
                 u"\u2713\u2717\u2717\u2713\u2713"_s);
        QCOMPARE(table->model()->index(1, 0).data(Qt::AccessibleTextRole).toString(), u"wrong"_s);
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Text)[3], u"lovely \"gem\""_s);
    }

    void aCellOfTheConfusionMatrixFilters()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        auto* map = view.findChild<ui::HeatMap*>("confusionMap");
        auto* table = view.findChild<QTableView*>("predictionTable");
        mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(1, 0).center());
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Text), QStringList{"Not bad"});
        mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(1, 0).center());
        QCOMPARE(table->model()->rowCount(), 5);
        QCOMPARE(map->currentCell(), QPoint(-1, -1));
    }

    void filtersWorkTogether()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        auto* table = view.findChild<QTableView*>("predictionTable");
        view.findChild<QLineEdit*>("searchEdit")->setText("A");
        QTRY_COMPARE(table->model()->rowCount(), 4); // letters of either case
        view.findChild<QComboBox*>("judgementBox")->setCurrentIndex(2);
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Text), (QStringList{"Not bad", "a waste"}));
        view.findChild<QComboBox*>("trueBox")->setCurrentIndex(1);
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Text), QStringList{"a waste"});
        view.findChild<QLineEdit*>("searchEdit")->clear();
        view.findChild<QComboBox*>("judgementBox")->setCurrentIndex(0);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(view.findChild<QLabel*>("shownLabel")->text(), u"3 of 5 texts shown."_s);
    }

    void columnsSort()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        auto* table = view.findChild<QTableView*>("predictionTable");
        table->sortByColumn(ui::ResultsTable::Confidence, Qt::AscendingOrder);
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Confidence),
                 (QStringList{"50.0 %", "62.5 %", "75.0 %", "87.5 %", "100.0 %"}));
        table->sortByColumn(ui::ResultsTable::Sign, Qt::AscendingOrder);
        QCOMPARE(columnTexts(*table, ui::ResultsTable::Sign).join(QString()),
                 u"\u2717\u2717\u2713\u2713\u2713"_s);
    }

    void aClickOrReturnOpensTheWholeText()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        QSignalSpy activated(&m_context, &ui::ViewContext::looked);
        QSignalSpy places(&m_context, &ui::ViewContext::viewRequested);
        auto* table = view.findChild<QTableView*>("predictionTable");
        const QRect row = table->visualRect(table->model()->index(3, 1));
        mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(places.last().first().toString(), u"sentence"_s);
        QCOMPARE(activated.last().first().toString(), u"lovely\n\"gem\""_s);
        keyClick(table, Qt::Key_Up);
        keyClick(table, Qt::Key_Return);
        QCOMPARE(activated.last().first().toString(), u"a waste"_s);
    }

    void theRowsShownAreExported()
    {
        ui::ResultsView view(m_context);
        open(view, fiveTexts());
        view.findChild<QTableView*>("predictionTable")
            ->sortByColumn(ui::ResultsTable::Confidence, Qt::DescendingOrder);
        view.findChild<QComboBox*>("trueBox")->setCurrentIndex(2);
        QCOMPARE(exportedTable(view, "predictions"),
                 u"text,true,predicted,confidence,right,p(negative),p(positive)\n"
                 "\"lovely\n\"\"gem\"\"\",positive,positive,0.875,1,0.125,0.875\n"
                 "Not bad,positive,negative,0.625,0,0.625,0.375\n"_s);
    }

    void theConfusionMatrixIsExported()
    {
        ui::ResultsView view(m_context);
        QVERIFY(view.figures().empty());
        open(view, fiveTexts());
        QCOMPARE(exportedTable(view, "scores", "confusion"),
                 u",negative,positive\nnegative,2,1\npositive,1,1\n"_s);
        QVERIFY(arePicturesExported(view, "confusion", 1000));
        QVERIFY(exportedTable(view, "scores", "classes").startsWith(u"name,precision,"_s));
        QVERIFY(exported(view, "scores", ui::FigureFormat::Text).contains("accuracy: 60.0 %"));
    }

    void evaluationCanBeAskedForFollowedAndCancelled()
    {
        ui::ResultsView view(m_context);
        view.show();
        m_context.asked.clear();
        m_context.shown.live = true; // A training is held up by what is pressed only.
        m_context.lead(view);
        QVERIFY(m_context.asked.empty());
        auto* evaluate = view.findChild<QPushButton*>("evaluateButton");
        auto* bar = view.findChild<QProgressBar*>("progressBar");
        mouseClick(evaluate, Qt::LeftButton);
        QCOMPARE(m_context.last<core::AskScores>().split, "valid"s);
        const auto entry = m_context.asked.back();
        entry->hearer.progressed({{"Reading %1 texts", {"5"}}, 0.25, 12.0});
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->value(), 250);
        QCOMPARE(view.findChild<QLabel*>("stageLabel")->text(), u"Reading 5 texts, 12 s left"_s);
        QVERIFY(!evaluate->isEnabled());
        mouseClick(view.findChild<QPushButton*>("cancelButton"), Qt::LeftButton);
        QVERIFY(entry->withdrawn);
        QVERIFY(!bar->isVisible());
        QVERIFY(!view.findChild<ui::MessageBar*>()->isVisible()); // asked for, so no failure
        QVERIFY(evaluate->isEnabled());
        m_context.shown.live = false; // The training has ended: now the scores come unasked.
        view.follow(m_context.shown);
        QCOMPARE(m_context.count<core::AskScores>(), size_t{2});
        core::ScoredTexts scored;
        scored.scores = fiveTexts().scores;
        scored.epoch = 4;
        m_context.asked.back()->answer<core::AskScores>(scored);
        QCOMPARE(view.findChild<QLabel*>("ofLabel")->text(), u"one, epoch 4"_s);
        m_context.shown.live = false;
    }

    void anEpochThatIsChosenIsScoredWhileTheRunTrains()
    {
        ui::ResultsView view(m_context);
        m_context.asked.clear();
        m_context.shown.live = true;
        m_context.lead(view);
        QVERIFY(m_context.asked.empty());
        m_context.shown.choice.epoch = 3;
        view.follow(m_context.shown);
        view.follow(m_context.shown); // once
        QCOMPARE(m_context.count<core::AskScores>(), size_t{1});
        QCOMPARE(m_context.asked.back()->choice.epoch, 3);
        m_context.shown.choice.epoch = -1; // As it is now: on demand.
        view.follow(m_context.shown);
        QCOMPARE(m_context.count<core::AskScores>(), size_t{1});
        m_context.shown.live = false;
    }

    void whatIsHiddenOrOfAnotherRunIsNotScored()
    {
        ui::ResultsView view(m_context);
        m_context.asked.clear();
        view.setSeen(false);
        m_context.lead(view);
        QVERIFY(m_context.asked.empty());
        view.setSeen(true);
        view.follow(m_context.shown);
        QCOMPARE(m_context.asked.size(), size_t{1});
        view.setSeen(false);
        ui::Shown other = m_context.shown;
        other.choice.run = u"/runs/two"_s;
        view.follow(other);
        QVERIFY(m_context.asked.back()->withdrawn); // Nobody waits for the scores of that run.
        QCOMPARE(m_context.asked.size(), size_t{1});
    }

    void theNetworkIsComparedWithBaselines()
    {
        ui::ResultsView view(m_context);
        view.show();
        m_context.asked.clear();
        m_context.lead(view);
        const auto* panel = view.findChild<ui::BaselinePanel*>();
        QVERIFY(!panel->isVisible());
        m_context.asked.back()->answer<core::AskScores>(fiveTexts());
        QCOMPARE(m_context.last<core::AskBaselines>().run, "/runs/one"s);
        QCOMPARE(m_context.last<core::AskBaselines>().split, "valid"s);
        const core::Outcomes run = *m_context.last<core::AskBaselines>().outcomes;
        QCOMPARE(run.whole(), 0.6); // 3 of 5
        m_context.asked.back()->answer<core::AskBaselines>(reportOn(run));
        QVERIFY(panel->isVisible());
        QVERIFY(panel->findChild<QLabel*>("baselineVerdict")
                    ->text()
                    .startsWith(u"The network does not beat the baseline \"Naive Bayes\": its "
                                "accuracy is 60.0 %, that of the baseline 80.0 %."_s));
        auto* table = panel->findChild<ui::RowView*>("baselineTable");
        QVERIFY(!table->isVisible());
        mouseClick(panel->findChild<QToolButton*>("baselineFold"), Qt::LeftButton);
        QVERIFY(table->isVisible());
        QCOMPARE(columnTexts(*table, 0), (QStringList{"Majority", "Naive Bayes"}));
        QCOMPARE(columnTexts(*table, 1), (QStringList{"40.0 %", "80.0 %"}));
        QCOMPARE(columnTexts(*table, 2), (QStringList{u"+0.200"_s, u"\u22120.200"_s}));
        auto* words = panel->findChild<ui::RowView*>("tellingWordTable");
        QCOMPARE(columnTexts(*words, 0), QStringList{"dull"});
        panel->findChild<QComboBox*>("tellingClassBox")->setCurrentIndex(1);
        QCOMPARE(columnTexts(*words, 0), (QStringList{"lovely", "gem"}));
        QVERIFY(exported(view, "baselines", ui::FigureFormat::Text).contains("Naive Bayes"));
        QVERIFY(exportedTable(view, "baselines", "comparison").startsWith(u"name,baseline,"_s));
        ui::Shown other = m_context.shown; // Another run has other scores.
        other.choice.run = u"/runs/two"_s;
        view.follow(other);
        QVERIFY(!panel->isVisible());
    }

    void namesInTheVerdictAreTranslated()
    {
        struct German : QTranslator {
            QString translate(const char* context, const char* text, const char*,
                              int) const override
            {
                const bool isName = qstrcmp(context, "core") == 0;
                return isName && qstrcmp(text, "Naive Bayes") == 0 ? u"naives Bayes-Modell"_s
                    : isName && qstrcmp(text, "accuracy") == 0     ? u"Genauigkeit"_s
                                                                   : QString();
            }
            bool isEmpty() const override { return false; }
        } german;
        QCoreApplication::installTranslator(&german);
        core::Outcomes run;
        run.score = "accuracy";
        for (const double right : {1.0, 0.0, 0.0, 1.0, 1.0})
            run.add(right, 1.0);
        const QString text = ui::verdictText(reportOn(run));
        QCoreApplication::removeTranslator(&german);
        QVERIFY2(text.startsWith(u"The network does not beat the baseline \"naives Bayes-Modell\": "
                                 "its Genauigkeit is 60.0 %, that of the baseline 80.0 %."_s),
                 qPrintable(text));
        QVERIFY(ui::verdictText({}).isEmpty());
    }

    void fiftyThousandRowsSortAndFilter()
    {
        ui::ResultsView view(m_context);
        const core::ScoredTexts content = manyTexts(50000, 4);
        open(view, content);
        auto* table = view.findChild<QTableView*>("predictionTable");
        QElapsedTimer watch;
        watch.start();
        table->sortByColumn(ui::ResultsTable::Confidence, Qt::DescendingOrder);
        qInfo("sorting 50,000 rows: %lld ms", qlonglong(watch.restart()));
        view.findChild<QLineEdit*>("searchEdit")->setText("number 4999");
        QTRY_COMPARE(table->model()->rowCount(), 11); // 4999 and 49990 ... 49999
        qInfo("finding a text: %lld ms", qlonglong(watch.restart()));
        view.findChild<QComboBox*>("judgementBox")->setCurrentIndex(1);
        QVERIFY(table->model()->rowCount() < 11);
    }

    void looks()
    {
        ui::ResultsView view(m_context);
        takePictures(view, "results-empty", {{900, 600}});
        const auto setResults = [&view](const core::ScoredTexts& scored) {
            view.setResults(u"reviews-bilstm-attention-002"_s, u"valid"_s, scored);
        };
        m_context.lead(view);
        setResults(manyTexts(4000, 4));
        takePictures(view, "results-four");
        setResults(manyTexts(4000, 20));
        m_context.asked.back()->hearer.progressed({{"Reading %1 texts", {"4,000"}}, 0.4, 12.0});
        takePictures(view, "results-twenty");
        setResults(fiveTexts());
        takePictures(view, "results-two", {{900, 600}});
        m_theme.setPresentation(true);
        setResults(manyTexts(4000, 4));
        takePictures(view, "results-presentation", {{1400, 900}});
        m_theme.setPresentation(false);
    }
};

UNROLL_TEST(ResultsTest, QApplication)
#include "results_test.moc"
