#include "tests/support/painted_texts.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/language/suggestion_bar.h"
#include "ui/language/writing_view.h"
#include "ui/widgets/probability_bars.h"

namespace {

/// Offers what goes on with the last word of the text.
core::Suggestions answeredSuggestions(const core::AskSuggestions& question)
{
    core::Suggestions found;
    found.text = question.text;
    const bool begins = !question.text.empty() && question.text.back() == 't';
    found.best = {{begins ? "he" : "the", "the", 0.31},
                  {begins ? "o" : "to", "to", 0.2},
                  {begins ? "here" : "there", "there", 0.1}};
    found.tokens = {{"\u2423the", 5, 0.31F}, {"\u2423to", 6, 0.2F}};
    found.step = 100;
    found.epoch = 2;
    found.milliseconds = 3.2;
    return found;
}

} // namespace

class WritingTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<ui::WritingView> m_view;

    ui::WritingBox& box() const { return *namedChild<ui::WritingBox>(*m_view, "writingBox"); }
    ui::SuggestionBar& bar() const
    {
        return *namedChild<ui::SuggestionBar>(*m_view, "suggestionBar");
    }
    QStringList offered() const
    {
        QStringList all;
        for (const core::Suggestion& each : bar().suggestions())
            all << QString::fromStdString(each.text);
        return all;
    }
    void open()
    {
        m_view = std::make_unique<ui::WritingView>(*m_context);
        showSized(*m_view, {900, 600});
        m_context->lead(*m_view);
        box().setFocus();
    }

