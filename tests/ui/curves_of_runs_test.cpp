#include "tests/support/test_case.h"
#include "tests/ui/opened_curves_view.h"
#include "tests/ui/views_pictures.h"
#include "ui/curves/curve_legend.h"
#include "ui/widgets/number_box.h"

/// Curves of several runs, and of the one that all views show among them.
class CurvesOfRunsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theLossIsCalledAsTheTasksCallIt()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
        const auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        auto* perplexity = view.findChild<QAction*>("perplexityAction");
        QCOMPARE(plot->accessibleName(), u"Loss: cross-entropy (nats)"_s);
        QVERIFY(perplexity->isVisible());
        ui::RunRow other = sample::row("gru", 1);
        other.loss = {"mean squared error", "", false};
        view.store().setHistory(other.id, sample::history({}));
        view.setRuns({sample::row("lstm", 0), other});
        QCOMPARE(plot->accessibleName(), u"Loss: cross-entropy (nats)"_s);
        QVERIFY(perplexity->isVisible());
        view.setRuns({other});
        QCOMPARE(plot->accessibleName(), u"Loss: mean squared error"_s);
        QVERIFY(!perplexity->isVisible());
    }

    /// Unknown tokens make perplexity lower: their share stands beside it.
    void perplexityStandsBesideTheShareOfUnknownTokens()
    {
        const auto history = [](double unknown) {
            core::RunHistory all = sample::history({});
            for (core::EpochReport& epoch : all.epochs) {
                epoch.validLoss = 5.0 / double(epoch.epoch); // The last is the best.
                epoch.validScores = {{"accuracy", 0.01 * double(epoch.epoch)},
                                     {"perplexity", 122.0},
                                     {"unknown_share", unknown}};
            }
            return all;
        };
        ui::CurvesView view;
        sample::open(view, history(0.2271));
        const auto* plot = view.findChild<ui::CurvePlot*>("perplexityPlot");
        QCOMPARE(plot->title(), u"Perplexity (22.7 % of tokens unknown)"_s);
        const auto labels = view.findChildren<QLabel*>();
        QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(
                QStringLiteral("perplexity 122.0, unknown tokens 22.7 %"));
        }));
        const ui::RunRow other = sample::row("gru", 1);
        view.store().setHistory(other.id, history(0.0));
        view.setRuns({sample::row("lstm", 0), other});
        QCOMPARE(plot->title(), u"Perplexity (0.0 % to 22.7 % of tokens unknown)"_s);
    }

    void anImportedRunHasNoAxesButTheReason()
    {
        ui::CurvesView view;
        ui::RunRow imported = sample::row("gpt2", 1);
        imported.summary.epochs = imported.summary.steps = 0;
        view.store().setHistory(imported.id, {});
        view.setRuns({imported});
        showSized(view, {1000, 700});
        const auto* plot = namedChild<ui::CurvePlot>(view, "lossPlot");
        QVERIFY(!plot->isVisible());
        const auto says = [&view](const QString& text) {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(text);
            });
        };
        QVERIFY(says(u"gpt2 has no curves"_s) && says(u"was imported"_s));
        const ui::RunRow trained = sample::row("lstm", 0);
        view.store().setHistory(trained.id, sample::history({}));
        view.setRuns({imported, trained});
        QTRY_VERIFY(plot->isVisible());
        QCOMPARE(view.runNames(), QStringList(u"lstm"_s));
        QVERIFY(!says(u"gpt2 has no curves"_s) && !says(u"other runs"_s));
        // The imported run is shown: the curves are those of another one, which is named.
        ui::Shown shown;
        shown.choice.run = imported.id;
        view.follow(shown);
        QTRY_VERIFY(says(u"gpt2 was imported and has no curves. These are the curves of other "
                         "runs. lstm: "_s));
    }

    void runsOfAnotherTaskHaveAxesOfTheirOwn()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
        const auto* tabs = view.findChild<QTabBar*>("familyTabs");
        QVERIFY(!tabs->isVisible()); // One kind of run needs none.
        ui::RunRow classifier = sample::row("lstm", 0), translator = sample::row("reverse", 1);
        classifier.task = u"Classes"_s;
        translator.task = u"Translation"_s;
        translator.summary.spec.task.kind = "translation";
        view.store().setHistory(translator.id, sample::translationHistory());
        view.setRuns({classifier, translator});
        QVERIFY(tabs->isVisible());
        QCOMPARE(tabs->count(), 2);
        QCOMPARE(tabs->tabText(0), u"Classes (1)"_s);
        QCOMPARE(tabs->tabText(1), u"Translation (1)"_s);
        const auto* table = view.findChild<ui::HoverTable*>("hoverTable");
        const auto drawn = [&] { return columnTexts(*table, ui::HoverTable::Run); };
        QTRY_COMPARE(drawn(), QStringList("lstm"));
        QVERIFY(view.findChild<ui::CurvePlot*>("bleuPlot") == nullptr);
        // The run that all views show brings its axes in front, also before anything is known.
        view.setRuns({classifier});
        ui::Shown shown;
        shown.choice.run = translator.id;
        view.follow(shown);
        QCOMPARE(table->item(0, ui::HoverTable::Run)->text(), u"lstm"_s);
        view.setRuns({classifier, translator});
        view.store().setHistory(translator.id, sample::translationHistory());
        QCOMPARE(tabs->currentIndex(), 1);
        QTRY_COMPARE(drawn(), QStringList("reverse"));
        QVERIFY(view.findChild<ui::CurvePlot*>("bleuPlot")->isVisible());
        view.findChild<QTabBar*>("familyTabs")->setCurrentIndex(0);
        QTRY_COMPARE(drawn(), QStringList("lstm"));
        QVERIFY(!view.findChild<ui::CurvePlot*>("bleuPlot")->isVisible());
        view.setRuns({translator}); // Unticked: the others are all there is.
        QTRY_COMPARE(drawn(), QStringList("reverse"));
        QVERIFY(!tabs->isVisible());
    }

    void sentenceAndTableFollowTheCurrentRun()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
        ui::RunRow other = sample::row("gru", 1);
        view.store().setHistory(other.id, sample::history({.seed = 2}));
        view.setRuns({sample::row("lstm", 0), other});
        const auto* sentence = view.findChild<QLabel*>("sentenceLabel");
        const auto* table = view.findChild<ui::HoverTable*>("hoverTable");
        const auto isBold = [table](int row) { return table->item(row, 0)->font().bold(); };
        ui::Shown shown;
        for (const char* name : {"gru", "lstm"}) {
            shown.choice.run = u"/runs/"_s + QLatin1String(name);
            view.follow(shown);
            QTRY_VERIFY(sentence->text().startsWith(QLatin1String(name) + u": "_s));
            QTRY_VERIFY(isBold(shown.choice.run.endsWith(u'u')));
            QVERIFY(!isBold(!shown.choice.run.endsWith(u'u')));
        }
        other.shown = false; // The chosen run is drawn whether it is ticked or not.
        view.setRuns({sample::row("lstm", 0), other});
        QTRY_COMPARE(view.runNames(), QStringList{u"lstm"_s});
        shown.choice.run = other.id;
        view.follow(shown);
        QTRY_VERIFY(sentence->text().startsWith(u"gru: "_s));
        QCOMPARE(view.runNames(), (QStringList{u"lstm"_s, u"gru"_s}));
        // A new run prepares.
        shown = {};
        shown.choice.run = u"/runs/new"_s;
        shown.name = u"new"_s;
        shown.live = true;
        view.follow(shown);
        QTRY_VERIFY(sentence->text().startsWith(u"new is being prepared"_s));
        shown.askable = true;
        view.follow(shown);
        QTRY_VERIFY(!sentence->text().contains(u"prepared"_s));
    }

    void theFirstRunOfAllIsSaidToPrepare()
    {
        ui::CurvesView view;
        showSized(view, {900, 600});
        ui::Shown shown;
        shown.choice.run = u"/runs/new"_s;
        shown.name = u"new"_s;
        const auto title = [&view] { return labelText(view, "emptyTitle"); };
        QCOMPARE(title(), u"No curves yet"_s);
        shown.live = true;
        view.follow(shown);
        QCOMPARE(title(), u"new is being prepared"_s);
    }

    void theCurrentRunLiesOnTop()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
        view.store().setHistory("/runs/gru", sample::history({.seed = 2}));
        view.setRuns({sample::row("lstm", 0), sample::row("gru", 1)});
        ui::Shown shown;
        shown.choice.run = u"/runs/lstm"_s;
        view.follow(shown);
        const auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const QColor lstm = m_theme.seriesPen(0).color(), gru = m_theme.seriesPen(1).color();
        const auto layerOf = [&](const QColor& colour) {
            for (int i = 0; i < plot->graphCount(); ++i)
                if (plot->graph(i)->scatterStyle().isNone() && plot->graph(i)->pen().widthF() > 1.0
                    && plot->graph(i)->pen().color() == colour)
                    return plot->graph(i)->layer()->index();
            return -1;
        };
        QVERIFY(layerOf(lstm) > layerOf(gru) && layerOf(gru) >= 0);
        shown.choice.run = u"/runs/gru"_s;
        view.follow(shown);
        QVERIFY(layerOf(gru) > layerOf(lstm) && layerOf(lstm) >= 0);
    }

    void theLegendSaysWhatIsBest()
    {
        ui::CurvesView view;
        ui::RunRow run = sample::row("lstm", 0);
        run.summary.spec.training.monitor = "valid_accuracy";
        view.setRuns({run});
        view.store().setHistory(run.id, sample::history({}));
        showSized(view, {1000, 700});
        const auto* legend = namedChild<ui::CurveLegend>(view, "legend");
        QVERIFY(legend->entries().contains(u"best epoch by validation accuracy"_s));
        const auto* sentence = view.findChild<QLabel*>("sentenceLabel");
        QTRY_VERIFY(sentence->text().startsWith(u"Validation accuracy"_s));
        ui::RunRow other = sample::row("gru", 1);
        view.store().setHistory(other.id, sample::history({}));
        view.setRuns({run, other});
        QVERIFY(legend->entries().contains(u"best epoch by the run's own measure"_s));
    }

    void ofManyRunsTheSmoothedLinesAreDrawn()
    {
        ui::CurvesView view;
        std::vector<ui::RunRow> rows;
        for (int i = 0; i < 30; ++i)
            rows.push_back(sample::row("run" + std::to_string(i), i));
        view.setRuns(rows);
        for (const ui::RunRow& row : rows)
            view.store().setHistory(row.id, sample::history({.epochs = 2, .updatesPerEpoch = 50}));
        showSized(view, {1000, 700});
        const auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const auto* legend = namedChild<ui::CurveLegend>(view, "legend");
        const auto lines = [&] {
            int filled = 0;
            for (int i = 0; i < plot->graphCount(); ++i)
                filled += plot->graph(i)->data()->size() > 50;
            return filled;
        };
        QTRY_COMPARE(lines(), 30);
        QVERIFY(legend->entries().contains(u"and 18 more"_s));
        QVERIFY(!legend->entries().contains(u"every update"_s));
        QVERIFY(legend->height() < 120);
        view.setRuns({rows[0], rows[1]});
        QTRY_COMPARE(lines(), 4);
        QVERIFY(legend->entries().contains(u"every update"_s));
    }

    void unknownRunsAreAskedForOnce()
    {
        ui::CurvesView view;
        QSignalSpy requested(&view.store(), &ui::RunStore::requested);
        ui::RunRow hidden = sample::row("gru", 1);
        hidden.shown = false;
        view.setRuns({sample::row("lstm", 0), hidden});
        view.setRuns({sample::row("lstm", 0), hidden});
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested.first().first().toString(), sample::openedRun());
        QVERIFY(!view.knows(sample::openedRun()));
        view.store().setHistory(sample::openedRun(), sample::smallHistory());
        QVERIFY(view.knows(sample::openedRun()));
        view.setRuns({hidden});
        QVERIFY(!view.knows(sample::openedRun()));
        view.setRuns({sample::row("lstm", 0)});
        QCOMPARE(requested.count(), 2);
    }
};

UNROLL_TEST(CurvesOfRunsTest, QApplication)
#include "curves_of_runs_test.moc"
