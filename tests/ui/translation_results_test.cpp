#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/results/grouped_scores_page.h"
#include "ui/results/translation_results_view.h"
#include "ui/results/translation_tables.h"
#include "ui/table/row_model.h"
#include "ui/table/row_view.h"
#include "ui/widgets/message_bar.h"

namespace {

core::ScoredTranslation pair(const std::string& source, const std::string& reference,
                             const std::string& hypothesis, double bleu, double logProbability)
{
    core::ScoredTranslation pair{source, reference, hypothesis, bleu, bleu / 2.0, logProbability};
    pair.tokens = 5;
    pair.exact = reference == hypothesis;
    return pair;
}

core::ScoredPairs threePairs()
{
    core::ScoredPairs content;
    content.epoch = 7;
    content.rows = {pair("ein hund", "a dog", "a dog", 100.0, -0.5),
                    pair("zwei Katzen", "two cats, \"big\"", "two dogs", 37.5, -2.25),
                    pair("drei H\u00fchner", "three hens", "three small hens", 55.0, -4.0)};
    core::TranslationScores& scores = content.scores;
    scores.count = 3;
    scores.perplexity = 5.25;
    scores.uniformPerplexity = 8000.0;
    scores.unknownShare = 0.23;
    scores.knownPerplexity = 9.5;
    scores.cutReferences = 2;
    scores.accuracy = 0.625;
    scores.bleu.score = 41.24;
    scores.bleu.signature = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:1";
    scores.chrf.score = 60.5;
    scores.chrf.signature = "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:1";
    scores.exactMatch = 1.0 / 3.0;
    scores.alignmentErrorRate = std::numeric_limits<double>::quiet_NaN();
    scores.seconds = 3.2;
    return content;
}

core::ScoredPairs manyPairs(int pairs)
{
    core::ScoredPairs content = threePairs();
    content.rows.clear();
    for (int i = 0; i < pairs; ++i)
        content.rows.push_back(
            pair("eine Gruppe von Menschen steht vor einem Iglu Nummer " + std::to_string(i),
                 "a group of people stands in front of igloo number " + std::to_string(i),
                 (i % 4 == 0 ? "a group of people stands in front of igloo number "
                             : "a group of men are standing outside an igloo number ")
                     + std::to_string(i),
                 double(i * 37 % 1000) / 10.0, -double(i % 77) / 4.0));
    content.scores.count = pairs;
    content.scores.alignmentErrorRate = 0.1235;
    return content;
}

std::vector<core::SearchGain> gains()
{
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    return {{"ein hund", "a dog", "a hound", "a dog", -3.0, -1.25, 20.0, 100.0, 1},
            {"zwei Katzen", "", "two cat", "two cats", -2.5, -2.0, unknown, unknown, 1}};
}

} // namespace

class TranslationResultsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static void open(ui::TranslationResultsView& view, const core::ScoredPairs& content)
    {
        view.setResults(u"gru-attention"_s, u"test"_s, content);
        showSized(view, {1100, 700});
    }

    static QTableView* translations(const ui::TranslationResultsView& view)
    {
        return view.findChild<QTableView*>("translationTable");
    }

    static QString figure(const ui::TranslationResultsView& view, const char* name)
    {
        const auto* label = view.findChild<QLabel*>(QLatin1String(name));
        return label == nullptr ? QString() : label->text();
    }

