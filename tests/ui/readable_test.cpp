// Painted widgets through Qt's accessibility interface, as screen readers see them.
#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/answered_decoding_view.h"
#include "tests/ui/shown_widgets.h"
#include "ui/curves/curve_plot.h"
#include "ui/decoding/distribution_plot.h"
#include "ui/positions/position_plots.h"
#include "ui/results/scatter_plot.h"
#include "ui/sentence/attention_grid.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"
#include "ui/widgets/value_strip.h"
#include "ui/window/help_windows.h"

using decoding_sample::AnsweredView;
using decoding_sample::beam;

namespace {

QAccessibleInterface& interfaceOf(QWidget& widget)
{
    QAccessibleInterface* found = QAccessible::queryAccessibleInterface(&widget);
    if (found == nullptr)
        qFatal("no interface");
    return *found;
}

QString said(QAccessibleInterface* item)
{
    return item == nullptr ? u"nothing"_s : item->text(QAccessible::Name);
}

QStringList namesOfChildren(const QAccessibleInterface& of)
{
    QStringList names;
    for (int i = 0; i < of.childCount(); ++i)
        names << said(of.child(i));
    return names;
}

ui::HeatMapContent matrix()
{
    ui::HeatMapContent content;
    content.rows = 2;
    content.columns = 3;
    content.values = {0.0F, 0.25F, 0.5F, 0.75F, 1.0F, 0.125F};
    content.rowLabels = QStringList{"not", "good"};
    content.columnLabels = QStringList{"this", "film", "was"};
    return content;
}

} // namespace

class ReadableTest : public QObject {
    Q_OBJECT

