#include "tests/support/test_case.h"
#include "tests/ui/attention_test_sample.h"
#include "tests/ui/exported.h"
#include "tests/ui/view_tests.h"
#include "tests/ui/views_pictures.h"
#include "ui/attention_test/attention_test_view.h"
#include "ui/attention_test/entropy_page.h"
#include "ui/table/row_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/number_box.h"

class AttentionTestViewTest : public ViewTests<ui::AttentionTestView> {
    Q_OBJECT
private:
    void open(std::function<core::AttentionTest(const core::AskAttentionTest&)> answer
              = attention_sample::test)
    {
        m_context->answerWith<core::AskAttentionTest>(std::move(answer));
        show({1000, 760}, u"the film was not bad at all"_s, u"positive"_s);
    }
    void showTab(const char* title)
    {
        auto& tabs = find<QTabWidget>("attentionTestTabs");
        for (int i = 0; i < tabs.count(); ++i)
            if (tabs.tabText(i).remove(u'&') == QLatin1String(title))
                tabs.setCurrentIndex(i);
    }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void onlyNetworksWithAttentionHaveIt()
    {
        const auto fits = [](const core::Json& options) {
            core::ExperimentSpec spec;
            spec.model.network.options = options;
            return ui::AttentionTestView::fits(spec);
        };
        QVERIFY(fits({{"pooling", {{"kind", "attention"}}}}));
        QVERIFY(fits({{"pooling", {{"kind", "hard_attention"}}}}));
        QVERIFY(fits({{"heads", 4}, {"pooling", {{"kind", "mean"}}}}));
        QVERIFY(fits({{"attention", {{"kind", "additive"}}}}));
        QVERIFY(!fits({{"pooling", {{"kind", "last"}}}}));
        QVERIFY(!fits({{"attention", {{"kind", "none"}}}}));
        QVERIFY(!fits({{"hidden_size", 3}}));
    }

    void everyReplacementHasItsRow()
    {
        open();
        QCOMPARE(m_context->last<core::AskAttentionTest>().example.reference, "positive"s);
        auto& table = find<ui::RowView>("replacedTable");
        QCOMPARE(table.model()->rowCount(), 8 * 4);
        const auto cell = [&](int row, int column) {
            return table.model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(0, 0), u"self-attention, all heads"_s);
        QCOMPARE(cell(0, 1), u"uniform"_s);
        QCOMPARE(cell(0, 2), u"0.710"_s);
        QVERIFY(cell(0, 3).startsWith(u'+'));
        QVERIFY2(cell(0, 4).startsWith(u"\u2192 negative 80.0 %"_s), qPrintable(cell(0, 4)));
        QVERIFY(cell(31, 4).startsWith(u"positive"_s));
        QVERIFY(text("plainAnswerLabel").contains(u"positive 91.0 %"_s));
    }

    void aRowShowsItsHead()
    {
        open();
        auto& map = find<ui::HeatMap>("testedMap");
        QCOMPARE(map.content().rows, 1); // The pooling, nearest to the answer.
        QCOMPARE(map.content().columnLabels.value(3), u"not"_s);
        auto& table = find<ui::RowView>("replacedTable");
        table.setCurrentIndex(table.model()->index(4 * 5, 0)); // layer 1, head 2
        QCOMPARE(map.content().rows, 7);
        QCOMPARE(find<QComboBox>("testedHeadBox").currentText(),
                 u"self-attention, layer 1, head 2"_s);
        QVERIFY(text("headFactsLabel").contains(u"70.0 %"_s));
    }

    void allNumbersHaveTheDecimalPointOfTheLocale()
    {
        QLocale::setDefault(QLocale(u"de_DE"_s));
        open();
        const QString said = text("headFactsLabel");
        const QStringList weights = find<ui::HeatMap>("testedMap").content().cellTexts;
        QLocale::setDefault(QLocale(QLocale::English));
        QVERIFY2(said.contains(u',') && !said.contains(u'.'), qPrintable(said));
        QVERIFY(!weights.isEmpty());
        for (const QString& weight : weights)
            QVERIFY2(weight.contains(u',') && !weight.contains(u'.'), qPrintable(weight));
    }

    void aWeightIsSetByHand()
    {
        open();
        auto& map = find<ui::HeatMap>("testedMap");
        Q_EMIT map.cellActivated(0, 4);
        QCOMPARE(find<QTabWidget>("attentionTestTabs").currentIndex(), 1);
        QCOMPARE(text("editedWeightLabel"), u"Weight on \u201cbad\u201d"_s);
        find<ui::NumberBox>("editedWeightBox").setValue(0.8);
        find<QPushButton>("setWeightButton").click();
        const auto& question = m_context->last<core::AskAttentionTest>();
        QCOMPARE(question.edits.size(), size_t{1});
        QVERIFY((question.edits[0] == core::AttentionEdit{{"pooling", 0, 0}, 0, 4, 0.8}));
        QVERIFY(text("weightsAfterLabel").contains(u"negative 70.0 %"_s));
        QVERIFY(text("weightEditsLabel").contains(u"0.8 on \u201cbad\u201d"_s));
        QCOMPARE(map.content().values[4], 1.0F);
        QCOMPARE(int(map.content().outlined[4]), 1);
        find<QToolButton>("resetWeightsButton").click();
        QVERIFY(m_context->last<core::AskAttentionTest>().edits.empty());
        QCOMPARE(text("weightsAfterLabel"), QString());
        // Another text has other words.
        Q_EMIT map.cellActivated(0, 4);
        find<QPushButton>("setWeightButton").click();
        m_context->look(u"something else"_s);
        QVERIFY(m_context->last<core::AskAttentionTest>().edits.empty());
    }

