#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/similar_texts/similar_texts_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QScrollBar>
#include <QSpinBox>

class SimilarTextsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theNearestTextsAreListedAndOpened()
    {
        FakeContext context;
        core::AskSimilarTexts asked;
        context.answerWith<core::AskSimilarTexts>([&](const core::AskSimilarTexts& question) {
            asked = question;
            return core::SimilarTexts{
                .text = question.text,
                .unknown = {"xyzzy"},
                .nearest = {{"a fine story", "pos", 0.9625}, {"a dull, long story", "neg", -0.125}},
                .compared = 40,
                .available = 1000,
                .features = 64,
                .step = 1240,
                .epoch = 3};
        });
        ui::SimilarTextsView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"a good film"_s);
        QCOMPARE(asked.text, "a good film"s);
        QCOMPARE(asked.split, "train"s);
        auto* table = view.findChild<ui::RowView*>(u"similarTextsTable"_s);
        QVERIFY(table != nullptr);
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"0.963"_s);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"pos"_s);
        QCOMPARE(table->model()->index(1, 2).data().toString(), u"a dull, long story"_s);
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(u"not in the vocabulary: xyzzy"_s);
        }));
        takePictures(view, u"similar_texts"_s);
        QCOMPARE(exportedTable(view, "similar_texts", "nearest"),
                 u"cosine,label,text\n0.9625,pos,a fine story\n-0.125,neg,\"a dull, long "
                 "story\"\n"_s);

        auto* split = view.findChild<QComboBox*>(u"similarTextsSplitBox"_s);
        split->setCurrentIndex(split->findData(u"test"_s));
        Q_EMIT split->activated(split->currentIndex());
        QCOMPARE(asked.split, "test"s);
        view.findChild<QSpinBox*>(u"similarTextsCountBox"_s)->setValue(0);
        QCOMPARE(asked.texts, int64_t{0});

        // An imported network has no data: it compares sentences of the user.
        auto* sentences = view.findChild<ui::TextBox*>(u"similarTextsSentencesBox"_s);
        QVERIFY(sentences != nullptr && sentences->isVisible() && asked.sentences.empty());
        sentences->setPlainText(u"a fine story\n\n dull "_s);
        QTRY_COMPARE(asked.sentences, (Strings{"a fine story", "dull"}));
        QVERIFY(!split->isEnabled());
        QTRY_COMPARE(sentences->verticalScrollBar()->maximum(), 0); // All lines are in sight.
        takePictures(view, u"similar_texts_own"_s);

        // On a dark ground the field has an edge as well.
        m_theme.setScheme(ui::ColourScheme::Dark);
        sentences->clearFocus();
        const QImage field = sentences->grab().toImage();
        QVERIFY(field.pixelColor(field.width() / 2, 0).lightness()
                > field.pixelColor(field.width() / 2, field.height() / 2).lightness() + 20);
        m_theme.setScheme(ui::ColourScheme::Light);

        // A text of the table becomes that of all views.
        table->setFocus();
        Q_EMIT table->rowActivated(1);
        QCOMPARE(context.shown.text, u"a dull, long story"_s);
        QCOMPARE(context.shown.reference, u"neg"_s);
        QCOMPARE(asked.text, "a dull, long story"s);
    }
};

UNROLL_TEST(SimilarTextsTest, QApplication)
#include "similar_texts_test.moc"
