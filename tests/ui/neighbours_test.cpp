#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/neighbours/neighbours_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

namespace {

core::Neighbours answeredNeighbours(const core::AskNeighbours& question)
{
    return {.text = question.text,
            .tokens = {"xyzzy", "good", "film"},
            .ids = {core::kUnknownId, 21, 57},
            .nearest = {{}, {{"great", 0.8125}, {"fine", 0.5}}, {{"movie", -0.25}}},
            .vocabularySize = 313,
            .features = 64,
            .step = 1240,
            .epoch = 3};
}

} // namespace

class NeighboursTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theChosenTokenHasItsNeighboursListed()
    {
        FakeContext context;
        context.answerWith<core::AskNeighbours>(answeredNeighbours);
        ui::NeighboursView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(u"xyzzy good film"_s);
        auto* line = view.findChild<ui::TokenLine*>(u"neighbourLine"_s);
        auto* chosen = view.findChild<QLabel*>(u"chosenTokenLabel"_s);
        auto* table = view.findChild<ui::RowView*>(u"neighbourTable"_s);
        QVERIFY(line != nullptr && chosen != nullptr && table != nullptr);

        QCOMPARE(line->current(), 1); // The first that the vocabulary has.
        QCOMPARE(chosen->text(), u"Most similar to \u201cgood\u201d"_s);
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"great"_s);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"0.813"_s);
        QVERIFY(line->tokens()[1].remark.contains(u"great 0.813, fine 0.500"_s));
        takePictures(view, u"neighbours"_s);
        QCOMPARE(exportedTable(view, "neighbours", "neighbours"),
                 u"place,token,rank,neighbour,cosine\n1,good,1,great,0.8125\n1,good,2,fine,0.5\n"
                 "2,film,1,movie,-0.25\n"_s);
        QCOMPARE(exportedTable(view, "neighbours", "tokens"),
                 u"tokens,ids\nxyzzy,1\ngood,21\nfilm,57\n"_s);
        QVERIFY(exported(view, "neighbours", ui::FigureFormat::Json).startsWith("{\"text\":"));

        keyClick(line, Qt::Key_Right);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"movie"_s);
        keyClick(line, Qt::Key_Home);
        QCOMPARE(table->model()->rowCount(), 0);
        QVERIFY(chosen->text().contains(u"no vector"_s));
    }
};

UNROLL_TEST(NeighboursTest, QApplication)
#include "neighbours_test.moc"