    void aTranslationHasItsTokensBesideItsRows()
    {
        open(attention_sample::translation);
        const auto& content = find<ui::HeatMap>("testedMap").content();
        QCOMPARE(content.rowLabels.value(2), u"sleeps"_s);
        QCOMPARE(content.columnLabels.value(1), u"Hund"_s);
        QVERIFY(text("plainAnswerLabel").contains(u"a dog sleeps \u00b7 60.0 %"_s));
        QCOMPARE(find<ui::RowView>("replacedTable").model()->index(0, 0).data().toString(),
                 u"target on source, layer 1, head 1"_s);
    }

    void everyKeptEpochIsAskedForItsEntropy()
    {
        m_context->shown.epochs = {1, 2};
        m_context->shown.live = true;
        std::vector<int> asked;
        m_context->answerWith<core::AskAttentionEntropy>([&](const core::AskAttentionEntropy&) {
            const int epoch = m_context->asked.back()->choice.epoch;
            asked.push_back(epoch);
            return attention_sample::entropies(epoch < 0 ? 3 : epoch);
        });
        open();
        QVERIFY(asked.empty()); // Only where it is seen.
        showTab("Over epochs");
        QTRY_COMPARE(asked, (std::vector<int>{-1, 2, 1}));
        auto& plot = find<ui::EntropyPlot>("entropyPlot");
        QTRY_COMPARE(plot.graphCount(), 5);
        QCOMPARE(plot.graph(0)->dataCount(), 3);
        QCOMPARE(plot.graph(4)->dataMainValue(2), 0.9 - 0.45);
        QVERIFY(exportedTable(*m_view, "attention_entropy").contains(u"\n1,pooling,"_s));
    }

    void overTheDataIsAJobWithProgress()
    {
        open();
        showTab("Over the data");
        find<QComboBox>("attentionTextsBox").setCurrentIndex(0);
        find<QCheckBox>("eachHeadBox").setChecked(true);
        find<QPushButton>("scoreAttentionButton").click();
        const auto& question = m_context->last<core::AskAttentionScores>();
        QCOMPARE(question.texts, int64_t{100});
        QCOMPARE(question.split, "valid"s);
        QVERIFY(question.eachHead);
        auto& entry = *m_context->asked.back();
        entry.hearer.progressed({{"Replacing attention weights", {}}, 0.4, 12.0});
        QVERIFY(find<QWidget>("progressBar").isVisible());
        QVERIFY(text("stageLabel").contains(u"12 s"_s));
        QVERIFY(!find<QPushButton>("scoreAttentionButton").isEnabled());
        entry.answer<core::AskAttentionScores>(attention_sample::scores(question));
        QVERIFY(!find<QWidget>("progressBar").isVisible());
        auto& table = find<ui::RowView>("attentionScoresTable");
        QCOMPARE(table.model()->rowCount(), 9);
        QCOMPARE(table.model()->index(1, 3).data().toString(), u"\u22120.003"_s);
        QVERIFY(text("attentionScoresState").contains(u"accuracy over 100 texts"_s));
        // Of another network they are not.
        m_context->shown.choice.epoch = 1;
        m_view->follow(m_context->shown);
        QCOMPARE(table.model()->rowCount(), 0);
    }

    void aJobCanBeCancelled()
    {
        open();
        showTab("Over the data");
        find<QPushButton>("scoreAttentionButton").click();
        const auto entry = m_context->asked.back();
        find<QPushButton>("cancelButton").click();
        QTRY_VERIFY(entry->withdrawn);
        QTRY_COMPARE(text("attentionScoresState"), u"Cancelled."_s);
        QVERIFY(find<QPushButton>("scoreAttentionButton").isEnabled());
    }

    void aNetworkWithoutAttentionIsSaidToBeOne()
    {
        open([](const core::AskAttentionTest&) { return core::AttentionTest(); });
        bool said = false;
        for (const auto* label : m_view->findChildren<QLabel*>())
            said = said || label->text().contains(u"has no attention"_s);
        QVERIFY(said);
    }

    void whatIsShownCanBeWrittenAndRead()
    {
        open();
        find<QToolButton>("asTextButton").setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit").toPlainText();
        QVERIFY2(words.contains(u"pooling, best alone: changed by "_s), qPrintable(words));
        QVERIFY(arePicturesExported(*m_view, "attention_replaced", 1000));
        QVERIFY(exportedTable(*m_view, "attention_replaced", "outcomes")
                    .contains(u"\nuniform,pooling,"_s));
        QVERIFY(exportedTable(*m_view, "attention_replaced", "heads")
                    .startsWith(u"number,group,layer,head,entropy,relative_entropy,tau_"_s));
    }

    void pictures()
    {
        m_context->shown.epochs = {1, 2};
        m_context->answerWith<core::AskAttentionEntropy>([&](const core::AskAttentionEntropy&) {
            const int epoch = m_context->asked.back()->choice.epoch;
            return attention_sample::entropies(epoch < 0 ? 3 : epoch);
        });
        m_context->answerWith<core::AskAttentionScores>(attention_sample::scores);
        open();
        Q_EMIT find<ui::HeatMap>("testedMap").cellActivated(0, 4);
        find<QPushButton>("setWeightButton").click();
        for (const char* tab :
             {"Replaced", "By hand", "Agreement", "Over epochs", "Over the data"}) {
            showTab(tab);
            if (tab == "Over the data"s)
                find<QPushButton>("scoreAttentionButton").click();
            takePictures(*m_view, u"attention_test "_s + QLatin1String(tab),
                         {{860, 640}, {1500, 950}});
        }
    }
};
UNROLL_TEST(AttentionTestViewTest, QApplication)
#include "attention_test_view_test.moc"
