#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "ui/sentence/attention_lines.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

/// Attention as lines; and that maps keep still while a network learns.
class AttentionLinesTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// Two queries over three keys.
    static ui::HeatMapContent small()
    {
        ui::HeatMapContent content;
        content.rows = 2;
        content.columns = 3;
        content.values = {0.7F, 0.1F, 0.2F, 0.0F, 0.25F, 0.75F};
        content.rowLabels = {u"Hund"_s, u"bellt"_s};
        content.columnLabels = {u"the"_s, u"dog"_s, u"barks"_s};
        return content;
    }

private Q_SLOTS:
    void aTokenSaysItsLargestWeights()
    {
        ui::AttentionLines lines;
        lines.setContent(small());
        QCOMPARE(lines.describe({true, 1}),
                 u"\u201cbellt\u201d attends with 0.75 to \u201cbarks\u201d, 0.25 to "
                 "\u201cdog\u201d, 0 to \u201cthe\u201d"_s);
        QCOMPARE(lines.describe({false, 2}),
                 u"\u201cbarks\u201d receives 0.75 from \u201cbellt\u201d, 0.2 from "
                 "\u201cHund\u201d"_s);
        QCOMPARE(lines.describe({true, -1}), QString());
    }

    void mouseAndKeysFollowATokenWhoseLinesStandOut()
    {
        ui::AttentionLines lines;
        lines.setContent(small());
        showSized(lines, {600, 300});
        const QImage resting = lines.grab().toImage();
        QSignalSpy pointed(&lines, &ui::AttentionLines::pointed);
        mouseClick(&lines, Qt::LeftButton, {}, lines.tokenRect({true, 0}).center());
        QCOMPARE(lines.current().index, 0);
        QVERIFY(pointed.last().first().toString().startsWith(u"\u201cHund\u201d"_s));
        QVERIFY(lines.grab().toImage() != resting);
        keyClick(&lines, Qt::Key_Right);
        QVERIFY((lines.current() == ui::AttentionLines::Token{true, 1}));
        keyClick(&lines, Qt::Key_Right); // The last one.
        QVERIFY((lines.current() == ui::AttentionLines::Token{true, 1}));
        keyClick(&lines, Qt::Key_Up);
        QVERIFY((lines.current() == ui::AttentionLines::Token{false, 1}));
        QCOMPARE(lines.accessibleDescription(), lines.describe({false, 1}));
        ui::HeatMapContent learnt = small();
        learnt.values[0] = 0.5F;
        lines.setContent(learnt);
        QCOMPARE(lines.current().index, 1); // Stays while the network learns.
        keyClick(&lines, Qt::Key_Escape);
        QCOMPARE(lines.current().index, -1);
    }

    void rowsThatAreTooWideStandAsColumns()
    {
        ui::AttentionLines lines;
        lines.setContent(small());
        showSized(lines, {600, 300});
        QVERIFY(lines.tokenRect({false, 0}).bottom() < lines.tokenRect({true, 0}).top());
        lines.resize(140, 300);
        QVERIFY(lines.tokenRect({true, 0}).right() < lines.tokenRect({false, 0}).left());
        for (const bool isQuery : {true, false}) {
            for (int i = 1; i < (isQuery ? 2 : 3); ++i)
                QVERIFY(lines.tokenRect({isQuery, i - 1}).bottom()
                        < lines.tokenRect({isQuery, i}).top());
        }
        keyClick(&lines, Qt::Key_Down);
        keyClick(&lines, Qt::Key_Right);
        QVERIFY(!lines.current().isQuery);
    }

    void theScaleEndsAtARoundNumberAndStays()
    {
        QCOMPARE(ui::steadyScaleEnd(0.875, 0.0), 1.0);
        QCOMPARE(ui::steadyScaleEnd(0.034, 0.0), 0.05);
        QCOMPARE(ui::steadyScaleEnd(0.2, 0.0), 0.2);
        QCOMPARE(ui::steadyScaleEnd(0.3, 1.0), 1.0); // Told apart well enough.
        QCOMPARE(ui::steadyScaleEnd(0.06, 0.05), 0.1); // Beyond its end.
        QCOMPARE(ui::steadyScaleEnd(0.1, 1.0), 0.1); // All too dark.
        QCOMPARE(ui::steadyScaleEnd(0.0, 0.0), 1.0);
        QCOMPARE(ui::steadyScaleEnd(1.0000001, 0.0), 1.0);
    }

    void cellsKeepTheirSizeWhileATranslationIsLearnt()
    {
        const auto ofRows = [](int rows, const QString& source) {
            ui::HeatMapContent content;
            content.rows = rows;
            content.columns = 4;
            content.values.assign(size_t(rows) * 4, 0.25F);
            for (int row = 0; row < rows; ++row)
                content.rowLabels << QString(row + 1, u'x');
            content.columnLabels = {source, u"b"_s, u"c"_s, u"d"_s};
            return content;
        };
        ui::HeatMap map;
        showSized(map, {500, 400});
        map.setContent(ofRows(10, u"a"_s));
        const QRect cell = map.cellRect(0, 0);
        map.setContent(ofRows(8, u"a"_s));
        QCOMPARE(map.cellRect(0, 0), cell);
        map.setContent(ofRows(10, u"a"_s));
        QCOMPARE(map.cellRect(0, 0), cell);
        map.setContent(ofRows(4, u"a"_s)); // Less than half of the room.
        QVERIFY(map.cellRect(0, 0).height() > cell.height());
        map.setContent(ofRows(10, u"a"_s));
        map.setContent(ofRows(8, u"e"_s)); // Another sentence.
        QVERIFY(map.cellRect(0, 0).height() > cell.height());
    }
};

UNROLL_TEST(AttentionLinesTest, QApplication)
#include "attention_lines_test.moc"
