#include "core/probe/translation/translation_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/opened_translation_view.h"
#include "tests/ui/views_pictures.h"
#include "ui/sentence/attention_grid.h"
#include "ui/sentence/translation_text.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/token_line.h"

class TranslationViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

private Q_SLOTS:
    void typingAsksOnceEvery150Milliseconds()
    {
        ui::TranslationView view(m_context);
        view.show();
        m_context.lead(view);
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        keyClicks(view.findChild<QComboBox*>("textBox")->lineEdit(), "der hund");
        QCOMPARE(looked.count(), 0);
        QVERIFY(looked.wait(1000));
        QCOMPARE(looked.count(), 1);
        QCOMPARE(m_context.asked.size(), size_t{1});
        QCOMPARE(m_context.last<core::AskTranslation>().source, "der hund"s);
        keyClicks(view.findChild<QComboBox*>("referenceBox")->lineEdit(), "the dog");
        QVERIFY(looked.wait(1000));
        QCOMPARE(looked.count(), 2);
        QCOMPARE(m_context.asked.size(), size_t{2});
        QCOMPARE(m_context.last<core::AskComparison>().source, "der hund"s);
        QCOMPARE(m_context.last<core::AskComparison>().reference, "the dog"s);
        QVERIFY(m_context.asked.front()->withdrawn); // What was asked first is not wanted any more.
    }

    void aSentenceIsPinnedAndDecoded()
    {
        ui::TranslationView view(m_context);
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        QSignalSpy pinned(&m_context, &ui::ViewContext::pinned);
        QSignalSpy places(&m_context, &ui::ViewContext::viewRequested);
        view.findChild<QToolButton*>("decodeButton")->click();
        QCOMPARE(places.count(), 0); // nothing to decode yet
        view.setText(u"a b"_s);
        QCOMPARE(looked.count(), 1);
        view.findChild<QToolButton*>("pinButton")->click();
        view.findChild<QToolButton*>("decodeButton")->click();
        QCOMPARE(pinned.first().first().toString(), u"a b"_s);
        QCOMPARE(looked.last().first().toString(), u"a b"_s);
        QCOMPARE(places.first().first().toString(), u"decoding"_s);
    }

    void aSmallScreenShowsItAllWithoutScrolling()
    {
        QScrollArea area; // as in the window
        auto* view = new ui::TranslationView(m_context);
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
        ui::TranslationView view(m_context);
        view.show();
        view.findChild<QToolButton*>("asTextButton")->click();
        auto* words = view.findChild<QPlainTextEdit*>("wordsEdit");
        QVERIFY(words->toPlainText().isEmpty());
        view.setInspection(sample::pieces());
        QVERIFY(words->toPlainText().contains(u"ze \u2192 at: 0.875"_s));
    }

    void whatWasCutOrUnknownIsSaid()
    {
        core::TranslationInspection pair = sample::plainPair();
        pair.cutTokens = 7;
        pair.ended = false;
        const QString state = ui::translationState(pair);
        QVERIFY(state.startsWith(u"After update 1,240 in epoch 3"_s));
        QVERIFY(state.contains(u"not in the vocabulary: 1."_s));
        QVERIFY(state.contains(u"not seen by the network: 7 source tokens."_s));
        QVERIFY(state.contains(u"truncated at the maximum length"_s));
        pair = sample::plainPair();
        pair.unknownTokens = 0;
        QVERIFY(!ui::translationState(pair).contains(u"vocabulary"_s));
        QVERIFY(!ui::translationState(pair).contains(u"did not end"_s));
    }

    void everythingIsThereInWords()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::pieces());
        view.findChild<QToolButton*>("asTextButton")->click();
        const QString words = view.findChild<QPlainTextEdit*>("wordsEdit")->toPlainText();
        QVERIFY(words.contains(u"Source tokens: \u2581the \u2581c at"_s));
        QVERIFY(words.contains(u"ze \u2192 at: 0.875"_s));
    }

    void aNetworkWithoutAttentionSaysSo()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::plainPair());
        QVERIFY(!view.findChild<ui::HeatMap*>("attentionMap")->isVisible());
        QVERIFY(!figureOf(view, "attention").paint);
        QVERIFY(!exported(view, "attention", ui::FigureFormat::Text).isEmpty());
        view.setInspection(sample::attendedPair(1, 1));
        QVERIFY(figureOf(view, "attention").paint);
        QVERIFY(view.findChild<ui::HeatMap*>("attentionMap")->isVisible());
    }

    void aFailureIsSaidInPlace()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::plainPair());
        auto* bar = view.findChild<ui::MessageBar*>();
        view.setFailure({core::ErrorCode::FileMissing, {"No checkpoint in %1.", {"x"}}, {}, {}});
        QCOMPARE(bar->text(), u"No checkpoint in x."_s);
        view.setComparison(sample::comparison());
        QVERIFY(!bar->isVisible());
    }

    void looks()
    {
        const QList<QSize> sizes{{720, 600}, {1280, 800}, {1920, 1080}};
        ui::TranslationView view(m_context);
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
        view.setInspection(sample::pieces());
        takePictures(view, "translation-pieces", sizes);
        view.setComparison(sample::comparison());
        view.findChild<QTabWidget*>("pages")->setCurrentIndex(1);
        takePictures(view, "translation-comparison", sizes);
        m_theme.setPresentation(true);
        takePictures(view, "translation-presentation", {{1400, 900}});
        m_theme.setPresentation(false);
    }
};

UNROLL_TEST(TranslationViewTest, QApplication)
#include "translation_view_test.moc"
