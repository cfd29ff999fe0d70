#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/reading_sample.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/decoding_view.h"
#include "ui/language/glass_legend.h"
#include "ui/language/language_results_view.h"

namespace {

core::ScoredReadings scored()
{
    core::ScoredReadings all;
    all.rows
        = {reading_sample::read("the crew sails on", {2}),
           reading_sample::read("a zeugmatic plot", {3000}), reading_sample::read("the end", {50})};
    all.epoch = 3;
    all.scores.unit = "word";
    all.scores.tokens = 9;
    all.scores.characters = 40;
    all.scores.vocabularySize = 5000;
    all.scores.loss = 4.76;
    all.scores.perplexity = 116.9;
    all.scores.unknownShare = 0.2271;
    all.scores.knownPerplexity = 392.0;
    all.scores.bitsPerCharacter = 1.53;
    all.scores.accuracy = 0.25;
    all.scores.uniformPerplexity = 5000;
    all.scores.unigramPerplexity = 640;
    all.scores.ranks = {4, 2, 0, 3};
    return all;
}

} // namespace

class LanguageResultsTest : public QObject {
    Q_OBJECT
    ui::Theme m_theme;
    FakeContext m_context;

private Q_SLOTS:
    void scoresStandBesideTheirBaselinesAndLinesAreSorted()
    {
        ui::LanguageResultsView view(m_context);
        m_context.answerWith<core::AskLanguageScores>(
            [](const core::AskLanguageScores&) { return scored(); });
        m_context.lead(view);
        showSized(view, {1000, 700});
        QCOMPARE(m_context.last<core::AskLanguageScores>().split, "valid"s);
        QCOMPARE(labelText(view, "perplexityFigure"), u"117"_s);
        QCOMPARE(labelText(view, "unknownFigure"), u"22.7 %"_s);
        QCOMPARE(labelText(view, "lossFigure"), u"4.76"_s);
        QCOMPARE(labelText(view, "accuracyFigure"), u"25.0 %"_s);
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == u"perplexity per word (uniform 5.00k, unigram 640)"_s;
        }));
        for (const char* caption : {"unknown tokens (perplexity without them: 392)",
                                    "bits per character, unknown tokens spelt out"})
            QVERIFY2(std::any_of(labels.begin(), labels.end(),
                                 [&](const QLabel* label) {
                                     return label->text() == QLatin1String(caption);
                                 }),
                     caption);
        auto* ranks = namedChild<ui::GlassLegend>(view, "rankShares");
        QCOMPARE(QAccessible::queryAccessibleInterface(ranks)->child(3)->text(QAccessible::Name),
                 u"above 1,000: 3 (33.3 %)"_s);
        auto* table = namedChild<QTableView>(view, "readingTable");
        QCOMPARE(columnTexts(*table, 1),
                 QStringList({"a zeugmatic plot", "the end", "the crew sails on"}));
        QCOMPARE(columnTexts(*table, 3), QStringList({"2", "3", "1"})); // Their lines.
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        QSignalSpy viewed(&m_context, &ui::ViewContext::viewRequested);
        mouseClick(table->viewport(), Qt::LeftButton, {},
                   table->visualRect(table->model()->index(1, 1)).center());
        QCOMPARE(looked.count(), 1);
        QCOMPARE(looked.first().first().toString(), u"the end"_s);
        QCOMPARE(viewed.first().first().toString(), u"glass"_s);
        QVERIFY(exportedTable(view, "lines")
                    .startsWith(u"loss,text,class,line,tokens,nats,perplexity,"
                                "unknown,bits_per_character,top_10\n"_s));
        takePictures(view, u"language-results"_s);
    }

    /// As after an import.
    void withoutCountsNoUnigramIsShown()
    {
        FakeContext context;
        ui::LanguageResultsView view(context);
        context.answerWith<core::AskLanguageScores>([](const core::AskLanguageScores&) {
            core::ScoredReadings all = scored();
            all.scores.unigramPerplexity = std::numeric_limits<double>::quiet_NaN();
            return all;
        });
        context.lead(view);
        showSized(view, {1000, 700});
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == u"perplexity per word (uniform 5.00k)"_s
                && !label->toolTip().contains(u"unigram"_s);
        }));
    }

    /// Lines of nothing but their end have no row; numbers of a column have equal decimals.
    void emptyLinesArePassedOver()
    {
        FakeContext context;
        ui::LanguageResultsView view(context);
        context.answerWith<core::AskLanguageScores>([](const core::AskLanguageScores&) {
            core::ScoredReadings all = scored();
            all.rows.insert(all.rows.begin(), reading_sample::read("", {1}));
            return all;
        });
        context.lead(view);
        showSized(view, {1000, 700});
        const auto* table = namedChild<QTableView>(view, "readingTable");
        QCOMPARE(columnTexts(*table, 1).size(), 3);
        QCOMPARE(columnTexts(*table, 3), QStringList({"3", "4", "2"})); // Lines keep their numbers.
        for (const QString& loss : columnTexts(*table, 0))
            QCOMPARE(loss.section(u'.', 1).size(), 3);
        QCOMPARE(labelText(view, "countFigure"), u"3"_s);
        QVERIFY(!view.findChild<QTableView*>(u"classReadingsTable"_s)->isVisible());
    }

    void namesHaveTheirClassAndClassesTheirLoss()
    {
        FakeContext context;
        ui::LanguageResultsView view(context);
        context.answerWith<core::AskLanguageScores>([](const core::AskLanguageScores&) {
            core::ScoredReadings all = scored();
            all.rows = {reading_sample::read("Abe", {2}, "character"),
                        reading_sample::read("Dubois", {8}, "character"),
                        reading_sample::read("Ito", {2}, "character")};
            all.rows[0].className = all.rows[2].className = "Japanese";
            all.rows[1].className = "French";
            return all;
        });
        context.lead(view);
        showSized(view, {1000, 700});
        const auto* names = namedChild<QTableView>(view, "readingTable");
        QCOMPARE(columnTexts(*names, 1), QStringList({"Dubois", "Abe", "Ito"}));
        QCOMPARE(columnTexts(*names, 2), QStringList({"French", "Japanese", "Japanese"}));
        const auto* classes = namedChild<QTableView>(view, "classReadingsTable");
        QVERIFY(classes->isVisible());
        QCOMPARE(columnTexts(*classes, 0), QStringList({"French", "Japanese"}));
        QCOMPARE(columnTexts(*classes, 1), QStringList({"1", "2"}));
        QCOMPARE(columnTexts(*classes, 2), QStringList({"2.773", "1.386"})); // ln 16, ln 4
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text() == u"names"_s; }));
        takePictures(view, u"names-results"_s);
    }

    void aPromptIsDecodedWithoutSourceAndReference()
    {
        FakeContext context;
        context.kinds = fixture::catalogue();
        ui::PromptDecodingView view(context);
        showSized(view, {1000, 700});
        context.lead(view);
        QCOMPARE(context.count<core::AskDecoding>(), size_t{1}); // From nothing on.
        QVERIFY(context.last<core::AskDecoding>().request.source.empty());
        auto* prompt = namedChild<QComboBox>(view, "sourceBox");
        QVERIFY(prompt->lineEdit()->placeholderText().startsWith(u"Prompt"_s));
        context.look(u"The crew"_s);
        QCOMPARE(context.last<core::AskDecoding>().request.source, "The crew"s);
        auto* pages = namedChild<QTabWidget>(view, "nodeTabs");
        QStringList seen;
        for (int page = 0; page < pages->count(); ++page)
            if (pages->isTabVisible(page))
                seen << pages->tabText(page);
        QCOMPARE(seen, QStringList({"Candidates", "Next token", "Score"}));
        QSignalSpy viewed(&context, &ui::ViewContext::viewRequested);
        namedChild<QAbstractButton>(view, "openSentenceButton")->click();
        QCOMPARE(viewed.first().first().toString(), u"glass"_s);
    }
};
UNROLL_TEST(LanguageResultsTest, QApplication)
#include "language_results_test.moc"
