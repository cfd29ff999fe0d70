#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/by_hand/by_hand_view.h"
#include "ui/by_hand/number_grid.h"
#include "ui/decoding/transport_bar.h"
#include "ui/view/picked_head.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

class ByHandTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static const ui::HeatMapContent& step(const ui::ByHandView& view, int number)
    {
        return namedChild<ui::HeatMap>(view, qPrintable(u"byHandStep%1"_s.arg(number)))->content();
    }
    static QTableWidget* table(const ui::ByHandView& view, int index)
    {
        return view.findChildren<ui::NumberGrid*>()[index]->findChild<QTableWidget*>();
    }

    static core::HeadByHand smallHead()
    {
        core::HeadByHand head;
        head.site = {"encoder", 0, 1};
        head.attention.queries = core::NumberTable(1, 2, 1.0);
        head.attention.queries.at(0, 1) = -1.463309;
        head.attention.keys = core::NumberTable(2, 2, 2.0);
        head.attention.keys.at(1, 0) = 3.0;
        head.attention.values = core::NumberTable(2, 3, 0.5);
        head.attention.scale = 16.0;
        head.queries = {2};
        head.keys = {1, 4};
        head.queryTokens = {"bad"};
        head.keyTokens = {"not", "film"};
        head.features = 16;
        head.valueFeatures = 3;
        head.rotatedKeys = true;
        head.weights = core::NumberTable(1, 2, 0.4);
        head.plain.said = "positive";
        return head;
    }

