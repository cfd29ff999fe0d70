#include "core/probe/language_model/language_questions.h"
#include "core/task/language_model/language_options.h"
#include "tests/support/test_case.h"
#include "tests/ui/decoding_sample.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/decoding_view.h"
#include "ui/decoding/fate_text.h"
#include "ui/decoding/hypothesis_tree.h"
#include "ui/decoding/search_column.h"
#include "ui/widgets/theme.h"

using decoding_sample::decode;
using decoding_sample::Habit;

/// Decoding of a language model: what is written behind a prompt, answered by the real searches.
class PromptDecodingTest : public QObject {
    Q_OBJECT
    ui::Theme m_theme;
    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<ui::PromptDecodingView> m_view;
    int64_t m_longest = 0;
    Strings m_classes;
    std::vector<core::WrittenColumn> m_columns;

    void open(const core::Selection& search, const QSize& size = {1000, 700})
    {
        m_context = std::make_unique<FakeContext>();
        m_context->kinds = decoding_sample::catalogue();
        m_context->shown.spec.task
            = {"language_model", {{"writing", {{"search", core::toJson(search)}}}}};
        m_context->shown.text = u"The crew"_s;
        m_context->answerWith<core::AskDecoding>([this](const core::AskDecoding& question) {
            return decode(question.request, Habit::MovesOn, m_longest);
        });
        m_context->answerWith<core::AskWrittenClasses>([this](const core::AskWrittenClasses&) {
            return core::WrittenConditions(m_classes, m_columns);
        });
        m_view = std::make_unique<ui::PromptDecodingView>(*m_context);
        m_view->setReducedMotion(true);
        showSized(*m_view, size);
        m_context->lead(*m_view);
        m_view->setText(m_context->shown.text);
    }
    QString text() const
    {
        return namedChild<QTextEdit>(column(), "writtenTextBox")->toPlainText();
    }
    QString state() const { return labelText(column(), "writtenState"); }
    ui::SearchColumn& column() const
    {
        return *m_view->findChild<ui::SearchColumn*>("searchColumn0");
    }
    ui::HypothesisTree& tree() const { return *column().findChild<ui::HypothesisTree*>(); }

private Q_SLOTS:
    void aNameIsNoPromptOfItsClass()
    {
        open(decoding_sample::search("greedy"));
        m_classes = {"Greek", "Irish"};
        m_context->shown.choice.run = u"/runs/names"_s;
        m_context->shown.spec.task.kind = core::kClassToTextTask;
        m_context->shown.text = u"Schmidt"_s;
        m_view->follow(m_context->shown);
        QCOMPARE(m_view->text(), QString());
        QCOMPARE(m_context->last<core::AskDecoding>().request.source, ""s);
        // What is typed is one, and no text for the other views.
        QSignalSpy looked(m_context.get(), &ui::ViewContext::looked);
        m_view->setText(u"O'"_s);
        QCOMPARE(m_context->last<core::AskDecoding>().request.source, "O'"s);
        QCOMPARE(looked.count(), 0);
        m_view->follow(m_context->shown);
        QCOMPARE(m_view->text(), u"O'"_s);
    }

    void cleanup()
    {
        m_view.reset();
        m_context.reset();
        m_longest = 0;
        m_classes.clear();
        m_columns.clear();
        m_theme.setPresentation(false);
    }

    void theTextIsReadWholeBehindItsPrompt()
    {
        open(decoding_sample::search("greedy"));
        const core::Decoding& found = column().search().decoding();
        QCOMPARE(text(), u"The crew "_s + QString::fromStdString(found.best[0].text));
        QCOMPARE(state(),
                 u"Ended after %1 tokens \u00b7 written by one after update 1,240, "
                 "epoch 3"_s.arg(column().search().count()));
        // One text needs no list beside it; the whole width is the tree's.
        QVERIFY(!namedChild<QWidget>(column(), "resultTable")->isVisible());
        namedChild<QToolButton>(*m_view, "firstButton")->click();
        QCOMPARE(text(), u"The crew "_s);
        for (int step = 1; step <= 3; ++step) {
            namedChild<QToolButton>(*m_view, "forwardButton")->click();
            QCOMPARE(text(),
                     u"The crew "_s + column().search().text(column().search().bestAt(step)));
            QVERIFY(state().startsWith(step == 1 ? u"1 token so far"_s
                                                 : u"%1 tokens so far"_s.arg(step)));
        }
        takePictures(*m_view, u"prompt-decoding"_s);
        m_theme.setPresentation(true);
        QVERIFY(namedChild<QTextEdit>(column(), "writtenTextBox")->isVisible());
    }