    ui::Theme m_theme;

private Q_SLOTS:
    void aHeatMapIsATable()
    {
        ui::HeatMap map;
        map.setContent(matrix());
        showSized(map, {400, 300});
        QAccessibleInterface& shown = interfaceOf(map);
        QCOMPARE(shown.role(), QAccessible::Table);
        QAccessibleTableInterface* table = shown.tableInterface();
        QVERIFY(table != nullptr);
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->columnCount(), 3);
        QCOMPARE(table->rowDescription(1), u"good"_s);
        QCOMPARE(table->columnDescription(2), u"was"_s);
        QCOMPARE(said(table->cellAt(1, 0)), u"good, this: 0.75"_s);
        QCOMPARE(table->cellAt(2, 0), nullptr);
        QCOMPARE(shown.childCount(), 6);
        QAccessibleInterface* cell = shown.child(5);
        QCOMPARE(cell->role(), QAccessible::Cell);
        QCOMPARE(cell->parent(), &shown);
        QCOMPARE(shown.indexOfChild(cell), 5);
        QCOMPARE(cell->tableCellInterface()->rowIndex(), 1);
        QCOMPARE(cell->tableCellInterface()->columnIndex(), 2);
        const QRect place = map.cellRect(1, 2).translated(map.viewport()->mapToGlobal(QPoint()));
        QCOMPARE(cell->rect(), place);
        QCOMPARE(shown.childAt(place.center().x(), place.center().y()), cell);
    }

    void theKeyboardCursorIsTheFocus()
    {
        ui::HeatMap map;
        map.setContent(matrix());
        showSized(map, {400, 300});
        map.activateWindow();
        map.setFocus();
        QTRY_VERIFY(map.hasFocus());
        keyClick(&map, Qt::Key_Right);
        keyClick(&map, Qt::Key_Down);
        keyClick(&map, Qt::Key_Right);
        QAccessibleInterface& shown = interfaceOf(map);
        QCOMPARE(said(shown.focusChild()), u"good, film: 1"_s);
        QVERIFY(shown.focusChild()->state().focused);
        QVERIFY(!shown.child(0)->state().focused);
        shown.child(2)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(map.currentCell(), QPoint(2, 0));
    }

    void cellsThatAreGoneAreInvalid()
    {
        ui::HeatMap map;
        map.setContent(matrix());
        QAccessibleInterface* last = interfaceOf(map).child(5);
        QVERIFY(last->isValid());
        map.setContent({});
        QVERIFY(!last->isValid());
        QVERIFY(last->state().invalid);
        QCOMPARE(said(last), QString());
        QCOMPARE(interfaceOf(map).childCount(), 0);
    }

    void aTokenLineIsAList()
    {
        ui::TokenLine line;
        line.setTokens({{"not", 57, false, 0.31}, {"zeugma", 1, true, 0.69}}, 0.69);
        showSized(line, {400, 100});
        QAccessibleInterface& shown = interfaceOf(line);
        QCOMPARE(shown.role(), QAccessible::List);
        QCOMPARE(shown.tableInterface()->rowCount(), 2);
        QCOMPARE(namesOfChildren(shown), (QStringList{line.describe(0), line.describe(1)}));
        QVERIFY(line.describe(1).contains(u"zeugma"_s));
        line.setFocus();
        QTRY_VERIFY(line.hasFocus());
        keyClick(&line, Qt::Key_End);
        QCOMPARE(said(shown.focusChild()), line.describe(1));
        QCOMPARE(shown.child(1)->rect(), line.chipRect(1).translated(line.mapToGlobal(QPoint())));
    }

    void theHypothesesAreATree()
    {
        AnsweredView view(beam(3));
        ui::HypothesisTree& tree = *view.tree();
        const ui::DecodingSteps answer = view.answer();
        QAccessibleInterface& shown = interfaceOf(tree);
        QCOMPARE(shown.role(), QAccessible::Tree);
        QCOMPARE(shown.childCount(), 1);
        size_t items = 0;
        const std::function<void(QAccessibleInterface*)> walk = [&](QAccessibleInterface* item) {
            ++items;
            QCOMPARE(item->role(), QAccessible::TreeItem);
            QVERIFY(!said(item).isEmpty());
            for (int i = 0; i < item->childCount(); ++i) {
                QCOMPARE(item->child(i)->parent(), item);
                QCOMPARE(item->indexOfChild(item->child(i)), i);
                walk(item->child(i));
            }
        };
        walk(shown.child(0));
        QCOMPARE(items, tree.shownNodes().size());
        tree.setFocus();
        QTRY_VERIFY(tree.hasFocus());
        tree.setCurrent(0);
        keyClick(&tree, Qt::Key_Right);
        QCOMPARE(said(shown.focusChild()), tree.accessibleDescription());
        QCOMPARE(shown.focusChild()->parent(), shown.child(0));
        view.click("firstButton"); // The begin mark alone is known.
        QCOMPARE(shown.childCount(), 1);
        QCOMPARE(shown.child(0)->childCount(), 0);
    }

    void theNextTokensAreAList()
    {
        AnsweredView view(beam(3));
        view.tree()->setFocus();
        keyClick(view.tree(), Qt::Key_Left); // from the end mark, which nothing follows
        auto* plot = view.child<ui::DistributionPlot>("distributionPlot");
        const QAccessibleInterface& shown = interfaceOf(*plot);
        QCOMPARE(shown.childCount(), int(plot->bars().size()));
        QCOMPARE(said(shown.child(0)), plot->describe(0));
    }

    void numbersOfStripsAndBarsAreLists()
    {
        ui::ValueStrip strip;
        strip.setValues({0.5F, -0.25F}, 1.0);
        QCOMPARE(namesOfChildren(interfaceOf(strip)),
                 (QStringList{"number 1 of 2: 0.5", "number 2 of 2: \u22120.25"}));
        ui::ProbabilityBars bars;
        bars.setProbabilities({"bad", "good"}, {0.25F, 0.75F}, 1);
        const QStringList said = namesOfChildren(interfaceOf(bars));
        QCOMPARE(said.size(), 2);
        QVERIFY(said[1].startsWith(u"good"_s));
        QVERIFY(said[1].endsWith(u"predicted"_s));
    }

    void linesOfAPlotAreAList()
    {
        ui::Plot plot;
        QCPGraph* line = plot.addGraph();
        line->setName(u"lstm"_s);
        line->setData({0, 1, 2}, {3, 0.5, 1});
        plot.addGraph()->setName({}); // An ornament.
        QCOMPARE(namesOfChildren(interfaceOf(plot)),
                 QStringList{"lstm: from 3 at 0 to 1 at 2; lowest 0.5, highest 3"});
        auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
        bars->setData({1, 2}, {10, 20});
        QCOMPARE(namesOfChildren(interfaceOf(plot)).mid(1), (QStringList{"10 at 1", "20 at 2"}));
    }

    void aPlotReadsItsLinesAtTheCursor()
    {
        ui::CurvePlot plot(ui::curvePlotKinds().front());
        auto* line = new QCPGraph(plot.xAxis, plot.yAxis);
        line->setName(u"lstm"_s);
        line->setData({0, 1, 2}, {3, 0.5, 1});
        showSized(plot, {400, 300});
        plot.setFocus();
        QTRY_VERIFY(plot.hasFocus());
        plot.setCursor(1.2);
        QCOMPARE(said(interfaceOf(plot).focusChild()), u"lstm: 0.5 at 1"_s);
        plot.setCursor(1.9);
        QCOMPARE(said(interfaceOf(plot).focusChild()), u"lstm: 1 at 2"_s);
    }

    void aPositionMapIsATableWithAKeyboardCursor()
    {
        ui::PositionMap map;
        const core::PositionTable table = fixture::positions().front();
        map.show(table, 40, 1.0);
        showSized(map, {500, 300});
        QAccessibleInterface& shown = interfaceOf(map);
        QCOMPARE(shown.tableInterface()->rowCount(), 40);
        QCOMPARE(shown.tableInterface()->columnCount(), int(table.features));
        map.setFocus();
        QTRY_VERIFY(map.hasFocus());
        QSignalSpy picked(&map, &ui::PositionMap::dimensionPicked);
        keyClick(&map, Qt::Key_Down);
        keyClick(&map, Qt::Key_Right);
        QCOMPARE(said(shown.focusChild()), u"position 0, dimension 1: 1"_s);
        keyClick(&map, Qt::Key_Return);
        QCOMPARE(picked.value(0).value(0).toInt(), 1);
    }

    void dotsAreAList()
    {
        ui::ScatterPlot plot;
        plot.setPredictions({{"a", 3.0, 4.5}, {"b", 1.0, 1.5}});
        QCOMPARE(namesOfChildren(interfaceOf(plot)),
                 (QStringList{"true 1, predicted 1.5", "true 3, predicted 4.5"}));
    }

    void theHelpSaysItsFormulas()
    {
        auto* help = new ui::SettingsHelp(fixture::knowledge(), nullptr);
        help->search(u"gates decide"_s);
        const QStringList said
            = namesOfChildren(interfaceOf(*help->findChild<QTextBrowser*>("settingsText")));
        QCOMPARE(said.size(), help->shownEntries());
        QVERIFY(said.join(u' ').contains(u"tanh"_s));
        delete help;
    }
};

UNROLL_TEST(ReadableTest, QApplication)
#include "readable_test.moc"