private Q_SLOTS:
    void lectureExampleIsTheFirst()
    {
        const ui::ByHandView view(m_context);
        QCOMPARE(step(view, 1).cellTexts, QStringList({"0", "100", "0", "0"}));
        QCOMPARE(table(view, 2)->item(3, 0)->text(), u"1,000"_s);
        QCOMPARE(step(view, 2).cellTexts, QStringList({"0", "12.5", "0", "0"}));
        QCOMPARE(step(view, 4).cellTexts,
                 QStringList({"3.7266E-06", "0.99999", "3.7266E-06", "3.7266E-06"}));
        QCOMPARE(step(view, 5).cellTexts.first(), u"10.004"_s);
        QVERIFY(exportedTable(view, "attention_by_hand").contains("scaled,1,1,2,12.5"));
    }

    void whatIsTypedIsComputed()
    {
        const ui::ByHandView view(m_context);
        table(view, 0)->item(0, 1)->setText("5");
        QCOMPARE(step(view, 1).cellTexts[1], u"50"_s);
        table(view, 0)->item(0, 1)->setText("many");
        QCOMPARE(table(view, 0)->item(0, 1)->text(), u"5"_s);
        QVERIFY(labelText(view, "byHandProblem").contains("many"));
        QCOMPARE(step(view, 1).cellTexts[1], u"50"_s);
        namedChild<QSpinBox>(view, "byHandScale")->setValue(25);
        QCOMPARE(step(view, 2).cellTexts[1], u"10"_s);
        namedChild<QSpinBox>(view, "byHandKeys")->setValue(2);
        QCOMPARE(step(view, 4).columns, 2);
    }

    void blocksOfCellsArePasted()
    {
        ui::ByHandView view(m_context);
        showSized(view, {1000, 700});
        QApplication::clipboard()->setText("1\t2\t3\n4\t5\t6\n");
        table(view, 1)->setCurrentCell(1, 1);
        QTest::keySequence(table(view, 1), QKeySequence::Paste);
        QCOMPARE(table(view, 1)->item(1, 1)->text(), u"1"_s);
        QCOMPARE(table(view, 1)->item(1, 2)->text(), u"2"_s);
        QCOMPARE(table(view, 1)->item(2, 2)->text(), u"5"_s);
    }

    void maskAndHeadsAreSwitched()
    {
        const ui::ByHandView view(m_context);
        auto* examples = namedChild<QComboBox>(view, "byHandExamples");
        examples->setCurrentIndex(3);
        Q_EMIT examples->activated(3);
        QCOMPARE(step(view, 3).cellTexts[1], u"−∞"_s);
        QCOMPARE(step(view, 3).struck[1], char(1));
        QCOMPARE(step(view, 4).cellTexts[0], u"1"_s);
        namedChild<QCheckBox>(view, "byHandGradients")->setChecked(true);
        QCOMPARE(step(view, 3).cellTexts[1], u"0"_s); // What is masked has none.
        namedChild<QCheckBox>(view, "byHandGradients")->setChecked(false);
        namedChild<QCheckBox>(view, "byHandCausal")->setChecked(false);
        QCOMPARE(step(view, 3).struck[1], char(0));
        auto* heads = namedChild<QComboBox>(view, "byHandHeads");
        QCOMPARE(heads->count(), 2); // 4 features, 2 of values: 1 and 2 divide both.
        heads->setCurrentIndex(1);
        Q_EMIT heads->activated(1);
        QCOMPARE(namedChild<QComboBox>(view, "byHandHead")->count(), 2);
    }

    /// Beside a text the stroke ends: the text is not crossed out itself.
    void whatStandsInAStruckCellCanBeRead()
    {
        ui::HeatMapContent content;
        content.rows = content.columns = 2;
        content.values.assign(4, 0.0F);
        content.rowLabels = content.columnLabels = {"a", "b"};
        content.cellTexts = {"0", u"\u2212\u221e"_s, "0", "0"};
        content.struck = {0, 1, 0, 0};
        ui::HeatMap map;
        map.setContent(content);
        showSized(map, {400, 300});
        const QPixmap struck = map.viewport()->grab();
        const QRect cell = map.cellRect(0, 1);
        const QFontMetrics metrics(m_theme.textFont());
        const int half = metrics.horizontalAdvance(content.cellTexts[1]) / 2;
        const QPoint from = cell.bottomLeft() + QPoint(4, -3), to = cell.topRight() + QPoint(-3, 4);
        const auto onStroke = [&](int x) { // Beside the text, where the stroke would be.
            const double share = double(x - from.x()) / (to.x() - from.x());
            return QPoint(x, int(std::lround(from.y() + share * (to.y() - from.y()))));
        };
        const QImage image = struck.toImage();
        const QRgb ground = m_theme.window().rgb();
        for (const int x : {cell.center().x() - half - 1, cell.center().x() + half + 1})
            for (const int y : {-1, 0, 1})
                QCOMPARE(image.pixel(onStroke(x) + QPoint(0, y)), ground);
        int strokes = 0;
        for (const int x : {from.x() + 2, to.x() - 2})
            for (const int y : {-1, 0, 1})
                strokes += image.pixel(onStroke(x) + QPoint(0, y)) != ground ? 1 : 0;
        QVERIFY(strokes >= 2);
    }

    void withoutAMaskTheThirdStepNamesNone()
    {
        ui::ByHandView view(m_context);
        showSized(view, {1200, 800});
        const auto says = [&](const char* title) {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text() == QLatin1String(title);
            });
        };
        const auto* third = namedChild<ui::HeatMap>(view, "byHandStep3");
        const auto formulas = [&] {
            const auto all = third->parentWidget()->findChildren<ui::FormulaLabel*>();
            return std::count_if(all.begin(), all.end(),
                                 [](const ui::FormulaLabel* label) { return label->isVisible(); });
        };
        QVERIFY(says("3. Not masked") && formulas() == 0);
        namedChild<QCheckBox>(view, "byHandCausal")->setChecked(true);
        QVERIFY(says("3. Masked") && formulas() == 1);
    }

    void gradientsAreOfTheCellThatWasClicked()
    {
        ui::ByHandView view(m_context);
        namedChild<QCheckBox>(view, "byHandGradients")->setChecked(true);
        QCOMPARE(step(view, 5).cellTexts, QStringList({"1", "1", "1"}));
        auto* output = namedChild<ui::HeatMap>(view, "byHandStep5");
        Q_EMIT output->cellActivated(0, 1);
        QCOMPARE(step(view, 5).cellTexts, QStringList({"0", "1", "0"}));
        QCOMPARE(step(view, 4).cellTexts, QStringList({"0", "0", "5", "6"}));
        // Of a value it is the weight of its key, in the column that was clicked.
        const auto slopes = [&](int table) {
            return namedChild<ui::HeatMap>(view, qPrintable(QString("byHandSlopes%1").arg(table)));
        };
        QCOMPARE(slopes(3)->content().rowLabels, QStringList({"v1", "v2", "v3", "v4"}));
        QCOMPARE(slopes(3)->content().cellTexts.mid(3, 3), QStringList({"0", "1", "0"}));
        QCOMPARE(slopes(3)->content().cellTexts[1], u"3.73E-06"_s);
        QCOMPARE(slopes(1)->content().rows, 1);
        QCOMPARE(slopes(2)->content().columns, 3);
        Q_EMIT output->cellActivated(0, 1);
        QCOMPARE(step(view, 5).cellTexts, QStringList({"1", "1", "1"}));
    }

    void stepsAppearOneByOne()
    {
        const ui::ByHandView view(m_context);
        auto* transport = view.findChild<ui::TransportBar*>();
        transport->first();
        QCOMPARE(step(view, 1).rows, 0);
        transport->forward();
        QCOMPARE(step(view, 1).rows, 1);
        QCOMPARE(step(view, 2).rows, 0);
    }

    void cellsSayTheirEquation()
    {
        const ui::ByHandView view(m_context);
        QCOMPARE(namedChild<ui::HeatMap>(view, "byHandStep1")->describe(0, 1),
                 u"q1 on k2: 0·0 + 10·10 + 0·0 = 100"_s);
        QCOMPARE(namedChild<ui::HeatMap>(view, "byHandStep2")->describe(0, 1),
                 u"q1 on k2: 100 / √64 = 12.5"_s);
        QVERIFY(namedChild<ui::HeatMap>(view, "byHandStep4")
                    ->describe(0, 1)
                    .startsWith("q1 on k2: e^12.5 / (e^0 + e^12.5 + e^0 + e^0) = 0.99999"));
    }

    void whatWasTypedComesBack()
    {
        const ui::ByHandView view(m_context);
        table(view, 0)->item(0, 0)->setText("7");
        ui::ByHandView other(m_context);
        other.setState(view.state());
        QCOMPARE(table(other, 0)->item(0, 0)->text(), u"7"_s);
        for (const char* damaged :
             {"", "[]", "{", R"({"queries": {"rows": 99999, "columns": 1, "values": []}})"})
            other.setState(damaged);
        QCOMPARE(table(other, 0)->item(0, 0)->text(), u"7"_s);
    }

    void aTrainedHeadFillsTheTables()
    {
        ui::ByHandView view(m_context);
        auto* push = namedChild<QPushButton>(view, "byHandHeadPush");
        QVERIFY(push->isHidden() || !push->isVisibleTo(&view));
        core::HeadByHand head = smallHead();
        m_context.answerWith<core::AskHeadByHand>([&](const auto&) { return head; });
        core::AskHeadByHand question;
        question.site = head.site;
        question.query = 2;
        m_context.shown.head = std::make_shared<const ui::PickedHead>(
            ui::PickedHead{m_context.shown, u"one"_s, question});
        view.follow(m_context.shown);
        QCOMPARE(table(view, 1)->item(1, 0)->text(), u"3"_s);
        QCOMPARE(table(view, 1)->verticalHeaderItem(1)->text(), u"k2 film"_s);
        QCOMPARE(table(view, 2)->verticalHeaderItem(0)->text(), u"v1 not"_s);
        QCOMPARE(step(view, 1).rowLabels, QStringList({"q1 bad"}));
        QCOMPARE(step(view, 4).columnLabels, QStringList({"k1 not", "k2 film"}));
        QVERIFY(labelText(view, "byHandHeadAbout").contains("bad"));
        QVERIFY(labelText(view, "byHandHeadAbout").contains("16 features"));
        QVERIFY(!push->isEnabled());
        // A long number is rounded, but what is not shown of it stays.
        QCOMPARE(table(view, 0)->item(0, 1)->text(), u"-1.46"_s);
        table(view, 0)->item(0, 1)->setText("-1.46");
        QVERIFY(!push->isEnabled());
        // Following again takes nothing: what was typed stays.
        table(view, 1)->item(1, 0)->setText("4");
        view.follow(m_context.shown);
        QCOMPARE(table(view, 1)->item(1, 0)->text(), u"4"_s);
        QVERIFY(push->isEnabled());
        head.changed.emplace();
        head.changed->saying.said = "negative";
        head.changedWeights = head.weights;
        push->click();
        const auto& asked = m_context.last<core::AskHeadByHand>();
        QCOMPARE(asked.set, (std::vector<core::SetNumber>{{core::HeadTable::Keys, 1, 0, 4.0}}));
        QCOMPARE(asked.keyTokens, head.keys);
        QCOMPARE(asked.query, int64_t{2});
        QVERIFY(labelText(view, "byHandHeadAfterLabel").contains("negative"));
        // Other sizes are no longer those of the head.
        namedChild<QSpinBox>(view, "byHandKeys")->setValue(3);
        QVERIFY(!push->isEnabled());
        QVERIFY(labelText(view, "byHandHeadNote").contains("sizes"));
        QCOMPARE(step(view, 1).rowLabels, QStringList({"q1"}));
        head.changed.reset();
        namedChild<QPushButton>(view, "byHandHeadAgain")->click();
        QCOMPARE(table(view, 1)->item(1, 0)->text(), u"3"_s);
        m_context.forget<core::AskHeadByHand>();
    }

    void pictures()
    {
        ui::ByHandView view(m_context);
        takePictures(view, u"by_hand"_s, {{1000, 640}, {1500, 900}});
    }
};

UNROLL_TEST(ByHandTest, QApplication)
#include "by_hand_test.moc"