private Q_SLOTS:
    void modelsObeyTheirRules()
    {
        const Strings texts{"b", "a", "c"};
        ui::RowModel model;
        model.setColumns(
            {ui::textColumn("text", "Text", {},
                            [&](int row) { return std::string_view(texts[size_t(row)]); }),
             ui::writtenColumn("extra", [](int) { return int64_t{7}; }),
             ui::numberColumn(
                 "number", "Number", {}, [](int row) { return double(10 - row); },
                 [](double number) { return QString::number(number); }, {})});
        ui::RowFilter filter(model);
        QAbstractItemModelTester modelTester(&model), filterTester(&filter);
        model.reset(3, [] {});
        filter.setCondition([](int row) { return row != 0; });
        filter.sort(1, Qt::AscendingOrder);
        QCOMPARE(filter.rowCount(), 2);
        QCOMPARE(filter.index(0, 0).data().toString(), u"c"_s);
        filter.sort(0, Qt::AscendingOrder);
        QCOMPARE(filter.index(0, 0).data().toString(), u"a"_s);
        QCOMPARE(filter.columnCount(), 2); // The other is written only.
        ui::TableText table(ui::TableText::Separator::Tab);
        filter.write(table);
        QCOMPARE(QString::fromStdString(table.text()),
                 u"text\textra\tnumber\na\t7\t9\nc\t7\t8\n"_s);
    }

    void shortAndLongSourcesAreComparedBetweenTickedRuns()
    {
        const auto groups = [](double first, double second) {
            core::GroupedScores scores;
            scores.score = "bleu";
            scores.guess = "Median";
            scores.groups = {{1, 4, 20, {first, first - 5.0, first + 5.0}, 7.0},
                             {5, 12, 22, {second, second - 9.0, second + 9.0}, 3.0}};
            return scores;
        };
        for (const char* run : {"/runs/one", "/runs/two", "/runs/unticked"}) {
            ui::RunRow& row = m_context.rows.emplace_back();
            row.id = QString::fromLatin1(run);
            row.summary.name = std::filesystem::path(run).filename();
            row.shown = row.id != u"/runs/unticked"_s;
        }
        ui::TranslationResultsView view(m_context);
        view.follow(m_context.shown);
        open(view, threePairs());
        namedChild<QTabWidget>(view, "pages")->setCurrentIndex(2);
        QCOMPARE(m_context.count<core::AskGroupedScores>(), size_t{0}); // It takes long.
        namedChild<QPushButton>(view, "evaluateGroupsButton")->click();
        QCOMPARE(m_context.count<core::AskGroupedScores>(), size_t{2});
        for (const auto& entry : std::vector(m_context.asked))
            if (entry->question.as<core::AskGroupedScores>() != nullptr)
                entry->answer<core::AskGroupedScores>(
                    entry->choice.run == u"/runs/one"_s ? groups(40.0, 20.0) : groups(41.0, 39.0));
        auto* plot = view.findChild<ui::GroupedScoresPlot*>();
        QCOMPARE(plot->graphCount(), 3);
        QCOMPARE(plot->graph(2)->name(), u"Median"_s); // One for all runs.
        QCOMPARE(plot->graph(2)->data()->at(1)->value, 3.0);
        QVERIFY(plot->accessibleDescription().contains(u"n = 22: 39"_s));
        QCOMPARE(plot->graph(0)->data()->at(1)->value, 20.0);
        QCOMPARE(plot->graph(1)->data()->at(1)->value, 39.0);
        QVERIFY(plot->yAxis->range().upper >= 48.0); // The ends of the intervals are seen.
        QVERIFY(exportedTable(view, "score_by_length").contains("two,5,12,22,bleu,39,30,48,3"));
        // Another set is evaluated on demand only.
        view.setResults(u"one"_s, u"valid"_s, threePairs());
        QCOMPARE(plot->graphCount(), 0);
        m_context.rows.clear();
    }

    void wordsThatDifferAreFound()
    {
        using Parts = std::vector<ui::TextPart>;
        const ui::TextDifference one = ui::differenceOf(u"a big dog runs"_s, u"a dog  ran fast"_s);
        QVERIFY((one.first == Parts{{2, 3}, {10, 4}}));
        QVERIFY((one.second == Parts{{7, 3}, {11, 4}}));
        const ui::TextDifference none = ui::differenceOf(u"a b"_s, u"a b"_s);
        QVERIFY(none.first.empty() && none.second.empty());
        const ui::TextDifference all = ui::differenceOf(u"a b"_s, QString());
        QVERIFY((all.first == Parts{{0, 1}, {2, 1}}));
        // Order counts: only one of the two swapped words is common.
        const ui::TextDifference swapped = ui::differenceOf(u"a b"_s, u"b a"_s);
        QCOMPARE(swapped.first.size(), size_t(1));
        QCOMPARE(swapped.second.size(), size_t(1));
    }

    void scoresAreShown()
    {
        ui::TranslationResultsView view(m_context);
        open(view, threePairs());
        QCOMPARE(figure(view, "bleuFigure"), QStringLiteral("41.2"));
        QCOMPARE(figure(view, "chrfFigure"), QStringLiteral("60.5"));
        QCOMPARE(figure(view, "perplexityFigure"), QStringLiteral("5.250"));
        QCOMPARE(figure(view, "unknownFigure"), QStringLiteral("23.0 %"));
        QCOMPARE(figure(view, "accuracyFigure"), QStringLiteral("62.5 %"));
        QCOMPARE(figure(view, "exactFigure"), QStringLiteral("33.3 %"));
        QCOMPARE(figure(view, "countFigure"), QStringLiteral("3"));
        QVERIFY(view.findChild<QLabel*>("alignmentFigure") == nullptr); // not known
        auto* signature = view.findChild<QLabel*>("signatureLabel");
        QVERIFY(signature->text().contains(u"tok:13a|smooth:exp"_s));
        QVERIFY(signature->text().contains(u"longer than the maximum length: 2 of 3 references"_s));
        QVERIFY(signature->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        QVERIFY(view.findChild<QLabel*>("bleuFigure")
                    ->parentWidget()
                    ->toolTip()
                    .contains(u"tok:13a"_s));
        QCOMPARE(figure(view, "ofLabel"), u"gru-attention, epoch 7"_s);
        open(view, manyPairs(8));
        QCOMPARE(figure(view, "alignmentFigure"), u"12.3 %"_s);
        view.follow({});
        QCOMPARE(figure(view, "bleuFigure"), u"\u2013"_s);
    }

    void rowsShowFilterAndSort()
    {
        using Table = ui::TranslationTable;
        ui::TranslationResultsView view(m_context);
        open(view, threePairs());
        QTableView* table = translations(view);
        QCOMPARE(columnTexts(*table, Table::Exact).join(QString()), u"=\u2260\u2260"_s);
        table->sortByColumn(Table::Bleu, Qt::AscendingOrder);
        QCOMPARE(columnTexts(*table, Table::Bleu), (QStringList{"37.5", "55.0", "100.0"}));
        table->sortByColumn(Table::LogProbability, Qt::AscendingOrder);
        QCOMPARE(columnTexts(*table, Table::LogProbability),
                 (QStringList{"\u22124.00", "\u22122.25", "\u22120.50"}));
        view.findChild<QComboBox*>("exactBox")->setCurrentIndex(2);
        QCOMPARE(columnTexts(*table, Table::Source),
                 (QStringList{u"drei H\u00fchner"_s, "zwei Katzen"}));
        auto* pairs = view.findChild<Table*>();
        pairs->findChild<QLineEdit*>("searchEdit")->setText("DOGS"); // in a hypothesis
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QCOMPARE(pairs->findChild<QLabel*>("shownLabel")->text(), u"1 of 3 pairs shown."_s);
        view.findChild<QComboBox*>("exactBox")->setCurrentIndex(1);
        QCOMPARE(table->model()->rowCount(), 0);
    }

    void differencesAreUnderlinedAndSaid()
    {
        ui::TranslationResultsView view(m_context);
        open(view, threePairs());
        QTableView* table = translations(view);
        const QModelIndex cell = table->model()->index(2, ui::TranslationTable::Hypothesis);
        QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(),
                 u"three small hens [only here: small]"_s);
        QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(u"only here: small"_s));
        QVERIFY(qobject_cast<ui::DifferenceDelegate*>(
                    table->itemDelegateForColumn(ui::TranslationTable::Hypothesis))
                != nullptr);
        // The line under a word is drawn across the blank-free length of it, and nowhere else.
        const auto coloured = [&](int row) {
            const QImage picture = table->viewport()
                                       ->grab(table->visualRect(table->model()->index(
                                           row, ui::TranslationTable::Hypothesis)))
                                       .toImage();
            int most = 0;
            for (int y = 0; y < picture.height(); ++y) {
                int run = 0;
                for (int x = 0; x < picture.width(); ++x) {
                    run = picture.pixelColor(x, y) == m_theme.bad() ? run + 1 : 0;
                    most = std::max(most, run);
                }
            }
            return most;
        };
        const int small = QFontMetrics(m_theme.textFont()).horizontalAdvance("small");
        QVERIFY2(std::abs(coloured(2) - small) <= 4,
                 qPrintable(u"%1 of %2"_s.arg(coloured(2)).arg(small)));
        QCOMPARE(coloured(0), 0); // exact
    }

    void aClickOrReturnOpensThePair()
    {
        ui::TranslationResultsView view(m_context);
        open(view, threePairs());
        QSignalSpy text(&m_context, &ui::ViewContext::looked);
        QSignalSpy places(&m_context, &ui::ViewContext::viewRequested);
        QTableView* table = translations(view);
        const QRect row = table->visualRect(table->model()->index(1, 1));
        mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(text.last().at(0).toString(), u"zwei Katzen"_s);
        QCOMPARE(text.last().at(1).toString(), u"two cats, \"big\""_s);
        keyClick(table, Qt::Key_Up);
        keyClick(table, Qt::Key_Return);
        QCOMPARE(text.last().at(0).toString(), u"ein hund"_s);
        QCOMPARE(text.count(), 2);
        QCOMPARE(places.last().first().toString(), u"sentence"_s);
        view.findChild<QToolButton*>("decodeButton")->click();
        QCOMPARE(text.last().first().toString(), u"ein hund"_s);
        QCOMPARE(places.last().first().toString(), u"decoding"_s);
    }

    void theRowsShownAreExported()
    {
        ui::TranslationResultsView view(m_context);
        open(view, threePairs());
        view.findChild<QComboBox*>("exactBox")->setCurrentIndex(2);
        translations(view)->sortByColumn(ui::TranslationTable::Bleu, Qt::AscendingOrder);
        QCOMPARE(exportedTable(view, "translations"),
                 u"source,reference,hypothesis,exact,bleu,chrf,log_probability,tokens\n"
                 "zwei Katzen,\"two cats, \"\"big\"\"\",two dogs,0,37.5,18.75,-2.25,5\n"
                 "drei H\u00fchner,three hens,three small hens,0,55,27.5,-4,5\n"_s);
    }

    void gainsOfASearchAreAskedForAndShown()
    {
        ui::TranslationResultsView view(m_context);
        open(view, threePairs());
        m_context.shown.live = true; // Nothing is asked unasked.
        m_context.lead(view);
        open(view, threePairs());
        QSignalSpy decode(&m_context, &ui::ViewContext::looked);
        auto* pages = view.findChild<QTabWidget*>("pages");
        pages->setCurrentIndex(1);
        auto* find = view.findChild<QPushButton*>("findGainsButton");
        mouseClick(find, Qt::LeftButton);
        QCOMPARE(m_context.last<core::AskGains>().split, "test"s);
        m_context.asked.back()->hearer.progressed({{"Searching", {}}, 0.5, -1.0});
        QVERIFY(!find->isEnabled());
        m_context.asked.back()->answer<core::AskGains>(gains());
        QVERIFY(find->isEnabled());
        using Table = ui::GainsTable;
        auto* table = view.findChild<QTableView*>("gainsTable");
        QCOMPARE(columnTexts(*table, Table::Gain), (QStringList{"1.75", "0.50"}));
        QCOMPARE(columnTexts(*table, Table::Part), (QStringList{"2", "2"}));
        QCOMPARE(columnTexts(*table, Table::SearchedBleu), (QStringList{"100.0", "\u2013"}));
        table->sortByColumn(Table::Gain, Qt::AscendingOrder);
        mouseClick(table->viewport(), Qt::LeftButton, {},
                   table->visualRect(table->model()->index(0, 1)).center());
        QCOMPARE(decode.last().first().toString(), u"zwei Katzen"_s);
        const QStringList lines = exportedTable(view, "gains").split('\n');
        QCOMPARE(lines[1], u"zwei Katzen,,two cat,two cats,2,-2.5,-2,,"_s);
        view.setGains({});
        QVERIFY(
            view.findChild<QLabel*>("foundLabel")->text().startsWith(u"The search finds no "_s));
    }

    void furtherReferencesAreComparedWith()
    {
        ui::TranslationResultsView view(m_context);
        view.show();
        m_context.shown.live = true; // Nothing is asked unasked.
        m_context.lead(view);
        auto* remove = view.findChild<QToolButton*>("removeReferencesButton");
        QVERIFY(!remove->isVisible());
        view.setReferences({"/data/second.en", "/data/third.en"});
        QCOMPARE(m_context.last<core::AskTranslationScores>().references,
                 Strings({"/data/second.en", "/data/third.en"}));
        QVERIFY(remove->isVisible());
        QCOMPARE(remove->text(), u"Remove 2 files of references"_s);
        mouseClick(remove, Qt::LeftButton);
        QVERIFY(m_context.last<core::AskTranslationScores>().references.empty());
        QVERIFY(!remove->isVisible());
    }

    void evaluationCanBeAskedForFollowedAndCancelled()
    {
        ui::TranslationResultsView view(m_context);
        view.show();
        m_context.shown.live = true; // A training is held up by what is pressed only.
        m_context.lead(view);
        auto* evaluate = view.findChild<QPushButton*>("evaluateButton");
        mouseClick(evaluate, Qt::LeftButton);
        QCOMPARE(m_context.last<core::AskTranslationScores>().split, "valid"s);
        const auto entry = m_context.asked.back();
        entry->hearer.progressed({{"Translating %1 sentences", {"5"}}, 0.25, 12.0});
        QCOMPARE(view.findChild<QProgressBar*>("progressBar")->value(), 250);
        mouseClick(view.findChild<QPushButton*>("cancelButton"), Qt::LeftButton);
        QVERIFY(entry->withdrawn);
        QVERIFY(!view.findChild<ui::MessageBar*>()->isVisible()); // asked for, so no failure
        QVERIFY(evaluate->isEnabled());
        mouseClick(evaluate, Qt::LeftButton);
        m_context.asked.back()->hearer.failed(
            {core::ErrorCode::FileMissing, {"No run in %1.", {"x"}}, {}, {}});
        QCOMPARE(view.findChild<ui::MessageBar*>()->text(), u"No run in x."_s);
    }

    void manyRowsSortAndFilter()
    {
        ui::TranslationResultsView view(m_context);
        open(view, manyPairs(30000));
        QTableView* table = translations(view);
        QElapsedTimer watch;
        watch.start();
        table->sortByColumn(ui::TranslationTable::Bleu, Qt::DescendingOrder);
        qInfo("sorting 30,000 rows: %lld ms", qlonglong(watch.restart()));
        view.findChild<ui::TranslationTable*>()
            ->findChild<QLineEdit*>("searchEdit")
            ->setText("Nummer 2999");
        QTRY_COMPARE(table->model()->rowCount(), 11); // 2999 and 29990 ... 29999
    }

    void looks()
    {
        const QList<QSize> sizes{{720, 600}, {1280, 800}, {1920, 1080}};
        ui::TranslationResultsView view(m_context);
        takePictures(view, "translation-results-empty", {{900, 600}});
        view.setResults(u"multi30k-transformer-002"_s, u"valid"_s, manyPairs(1000));
        takePictures(view, "translation-results", sizes);
        view.setGains(gains());
        takePictures(view, "translation-gains", sizes);
        view.findChild<QTabWidget*>("pages")->setCurrentIndex(0);
        m_theme.setPresentation(true);
        takePictures(view, "translation-results-presentation", {{1400, 900}});
        m_theme.setPresentation(false);
    }
};

UNROLL_TEST(TranslationResultsTest, QApplication)
#include "translation_results_test.moc"
