#include "tests/ui/translation_sample.h"
#include "tests/ui/views_pictures.h"
#include "ui/sentence/attention_content.h"
#include "ui/sentence/attention_grid.h"
#include "ui/sentence/attention_path.h"
#include "ui/sentence/comparison_table.h"
#include "ui/sentence/embedding_panel.h"
#include "ui/sentence/translation_text.h"
#include "ui/sentence/translation_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/loss_bar_delegate.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/token_line.h"
#include "ui/widgets/value_strip.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

namespace {

/// Subword pieces: "the cat" -> "die Katze <eos>", one cross map of halves, quarters and eighths.
core::TranslationInspection pieces()
{
    core::TranslationInspection pair = sample::plainPair();
    pair.sourceTokens = {"\u2581the", "\u2581c", "at"};
    pair.targetTokens = {sample::token("\u2581die", 4, -0.5), sample::token("\u2581Kat", 5, -0.5),
                         sample::token("ze", 6, -0.5), sample::token("<eos>", 3, -0.5)};
    pair.attention.push_back({"cross",
                              0,
                              0,
                              4,
                              3,
                              {0.5F, 0.25F, 0.25F, //
                               0.25F, 0.5F, 0.25F, //
                               0.0F, 0.125F, 0.875F, //
                               0.75F, 0.125F, 0.125F},
                              {},
                              {}});
    pair.gold = {{0, 0}, {2, 1}, {1, 2}};
    pair.alignmentErrorRate = 0.25;
    return pair;
}

QString fileContent(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TranslationViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static void open(ui::TranslationView& view, const core::TranslationInspection& inspection)
    {
        view.setInspection(inspection);
        view.resize(1100, 800);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }

    static QString label(const ui::TranslationView& view, const char* name)
    {
        return view.findChild<QLabel*>(QLatin1String(name))->text();
    }

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void typingAsksOnceEvery150Milliseconds()
    {
        ui::TranslationView view;
        view.show();
        QSignalSpy inspected(&view, &ui::TranslationView::inspectRequested);
        QSignalSpy compared(&view, &ui::TranslationView::compareRequested);
        QTest::keyClicks(view.findChild<QComboBox*>("textBox")->lineEdit(), "der hund");
        QCOMPARE(inspected.count(), 0);
        QVERIFY(inspected.wait(1000));
        QCOMPARE(inspected.count(), 1);
        QCOMPARE(inspected.first().first().toString(), QStringLiteral("der hund"));
        QTest::keyClicks(view.findChild<QComboBox*>("referenceBox")->lineEdit(), "the dog");
        QVERIFY(compared.wait(1000));
        QCOMPARE(compared.count(), 1);
        QCOMPARE(compared.first().at(0).toString(), QStringLiteral("der hund"));
        QCOMPARE(compared.first().at(1).toString(), QStringLiteral("the dog"));
        QCOMPARE(inspected.count(), 1);
    }

    void aSentenceIsPinnedAndDecoded()
    {
        ui::TranslationView view;
        QSignalSpy inspected(&view, &ui::TranslationView::inspectRequested);
        QSignalSpy pinned(&view, &ui::TranslationView::pinRequested);
        QSignalSpy decoded(&view, &ui::TranslationView::decodeRequested);
        view.findChild<QToolButton*>("decodeButton")->click();
        QCOMPARE(decoded.count(), 0); // nothing to decode yet
        view.setText(QStringLiteral("a b"));
        QCOMPARE(inspected.count(), 1);
        view.findChild<QToolButton*>("pinButton")->click();
        view.findChild<QToolButton*>("decodeButton")->click();
        QCOMPARE(pinned.first().first().toString(), QStringLiteral("a b"));
        QCOMPARE(decoded.first().first().toString(), QStringLiteral("a b"));
    }

    void thePathFromScoreToWeight()
    {
        const float minusInfinity = -std::numeric_limits<float>::infinity();
        core::AttentionMap map{"decoder", 0, 0, 2, 3, {}, {}, "q \u00b7 k"};
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
        core::AttentionMap map{"cross", 0, 0, 4, 3, {}, {}, "q \u00b7 k / \u221a2"};
        for (int row = 0; row < 4; ++row) {
            map.scores.insert(map.scores.end(), {0.0F, float(row), 0.0F});
            const float sum = 2.0F + std::exp(float(row));
            map.weights.insert(map.weights.end(),
                               {1.0F / sum, std::exp(float(row)) / sum, 1.0F / sum});
        }
        pair.attention.push_back(map);
        ui::TranslationView view;
        open(view, pair);
        auto* shown = view.findChild<ui::HeatMap*>("attentionMap");
        QTest::mouseMove(shown->viewport(), shown->cellRect(1, 0).center());
        QCOMPARE(label(view, "pathCell"), QStringLiteral("dog \u2192 der"));
        QCOMPARE(label(view, "pathScore"), QStringLiteral("q \u00b7 k / \u221a2 = 0"));
        QVERIFY(label(view, "pathMask").startsWith(QStringLiteral("open: 3 of 3")));
        // e^-1 / (2 e^-1 + 1)
        QCOMPARE(label(view, "pathSoftmax"),
                 QStringLiteral("exp(0 \u2212 1) / 1.736 = 0.3679 / 1.736 = 0.2119"));
        QCOMPARE(label(view, "pathWeight"), QStringLiteral("0.2119; the row sums to 1"));
        QCOMPARE(label(view, "attentionPointed"), QStringLiteral("dog \u2192 der: 0.2119"));
    }

    void whatIsPointedAtStaysWhileValuesChange()
    {
        ui::TranslationView view;
        open(view, pieces());
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QTest::mouseMove(map->viewport(), map->cellRect(2, 2).center());
        QCOMPARE(label(view, "attentionPointed"), QStringLiteral("ze \u2192 at: 0.875"));
        core::TranslationInspection later = pieces();
        std::swap(later.attention[0].weights[7], later.attention[0].weights[8]);
        view.setInspection(later);
        QCOMPARE(label(view, "attentionPointed"), QStringLiteral("ze \u2192 at: 0.125"));
    }

    void maskedCellsAreStruckAndSaidWhy()
    {
        ui::TranslationView view;
        open(view, sample::attendedPair(1, 2));
        auto* group = view.findChild<QComboBox*>("groupBox");
        QCOMPARE(group->currentData().toString(), QStringLiteral("cross")); // at first
        group->setCurrentIndex(group->findData(QStringLiteral("decoder")));
        Q_EMIT group->activated(group->currentIndex());
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QCOMPARE(map->content().columnLabels,
                 (QStringList{"<bos>", "the", "dog", "sleeps"})); // what was fed
        QCOMPARE(map->content().rowLabels, (QStringList{"the", "dog", "sleeps", "<eos>"}));
        QCOMPARE(int(map->content().struck[1 * 4 + 1]), 0);
        QCOMPARE(int(map->content().struck[1 * 4 + 2]), 1);
        map->setCurrentCell({2, 1});
        QVERIFY(label(view, "pathMask")
                    .contains(QStringLiteral("a future token. Row 2 may look "
                                             "at columns 1 to 2 only")));
        QCOMPARE(label(view, "attentionPointed"), QStringLiteral("dog \u2192 dog: 0, masked"));
    }

    void labelsOfALongPairDoNotOverlap()
    {
        ui::TranslationView view;
        open(view, sample::longPair(60, 60, 1, 1));
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
        ui::TranslationView view;
        open(view, pieces());
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        const std::vector<char> gold{1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};
        QVERIFY(map->content().outlined == gold);
        QVERIFY(label(view, "stateLabel").contains(QStringLiteral("alignment error rate 25.0 %")));
        const QImage with = map->grab().toImage();
        view.findChild<QAbstractButton*>("goldBox")->setChecked(false);
        QVERIFY(map->content().outlined.empty());
        const QPoint edge = map->cellRect(0, 0).topLeft() + QPoint(3, 10);
        QVERIFY(with.pixelColor(edge) != map->grab().toImage().pixelColor(edge));
        core::TranslationInspection unknown = pieces();
        unknown.gold.clear();
        view.setInspection(unknown);
        QVERIFY(view.findChild<QAbstractButton*>("goldBox")->isHidden());
        QVERIFY(!label(view, "stateLabel").contains(QStringLiteral("alignment")));
    }

    void subwordsAreSummedToWords()
    {
        ui::TranslationView view;
        open(view, pieces());
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

    void theShownMapIsExported()
    {
        ui::TranslationView view;
        open(view, pieces());
        QTemporaryDir folder;
        const char* names[] = {"a.png", "a.svg", "a.csv"};
        const auto save = [&](int i) {
            const QString path = folder.filePath(QLatin1String(names[i]));
            view.setSaveChooser([path](auto&&...) { return path; });
            view.findChild<QToolButton*>("exportButton")->menu()->actions().at(i)->trigger();
            QVERIFY(QFileInfo(path).size() > 200);
        };
        for (int i = 0; i < 3; ++i)
            save(i);
        QStringList lines = fileContent(folder.filePath("a.csv")).split('\n');
        QCOMPARE(
            lines[0],
            QStringLiteral("group,layer,head,row,row_token,column,column_token,weight,score,gold"));
        QCOMPARE(lines.size(), 1 + 12 + 1);
        QCOMPARE(lines[6], QStringLiteral("cross,1,1,2,\u2581Kat,3,at,0.25,,1"));
        view.findChild<QAbstractButton*>("asWordsBox")->click();
        save(2);
        lines = fileContent(folder.filePath("a.csv")).split('\n');
        QCOMPARE(lines[4], QStringLiteral("cross,1,1,2,Katze,2,cat,0.875,,1"));
        QVERIFY(fileContent(folder.filePath("a.svg")).contains(QStringLiteral("<svg")));
    }

    void scoresAreExportedAndMasksAreMinusInfinity()
    {
        const core::TranslationInspection pair = sample::attendedPair(1, 1);
        const ui::AttentionContent content = ui::attentionContent(pair);
        const QStringList lines
            = QString::fromStdString(ui::mapCsv(ui::shownMap(content, 1, ui::Grain::Tokens)))
                  .split('\n');
        const QStringList second = lines[2].split(','); // decoder: row 1, column 2 is masked
        QCOMPARE(second[6], QStringLiteral("the"));
        QCOMPARE(second[7].toDouble(), 0.0);
        QVERIFY(second[8].contains(QStringLiteral("inf"), Qt::CaseInsensitive));
        QCOMPARE(lines[1].split(',')[8].toFloat(), pair.attention[1].scores[0]);
    }

    void arrowKeysGoThroughTheGroups()
    {
        ui::TranslationView view;
        open(view, sample::attendedPair(2, 3));
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        QCOMPARE(grid->layers(), 2);
        QCOMPARE(grid->heads(), 3);
        QCOMPARE(grid->describe(grid->current()),
                 QStringLiteral("target on source, layer 2, head 1"));
        QTest::keyClick(grid, Qt::Key_Right);
        QTest::keyClick(grid, Qt::Key_Up);
        QTest::keyClick(grid, Qt::Key_Down);
        QTest::keyClick(grid, Qt::Key_Down);
        QCOMPARE(grid->describe(grid->current()),
                 QStringLiteral("source on itself, layer 1, head 2"));
        for (int i = 0; i < 9; ++i)
            QTest::keyClick(grid, Qt::Key_Down); // stops at the last line
        QCOMPARE(grid->describe(grid->current()),
                 QStringLiteral("target on itself, layer 2, head 2"));
        for (int i = 1; i < 18; ++i)
            QVERIFY(!grid->thumbnailRect(i).intersects(grid->thumbnailRect(i - 1)));
        QTest::mouseClick(grid, Qt::LeftButton, {}, grid->thumbnailRect(17).center());
        QCOMPARE(grid->current(), 17);
    }

    void theLastLayerFromTargetOnSourceIsShownUntilAnotherIsChosen()
    {
        ui::TranslationView view;
        open(view, sample::attendedPair(3, 2));
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        const auto shown = [grid] { return grid->describe(grid->current()); };
        QCOMPARE(shown(), QStringLiteral("target on source, layer 3, head 1"));
        view.setInspection(sample::attendedPair(2, 4)); // another network
        QCOMPARE(shown(), QStringLiteral("target on source, layer 2, head 1"));
        view.setInspection(sample::attendedPair(3, 2));
        QCOMPARE(shown(), QStringLiteral("target on source, layer 3, head 1"));
        grid->setGroup("encoder");
        QTest::keyClick(grid, Qt::Key_Right);
        view.setInspection(sample::attendedPair(3, 2));
        QCOMPARE(shown(), QStringLiteral("source on itself, layer 3, head 2"));
        view.setInspection(sample::attendedPair(1, 1)); // has no such map
        QCOMPARE(shown(), QStringLiteral("source on itself, layer 1, head 1"));
    }

    void noBlankStandsBetweenTheRowsOfTokens()
    {
        ui::TranslationView view;
        open(view, sample::attendedPair(3, 4));
        QTest::qWait(50); // rows are fitted behind the layout
        const auto place = [&view](const char* name) {
            const auto* area = view.findChild<QWidget*>(QLatin1String(name));
            return QRect(area->mapTo(&view, QPoint(0, 0)), area->size());
        };
        const auto* source = view.findChild<ui::TokenLine*>("sourceLine");
        const int needed = source->heightForWidth(source->width());
        const QRect above = place("sourceArea"), below = place("targetArea");
        QVERIFY2(above.height() >= needed && above.height() <= needed + 4,
                 qPrintable(QString::number(above.height())));
        const int gap = below.top() - above.bottom();
        QVERIFY2(gap > 0 && gap <= 2 * m_theme.spacing(), qPrintable(QString::number(gap)));
    }

    void aSmallScreenShowsItAllWithoutScrolling()
    {
        QScrollArea area; // as in the window
        auto* view = new ui::TranslationView;
        area.setWidgetResizable(true);
        area.setWidget(view);
        area.resize(700, 690); // beside set-up and runs at 1280 x 800
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        view->setInspection(sample::longPair(14, 16, 3, 8));
        QTest::qWait(50);
        QCOMPARE(area.verticalScrollBar()->maximum(), 0);
        QCOMPARE(area.horizontalScrollBar()->maximum(), 0);
        // All heads of a layer are in sight beside the map.
        const auto* grid = view->findChild<ui::AttentionGrid*>("attentionGrid");
        QVERIFY(grid->visibleRegion().boundingRect().right() >= grid->thumbnailRect(7).right());
    }

    void wordsAskedForBeforeThereIsANetworkComeWithIt()
    {
        ui::TranslationView view;
        view.show();
        view.findChild<QToolButton*>("asTextButton")->click();
        auto* words = view.findChild<QPlainTextEdit*>("wordsEdit");
        QVERIFY(words->toPlainText().isEmpty());
        view.setInspection(pieces());
        QVERIFY(words->toPlainText().contains(QStringLiteral("ze \u2192 at: 0.875")));
    }

    void liveValuesKeepHeadCellAndScrolling()
    {
        ui::TranslationView view;
        const core::TranslationInspection pair = sample::longPair(60, 50, 2, 2);
        open(view, pair);
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

    void targetTokensSayTheirProbability()
    {
        ui::TranslationView view;
        open(view, sample::plainPair());
        auto* line = view.findChild<ui::TokenLine*>("targetLine");
        QTest::mouseMove(line, line->chipRect(2).center());
        // e^-1.5, e^-0.25
        QCOMPARE(label(view, "tokenPointed"),
                 QStringLiteral("\u201csleeps\u201d, id 41, probability 0.2231 (log -1.5); "
                                "likeliest: \u201cruns\u201d 0.7788 (log -0.25)"));
        QTest::keyClick(line, Qt::Key_Home);
        QVERIFY(label(view, "tokenPointed").endsWith(QStringLiteral("; the likeliest here")));
    }

    void whatWasCutOrUnknownIsSaid()
    {
        core::TranslationInspection pair = sample::plainPair();
        pair.cutTokens = 7;
        pair.ended = false;
        const QString state = ui::translationState(pair);
        QVERIFY(state.startsWith(QStringLiteral("After update 1,240 in epoch 3")));
        QVERIFY(state.contains(QStringLiteral("not in the vocabulary: 1.")));
        QVERIFY(state.contains(QStringLiteral("not seen by the network: 7 source tokens.")));
        QVERIFY(state.contains(QStringLiteral("did not end by itself")));
        pair = sample::plainPair();
        pair.unknownTokens = 0;
        QVERIFY(!ui::translationState(pair).contains(QStringLiteral("vocabulary")));
        QVERIFY(!ui::translationState(pair).contains(QStringLiteral("did not end")));
    }

    void aReferenceIsComparedTokenByToken()
    {
        ui::TranslationView view;
        open(view, sample::plainPair());
        auto* tabs = view.findChild<QTabWidget*>("pages");
        QVERIFY(!tabs->tabText(1).contains(QStringLiteral("part")));
        view.setComparison(sample::comparison());
        QVERIFY(tabs->tabText(1).contains(QStringLiteral("part at token 3")));
        tabs->setCurrentIndex(1);
        using Table = ui::ComparisonTable;
        auto* table = view.findChild<Table*>("comparisonTable");
        QCOMPARE(table->rowCount(), 4);
        QCOMPARE(table->item(2, Table::Position)->text(), QStringLiteral("3 \u25b6 they part"));
        QCOMPARE(table->item(1, Table::Position)->text(), QStringLiteral("2"));
        QCOMPARE(table->item(2, Table::Forced)->text(), QStringLiteral("sleeps"));
        QCOMPARE(table->item(2, Table::Free)->text(), QStringLiteral("runs"));
        QCOMPARE(table->item(2, Table::Likeliest)->text(), QStringLiteral("runs"));
        QCOMPARE(table->item(2, Table::ForcedLoss)->text(), QStringLiteral("1.50"));
        const int share = ui::LossBarDelegate::kShareRole;
        QCOMPARE(table->item(2, Table::ForcedLoss)->data(share).toDouble(), 1.0);
        QCOMPARE(table->item(1, Table::FreeLoss)->data(share).toDouble(), 0.5 / 1.5);
        QVERIFY(label(view, "partingLabel").startsWith(QStringLiteral("They part at token 3;")));
    }

    void eitherSideOfAComparisonIsOpenedUp()
    {
        ui::TranslationView view;
        open(view, sample::plainPair());
        auto* side = view.findChild<QComboBox*>("sideBox");
        QVERIFY(side->isHidden());
        view.setComparison(sample::comparison());
        auto* line = view.findChild<ui::TokenLine*>("targetLine");
        QCOMPARE(line->tokens()[2].text, QStringLiteral("runs")); // its own way at first
        side->setCurrentIndex(0);
        QCOMPARE(line->tokens()[2].text, QStringLiteral("sleeps"));
        view.setComparison(sample::comparison());
        QCOMPARE(side->currentIndex(), 0); // live values keep the choice
        view.setInspection(sample::plainPair());
        QVERIFY(side->isHidden());
    }

    void theWayFromATokenToItsVector()
    {
        ui::TranslationView view;
        core::TranslationInspection pair = sample::plainPair();
        pair.sourceEmbeddings = {{0.5F, -1.0F}, {0.25F, 2.0F}, {0.0F, 0.125F}};
        pair.sourceVocabularySize = 100;
        open(view, pair);
        auto* panel = view.findChild<ui::EmbeddingPanel*>("embeddingPanel");
        QVERIFY(panel->isHidden());
        auto* line = view.findChild<ui::TokenLine*>("sourceLine");
        line->setFocus();
        QTest::keyClick(line, Qt::Key_Right);
        QTest::keyClick(line, Qt::Key_Right);
        QVERIFY(!panel->isHidden());
        QCOMPARE(label(view, "embeddingRow"), QStringLiteral("E\u1d40x = row 57"));
        QCOMPARE(label(view, "embeddingWay"),
                 QStringLiteral("\u201chund\u201d \u2192 id 57 \u2192 one-hot vector x of 100 "
                                "places \u2192 E\u1d40x = row 57 of the table E \u2192 2 numbers"));
        auto* strip = panel->findChild<ui::ValueStrip*>();
        QVERIFY((strip->values() == std::vector<float>{0.25F, 2.0F}));
        QTest::keyClick(strip, Qt::Key_End);
        QCOMPARE(label(view, "embeddingNumber"), QStringLiteral("number 2 of 2: 2"));
        auto* oneHot = panel->findChild<ui::OneHotStrip*>();
        QTest::qWait(1);
        const double share = double(oneHot->markRect().center().x()) / oneHot->width();
        QVERIFY2(std::abs(share - 0.575) < 0.02, qPrintable(QString::number(share)));
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(panel->isHidden());
    }

    void everythingIsThereInWords()
    {
        ui::TranslationView view;
        open(view, pieces());
        view.findChild<QToolButton*>("asTextButton")->click();
        const QString words = view.findChild<QPlainTextEdit*>("wordsEdit")->toPlainText();
        QVERIFY(words.contains(QStringLiteral("Source tokens: \u2581the \u2581c at")));
        QVERIFY(words.contains(QStringLiteral("ze \u2192 at: 0.875")));
    }

    void aNetworkWithoutAttentionSaysSo()
    {
        ui::TranslationView view;
        open(view, sample::plainPair());
        QVERIFY(!view.findChild<ui::HeatMap*>("attentionMap")->isVisible());
        QVERIFY(!view.findChild<QToolButton*>("exportButton")->isEnabled());
        view.setInspection(sample::attendedPair(1, 1));
        QVERIFY(view.findChild<ui::HeatMap*>("attentionMap")->isVisible());
    }

    void aFailureIsSaidInPlace()
    {
        ui::TranslationView view;
        open(view, sample::plainPair());
        auto* bar = view.findChild<ui::MessageBar*>();
        view.setFailure({core::ErrorCode::FileMissing, {"No checkpoint in %1.", {"x"}}, {}, {}});
        QCOMPARE(bar->text(), QStringLiteral("No checkpoint in x."));
        view.setComparison(sample::comparison());
        QVERIFY(!bar->isVisible());
    }

    void looks()
    {
        const QList<QSize> sizes{{720, 600}, {1280, 800}, {1920, 1080}};
        ui::TranslationView view;
        takePictures(view, "translation-empty", {{900, 600}});
        view.setTexts("eine gruppe von menschen", {});
        core::TranslationInspection recurrent = sample::longPair(14, 16, 1, 1);
        recurrent.attention = {recurrent.attention.back()};
        view.setInspection(recurrent);
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        map->setCurrentCell({4, 5});
        takePictures(view, "translation-recurrent", sizes);
        view.setInspection(sample::longPair(14, 16, 3, 8));
        map->setCurrentCell({4, 5});
        takePictures(view, "translation-transformer", sizes);
        view.findChild<ui::AttentionGrid*>("attentionGrid")->setGroup("decoder");
        map->setCurrentCell({9, 5});
        view.findChild<ui::TokenLine*>("sourceLine")->setCurrent(3);
        takePictures(view, "translation-embedding", sizes);
        view.findChild<ui::TokenLine*>("sourceLine")->setCurrent(-1);
        view.setInspection(sample::longPair(60, 60, 6, 8));
        takePictures(view, "translation-long", sizes);
        view.setInspection(pieces());
        takePictures(view, "translation-pieces", sizes);
        view.setComparison(sample::comparison());
        view.findChild<QTabWidget*>("pages")->setCurrentIndex(1);
        takePictures(view, "translation-comparison", sizes);
        m_theme.setPresentation(true);
        takePictures(view, "translation-presentation", {{1400, 900}});
        m_theme.setPresentation(false);
    }
};

QTEST_MAIN(TranslationViewTest)
#include "translation_view_test.moc"
