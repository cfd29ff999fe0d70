#include "core/text/tokens/vocabulary.h"
#include "tests/support/painted_texts.h"
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
                        .ids = {4, 5, 6, core::kUnknownId, 8},
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
        QVERIFY2(chosen->text().endsWith(u"over 5 tokens"_s), qPrintable(chosen->text()));

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
        QCOMPARE(line->tokens()[1].weight, 0.125); // That of the same network still stands.
        takePictures(view, u"fill_in"_s);
        QCOMPARE(exportedTable(view, "fill_in", "predictions"),
                 u"place,hidden,token,probability\n1,film,movie,0.625\n1,film,film,0.25\n"_s);
    }

    void wordsStandStillAndSayWhenTheyAreUnknown()
    {
        FakeContext context;
        int64_t step = 1240;
        context.answerWith<core::AskFillIn>([&step](const core::AskFillIn& question) {
            core::FillIn filled = answeredFillIn(question);
            filled.step = step;
            return filled;
        });
        ui::FillInView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"the film was unreal"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"fillInLine"_s);
        QVERIFY(line != nullptr);
        const auto places = [line] {
            std::vector<QRect> all;
            for (int word = 0; word < 4; ++word)
                all.push_back(line->chipRect(word));
            return all;
        };
        const std::vector<QRect> inTurn = places();
        QVERIFY(!line->tokens()[2].unknown);
        QVERIFY(line->tokens()[3].unknown);
        step = 1250; // Training goes on: the bars are those of an earlier network.
        line->setCurrent(2);
        QVERIFY(line->tokens()[2].weight < 0.0);
        QVERIFY(places() == inTurn);
        line->setCurrent(3);
        QVERIFY(line->tokens()[2].lines.isEmpty());
        QVERIFY(places() == inTurn);
        QVERIFY(view.figures().front().words().contains(u"not in the vocabulary: unreal"_s));
    }

    void tokensThatThePerplexityLeavesOutAreCounted()
    {
        FakeContext context;
        context.answerWith<core::AskFillIn>([](const core::AskFillIn& question) {
            core::FillIn filled = answeredFillIn(question);
            filled.specialTokens = 5;
            filled.places.erase(filled.places.begin() + 3); // The unknown one.
            return filled;
        });
        ui::FillInView view(context);
        view.show();
        context.lead(view);
        context.look(u"the film was unreal"_s);
        const QString words = view.figures().front().words();
        QVERIFY2(words.contains(u"over 4 of 5 tokens: unknown and special ones are left out"_s),
                 qPrintable(words));
        QVERIFY2(words.contains(u"vocabulary of 313 tokens, 5 of them special"_s),
                 qPrintable(words));
    }

    /// Pieces of byte-level BPE have their blanks coded.
    void predictionsAreWholeAndShowTheirBlanks()
    {
        FakeContext context;
        context.answerWith<core::AskFillIn>([](const core::AskFillIn& question) {
            core::FillIn filled = answeredFillIn(question);
            filled.marks = core::WordMarks::Byte;
            filled.tokens = {"the", "\u0120film", "\u0120was", "\u0120un", "real"};
            for (core::FilledPlace& place : filled.places)
                place.best.front().token = "\u0120cloneembedreportprintouts";
            return filled;
        });
        ui::FillInView view(context);
        view.resize(500, 640);
        view.show();
        context.lead(view);
        context.look(u"the film was unreal"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"fillInLine"_s);
        line->setCurrent(1);
        const QString whole = u"\u2423cloneembedreportprintouts"_s;
        QCOMPARE(line->tokens()[1].lines.front(), whole);
        const std::vector<painted::Text> painted = painted::textsOf(*line);
        QVERIFY(std::any_of(painted.begin(), painted.end(),
                            [&whole](const painted::Text& text) { return text.text == whole; }));
        auto* table = view.findChild<ui::RowView*>(u"fillInTable"_s);
        const QModelIndex cell = table->model()->index(0, 3);
        QCOMPARE(cell.data().toString(), whole);
        QVERIFY(table->columnWidth(3) >= QFontMetrics(m_theme.textFont()).horizontalAdvance(whole));
        takePictures(view, u"fill_in_bytes"_s, {{500, 640}});
    }

    /// Two narrow words that are hidden side by side: neither prediction may lend the other's room.
    void predictionsOfNeighboursAreWholeUnderNarrowWords()
    {
        ui::TokenLine line(ui::TokenLine::Size::Large);
        line.keepRoomFor(2);
        ui::ShownToken narrow{.text = u"a"_s};
        line.setTokens({narrow, narrow, narrow, narrow}, 1.0);
        const int alone = line.chipRect(1).width();
        ui::ShownToken hidden = narrow;
        hidden.lines = {u"extraordinarily"_s, u"12.3 %"_s};
        line.setTokens({narrow, hidden, narrow, narrow}, 1.0);
        QCOMPARE(line.chipRect(1).width(), alone);
        line.setTokens({narrow, hidden, hidden, narrow}, 1.0);
        for (const int word : {1, 2})
            QVERIFY(line.chipRect(word).width() > 2 * alone);
        QCOMPARE(line.chipRect(3).width(), alone);
    }

    void aPredictionIsPutIntoTheSentence()
    {
        FakeContext context;
        context.answerWith<core::AskFillIn>([](const core::AskFillIn& question) {
            core::FillIn filled = answeredFillIn(question);
            if (question.text.find("movie") != std::string::npos)
                filled.tokens[1] = "movie";
            return filled;
        });
        ui::FillInView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"The film was unreal"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"fillInLine"_s);
        auto* table = view.findChild<ui::RowView*>(u"fillInTable"_s);
        QVERIFY(line != nullptr && table != nullptr);
        line->setCurrent(1);
        mouseClick(table->viewport(), Qt::LeftButton, {},
                   table->visualRect(table->model()->index(0, 3)).center());
        QCOMPARE(view.text(), u"The movie was unreal"_s);
        QCOMPARE(context.last<core::AskFillIn>().text, "The movie was unreal"s);
        // It stays hidden, so that the others can be tried.
        QCOMPARE(context.last<core::AskFillIn>().words, std::vector<int64_t>{1});
        QCOMPARE(line->current(), 1);
    }

    void severalWordsAreHiddenTogether()
    {
        FakeContext context;
        int64_t step = 1240;
        context.answerWith<core::AskFillIn>([&step](const core::AskFillIn& question) {
            core::FillIn filled = answeredFillIn(question);
            filled.step = step;
            return filled;
        });
        ui::FillInView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"the film was unreal"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"fillInLine"_s);
        auto* several = view.findChild<QCheckBox*>(u"severalBox"_s);
        auto* all = view.findChild<QCheckBox*>(u"likelihoodBox"_s);
        QVERIFY(line != nullptr && several != nullptr && all != nullptr);
        step = 1250;
        line->setCurrent(1);
        QVERIFY(line->tokens()[3].weight < 0.0);
        several->click();
        line->setCurrent(3);
        line->setCurrent(2);
        QCOMPARE(context.last<core::AskFillIn>().words, (std::vector<int64_t>{1, 2, 3}));
        QCOMPARE(line->current(), 2);
        QVERIFY(!line->tokens()[0].marked); // All hidden ones are framed.
        for (size_t word = 1; word < 4; ++word)
            QVERIFY(line->tokens()[word].marked);
        takePictures(view, u"fill_in_several"_s);
        auto* table = view.findChild<ui::RowView*>(u"fillInTable"_s);
        QCOMPARE(table->model()->rowCount(), 8); // Two of each of four pieces.
        all->click();
        QCOMPARE(line->tokens()[3].weight, 0.25);
        line->setFocus();
        keyClick(line, Qt::Key_Escape);
        QVERIFY(context.last<core::AskFillIn>().words.empty());
        QVERIFY(!line->tokens()[1].marked);
        context.look(u"another text"_s);
        QVERIFY(context.last<core::AskFillIn>().words.empty());
    }
};

UNROLL_TEST(FillInTest, QApplication)
#include "fill_in_test.moc"