private Q_SLOTS:
    void namesAreWholeWhereABarStillHasRoom()
    {
        ui::ProbabilityBars bars;
        const QString name = u"\u2423cloneembedreportprintouts"_s;
        bars.setProbabilities({name, u"a"_s}, {0.75F, 0.25F}, 0);
        const int wide = QFontMetrics(ui::bold(m_theme.textFont())).horizontalAdvance(name);
        showSized(bars, {2 * wide - 20, 60}); // Longer than half of the room.
        const std::vector<painted::Text> texts = painted::textsOf(bars);
        QVERIFY(std::any_of(texts.begin(), texts.end(),
                            [&name](const painted::Text& text) { return text.text == name; }));
    }

    void init()
    {
        m_context = std::make_unique<FakeContext>();
        m_context->answerWith<core::AskSuggestions>(answeredSuggestions);
        m_context->answerWith<core::AskWrittenClasses>(
            [](const core::AskWrittenClasses&) { return Strings(); });
    }
    void cleanup()
    {
        m_view.reset();
        m_context.reset();
    }

    void eachKeyIsAnsweredWithWords()
    {
        open();
        QCOMPARE(offered(), QStringList({"the", "to", "there"})); // How texts begin.
        keyClicks(&box(), "I want ");
        QCOMPARE(m_context->last<core::AskSuggestions>().text, "I want "s);
        QCOMPARE(m_view->delays().size(), size_t{7});
        keyClicks(&box(), "t");
        QCOMPARE(offered(), QStringList({"he", "o", "here"}));
        QVERIFY(labelText(*m_view, "costLabel").endsWith(u"(network 3.2 ms)"_s));
        QCOMPARE(labelText(*m_view, "stateLabel"), u"one \u00b7 After update 100 in epoch 2"_s);
        QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(&bar());
        QCOMPARE(shown->child(1)->text(QAccessible::Name), u"\u201cto\u201d, 20.0 %, Ctrl+2"_s);
        takePictures(*m_view, u"writing"_s);
    }

    void tabTakesTheFirstAndControlTheOthers()
    {
        open();
        keyClicks(&box(), "t");
        keyClick(&box(), Qt::Key_Tab);
        QCOMPARE(box().toPlainText(), u"the "_s);
        keyClick(&box(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(box().toPlainText(), u"the to "_s);
        mouseClick(&bar(), Qt::LeftButton, {}, bar().chipRect(2).center());
        QCOMPARE(box().toPlainText(), u"the to there "_s);
        QVERIFY(box().hasFocus());
        keyClick(&box(), Qt::Key_5, Qt::ControlModifier); // None has this number.
        QKeyEvent shortcut(QEvent::ShortcutOverride, Qt::Key_5, Qt::ControlModifier);
        shortcut.ignore();
        QCoreApplication::sendEvent(&box(), &shortcut);
        QVERIFY(shortcut.isAccepted()); // The window has another use for it.
        QCOMPARE(box().toPlainText(), u"the to there "_s);
    }

    void escapeHidesThemAndThenTabLeaves()
    {
        open();
        keyClicks(&box(), "t");
        keyClick(&box(), Qt::Key_Escape);
        QVERIFY(offered().isEmpty());
        QTest::qWait(170);
        m_view->trained();
        QVERIFY(offered().isEmpty()); // Also while it learns.
        keyClick(&box(), Qt::Key_Tab);
        QCOMPARE(box().toPlainText(), u"t"_s);
        box().setFocus();
        keyClicks(&box(), "o");
        QVERIFY(!offered().isEmpty());
    }

    void oneQuestionIsUnderWayAndTheNewestTextWins()
    {
        m_context = std::make_unique<FakeContext>(); // Which answers when it is told to.
        m_context->shown.live = true;
        open();
        const auto questions = [&] { return m_context->count<core::AskSuggestions>(); };
        const auto answerLast = [&] {
            for (auto entry = m_context->asked.rbegin(); entry != m_context->asked.rend(); ++entry)
                if (const auto* question = (*entry)->question.as<core::AskSuggestions>())
                    return (*entry)->answer<core::AskSuggestions>(answeredSuggestions(*question));
        };
        QCOMPARE(questions(), size_t{1});
        answerLast();
        keyClicks(&box(), "a");
        QCOMPARE(questions(), size_t{2});
        keyClicks(&box(), " t");
        QCOMPARE(questions(), size_t{2}); // It waits for the one under way.
        answerLast();
        QTRY_COMPARE(questions(), size_t{3});
        QCOMPARE(m_context->last<core::AskSuggestions>().text, "a t"s);
        answerLast();
        QCOMPARE(offered(), QStringList({"he", "o", "here"}));
        keyClicks(&box(), "h"); // Before the answer, what fits stays.
        QCOMPARE(offered(), QStringList({"e", "ere"}));
        QCOMPARE(questions(), size_t{4});
    }

    void classesAreChosen()
    {
        m_context->answerWith<core::AskWrittenClasses>([](const core::AskWrittenClasses&) {
            return Strings{"French", "Japanese"};
        });
        open();
        auto* classes = namedChild<QComboBox>(*m_view, "writingClassBox");
        QVERIFY(classes->isVisible());
        QCOMPARE(m_context->last<core::AskSuggestions>().className, "French"s);
        classes->setCurrentIndex(1);
        QCOMPARE(m_context->last<core::AskSuggestions>().className, "Japanese"s);
    }

    void eachDataSetHasItsText()
    {
        const auto showRun = [this](const char* run, const char* file) {
            m_context->shown.choice.run = QString::fromLatin1(run);
            m_context->shown.spec.data.train = {file};
            m_view->follow(m_context->shown);
        };
        open();
        showRun("/runs/one", "stories.txt");
        keyClicks(&box(), "the fox ");
        showRun("/runs/two", "plays.txt");
        QCOMPARE(box().toPlainText(), QString());
        QCOMPARE(m_context->last<core::AskSuggestions>().text, ""s);
        keyClicks(&box(), "O ");
        showRun("/runs/three", "stories.txt");
        QCOMPARE(box().toPlainText(), u"the fox "_s);
        QCOMPARE(m_context->last<core::AskSuggestions>().text, "the fox "s);
        showRun("/runs/two", "plays.txt");
        QCOMPARE(box().toPlainText(), u"O "_s);
    }

    void theWordsAreExported()
    {
        open();
        keyClicks(&box(), "go ");
        QVERIFY(exportedTable(*m_view, "writing", "best").contains(u",the,0.31\n"_s));
        QVERIFY(exportedTable(*m_view, "writing", "values").contains(u"\ntext,go ,\n"_s));
        QVERIFY(figureOf(*m_view, "writing").words().contains(u"\u201cto\u201d"_s));
    }
};
UNROLL_TEST(WritingTest, QApplication)
#include "writing_test.moc"
