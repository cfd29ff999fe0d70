#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/opened_translation_view.h"
#include "ui/sentence/attention_content.h"
#include "ui/sentence/attention_grid.h"
#include "ui/sentence/attention_path.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

class TranslationAttentionTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

private Q_SLOTS:
    void thePathFromScoreToWeight()
    {
        const float minusInfinity = -std::numeric_limits<float>::infinity();
        core::AttentionMap map{"decoder", 0, 0, 2, 3, {}, {}, {"q \u00b7 k"}};
        map.scores = {1.0F, 2.0F, minusInfinity, 0.5F, 0.5F, 1.5F};
        map.weights = {0.269F, 0.731F, 0.0F, 0.212F, 0.212F, 0.576F};
        const auto path = ui::attentionPath(map, 0, 0);
        QVERIFY(path);
        QCOMPARE(path->largest, 2.0);
        QCOMPARE(path->visible, int64_t(2));
        QVERIFY(std::abs(path->exponential - 0.36787944) < 1e-7); // e^-1
        QVERIFY(std::abs(path->sum - 1.36787944) < 1e-7);
        QVERIFY(std::abs(path->share - 0.26894142) < 1e-7); // 1 / (1 + e)
        QVERIFY(std::abs(path->rowSum - 1.0) < 1e-6);
        QVERIFY(path->mask == ui::AttentionPath::Mask::None);
        QVERIFY(ui::attentionPath(map, 0, 2)->mask == ui::AttentionPath::Mask::Future);
        QCOMPARE(ui::attentionPath(map, 0, 2)->share, 0.0);
        map.group = "encoder";
        QVERIFY(ui::attentionPath(map, 0, 2)->mask == ui::AttentionPath::Mask::Padding);
        QVERIFY(!ui::attentionPath(map, 2, 0));
        map.scores.clear();
        QVERIFY(!ui::attentionPath(map, 0, 0));
    }

    void hoveringACellShowsItsPath()
    {
        core::TranslationInspection pair = sample::plainPair();
        core::AttentionMap map{"cross", 0, 0, 4, 3, {}, {}, {"q \u00b7 k / \u221ad", {}, "d = 2"}};
        for (int row = 0; row < 4; ++row) {
            map.scores.insert(map.scores.end(), {0.0F, float(row), 0.0F});
            const float sum = 2.0F + std::exp(float(row));
            map.weights.insert(map.weights.end(),
                               {1.0F / sum, std::exp(float(row)) / sum, 1.0F / sum});
        }
        pair.attention.push_back(map);
        ui::TranslationView view(m_context);
        sample::open(view, pair);
        auto* shown = view.findChild<ui::HeatMap*>("attentionMap");
        QTest::mouseMove(shown->viewport(), shown->cellRect(1, 0).center());
        QCOMPARE(labelText(view, "pathCell"), u"dog \u2192 der"_s);
        QCOMPARE(formulaText(view, "pathScore"), u"q \u00b7 k / \u221ad = 0, d = 2"_s);
        QVERIFY(formulaText(view, "pathMask").startsWith(u"open: 3 of 3"_s));
        // e^-1 / (2 e^-1 + 1)
        QCOMPARE(formulaText(view, "pathSoftmax"),
                 u"exp(0 \u2212 1) / 1.736 = 0.3679 / 1.736 = 0.2119"_s);
        QCOMPARE(formulaText(view, "pathWeight"), u"0.2119; the row sums to 1"_s);
        QCOMPARE(labelText(view, "attentionPointed"), u"dog \u2192 der: 0.2119"_s);
    }

    void whatIsPointedAtStaysWhileValuesChange()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::pieces());
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QTest::mouseMove(map->viewport(), map->cellRect(2, 2).center());
        QCOMPARE(labelText(view, "attentionPointed"), u"ze \u2192 at: 0.875"_s);
        core::TranslationInspection later = sample::pieces();
        std::swap(later.attention[0].weights[7], later.attention[0].weights[8]);
        view.setInspection(later);
        QCOMPARE(labelText(view, "attentionPointed"), u"ze \u2192 at: 0.125"_s);
    }

    void maskedCellsAreStruckAndSaidWhy()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::attendedPair(1, 2));
        auto* group = view.findChild<QComboBox*>("groupBox");
        QCOMPARE(group->currentData().toString(), u"cross"_s); // at first
        group->setCurrentIndex(group->findData(u"decoder"_s));
        Q_EMIT group->activated(group->currentIndex());
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QCOMPARE(map->content().columnLabels,
                 (QStringList{"<bos>", "the", "dog", "sleeps"})); // what was fed
        QCOMPARE(map->content().rowLabels, (QStringList{"the", "dog", "sleeps", "<eos>"}));
        QCOMPARE(int(map->content().struck[1 * 4 + 1]), 0);
        QCOMPARE(int(map->content().struck[1 * 4 + 2]), 1);
        map->setCurrentCell({2, 1});
        QVERIFY(formulaText(view, "pathMask")
                    .contains(u"a future token. Row 2 attends to "
                              "columns 1 to 2 only"_s));
        QCOMPARE(labelText(view, "attentionPointed"), u"dog \u2192 dog: 0, masked"_s);
    }

    void labelsOfALongPairDoNotOverlap()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::longPair(60, 60, 1, 1));
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        const int line = QFontMetrics(m_theme.textFont()).height();
        for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical}) {
            for (int i = 1; i < 60; ++i) {
                QVERIFY(!map->labelRect(side, i).intersects(map->labelRect(side, i - 1)));
                const QRect place = map->labelRect(side, i);
                QVERIFY((side == Qt::Horizontal ? place.width() : place.height()) >= line);
            }
        }
        QVERIFY(map->horizontalScrollBar()->maximum() > 0);
        map->setCurrentCell({59, 59}); // scrolled to
        QVERIFY(map->viewport()->rect().contains(map->cellRect(59, 59).center()));
        map->setCurrentCell({0, 0});
        QCOMPARE(map->horizontalScrollBar()->value(), 0);
    }

    void fewColumnsOfManyRowsKeepWholeLabels()
    {
        ui::HeatMap map;
        map.resize(900, 400);
        ui::HeatMapContent content;
        content.rows = 30;
        content.columns = 2;
        content.values.assign(60, 0.5F);
        content.columnLabels = {"Sonnenuntergang", "steht"};
        map.setContent(content);
        map.show();
        const QFontMetrics metrics(m_theme.textFont());
        QVERIFY(map.labelRect(Qt::Horizontal, 0).height()
                >= metrics.horizontalAdvance(content.columnLabels[0])); // upright in a thin column
    }

    void goldCellsAreOutlined()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::pieces());
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        const std::vector<char> gold{1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};
        QVERIFY(map->content().outlined == gold);
        QVERIFY(labelText(view, "stateLabel").contains(u"alignment error rate 25.0 %"_s));
        const QImage with = map->grab().toImage();
        view.findChild<QAbstractButton*>("goldBox")->setChecked(false);
        QVERIFY(map->content().outlined.empty());
        const QPoint edge = map->cellRect(0, 0).topLeft() + QPoint(3, 10);
        QVERIFY(with.pixelColor(edge) != map->grab().toImage().pixelColor(edge));
        core::TranslationInspection unknown = sample::pieces();
        unknown.gold.clear();
        view.setInspection(unknown);
        QVERIFY(view.findChild<QAbstractButton*>("goldBox")->isHidden());
        QVERIFY(!labelText(view, "stateLabel").contains(u"alignment"_s));
    }

    void subwordsAreSummedToWords()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::pieces());
        auto* toggle = view.findChild<QAbstractButton*>("asWordsBox");
        QVERIFY(!toggle->isHidden());
        toggle->click();
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QCOMPARE(map->content().columnLabels, (QStringList{"the", "cat"}));
        QCOMPARE(map->content().rowLabels, (QStringList{"die", "Katze", "<eos>"}));
        // "Katze" on "the": (0.25 + 0) / 2; on "cat": (0.75 + 1) / 2.
        const std::vector<float> expected{0.5F, 0.5F, 0.125F, 0.875F, 0.75F, 0.25F};
        QVERIFY(map->content().values == expected);
        const std::vector<char> gold{1, 0, 0, 1, 0, 0};
        QVERIFY(map->content().outlined == gold);
        view.setInspection(sample::attendedPair(1, 1));
        QVERIFY(toggle->isHidden()); // no subwords here
        QCOMPARE(map->content().columns, 3);
    }

    void allMapsAreExported()
    {
        ui::TranslationView view(m_context);
        QVERIFY(view.figures().empty());
        sample::open(view, sample::pieces());
        QVERIFY(arePicturesExported(view, "attention", 200));
        const QStringList lines = exportedTable(view, "attention", "attention.weights").split('\n');
        QCOMPARE(lines[0], u"number,group,layer,head,row,row_label,column,column_label,weights"_s);
        QCOMPARE(lines.size(), 1 + 12 + 1);
        QCOMPARE(lines[6], u"0,cross,0,0,1,\u2581Kat,2,at,0.25"_s);
        QVERIFY(
            exportedTable(view, "attention", "gold_alignment").startsWith(u",source,target\n"_s));
    }

    void scoresAreExportedAndMasksAreMinusInfinity()
    {
        ui::TranslationView view(m_context);
        const core::TranslationInspection pair = sample::attendedPair(1, 1);
        sample::open(view, pair);
        const auto rows = [&](const char* table) {
            return exportedTable(view, "attention", table).split('\n').filter(u"1,decoder,0,0,"_s);
        };
        // Row 0, column 1 is masked.
        QCOMPARE(rows("attention.weights")[1].section(',', -1).toDouble(), 0.0);
        QVERIFY(rows("attention.scores")[1].endsWith(u"-inf"_s));
        QCOMPARE(rows("attention.scores")[0].section(',', -1).toFloat(),
                 pair.attention[1].scores[0]);
    }

    void arrowKeysGoThroughTheGroups()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::attendedPair(2, 3));
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        QCOMPARE(grid->layers(), 2);
        QCOMPARE(grid->heads(), 3);
        QCOMPARE(grid->describe(grid->current()), u"target on source, layer 2, head 1"_s);
        keyClick(grid, Qt::Key_Right);
        keyClick(grid, Qt::Key_Up);
        keyClick(grid, Qt::Key_Down);
        keyClick(grid, Qt::Key_Down);
        QCOMPARE(grid->describe(grid->current()), u"source on itself, layer 1, head 2"_s);
        for (int i = 0; i < 9; ++i)
            keyClick(grid, Qt::Key_Down); // stops at the last line
        QCOMPARE(grid->describe(grid->current()), u"target on itself, layer 2, head 2"_s);
        for (int i = 1; i < 18; ++i)
            QVERIFY(!grid->thumbnailRect(i).intersects(grid->thumbnailRect(i - 1)));
        mouseClick(grid, Qt::LeftButton, {}, grid->thumbnailRect(17).center());
        QCOMPARE(grid->current(), 17);
    }

    void theHeadThatDependsMostOnTheQueryIsShownUntilAnotherIsChosen()
    {
        ui::TranslationView view(m_context);
        // Made up so that the second head looks elsewhere for each token, and the first does not.
        const auto told = [](core::TranslationInspection inspection) {
            for (core::AttentionMap& map : inspection.attention) {
                for (int64_t row = 0; row < map.rows; ++row) {
                    for (int64_t column = 0; column < map.columns; ++column)
                        map.weights[size_t(row * map.columns + column)] = map.head == 1
                            ? (column == row % map.columns ? 1.0F : 0.0F)
                            : (column == 0 ? 1.0F : 0.0F);
                }
            }
            return inspection;
        };
        sample::open(view, told(sample::attendedPair(3, 2)));
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        const auto shown = [grid] { return grid->describe(grid->current()); };
        QCOMPARE(shown(), u"target on source, layer 3, head 2"_s);
        view.setInspection(told(sample::attendedPair(2, 4))); // another network
        QCOMPARE(shown(), u"target on source, layer 2, head 2"_s);
        view.setInspection(told(sample::attendedPair(3, 2)));
        QCOMPARE(shown(), u"target on source, layer 3, head 2"_s);
        grid->setGroup("encoder");
        keyClick(grid, Qt::Key_Right);
        view.setInspection(sample::attendedPair(3, 2));
        QCOMPARE(shown(), u"source on itself, layer 3, head 2"_s);
        view.setInspection(sample::attendedPair(1, 1)); // has no such map
        QCOMPARE(shown(), u"source on itself, layer 1, head 1"_s);
    }

    void allHeadsHaveOneScaleUnlessAsked()
    {
        ui::TranslationView view(m_context);
        core::TranslationInspection inspection = sample::attendedPair(1, 2);
        for (core::AttentionMap& map : inspection.attention)
            for (float& weight : map.weights)
                weight = map.head == 0 ? 0.02F : 0.9F;
        sample::open(view, inspection);
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        auto* own = view.findChild<QAbstractButton*>("ownScalesBox");
        const auto end = [&](int head) {
            grid->setCurrent(head);
            return map->content().high;
        };
        const auto drawn = [&](int head) {
            return grid->grab().toImage().pixelColor(grid->thumbnailRect(head).center());
        };
        QVERIFY(!own->isChecked());
        QCOMPARE(end(0), 1.0);
        QCOMPARE(end(1), 1.0);
        QVERIFY(drawn(0) != drawn(1));
        own->setChecked(true);
        QCOMPARE(end(0), 0.02);
        QCOMPARE(drawn(0), drawn(1)); // Each has its own strongest colour.
    }

    void liveValuesKeepHeadCellAndScrolling()
    {
        ui::TranslationView view(m_context);
        const core::TranslationInspection pair = sample::longPair(60, 50, 2, 2);
        sample::open(view, pair);
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        grid->setCurrent(7); // decoder, layer 2, head 2
        map->setCurrentCell({44, 46});
        const int scrolled = map->verticalScrollBar()->value();
        QVERIFY(scrolled > 0);
        core::TranslationInspection later = pair;
        later.step += 10;
        std::swap(later.attention[7].weights, later.attention[6].weights);
        view.setInspection(later);
        QCOMPARE(grid->current(), 7);
        QCOMPARE(map->currentCell(), QPoint(44, 46));
        QCOMPARE(map->verticalScrollBar()->value(), scrolled);
        QVERIFY(map->content().values == pair.attention[6].weights);
    }
};

UNROLL_TEST(TranslationAttentionTest, QApplication)
#include "translation_attention_test.moc"
