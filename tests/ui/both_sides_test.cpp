#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/both_sides/both_sides_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

class BothSidesTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void eachTokenHasAProbabilityFromEitherSide()
    {
        FakeContext context;
        core::AskBothSides asked;
        context.answerWith<core::AskBothSides>([&](const core::AskBothSides& question) {
            asked = question;
            return core::BothSides{.text = question.text,
                                   .tokens = {"the", "cat", "sat"},
                                   .left = {{0, 0, 0.5, 1, {{"the", 0.5}, {"a", 0.25}}},
                                            {1, 1, 0.125, 2, {{"dog", 0.75}, {"cat", 0.125}}},
                                            {2, 2, 0.25, 1, {{"sat", 0.25}, {"ran", 0.125}}}},
                                   .right = {{0, 0, 1.0, 1, {{"the", 1.0}}},
                                             {1, 1, 0.5, 1, {{"cat", 0.5}}},
                                             {2, 2, 0.25, 3, {{"purred", 0.375}}}},
                                   .cutTokens = 2,
                                   .step = 1240,
                                   .epoch = 3};
        });
        ui::BothSidesView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"the cat sat"_s);
        QCOMPARE(asked.text, "the cat sat"s);
        auto* line = view.findChild<ui::TokenLine*>(u"bothSidesLine"_s);
        auto* table = view.findChild<ui::RowView*>(u"bothSidesTable"_s);
        QVERIFY(line != nullptr && table != nullptr);
        QCOMPARE(line->tokens().size(), size_t{3});
        QCOMPARE(line->tokens()[1].lines, (QStringList{u"13"_s, u"50"_s}));
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->model()->index(1, 1).data().toString(), u"12.5 %"_s);
        QCOMPARE(table->model()->index(1, 2).data().toString(), u"dog 75.0 %, cat 12.5 %"_s);
        QCOMPARE(table->model()->index(2, 4).data().toString(), u"purred 37.5 %"_s);
        takePictures(view, u"both_sides"_s);

        // The perplexities are (2 * 8 * 4)^(1/3) = 4 and (1 * 2 * 4)^(1/3) = 2.
        const std::vector<ui::Figure> figures = view.figures();
        QCOMPARE(figures.size(), size_t{1});
        const QString words = figures.front().words();
        QVERIFY2(words.contains(u"4 from the left, 2 from the right"_s), qPrintable(words));
        QVERIFY2(words.contains(u"2 tokens beyond the maximum length"_s), qPrintable(words));
    }

    /// The probability of <unk> is none of the word.
    void unknownTokensAreMarked()
    {
        FakeContext context;
        context.answerWith<core::AskBothSides>([](const core::AskBothSides& question) {
            return core::BothSides{
                .text = question.text,
                .tokens = {"the", "xyzzy"},
                .left = {{0, 0, 0.5, 1, {{"the", 0.5}}}, {1, 1, 0.125, 2, {{"cat", 0.5}}, true}},
                .right = {{0, 0, 0.25, 1, {{"the", 0.25}}}, {1, 1, 0.5, 1, {{"cat", 0.5}}, true}}};
        });
        ui::BothSidesView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"the xyzzy"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"bothSidesLine"_s);
        auto* table = view.findChild<ui::RowView*>(u"bothSidesTable"_s);
        QVERIFY(!line->tokens()[0].unknown && line->tokens()[1].unknown);
        QCOMPARE(line->tokens()[1].lines, (QStringList{u"?"_s, u"?"_s}));
        QCOMPARE(table->model()->index(1, 1).data().toString(), u"\u2013"_s);
        QCOMPARE(table->model()->index(1, 2).data().toString(), u"cat 50.0 %"_s);
        const QString words = view.figures().front().words();
        QVERIFY2(words.contains(u"without 1 unknown token: 2 from the left, 4 from the right"_s),
                 qPrintable(words));
        QVERIFY2(words.contains(u"not in the vocabulary: xyzzy"_s), qPrintable(words));
        takePictures(view, u"both_sides_unknown"_s);
    }

    void theTokenAndItsRowAreChosenTogether()
    {
        FakeContext context;
        context.answerWith<core::AskBothSides>([](const core::AskBothSides& question) {
            return core::BothSides{
                .text = question.text,
                .tokens = {"a", "b"},
                .left = {{0, 0, 0.5, 1, {{"a", 0.5}}}, {1, 1, 0.5, 1, {{"b", 0.5}}}},
                .right = {{0, 0, 0.5, 1, {{"a", 0.5}}}, {1, 1, 0.5, 1, {{"b", 0.5}}}}};
        });
        ui::BothSidesView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"a b"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"bothSidesLine"_s);
        auto* table = view.findChild<ui::RowView*>(u"bothSidesTable"_s);
        line->setFocus();
        keyClick(line, Qt::Key_End);
        QCOMPARE(table->currentRow(), 1);
        table->setFocus();
        keyClick(table, Qt::Key_Up);
        QCOMPARE(line->current(), 0);
    }
};

UNROLL_TEST(BothSidesTest, QApplication)
#include "both_sides_test.moc"
