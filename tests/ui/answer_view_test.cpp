#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/answer/answer_results_view.h"
#include "ui/answer/answer_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

namespace {

const QString kAsked = u"Where does Anna work?\nAnna works in Kestrel Bay."_s;

core::ReadPassage readAnswer(const core::AskAnswer& question)
{
    return {.text = question.example.text,
            .question = "Where does Anna work?",
            .passage = "Anna works in Kestrel Bay.",
            .words = {"Anna", "works", "in", "Kestrel", "Bay", "."},
            .known = {true, true, true, false, true, true},
            .start = {0.001, 0.002, 0.125, 0.75, 0.12, 0.002},
            .end = {0.001, 0.001, 0.001, 0.25, 0.745, 0.002},
            .spans = {{3, 4, "Kestrel Bay", 0.55875},
                      {3, 3, "Kestrel", 0.1875},
                      {2, 4, "in Kestrel Bay", 0.093125}},
            .references = {{2, 4, "in Kestrel Bay", 0.093125}},
            .longestAnswer = 30,
            .cutWords = 7,
            .step = 1240,
            .epoch = 3};
}

} // namespace

class AnswerViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void bothDistributionsAndTheLikeliestAnswersAreShown()
    {
        FakeContext context;
        context.answerWith<core::AskAnswer>(&readAnswer);
        ui::AnswerView view(context);
        view.resize(1000, 700);
        view.show();
        context.lead(view);
        context.look(kAsked);
        auto* line = view.findChild<ui::TokenLine*>(u"answerLine"_s);
        auto* table = view.findChild<ui::RowView*>(u"answerTable"_s);
        QVERIFY(line != nullptr && table != nullptr);
        QCOMPARE(line->tokens().size(), size_t{6});
        QCOMPARE(line->tokens()[3].lines, (QStringList{u"75"_s, u"25"_s}));
        QVERIFY(line->tokens()[0].lines.isEmpty()); // Less than 0.5 %.
        QVERIFY(line->tokens()[3].unknown);
        // The answer is marked by a band, and in words.
        QVERIFY(line->tokens()[2].swatch < 0 && line->tokens()[3].swatch >= 0);
        QVERIFY(line->tokens()[4].joined && line->tokens()[5].swatch < 0);
        QVERIFY(line->describe(4).contains(u"in the chosen answer"_s));
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"55.9 %"_s);
        QVERIFY(table->model()->index(0, 2).data().toString().isEmpty());
        QCOMPARE(table->model()->index(2, 2).data().toString(), u"\u2713 reference"_s);
        takePictures(view, u"answer"_s);

        const std::vector<ui::Figure> figures = view.figures();
        QCOMPARE(figures.size(), size_t{1});
        const QString words = figures.front().words();
        QVERIFY2(words.contains(u"answer \u201cKestrel Bay\u201d (55.9 %)"_s), qPrintable(words));
        QVERIFY2(words.contains(u"the reference is \u201cin Kestrel Bay\u201d"_s),
                 qPrintable(words));
        QVERIFY2(words.contains(u"7 words beyond the maximum length"_s), qPrintable(words));
        QVERIFY2(words.contains(u"first word 75.0 %, last word 25.0 %"_s), qPrintable(words));
    }

    void theChosenAnswerIsMarked()
    {
        FakeContext context;
        context.answerWith<core::AskAnswer>(&readAnswer);
        ui::AnswerView view(context);
        view.resize(1000, 700);
        view.show();
        context.lead(view);
        context.look(kAsked);
        auto* line = view.findChild<ui::TokenLine*>(u"answerLine"_s);
        auto* table = view.findChild<ui::RowView*>(u"answerTable"_s);
        QCOMPARE(table->currentRow(), 0);
        table->setFocus();
        keyClick(table, Qt::Key_Down);
        keyClick(table, Qt::Key_Down);
        QCOMPARE(table->currentRow(), 2);
        QVERIFY(line->tokens()[2].swatch >= 0 && line->tokens()[4].swatch >= 0);
        keyClick(table, Qt::Key_Up);
        QVERIFY(line->tokens()[2].swatch < 0 && line->tokens()[4].swatch < 0);
    }

    void questionAndPassageAreTyped()
    {
        FakeContext context;
        core::AskAnswer asked;
        context.answerWith<core::AskAnswer>([&](const core::AskAnswer& question) {
            asked = question;
            return readAnswer(question);
        });
        ui::AnswerView view(context);
        view.resize(1000, 700);
        view.show();
        context.lead(view);
        context.look(kAsked);
        auto* question = view.findChild<ui::SentenceInput*>(u"answerQuestionBox"_s);
        auto* passage = view.findChild<ui::TextBox*>(u"answerPassageBox"_s);
        QVERIFY(question != nullptr && passage != nullptr);
        QCOMPARE(question->text(), u"Where does Anna work?"_s);
        QCOMPARE(passage->text(), u"Anna works in Kestrel Bay."_s);
        passage->setFocus();
        passage->selectAll();
        keyClicks(passage, u"Anna works in Oslo."_s);
        QTRY_COMPARE(asked.example.text, "Where does Anna work?\nAnna works in Oslo."s);
    }

    void resultsListEachQuestion()
    {
        FakeContext context;
        ui::AnswerResultsView view(context);
        view.resize(1000, 700);
        view.show();
        core::ScoredAnswers scored;
        scored.scores = {2, 0.5, 0.5, 0.75, 1};
        scored.rows = {{"Who?\nAnna", "Anna\t0", "Who?", {"Anna"}, "Anna", 0.9, {1.0, 1.0}, true},
                       {"Where?\nin Oslo",
                        "in Oslo\t0",
                        "Where?",
                        {"in Oslo", "Oslo"},
                        "in",
                        0.25,
                        {0.0, 0.5},
                        true}};
        scored.epoch = 3;
        view.setResults(u"run"_s, u"valid"_s, scored);
        auto* table = view.findChild<ui::RowView*>(u"answersTable"_s);
        QVERIFY(table != nullptr);
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"\u2713"_s);
        QCOMPARE(table->model()->index(1, 0).data().toString(), u"\u2717 50.0 %"_s);
        QCOMPARE(table->model()->index(1, 2).data().toString(), u"in Oslo | Oslo"_s);
        auto* filter = view.findChild<QComboBox*>(u"answerJudgementBox"_s);
        QVERIFY(filter != nullptr);
        filter->setCurrentIndex(1);
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"Where?"_s);
        takePictures(view, u"answer_results"_s);
    }
};

UNROLL_TEST(AnswerViewTest, QApplication)
#include "answer_view_test.moc"
