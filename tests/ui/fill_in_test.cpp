#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/fill_in/fill_in_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QCheckBox>

namespace {

/// A sentence of four words, the last of two pieces.
core::FillIn answeredFillIn(const core::AskFillIn& question)
{
    core::FillIn filled{.text = question.text,
                        .tokens = {"the", "film", "was", "un", "##real"},
                        .marks = core::WordMarks::Continued,
                        .words = {{0, 1}, {1, 1}, {2, 1}, {3, 2}},
                        .inTurn = question.words.empty(),
                        .places = {},
                        .vocabularySize = 313,
                        .step = 1240,
                        .epoch = 3};
    for (int64_t token = 0; token < 5; ++token) {
        const int64_t word = std::min<int64_t>(token, 3);
        if (filled.inTurn || std::count(question.words.begin(), question.words.end(), word) > 0)
            filled.places.push_back({token,
                                     word,
                                     token == 1 ? 0.125 : 0.5,
                                     token == 1 ? 3 : 1,
                                     {{"movie", 0.625}, {filled.tokens[size_t(token)], 0.25}}});
        if (filled.inTurn)
            filled.places.back().best.resize(1);
    }
    return filled;
}

} // namespace

class FillInTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void aChosenWordIsHiddenAndItsPredictionsAreListed()
    {
        FakeContext context;
        context.answerWith<core::AskFillIn>(answeredFillIn);
        ui::FillInView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"the film was unreal"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"fillInLine"_s);
        auto* chosen = view.findChild<QLabel*>(u"hiddenLabel"_s);
        auto* table = view.findChild<ui::RowView*>(u"fillInTable"_s);
        QVERIFY(line != nullptr && chosen != nullptr && table != nullptr);

        // Without a chosen word each token is hidden in turn.
        QCOMPARE(line->tokens().size(), size_t{4});
        QCOMPARE(line->tokens()[3].text, u"unreal"_s);
        QCOMPARE(line->tokens()[1].weight, 0.125);
        QCOMPARE(line->tokens()[3].weight, 0.25); // Both pieces.
        QCOMPARE(table->model()->rowCount(), 5);
        // (4 ln 2 + ln 8) / 5 = 0.9704.
        QVERIFY2(chosen->text().contains(u"2.639"_s), qPrintable(chosen->text()));
        QVERIFY(chosen->text().contains(u"0.9704"_s));

        line->setFocus();
        keyClick(line, Qt::Key_Home);
        keyClick(line, Qt::Key_Right);
        QCOMPARE(context.last<core::AskFillIn>().words, std::vector<int64_t>{1});
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"film"_s);
        QCOMPARE(table->model()->index(0, 3).data().toString(), u"movie"_s);
        QCOMPARE(table->model()->index(0, 4).data().toString(), u"62.5 %"_s);
        QVERIFY(chosen->text().contains(u"\u201cfilm\u201d"_s));
        QCOMPARE(line->tokens()[1].lines, (QStringList{u"movie"_s, u"62.5 %"_s}));
        QVERIFY(line->tokens()[1].weight < 0.0); // Not asked for.
        takePictures(view, u"fill_in"_s);
        QCOMPARE(exportedTable(view, "fill_in", "predictions"),
                 u"place,hidden,token,probability\n1,film,movie,0.625\n1,film,film,0.25\n"_s);
    }

    void severalWordsAreHiddenTogether()
    {
        FakeContext context;
        context.answerWith<core::AskFillIn>(answeredFillIn);
        ui::FillInView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"the film was unreal"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"fillInLine"_s);
        auto* several = view.findChild<QCheckBox*>(u"severalBox"_s);
        auto* all = view.findChild<QCheckBox*>(u"likelihoodBox"_s);
        QVERIFY(line != nullptr && several != nullptr && all != nullptr);
        line->setCurrent(1);
        several->click();
        line->setCurrent(3);
        QCOMPARE(context.last<core::AskFillIn>().words, (std::vector<int64_t>{1, 3}));
        auto* table = view.findChild<ui::RowView*>(u"fillInTable"_s);
        QCOMPARE(table->model()->rowCount(), 6); // Two of each of three pieces.
        all->click();
        QCOMPARE(line->tokens()[3].weight, 0.25);
        all->click();
        QVERIFY(line->tokens()[3].weight < 0.0);
        line->setFocus();
        keyClick(line, Qt::Key_Escape);
        QVERIFY(context.last<core::AskFillIn>().words.empty());
        context.look(u"another text"_s);
        QVERIFY(context.last<core::AskFillIn>().words.empty());
    }
};

UNROLL_TEST(FillInTest, QApplication)
#include "fill_in_test.moc"