    void whatReachedTheLengthLimitIsCalledCutOff()
    {
        m_longest = 4;
        open(decoding_sample::search("sampling", {{"temperature", 0.5}}));
        const ui::DecodingSteps& search = column().search();
        const int32_t answer = search.leaderAt(search.count());
        QVERIFY(!search.decoding().best[0].ended);
        QVERIFY(state().startsWith(u"Cut off at 4 tokens"_s));
        QCOMPARE(search.fateAt(answer, search.count()), core::Fate::CutOff);
        QCOMPARE(search.fateAt(answer, search.count() - 1), core::Fate::Kept); // Not known yet.
        QVERIFY(ui::fateSentence(search, answer, search.count())
                    .startsWith(u"Cut off after 4 tokens"_s));
    }

    void severalTextsStandBesideTheTree()
    {
        open(decoding_sample::beam(3));
        auto* list = namedChild<QAbstractItemView>(column(), "resultTable");
        QVERIFY(list->isVisible());
        const auto& best = column().search().decoding().best;
        QVERIFY(best.size() > 1);
        mouseClick(list->viewport(), Qt::LeftButton, {},
                   list->visualRect(list->model()->index(1, 1)).center());
        QCOMPARE(text(), u"The crew "_s + QString::fromStdString(best[1].text));
    }

    void theClassThatIsWrittenForIsChosenAndSaid()
    {
        m_classes = {"French", "Japanese"};
        open(decoding_sample::search("greedy"));
        auto* classes = namedChild<QComboBox>(*m_view, "decodingClassBox");
        QVERIFY(classes->isVisible());
        QCOMPARE(m_context->last<core::AskDecoding>().className, "French"s);
        QVERIFY(state().contains(u"written by one for French"_s));
        classes->setCurrentIndex(1);
        QCOMPARE(m_context->last<core::AskDecoding>().className, "Japanese"s);
        QVERIFY(state().contains(u"written by one for Japanese"_s));
    }

    /// The least, the mean and the greatest are offered; others are typed, and asked about once
    /// they are complete.
    void numbersAreTyped()
    {
        m_classes = {"stars 1", "stars 3.2", "stars 5"};
        m_columns = {{"stars", 1.0, 3.25, 5.0}};
        open(decoding_sample::search("greedy"));
        auto* numbers = namedChild<QComboBox>(*m_view, "decodingClassBox");
        QVERIFY(numbers->isVisible() && numbers->isEditable());
        QCOMPARE(m_context->last<core::AskDecoding>().className, "stars 3.2"s);
        QCOMPARE(numbers->accessibleName(), u"Numbers to generate text for"_s);
        QVERIFY(numbers->accessibleDescription().contains(u"stars from 1 to 5, mean 3.25"_s)
                || numbers->toolTip().contains(u"stars from 1 to 5, mean 3.25"_s));
        const size_t asked = m_context->count<core::AskDecoding>();
        numbers->lineEdit()->selectAll();
        QTest::keyClicks(numbers, u"stars 4"_s);
        QCOMPARE(m_context->count<core::AskDecoding>(), asked);
        QTest::keyClick(numbers, Qt::Key_Return);
        QCOMPARE(m_context->last<core::AskDecoding>().className, "stars 4"s);
        QCOMPARE(m_context->count<core::AskDecoding>(), asked + 1);
        QVERIFY(state().contains(u"written by one for stars 4"_s));
        numbers->setCurrentIndex(2);
        QCOMPARE(m_context->last<core::AskDecoding>().className, "stars 5"s);
        // A run of classes follows.
        m_classes = {"French", "Japanese"};
        m_columns.clear();
        m_context->shown.choice.run = u"/runs/names"_s;
        m_view->follow(m_context->shown);
        QVERIFY(!numbers->isEditable());
        QCOMPARE(m_context->last<core::AskDecoding>().className, "French"s);
        QCOMPARE(numbers->accessibleName(), u"Class to generate text for"_s);
    }

    void withoutClassesNoneIsChosen()
    {
        open(decoding_sample::search("greedy"));
        QVERIFY(!namedChild<QComboBox>(*m_view, "decodingClassBox")->isVisible());
        QVERIFY(m_context->last<core::AskDecoding>().className.empty());
    }

    /// A chain that is far wider than the pane goes on below, and all of it is seen and read.
    void aLongTextIsFoldedIntoThePane()
    {
        m_longest = 40;
        open(decoding_sample::search("beam", {{"width", 1}, {"minimum_length", 38}}), {1200, 900});
        QVERIFY(column().search().count() > 30);
        tree().setDroppedShown(0);
        tree().zoomToFit();
        QVERIFY(tree().zoom() >= 0.5);
        QRect before;
        int lines = 1;
        for (const int32_t node : column().search().path(column().search().bestAt(1000))) {
            const QRect place = tree().nodeRect(node);
            QVERIFY(place.left() >= 0 && place.right() <= tree().viewport()->width());
            lines += place.left() < before.left() ? 1 : 0;
            QVERIFY(before.isEmpty() || place.left() > before.right()
                    || place.top() > before.bottom());
            before = place;
        }
        QVERIFY(lines > 1);
    }
};

UNROLL_TEST(PromptDecodingTest, QApplication)
#include "prompt_decoding_test.moc"
