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
    effects.text = question.example.text;
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
    effects.text = question.example.text;
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
        QCOMPARE(rows[0].name, u"not"_s);
        QCOMPARE(rows[0].said, u"97.0 % \u2192 2.0 %, now positive"_s);
        QVERIFY(rows[0].turns && !rows[1].turns);
        QCOMPARE(rows[1].name, u"good"_s);
        QCOMPARE(find<QLabel>("wholeSentenceLabel")->text(),
                 u"The whole sentence: negative, 97.0 %"_s);
        const auto& tokens = find<ui::TokenLine>("effectLine")->tokens();
        QVERIFY(std::abs(tokens[3].weight - 0.95) < 1e-6);
        QVERIFY(tokens[3].remark.contains(u"now positive"_s));
        QVERIFY(find<ui::EffectBars>("effectRanking")
                    ->accessibleDescription()
                    .contains(u"not: 97.0 % \u2192 2.0 %, now positive"_s));
        takePictures(*m_view, u"words"_s);
    }

    void theWordThatCountsMostIsChosenFirst()
    {
        open("the film was not good");
        QCOMPARE(find<ui::TokenLine>("effectLine")->current(), 3);
        QCOMPARE(find<QLabel>("chosenWordLabel")->text(),
                 u"Leave this word out: \u201cnot\u201d"_s);
        const auto& rows = find<ui::EffectBars>("withoutBars")->rows();
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(rows[1].name, u"positive"_s);
        QVERIFY(rows[1].turns);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 3);
    }

    void anotherWordInItsPlaceIsAskedForAndShown()
    {
        open("the film was not good");
        auto* line = find<ui::TokenLine>("effectLine");
        mouseClick(line, Qt::LeftButton, {}, line->chipRect(4).center());
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 4);
        auto* other = find<QComboBox>("swapWordBox");
        QCOMPARE(other->count(), 3); // the nearest words are offered
        QCOMPARE(other->itemText(0), u"great"_s);
        QVERIFY(find<ui::EffectBars>("swappedBars")->rows().empty());
        keyClicks(other->lineEdit(), "bad");
        keyClick(other->lineEdit(), Qt::Key_Return);
        QTRY_COMPARE(find<ui::EffectBars>("swappedBars")->rows().size(), size_t{2});
        QCOMPARE(find<QLabel>("swapSaidLabel")->text(), u"The prediction becomes positive."_s);
        find<QToolButton>("asTextButton")->setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit")->toPlainText();
        QVERIFY2(words.contains(u"Without \u201cnot\u201d: 97.0 % \u2192 2.0 %, now "
                                "positive"_s),
                 qPrintable(words));
        // Another word is another question.
        keyClick(line, Qt::Key_Left);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 3);
        QVERIFY(m_context->last<core::AskWordEffects>().replacement.empty());
        QVERIFY(other->currentText().isEmpty());
    }

    void aRowOfTheRankingChoosesItsWord()
    {
        open("the film was not good");
        keyClick(find<ui::EffectBars>("effectRanking"), Qt::Key_Down);
        QCOMPARE(find<ui::TokenLine>("effectLine")->current(), 4);
    }

    /// Another network may divide the text into fewer tokens.
    void theChosenWordIsKeptForRunsThatHaveIt()
    {
        open("the film was not good");
        auto* line = find<ui::TokenLine>("effectLine");
        mouseClick(line, Qt::LeftButton, {}, line->chipRect(4).center());
        ui::Shown shown = m_context->shown;
        shown.choice.run = u"/runs/two"_s;
        m_view->follow(shown);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 4);
        m_context->answerWith<core::AskWordEffects>(answeredNumber);
        shown.choice.run = u"/runs/three"_s;
        m_view->follow(shown);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 0); // The first of its rank.
    }

    void anotherSentenceBeginsAnew()
    {
        open("the film was not good");
        mouseClick(find<ui::TokenLine>("effectLine"), Qt::LeftButton, {},
                   find<ui::TokenLine>("effectLine")->chipRect(0).center());
        m_context->look(u"never the same"_s);
        QCOMPARE(find<QComboBox>("wordsTextBox")->currentText(), u"never the same"_s);
        QCOMPARE(m_context->last<core::AskWordEffects>().token, 3); // Again the first of its rank.
    }

    void numbersMoveOnAnAxisOfTheirOwn()
    {
        m_context->answerWith<core::AskWordEffects>(answeredNumber);
        open("not good");
        const auto& rows = find<ui::EffectBars>("effectRanking")->rows();
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(rows[0].said, u"2.5 \u2192 8"_s);
        QVERIFY(!rows[0].turns);
        QCOMPARE(find<ui::EffectBars>("withoutBars")->rows().size(), size_t{1});
    }
};
UNROLL_TEST(WordEffectsTest, QApplication)
#include "word_effects_test.moc"
