#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "ui/table/row_model.h"
#include "ui/table/row_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

/// Pointing in one picture frames the same in others.
class PointingTest : public QObject {
    Q_OBJECT
private:
    static std::vector<ui::ShownToken> tokens(const QStringList& texts)
    {
        std::vector<ui::ShownToken> all;
        for (const QString& text : texts)
            all.push_back({.text = text});
        return all;
    }
    /// Units of a layer down, tokens across.
    static ui::HeatMapContent content(const QStringList& words, int layer)
    {
        ui::HeatMapContent content;
        content.rows = 4;
        content.columns = int(words.size());
        content.values.assign(size_t(content.rows * content.columns), 0.5F);
        content.columnLabels = words;
        content.rowLabels = QStringList{u"0"_s, u"1"_s, u"2"_s, u"3"_s};
        content.rowMark = [layer](int row) {
            return ui::Mark{ui::Mark::Kind::Unit, layer, QString::number(row)};
        };
        content.columnMark = ui::tokenMarks(ui::Mark::Kind::Source, words);
        return content;
    }
    static QRect framed(QWidget& shown, const QImage& before)
    {
        const QImage now = shown.grab().toImage();
        QRect changed;
        for (int y = 0; y < now.height(); ++y)
            for (int x = 0; x < now.width(); ++x)
                if (now.pixel(x, y) != before.pixel(x, y))
                    changed |= QRect(x, y, 1, 1);
        return changed;
    }

    ui::Theme m_theme;

private Q_SLOTS:
    void aWordIsFramedAsAColumnAndChosenThere()
    {
        const QStringList words{u"the"_s, u"film"_s, u"was"_s, u"fine"_s};
        ui::TokenLine line;
        line.setTokens(tokens(words), 1.0);
        ui::HeatMap map;
        map.setContent(content(words, 0));
        showSized(line, {600, 90});
        showSized(map, {500, 300});
        map.setCurrentCell({0, 2});
        line.setCurrent(0);
        const QImage before = map.grab().toImage();
        QTest::mouseMove(&line, line.chipRect(3).center());
        const QRect column = map.cellRect(0, 3) | map.cellRect(3, 3);
        QTRY_VERIFY(framed(map, before).adjusted(-3, -3, 3, 3).contains(column));
        QVERIFY(
            column.adjusted(-6, -6, 6, 6)
                .contains(framed(map, before)
                          & map.cellRect(0, 3).united(map.cellRect(3, 3)).adjusted(-6, -6, 6, 6)));
        QCOMPARE(map.currentCell(), QPoint(0, 2)); // Pointing chooses nothing.
        line.setCurrent(2);
        QCOMPARE(map.currentCell(), QPoint(2, 2));
        map.setCurrentCell({1, 3});
        QCOMPARE(line.current(), 1);
    }

    void aLayerIsFramedAsARowOfATable()
    {
        const std::vector<std::string> names{"encoder.embedding", "encoder.rnn.l0"};
        ui::RowView one(u"one"_s, u"One"_s), other(u"other"_s, u"Other"_s);
        for (ui::RowView* table : {&one, &other}) {
            table->setColumns({ui::textColumn("layer", u"Layer"_s, {}, [&](int row) {
                return std::string_view(names[size_t(row)]);
            })});
            table->link([&](int row) {
                return ui::Mark{ui::Mark::Kind::Layer, -1,
                                QString::fromStdString(names[size_t(row)])};
            });
            table->reset(2);
            showSized(*table, {300, 120});
        }
        const QImage before = other.viewport()->grab().toImage();
        const auto row = [](ui::RowView& table, int index) {
            return table.visualRect(table.model()->index(index, 0));
        };
        QTest::mouseMove(one.viewport(), row(one, 1).center());
        QTRY_VERIFY(!framed(*other.viewport(), before).isNull());
        const QRect second = row(other, 1);
        QVERIFY(framed(*other.viewport(), before).top() >= second.top());
        QTest::mouseMove(one.viewport(), row(one, 0).center());
        QTRY_VERIFY(framed(*other.viewport(), before).bottom() <= row(other, 0).bottom());
    }

    void unitsOfOtherLayersAndWordsOfOtherSentencesStayAsTheyAre()
    {
        const QStringList words{u"the"_s, u"film"_s};
        ui::HeatMap one, same, other;
        one.setContent(content(words, 1));
        same.setContent(content({u"a"_s, u"dull"_s, u"film"_s}, 1));
        other.setContent(content({u"a"_s, u"dull"_s, u"film"_s}, 2));
        for (ui::HeatMap* map : {&one, &same, &other}) {
            showSized(*map, {400, 300});
            map->setCurrentCell({0, 0});
        }
        one.setCurrentCell({1, 3});
        QCOMPARE(same.currentCell(), QPoint(0, 3)); // The unit, but not "film" at another position.
        QCOMPARE(other.currentCell(), QPoint(0, 0));
    }
};

UNROLL_TEST(PointingTest, QApplication)
#include "pointing_test.moc"
