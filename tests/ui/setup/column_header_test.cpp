#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/shown_widgets.h"
#include "ui/setup/column_header.h"
#include "ui/setup/raw_rows_table.h"
#include "ui/widgets/theme.h"

/// The header of the first rows, which is pressed to choose columns.
class ColumnHeaderTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<ui::RawRowsTable> m_rows;

    ui::ColumnHeader* header() const { return namedChild<ui::ColumnHeader>(*m_rows, "rowsHeader"); }
    QPoint middleOf(int column) const
    {
        return {header()->sectionViewportPosition(column) + header()->sectionSize(column) / 2,
                header()->height() / 2};
    }
    void hover(const QPoint& place) const
    {
        QMouseEvent move(QEvent::MouseMove, place, header()->viewport()->mapToGlobal(place),
                         Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(header()->viewport(), &move);
    }
    QMenu* menu() const { return m_rows->findChild<QMenu*>(u"columnMenu"_s); }

private Q_SLOTS:
    void init()
    {
        m_rows = std::make_unique<ui::RawRowsTable>();
        m_rows->setPreview(fixture::dataPreview());
        m_rows->setChoosable(true, true);
        showSized(*m_rows, {700, 400});
    }
    void cleanup() { m_rows.reset(); }

    void aHandAndALineSayThatItCanBePressed()
    {
        const QImage before = header()->grab().toImage();
        hover(middleOf(1));
        QCOMPARE(header()->viewport()->cursor().shape(), Qt::PointingHandCursor);
        const QImage hovered = header()->grab().toImage();
        QVERIFY(hovered != before);
        QCOMPARE(hovered.size(), before.size());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(header(), &leave);
        QCOMPARE(header()->viewport()->cursor().shape(), Qt::ArrowCursor);
    }

    void onlyTitlesDoNot()
    {
        const QImage pressable = header()->grab().toImage();
        m_rows->setChoosable(false, false);
        hover(middleOf(1));
        QCOMPARE(header()->viewport()->cursor().shape(), Qt::ArrowCursor);
        QVERIFY(header()->grab().toImage() != pressable); // Without arrows.
        mouseClick(header()->viewport(), Qt::LeftButton, {}, middleOf(1));
        QVERIFY(menu() == nullptr);
        QCOMPARE(header()->focusPolicy(), Qt::NoFocus);
    }

    void aPressOffersWhatTheColumnCanBe()
    {
        QSignalSpy chosen(m_rows.get(), &ui::RawRowsTable::columnsChosen);
        mouseClick(header()->viewport(), Qt::LeftButton, {}, middleOf(3));
        QVERIFY(menu() != nullptr && menu()->isVisible());
        menu()->actions().at(1)->trigger(); // "column 4" as label.
        menu()->close();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().at(1).toInt(), 3);
    }

    void theKeyboardPressesIt()
    {
        m_rows->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_rows.get()));
        QCOMPARE(header()->focusPolicy(), Qt::StrongFocus);
        header()->setFocus();
        QSignalSpy pressed(header(), &ui::ColumnHeader::pressed);
        keyClick(header(), Qt::Key_Left); // There is none to the left.
        keyClick(header(), Qt::Key_Right);
        keyClick(header(), Qt::Key_Right);
        keyClick(header(), Qt::Key_Space);
        QCOMPARE(pressed.count(), 1);
        QCOMPARE(pressed.first().first().toInt(), 2);
        QVERIFY(menu() != nullptr);
    }

    void theTextIsInSight()
    {
        core::DataPreview wide = fixture::dataPreview();
        wide.columns.clear();
        for (auto& row : wide.rows) {
            const std::string text = row[1];
            row.assign(12, "a value of some length here");
            row[10] = text;
        }
        for (int i = 0; i < 12; ++i)
            wide.columns.push_back("column " + std::to_string(i + 1));
        wide.textColumns = {10};
        wide.labelColumn = 2;
        m_rows->setPreview(wide);
        const auto* table = namedChild<QTableView>(*m_rows, "rowsTable");
        QVERIFY(table->horizontalScrollBar()->maximum() > 0);
        QVERIFY(table->horizontalScrollBar()->value() > 0);
        QVERIFY(table->columnWidth(10) >= 30 * table->fontMetrics().averageCharWidth());
        const QRect text = table->visualRect(table->model()->index(0, 10));
        QVERIFY(table->viewport()->rect().contains(text.center()));
        m_rows->setPreview(fixture::dataPreview()); // Here there is room: nothing scrolls.
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    }
};

UNROLL_TEST(ColumnHeaderTest, QApplication)
#include "column_header_test.moc"
