#include "tests/support/opened_window.h"
#include "tests/support/painted_texts.h"
#include "tests/support/test_case.h"
#include "tests/ui/views_sample.h"
#include "ui/curves/curves_view.h"
#include "ui/table/row_view.h"
#include "ui/views.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/probability_bars.h"

/// The presentation in a lecture hall: it is read from the last row, on screens of any size.
class HallTest : public QObject, private OpenedWindow {
    Q_OBJECT
private:
    static constexpr double kLines = 40.0; ///< The screen is as tall as so many letters at most.

    void present(const QSize& size)
    {
        m_window->setPresentation(true);
        m_window->setWindowState(Qt::WindowNoState); // Of the size asked for, not the screen's.
        m_window->resize(size);
        QTest::qWait(60); // The type follows the window's height over a few events.
    }

    /// Shows `widget` alone in presentation mode.
    static void presentAlone(QWidget& widget, const QSize& size)
    {
        ui::Theme::instance().setPresentation(true);
        widget.resize(size);
        widget.show();
        QTest::qWait(60);
    }

private Q_SLOTS:
    void init() { open(); }
    void cleanup()
    {
        m_theme.setPresentation(false);
        close();
    }

    void theSizesOfTypeAreThoseThatArePainted()
    {
        QWidget page;
        auto* label = new QLabel(u"Epochs"_s, &page);
        QFont font = m_theme.textFont();
        font.setPixelSize(33);
        label->setFont(font);
        label->setStyleSheet(u"font-size: 33px"_s);
        showSized(page, {200, 60});
        const painted::Text least = painted::smallestOf(painted::textsOf(page));
        QCOMPARE(least.text, u"Epochs"_s);
        QCOMPARE(least.height, 33.0);
    }

    void typeFollowsTheHeightOfTheWindow()
    {
        const double before = QFontInfo(m_theme.textFont()).pixelSize();
        present({3840, 2160});
        QVERIFY(QFontInfo(m_theme.textFont()).pixelSize() >= 2160 / kLines);
        QVERIFY(m_theme.lineWidth() > 2.5);
        m_window->resize(1920, 1080);
        QTest::qWait(60);
        QVERIFY(QFontInfo(m_theme.textFont()).pixelSize() >= 1080 / kLines);
        QVERIFY(QFontInfo(m_theme.textFont()).pixelSize() < 2160 / kLines);
        m_window->setPresentation(false);
        QCOMPARE(double(QFontInfo(m_theme.textFont()).pixelSize()), before);
    }

    void noTextIsSmallerThanAFortiethOfTheHeight_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QByteArray>("task");
        QTest::newRow("small") << QSize(1366, 768) << QByteArray("tagging");
        QTest::newRow("usual") << QSize(1920, 1080) << QByteArray("classification");
        QTest::newRow("large") << QSize(3840, 2160) << QByteArray("translation");
    }

    void noTextIsSmallerThanAFortiethOfTheHeight()
    {
        QFETCH(QSize, size);
        QFETCH(QByteArray, task);
        const sample::Course course;
        viewIn<ui::CurvesView>(*m_window, "curves")
            .store()
            .setHistory(u"/runs/one"_s, sample::history(course));
        int seen = 0;
        showRunOf(task.constData());
        present(size);
        for (const ui::ViewEntry& entry : ui::views()) {
            const QString place = QString::fromLatin1(entry.placeId());
            m_window->showView(place);
            if (m_window->view() != place)
                continue;
            ++seen;
            const painted::Text least = painted::smallestOf(painted::textsOf(*m_window));
            const double share = least.height * kLines / m_window->height();
            QVERIFY2(share >= 0.99,
                     qPrintable(u"%1: \"%2\" has %3 pixels"_s.arg(place, least.text,
                                                                  QString::number(least.height))));
        }
        QVERIFY(seen > 8);
    }

    void mapsFillTheScreen()
    {
        ui::HeatMap map;
        ui::HeatMapContent content;
        content.rows = 2;
        content.columns = 2;
        content.values = {0.1F, 0.9F, 0.5F, 0.5F};
        content.rowLabels = content.columnLabels = QStringList{u"one"_s, u"two"_s};
        map.setContent(content);
        map.resize(1900, 900);
        map.show();
        const QSize before = map.wholeSize();
        QVERIFY(before.width() < 1000);
        presentAlone(map, {1900, 900});
        QVERIFY(map.wholeSize().width() > 1700 && map.wholeSize().height() > 800);
        content.cellTexts = QStringList{u"1\n10 %"_s, u"9\n90 %"_s, u"5\n50 %"_s, u"5\n50 %"_s};
        map.setContent(content);
        QVERIFY(map.wholeSize().width() > 1700);
        double most = 0.0;
        for (const painted::Text& text : painted::textsOf(map))
            most = std::max(most, text.height);
        QVERIFY(most > 1.5 * QFontInfo(m_theme.textFont()).pixelSize()); // Numbers grow with it.
    }

    void aFewRowsOfATableFillIt()
    {
        ui::RowView table(u"few"_s, u"Few rows"_s);
        std::vector<ui::RowColumn> columns;
        columns.push_back(ui::textColumn("word", u"Word"_s, u"Word"_s, [](int row) {
            return ui::Cell(std::string(row == 0 ? "one" : "two"));
        }));
        table.setColumns(std::move(columns));
        table.reset(4);
        const int before = (showSized(table, {1900, 900}), table.rowHeight(0));
        presentAlone(table, {1900, 900});
        QTRY_VERIFY(table.rowHeight(0) > 3 * before / 2);
        const QFont font = table.model()->index(0, 0).data(Qt::FontRole).value<QFont>();
        QVERIFY(font.pointSizeF() > 1.5 * m_theme.textFont().pointSizeF());
        table.reset(200); // More than fit: none of them grows.
        QCOMPARE(table.model()->index(0, 0).data(Qt::FontRole).value<QFont>().pointSizeF(),
                 m_theme.textFont().pointSizeF());
    }

    void probabilitiesFillTheRoomThatTheyGet()
    {
        ui::ProbabilityBars bars;
        bars.setProbabilities({u"negative"_s, u"positive"_s}, {0.2F, 0.8F}, 1);
        presentAlone(bars, {1800, 600});
        const painted::Text least = painted::smallestOf(painted::textsOf(bars));
        QVERIFY(least.height > 2.0 * QFontInfo(m_theme.textFont()).pixelSize());
    }
};

UNROLL_TEST(HallTest, QApplication)
#include "hall_test.moc"
