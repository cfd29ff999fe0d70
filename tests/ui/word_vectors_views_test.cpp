#include "core/probe/question_kind.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/table/row_view.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"
#include "ui/word_scores/word_scores_view.h"
#include "ui/word_sums/word_plane.h"
#include "ui/word_sums/word_sums_view.h"

namespace {

core::WordSum answeredSum(const core::AskWordSum& question)
{
    core::WordSum sum;
    sum.words = {"king", "man", "woman"};
    sum.signs = {1.0, -1.0, 1.0};
    sum.nearest = {{question.sum == "king" ? "ruler" : "queen", 0.75}, {"princess", 0.5}};
    sum.plane = {0.5F, 0.1F, 0.4F, -0.5F, -0.5F, -0.4F, -0.4F, 0.2F, -0.45F, 0.3F};
    sum.planeShare = 0.9;
    sum.vocabularySize = 355;
    sum.features = 50;
    sum.step = 120;
    sum.epoch = 2;
    return sum;
}

} // namespace

class WordVectorsViewsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void aSumIsAskedForAndDrawn()
    {
        FakeContext context;
        context.answerWith<core::AskWordSum>(answeredSum);
        ui::WordSumsView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        auto* table = view.findChild<ui::RowView*>(u"wordSumTable"_s);
        auto* title = view.findChild<QLabel*>(u"wordSumLabel"_s);
        auto* plane = view.findChild<ui::WordPlane*>(u"wordPlane"_s);
        auto* box = view.findChild<ui::SentenceInput*>(u"wordSumBox"_s);
        QVERIFY(table != nullptr && title != nullptr && plane != nullptr && box != nullptr);
        // The network proposes words that it has.
        QCOMPARE(context.asked.back()->question.as<core::AskWordSum>()->sum, ""s);
        QCOMPARE(box->text(), u"king - man + woman"_s);
        QCOMPARE(title->text(), u"Most similar to king \u2212 man + woman"_s);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"queen"_s);
        QCOMPARE(table->model()->index(1, 1).data().toString(), u"0.500"_s);
        QCOMPARE(plane->graphCount(), 5); // Three words, the nearest and the sum.
        QVERIFY(plane->accessibleDescription().contains(u"queen at"_s));
        takePictures(view, u"word_sums"_s);
        QCOMPARE(exportedTable(view, "word_sum", "nearest"),
                 u"token,cosine\nqueen,0.75\nprincess,0.5\n"_s);

        box->setFocus();
        box->lineEdit()->selectAll();
        QTest::keyClicks(box, u"king"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(table->model()->index(0, 0).data().toString(), u"ruler"_s);

        // The picture of another sum does not stay below a sum that has no answer.
        context.forget<core::AskWordSum>();
        box->setText(u"king - king"_s);
        Q_EMIT box->asked();
        context.asked.back()->hearer.failed(
            {core::ErrorCode::BadSetting, {"The sum is zero.", {}}, {"Add other words.", {}}, {}});
        QVERIFY(!plane->isVisible());
        QVERIFY(view.figures().empty());
        context.answerWith<core::AskWordSum>(answeredSum);
        box->setText(u"king"_s);
        Q_EMIT box->asked();
        QVERIFY(plane->isVisible());
    }

    void sectionsOfQuestionsAreRows()
    {
        FakeContext context;
        context.answerWith<core::AskWordScores>([](const core::AskWordScores&) {
            core::WordScores scores;
            scores.files.resize(2);
            scores.files[0].name = "pairs.tsv";
            scores.files[0].pairs = {353, 315};
            scores.files[0].spearman = 0.5161;
            scores.files[1].name = "analogies.txt";
            scores.files[1].spearman = std::numeric_limits<double>::quiet_NaN();
            scores.files[1].sections = {{"family", 300, 300, 150}, {"rare", 200, 0, 0}};
            return scores;
        });
        ui::WordScoresView view(context);
        view.resize(1000, 500);
        view.show();
        context.lead(view);
        auto* table = view.findChild<ui::RowView*>(u"wordScoresTable"_s);
        QVERIFY(table != nullptr);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->model()->index(0, 4).data().toString(), u"0.516"_s);
        QCOMPARE(table->model()->index(1, 1).data().toString(), u"family"_s);
        QVERIFY(table->model()->index(1, 5).data().toString().startsWith(u"50"_s));
        QCOMPARE(table->model()->index(2, 5).data().toString(), QString()); // None was asked.
        QCOMPARE(table->model()->index(0, 2).data().toString(), u"353 pairs"_s);
        QCOMPARE(table->model()->index(1, 2).data().toString(), u"300 analogies"_s);
        takePictures(view, u"word_scores"_s);

        // Files can be added to a finished run, beside those of its settings.
        QVERIFY(view.findChild<QToolButton*>(u"addQuestionsButton"_s)->isVisible());
        auto* remove = view.findChild<QToolButton*>(u"removeQuestionsButton"_s);
        QVERIFY(!remove->isVisible());
        QVERIFY(context.last<core::AskWordScores>().files.empty());
        context.shown.spec.task.options["questions"] = {"pairs.tsv"};
        view.follow(context.shown);
        view.addFiles({u"/tmp/more.txt"_s});
        QCOMPARE(context.last<core::AskWordScores>().files,
                 (Strings{"pairs.tsv", "/tmp/more.txt"}));
        QVERIFY(remove->isVisible());
        context.forget<core::AskWordScores>();
        view.addFiles({u"/tmp/bad.txt"_s});
        QCOMPARE(context.last<core::AskWordScores>().files.size(), size_t{3});
        context.asked.back()->hearer.failed(
            {core::ErrorCode::FileMalformed, {"Line 1 is no question.", {}}, {}, {}});
        QCOMPARE(table->model()->rowCount(), 3); // The answers before are still shown,
        QVERIFY(table->isVisible());
        context.shown.choice.epoch = 1; // and the file is not asked of other networks.
        view.follow(context.shown);
        QCOMPARE(context.last<core::AskWordScores>().files,
                 (Strings{"pairs.tsv", "/tmp/more.txt"}));
        remove->click();
        QVERIFY(context.last<core::AskWordScores>().files.empty());
        QVERIFY(!remove->isVisible());
        auto* summary = view.findChild<QLabel*>(u"wordScoresLabel"_s);
        QVERIFY2(summary->text().contains(
                     u"315 of 353 pairs are known \u00b7 300 of 500 analogies are known"_s),
                 qPrintable(summary->text()));
        QVERIFY(!summary->text().contains(u"says little"_s));
        core::WordScores few;
        few.files.resize(1);
        few.files[0].name = "pairs.tsv";
        few.files[0].pairs = {353, 3};
        few.files[0].spearman = 1.0;
        view.setScores(few);
        QVERIFY2(summary->text().contains(u"only 3 of its 353 pairs"_s),
                 qPrintable(summary->text()));
        QVERIFY(!summary->text().contains(u"mean"_s));
        few.files.push_back(few.files[0]);
        few.files[1].pairs = {3, 3};
        few.files[1].spearman = 0.5;
        view.setScores(few);
        QVERIFY2(summary->text().contains(u"similarities 0.750 (mean of 2 files)"_s)
                     && summary->text().contains(u"pairs.tsv has only 3 pairs."_s),
                 qPrintable(summary->text()));
        const core::Json said = core::toJson(core::readoutOf<core::AskWordScores>(few));
        QCOMPARE(said.at("similarity"), core::Json(0.75));
    }
};

UNROLL_TEST(WordVectorsViewsTest, QApplication)
#include "word_vectors_views_test.moc"
