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

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>

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
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void scoresStandBesideTheirBaselinesAndLinesAreSorted()
    {
        ui::LanguageResultsView view(m_context);
        m_context.answerWith<core::AskLanguageScores>(
            [](const core::AskLanguageScores&) { return scored(); });
        m_context.lead(view);
        showSized(view, {1000, 700});
        QCOMPARE(m_context.last<core::AskLanguageScores>().split, std::string("valid"));
        QCOMPARE(labelText(view, "perplexityFigure"), QStringLiteral("117"));
        QCOMPARE(labelText(view, "lossFigure"), QStringLiteral("4.76"));
        QCOMPARE(labelText(view, "accuracyFigure"), QStringLiteral("25.0 %"));
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == QStringLiteral("perplexity a word (guess 5.00k, unigram 640)");
        }));
        auto* ranks = namedChild<ui::GlassLegend>(view, "rankShares");
        QCOMPARE(QAccessible::queryAccessibleInterface(ranks)->child(3)->text(QAccessible::Name),
                 QStringLiteral("beyond: 3 (33.3 %)"));
        auto* table = namedChild<QTableView>(view, "readingTable");
        QCOMPARE(columnTexts(*table, 1),
                 QStringList({"a zeugmatic plot", "the end", "the crew sails on"}));
        QCOMPARE(columnTexts(*table, 2), QStringList({"2", "3", "1"}));
        QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        QSignalSpy viewed(&m_context, &ui::ViewContext::viewRequested);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 1)).center());
        QCOMPARE(looked.count(), 1);
        QCOMPARE(looked.first().first().toString(), QStringLiteral("the end"));
        QCOMPARE(viewed.first().first().toString(), QStringLiteral("glass"));
        QVERIFY(exportedTable(view, "lines")
                    .startsWith(QStringLiteral(
                        "loss,text,line,tokens,nats,perplexity,bits_per_character,top_10\n")));
        takePictures(view, QStringLiteral("language-results"));
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
        QVERIFY(prompt->lineEdit()->placeholderText().startsWith(QStringLiteral("Prompt")));
        context.look(QStringLiteral("The crew"));
        QCOMPARE(context.last<core::AskDecoding>().request.source, std::string("The crew"));
        auto* pages = namedChild<QTabWidget>(view, "nodeTabs");
        QStringList seen;
        for (int page = 0; page < pages->count(); ++page)
            if (pages->isTabVisible(page))
                seen << pages->tabText(page);
        QCOMPARE(seen, QStringList({"Candidates", "Next token", "Score"}));
        QSignalSpy viewed(&context, &ui::ViewContext::viewRequested);
        namedChild<QAbstractButton>(view, "openSentenceButton")->click();
        QCOMPARE(viewed.first().first().toString(), QStringLiteral("glass"));
    }
};
UNROLL_TEST(LanguageResultsTest, QApplication)
#include "language_results_test.moc"
