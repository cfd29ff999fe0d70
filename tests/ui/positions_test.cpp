#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/positions/dimension_chooser.h"
#include "ui/positions/position_plots.h"
#include "ui/positions/positions_view.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/theme.h"

class PositionsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static core::PositionTable learned(int64_t length, int64_t features)
    {
        core::PositionTable table{"Learned positions", length, features, {}};
        for (int64_t i = 0; i < length * features; ++i)
            table.values.push_back(static_cast<float>(i % 7 - 3) / 100.0F);
        return table;
    }

    static void open(ui::PositionsView& view, const std::vector<core::PositionTable>& tables)
    {
        view.setPositions(tables);
        showSized(view, {800, 700});
    }

private Q_SLOTS:
    void sinesAndCosinesAreKnownFromTheirValues()
    {
        core::PositionTable table = fixture::positions().front();
        QVERIFY(ui::isSinusoidal(table));
        table.values[static_cast<size_t>(3 * table.features + 5)] += 0.01F;
        QVERIFY(!ui::isSinusoidal(table));
        QVERIFY(!ui::isSinusoidal(learned(5, 4)));
    }

    void theFirstDimensionsAreQuickAndSlowOnes()
    {
        QCOMPARE(ui::firstDimensions(256), (std::vector<int>{0, 32, 33, 64, 128}));
        QCOMPARE(ui::firstDimensions(2), (std::vector<int>{0, 1}));
        QCOMPARE(ui::firstDimensions(1), std::vector<int>{0});
    }

    void formulaCurvesAndColoursAreShown()
    {
        ui::PositionsView view(m_context);
        open(view, fixture::positions());
        QVERIFY(formulaText(view, "positionsFormula").contains(u"sin"));
        const auto* curves = view.findChild<ui::PositionCurves*>();
        QCOMPARE(curves->graphCount(), 5); // 0, 8, 9, 16, 32
        QCOMPARE(curves->graph(1)->name(), u"dimension 8"_s);
        QCOMPARE(
            (curves->graph(1)->data()->constBegin() + 7)->value,
            static_cast<double>(static_cast<float>(std::sin(7 / std::pow(10000.0, 8 / 64.0)))));
        QCOMPARE(view.findChild<ui::ColourScale*>()->high(), 1.0);
        auto* positions = view.findChild<QSpinBox*>("positionsBox");
        QCOMPARE(positions->maximum(), 120);
        positions->setValue(50);
        QCOMPARE(curves->graph(0)->dataCount(), 50);
        QCOMPARE(view.findChild<ui::PositionMap*>()->yAxis->range().upper, 49.5);
        view.setPositions({learned(9, 4)});
        QVERIFY(!formulaText(view, "positionsFormula").contains(u"sin"));
        QCOMPARE(positions->maximum(), 9);
    }

    void aSmallScreenShowsItAllWithoutScrolling()
    {
        QScrollArea area; // as in the window
        auto* view = new ui::PositionsView(m_context);
        area.setWidgetResizable(true);
        area.setWidget(view);
        showSized(area, {700, 660}); // beside set-up and runs at 1280 x 800
        view->setPositions({learned(100, 512)});
        QTest::qWait(50);
        QVERIFY(view->findChild<QToolButton*>("dimension256Button")->isVisible());
        QCOMPARE(area.horizontalScrollBar()->maximum(), 0);
        QCOMPARE(area.verticalScrollBar()->maximum(), 0);
    }

    void dimensionsAreAddedAndTakenAway()
    {
        ui::PositionsView view(m_context);
        open(view, fixture::positions());
        const auto* curves = view.findChild<ui::PositionCurves*>();
        view.findChild<QSpinBox*>("dimensionBox")->setValue(63);
        mouseClick(view.findChild<QToolButton*>("addDimensionButton"), Qt::LeftButton);
        QCOMPARE(curves->graphCount(), 6);
        mouseClick(view.findChild<QToolButton*>("addDimensionButton"), Qt::LeftButton);
        QCOMPARE(curves->graphCount(), 6); // It is there.
        view.findChild<QToolButton*>("dimension0Button")->click();
        QCOMPARE(curves->graphCount(), 5);
        view.setPositions(fixture::positions()); // As while it learns.
        QCOMPARE(curves->graph(0)->name(), u"dimension 8"_s);
        auto* map = view.findChild<ui::PositionMap*>();
        const QPoint cell(static_cast<int>(map->xAxis->coordToPixel(20)),
                          static_cast<int>(map->yAxis->coordToPixel(30)));
        QTest::mouseMove(map, cell);
        QTRY_VERIFY(view.findChild<QLabel*>("positionCellLabel")
                        ->text()
                        .startsWith(u"position 30, dimension 20: "_s));
        mouseClick(map, Qt::LeftButton, {}, cell);
        QVERIFY(view.findChild<QToolButton*>("dimension20Button") != nullptr);
    }

    void severalTablesAreChosenFrom()
    {
        ui::PositionsView view(m_context);
        open(view, {learned(6, 4), fixture::positions().front()});
        auto* which = view.findChild<QComboBox*>("positionTableBox");
        QVERIFY(which->isVisible());
        which->setCurrentIndex(1);
        Q_EMIT which->activated(1);
        QCOMPARE(view.findChild<QSpinBox*>("positionsBox")->maximum(), 120);
        view.setPositions({learned(6, 4)});
        QVERIFY(!which->isVisible());
        QCOMPARE(view.findChild<QSpinBox*>("positionsBox")->maximum(), 6);
    }

    void networksWithoutPositionsAreSaidToHaveNone()
    {
        ui::PositionsView view(m_context);
        open(view, fixture::positions());
        const auto* map = view.findChild<ui::PositionMap*>();
        QVERIFY(map->isVisible());
        view.setPositions({});
        QVERIFY(!map->isVisible());
        view.setPositions(fixture::positions());
        QVERIFY(map->isVisible());
        view.setFailure({core::ErrorCode::FileMissing, {"The checkpoint is gone.", {}}, {}, {}});
        QVERIFY(!map->isVisible());
    }

    void nothingOfAnotherRunIsShown()
    {
        ui::PositionsView view(m_context);
        open(view, {learned(2, 3)});
        QVERIFY(!view.figures().empty());
        ui::Shown shown = m_context.shown;
        shown.choice.run = u"/runs/two"_s;
        view.setSeen(false);
        view.follow(shown);
        QVERIFY(view.figures().empty());
        view.setSeen(true);
        view.follow(shown);
        QVERIFY(view.figures().empty());
    }

    void numbersAndPicturesAreExported()
    {
        ui::PositionsView view(m_context);
        open(view, {learned(2, 3)});
        QVERIFY(arePicturesExported(view, "positions", 500));
        const QString table = exportedTable(view, "positions", "tables.values");
        QVERIFY2(table.startsWith(u"number,name,row,column,values\n0,"_s), qPrintable(table));
        QVERIFY(table.contains(u",0,2,-0.01\n"_s) && table.endsWith(u",1,2,0.02\n"_s));
        const QByteArray words = exported(view, "positions", ui::FigureFormat::Text);
        QVERIFY(words.contains("2 positions by 3 dimensions"));
        QVERIFY(!words.contains('<')); // No formula's markup.
    }

    void looks()
    {
        ui::PositionsView view(m_context);
        takePictures(view, u"positions-empty"_s, {{900, 600}});
        view.setPositions(fixture::positions());
        takePictures(view, u"positions"_s, {{700, 660}, {1280, 800}});
        view.setPositions({learned(100, 512)});
        takePictures(view, u"positions-learned"_s, {{1280, 800}});
    }
};

UNROLL_TEST(PositionsTest, QApplication)
#include "positions_test.moc"
