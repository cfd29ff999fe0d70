#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/sentence/effect_bars.h"
#include "ui/sentence/word_effects_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

namespace {

/// A network that has understood "not": without it the class is the other one.
core::WordEffects answeredEffects(const core::AskWordEffects& question)
{
    core::WordEffects effects;
    effects.text = question.text;
    effects.tokens = {"the", "film", "was", "not", "good"};
    effects.ids = {4, 57, 12, 33, 21};
    effects.classes = {"negative", "positive"};
    effects.whole = {{0.97F, 0.03F}, 0, {}};
    effects.without = {{{0.96F, 0.04F}, 0, {}},
                       {{0.95F, 0.05F}, 0, {}},
                       {{0.98F, 0.02F}, 0, {}},
                       {{0.02F, 0.98F}, 1, {}},
                       {{0.60F, 0.40F}, 0, {}}};
    effects.step = 1240;
    effects.epoch = 3;
    if (question.token == 4)
        effects.nearest = {"great", "fine", "superb"};
    if (question.token == 4 && question.replacement == "bad")
        effects.swapped = core::TextPrediction{{0.10F, 0.90F}, 1, {}};
    return effects;
}

core::WordEffects answeredNumber(const core::AskWordEffects& question)
{
    core::WordEffects effects;
    effects.text = question.text;
    effects.tokens = {"not", "good"};
    effects.ids = {33, 21};
    effects.whole.number = 2.5;
    effects.without.resize(2);
    effects.without[0].number = 8.0;
    effects.without[1].number = 1.5;
    effects.step = 10;
    effects.epoch = 1;
    return effects;
}

} // namespace

class WordEffectsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<ui::WordEffectsView> m_view;

    template <class Widget> Widget* find(const char* name) const
    {
        auto* found = m_view->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }
    void open(const char* text)
    {
        m_view = std::make_unique<ui::WordEffectsView>(*m_context);
        m_view->resize(1000, 640);
        m_view->show();
        m_context->lead(*m_view);
        m_context->look(QString::fromLatin1(text));
    }

private Q_SLOTS:
    void init()
    {
        m_context = std::make_unique<FakeContext>();
        m_context->answerWith<core::AskWordEffects>(answeredEffects);
    }
    void cleanup()
    {
        m_view.reset();
        m_context.reset();
    }

    void wordsAreRankedByHowFarTheyMoveThePrediction()
    {
        open("the film was not good");
        const auto& rows = find<ui::EffectBars>("effectRanking")->rows();
        QCOMPARE(rows.size(), size_t{5});
        QCOMPARE(rows[0].name, QStringLiteral("not"));
        QCOMPARE(rows[0].said, QStringLiteral("97.0 % \u2192 2.0 %, now positive"));
        QVERIFY(rows[0].turns && !rows[1].turns);
        QCOMPARE(rows[1].name, QStringLiteral("good"));
        QCOMPARE(find<QLabel>("wholeSentenceLabel")->text(),
                 QStringLiteral("The whole sentence: negative, 97.0 %"));
        const auto& tokens = find<ui::TokenLine>("effectLine")->tokens();
        QVERIFY(std::abs(tokens[3].weight - 0.95) < 1e-6);
        QVERIFY(tokens[3].remark.contains(QStringLiteral("now positive")));
        QVERIFY(find<ui::EffectBars>("effectRanking")
                    ->accessibleDescription()
                    .contains(QStringLiteral("not: 97.0 % \u2192 2.0 %, now positive")));
        takePictures(*m_view, QStringLiteral("words"));
    }

    void theWordThatCountsMostIsChosenFirst()
    {
        open("the film was not good");
        QCOMPARE(find<ui::TokenLine>("effectLine")->current(), 3);
        QCOMPARE(find<QLabel>("chosenWordLabel")->text(),
                 QStringLiteral("Leave this word out: \u201cnot\u201d"));
        const auto& rows = find<ui::EffectBars>("withoutBars")->rows();
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(rows[1].name, QStringLiteral("positive"));
        QVERIFY(rows[1].turns);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 3);
    }

    void anotherWordInItsPlaceIsAskedForAndShown()
    {
        open("the film was not good");
        auto* line = find<ui::TokenLine>("effectLine");
        QTest::mouseClick(line, Qt::LeftButton, {}, line->chipRect(4).center());
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 4);
        auto* other = find<QComboBox>("swapWordBox");
        QCOMPARE(other->count(), 3); // the nearest words are offered
        QCOMPARE(other->itemText(0), QStringLiteral("great"));
        QVERIFY(find<ui::EffectBars>("swappedBars")->rows().empty());
        QTest::keyClicks(other->lineEdit(), "bad");
        QTest::keyClick(other->lineEdit(), Qt::Key_Return);
        QTRY_COMPARE(find<ui::EffectBars>("swappedBars")->rows().size(), size_t{2});
        QCOMPARE(find<QLabel>("swapSaidLabel")->text(),
                 QStringLiteral("The prediction becomes positive."));
        find<QToolButton>("asTextButton")->setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit")->toPlainText();
        QVERIFY2(words.contains(QStringLiteral("Without \u201cnot\u201d: 97.0 % \u2192 2.0 %, now "
                                               "positive")),
                 qPrintable(words));
        // Another word is another question.
        QTest::keyClick(line, Qt::Key_Left);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 3);
        QVERIFY(m_context->last<core::AskWordEffects>().replacement.empty());
        QVERIFY(other->currentText().isEmpty());
    }

    void aRowOfTheRankingChoosesItsWord()
    {
        open("the film was not good");
        QTest::keyClick(find<ui::EffectBars>("effectRanking"), Qt::Key_Down);
        QCOMPARE(find<ui::TokenLine>("effectLine")->current(), 4);
    }

    void anotherSentenceBeginsAnew()
    {
        open("the film was not good");
        QTest::mouseClick(find<ui::TokenLine>("effectLine"), Qt::LeftButton, {},
                          find<ui::TokenLine>("effectLine")->chipRect(0).center());
        m_context->look(QStringLiteral("never the same"));
        QCOMPARE(find<QComboBox>("wordsTextBox")->currentText(), QStringLiteral("never the same"));
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 3); // Again the first of its rank.
    }

    void numbersMoveOnAnAxisOfTheirOwn()
    {
        m_context->answerWith<core::AskWordEffects>(answeredNumber);
        open("not good");
        const auto& rows = find<ui::EffectBars>("effectRanking")->rows();
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(rows[0].said, QStringLiteral("2.5 \u2192 8"));
        QVERIFY(!rows[0].turns);
        QCOMPARE(find<ui::EffectBars>("withoutBars")->rows().size(), size_t{1});
    }
};
UNROLL_TEST(WordEffectsTest, QApplication)
#include "word_effects_test.moc"
