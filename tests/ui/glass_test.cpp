#include "core/probe/decoding/decoding_questions.h"
#include "core/text/text_pipeline.h"
#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/reading_sample.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/language/glass_legend.h"
#include "ui/language/glass_view.h"
#include "ui/language/rank_level.h"
#include "ui/language/reading_sums.h"
#include "ui/language/small_bars.h"
#include "ui/language/text_glass.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/sentence_input.h"

using reading_sample::read;

namespace {

const char* const kText = "the crew has found\na quiet harbour at last";

core::ReadText answeredReading(const core::AskReading& question)
{
    return read(question.text, {0, 5, 50, 500, 5000, 1, 2, 11, 101});
}

/// A name of three letters of an alphabet of four, and its end; the seed is its first letter.
core::Decoding drawnName(const core::AskDecoding& question)
{
    const auto seed = question.request.search.options.at("seed").get<int>();
    core::Decoding decoding;
    decoding.vocabulary = {"</s>", "a", "b", "c", "d"};
    decoding.step = 50;
    decoding.epoch = 2;
    const std::vector<int32_t> letters{1 + (seed - 1) % 4, 2, 3, 0};
    decoding.trace.nodes.resize(letters.size() + 1);
    decoding.trace.nodes[0].parent = -1;
    for (size_t i = 0; i < letters.size(); ++i) {
        core::TraceNode& node = decoding.trace.nodes[i + 1];
        node.id = int32_t(i + 1);
        node.parent = int32_t(i);
        node.step = int32_t(i + 1);
        node.token = letters[i];
        auto& shares = decoding.trace.nodes[i].nextLogProbabilities;
        shares.assign(5, std::log(0.1F));
        shares[size_t(letters[i])] = std::log(0.6F);
    }
    decoding.trace.ranking = {int32_t(letters.size())};
    core::Translation best;
    for (const int32_t letter : letters)
        best.text += letter == 0 ? "" : decoding.vocabulary[size_t(letter)];
    decoding.best = {best};
    return decoding;
}

ui::RunRow runRow(const char* name, bool shown, const char* task = "language_model")
{
    ui::RunRow row;
    row.id = u"/runs/"_s + QLatin1String(name);
    row.summary.name = name;
    row.summary.spec.task.kind = task;
    row.shown = shown;
    return row;
}

} // namespace

class GlassTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<ui::GlassView> m_view;

    void open(const char* text = kText)
    {
        m_view = std::make_unique<ui::GlassView>(*m_context);
        showSized(*m_view, {1000, 700});
        m_context->lead(*m_view);
        m_context->look(QString::fromUtf8(text));
    }
    ui::TextGlass& glass() const { return *frontChild<ui::TextGlass>("textGlass"); }
    template <class Type> Type* frontChild(const char* name) const
    {
        return namedChild<Type>(*pages().currentWidget(), name);
    }
    QTabWidget& pages() const { return *namedChild<QTabWidget>(*m_view, "glassPages"); }

private Q_SLOTS:
    void init()
    {
        m_context = std::make_unique<FakeContext>();
        m_context->kinds = fixture::catalogue();
        m_context->kinds["search"].push_back({"sampling",
                                              "sampling",
                                              "Draws.",
                                              {},
                                              {},
                                              {fixture::integer("seed", "Seed", 1, 0, 1e9)},
                                              {}});
        m_context->shown.spec.task.kind = "language_model";
        m_context->answerWith<core::AskReading>(answeredReading);
        m_context->answerWith<core::AskWrittenClasses>(
            [](const core::AskWrittenClasses&) { return Strings(); });
    }
    void cleanup()
    {
        m_view.reset();
        m_context.reset();
        m_theme.setPresentation(false);
    }

    void anEmptiedFieldEmptiesThePages()
    {
        open();
        QVERIFY(glass().tokens() > 0);
        namedChild<ui::TextBox>(*m_view, "glassTextBox")->clear();
        QTRY_COMPARE(m_context->shown.text, QString());
        QVERIFY(m_view->figures().empty());
        QVERIFY(frontChild<QLabel>("emptyTitle")->isVisible());
        pages().setCurrentIndex(2); // Several runs.
        QVERIFY(frontChild<QLabel>("emptyTitle")->isVisible());
        pages().setCurrentIndex(0);
        m_context->look(QString::fromUtf8(kText));
        QVERIFY(glass().tokens() > 0);
        QVERIFY(!frontChild<QLabel>("emptyTitle")->isVisible());
    }

    void ranksHaveFourLevels()
    {
        const std::vector<std::pair<int64_t, int>> levels{{0, -1},  {1, 0},   {10, 0},   {11, 1},
                                                          {100, 1}, {101, 2}, {1000, 2}, {1001, 3}};
        for (const auto& [rank, level] : levels)
            QCOMPARE(ui::rankLevel(rank), level);
    }

    void eachTokenStandsOnTheGroundOfItsRankAndHasItsMark()
    {
        open();
        const QImage picture = glass().viewport()->grab().toImage();
        const double ratio = picture.devicePixelRatio();
        for (int token = 0; token < glass().tokens(); ++token) {
            const QRect place = glass().placeOf(token);
            const int level = ui::rankLevel(glass().token(token).rank);
            const QColor ground(picture.pixel(place.topRight() * ratio));
            QCOMPARE(ground.name(), ui::rankGround(level).name());
            const QColor below(picture.pixel(QPoint(place.left() + 2, place.bottom()) * ratio));
            QCOMPARE(below == ground, level <= 0); // Seen without colours.
        }
        QCOMPARE(labelText(*pages().currentWidget(), "stateLabel"),
                 u"one \u00b7 After update 1,240 in epoch 3"_s);
        takePictures(*m_view, u"glass"_s);
    }

    void linesAreKeptAndWordsAreWhole()
    {
        const std::string text = "one two\nthree\n\nfour extraordinarily";
        ui::GlassLayout layout;
        const QFontMetrics metrics{QFont()};
        const int wide = metrics.horizontalAdvance(u"extraordinarily"_s) + 20;
        layout.lay({{read(text, {1}, "character"), {}}}, metrics, wide);
        const auto line
            = [&](size_t at) { return layout.placeOf(int(at)).top() / layout.lineHeight(); };
        QCOMPARE(line(text.find("three")), 1);
        QCOMPARE(line(text.find("four")), 3); // Behind an empty one.
        const size_t word = text.find("extra");
        QCOMPARE(line(word), 4);
        QCOMPARE(layout.placeOf(int(word)).left(), layout.placeOf(0).left());
        for (size_t at = word; at < text.size(); ++at) {
            QCOMPARE(line(at), 4);
            QVERIFY(layout.placeOf(int(at)).right() < wide);
        }
        for (size_t at = 0; at < text.size(); ++at)
            QCOMPARE(layout.tokenAt(layout.placeOf(int(at)).center()), int(at));
        // Where a word has no room at all, it is broken.
        layout.lay({{read(text, {1}, "character"), {}}}, metrics, 60);
        QVERIFY(line(text.size() - 1) > line(word));
        for (size_t at = 0; at < text.size(); ++at)
            QVERIFY(layout.placeOf(int(at)).right() <= 60);
    }

    void numbersAreOfTheTextAndBesideBaselines()
    {
        open("good day"); // ranks 0 and 5
        const auto facts = pages().currentWidget()->findChildren<QLabel*>();
        const auto figure
            = [&](const char* name) { return labelText(*pages().currentWidget(), name); };
        QCOMPARE(figure("natsFigure"), u"2.303"_s); // ln 10, of one token
        QCOMPARE(figure("perplexityFigure"), u"10"_s);
        QCOMPARE(figure("bitsFigure"), u"0.4152"_s); // ln 10 / ln 2 / 8
        QVERIFY(std::any_of(facts.begin(), facts.end(), [](const QLabel* label) {
            return label->text() == u"perplexity per word (uniform 5.00k, unigram 403)"_s;
        }));
    }

    /// As after an import.
    void withoutCountsNoUnigramIsShown()
    {
        core::ReadText read = reading_sample::read("good day", {5});
        read.unigramNats = std::numeric_limits<double>::quiet_NaN();
        for (const ui::Fact& fact : ui::factsOf(ui::sumOf(read)))
            for (const QString& text : {fact.caption, fact.help}) {
                QVERIFY2(!text.contains(u"unigram"_s) && !text.contains(u"nan"_s)
                             && !text.contains(u"frequencies"_s),
                         qPrintable(text));
            }
    }

    void theLegendCountsTheLevels()
    {
        open();
        auto* legend = pages().currentWidget()->findChild<ui::GlassLegend*>();
        QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(legend);
        QCOMPARE(shown->childCount(), 4);
        QCOMPARE(shown->child(0)->text(QAccessible::Name), u"rank 1 to 10: 3 (37.5 %)"_s);
        QCOMPARE(shown->child(3)->text(QAccessible::Name), u"above 1,000: 1 (12.5 %)"_s);
        frontChild<QComboBox>("coloursBox")->setCurrentIndex(1);
        QCOMPARE(shown->childCount(), 1);
        QVERIFY(shown->child(0)->text(QAccessible::Name).contains(u"8.517 nats"_s));
    }

    void arrowKeysAndPointerShowWhatWasExpected()
    {
        open();
        const auto numbers = [this] { return labelText(*pages().currentWidget(), "placeNumbers"); };
        keyClick(&glass(), Qt::Key_Right);
        QVERIFY(numbers().contains(u"no prediction"_s));
        keyClick(&glass(), Qt::Key_Right);
        QCOMPARE(labelText(*pages().currentWidget(), "placeLabel"), u"After \u201cthe \u201d"_s);
        QCOMPARE(numbers(),
                 u"\u201ccrew\u201d has rank 5 of 5,000: probability "
                 "10.0 %, 2.303 nats (entropy 2.5)"_s);
        keyClick(&glass(), Qt::Key_Down);
        QVERIFY(glass().placeOf(glass().current()).top() > glass().placeOf(1).top());
        keyClick(&glass(), Qt::Key_Home);
        QCOMPARE(glass().current(), 0);
        // The pointer looks without choosing.
        QTest::mouseMove(glass().viewport(), glass().placeOf(2).center());
        QTest::mouseMove(glass().viewport(), glass().placeOf(3).center());
        QTRY_VERIFY2(numbers().contains(u"rank 500 "_s), qPrintable(numbers()));
        QCOMPARE(glass().current(), 0);
        const QString bars = pages()
                                 .currentWidget()
                                 ->findChild<QWidget*>(u"tokenCandidates"_s)
                                 ->findChild<ui::ProbabilityBars*>()
                                 ->accessibleDescription();
        QVERIFY2(bars.endsWith(u"500. found 0.1 %, the true one"_s), qPrintable(bars));
        mouseClick(glass().viewport(), Qt::LeftButton, {}, glass().placeOf(3).center());
        QCOMPARE(glass().current(), 3);
        // New numbers of the same text leave the place where it is.
        m_view->follow(m_context->shown);
        QTest::qWait(170);
        m_view->trained();
        QCOMPARE(glass().current(), 3);
        QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(&glass());
        QCOMPARE(shown->childCount(), 9);
        QVERIFY(
            shown->child(3)->text(QAccessible::Name).startsWith(u"\u201cfound\u201d: rank 500,"_s));
    }

    /// It is called as it was written, and the mark that was read in its place is told.
    void aWordThatTheVocabularyLacksIsCalledUnknown()
    {
        m_context->answerWith<core::AskReading>([](const core::AskReading& question) {
            core::ReadText text = read(question.text, {4});
            text.tokens[1].id = int32_t(core::kUnknownId);
            text.tokens[1].text = "<unk>";
            return text;
        });
        open("good zeugma all");
        QVERIFY(glass().describe(1).startsWith(u"\u201czeugma\u201d: rank 4"_s));
        QVERIFY(glass().describe(1).contains(u"not in the vocabulary"_s));
        QVERIFY(!glass().describe(2).contains(u"not in the vocabulary"_s));
        pages().setCurrentIndex(2);
        const auto* table = frontChild<QTableView>("glassRunsTable");
        QTRY_COMPARE(columnTexts(*table, 1).size(), 6);
        QTRY_COMPARE(columnTexts(*table, 1)[4], u"? 2.08"_s);
        QCOMPARE(columnTexts(*table, 1)[5], u"2.08"_s);
        QVERIFY(columnTexts(*table, 1)[0].startsWith(u'?')); // Its sum is not to be compared.
        QVERIFY(labelText(*m_view, "runsStateLabel").contains(u"read as unknown"_s));
    }

    void ranksEndWithTheVocabulary()
    {
        m_context->answerWith<core::AskReading>([](const core::AskReading& question) {
            return read(question.text, {1, 3, 30}, "character"); // Of 60.
        });
        open("good day");
        auto* legend = pages().currentWidget()->findChild<ui::GlassLegend*>();
        QCOMPARE(QAccessible::queryAccessibleInterface(legend)->childCount(), 2);
        QStringList names;
        for (const auto& bar : frontChild<ui::SmallBars>("rankBars")->bars())
            names << bar.name;
        QCOMPARE(names, QStringList({"1", "5", "10", "60"}));
    }

    void histogramsCountEachExpectedToken()
    {
        open();
        const auto counted = [this](const char* name) {
            int64_t sum = 0;
            for (const auto& bar : frontChild<ui::SmallBars>(name)->bars())
                sum += bar.count;
            return sum;
        };
        for (const char* name : {"rankBars", "probabilityBars", "entropyBars"})
            QCOMPARE(counted(name), int64_t{8});
        QCOMPARE(frontChild<ui::SmallBars>("entropyBars")->bars()[2].count, int64_t{8}); // all 2.5
        QCOMPARE(frontChild<ui::SmallBars>("probabilityBars")->bars()[5].count, int64_t{1});
    }

    void aTypedTextIsLookedAtWithItsLines()
    {
        open();
        auto* box = namedChild<ui::TextBox>(*m_view, "glassTextBox");
        box->setFocus();
        box->clear();
        box->insertPlainText(u"one\ntwo"_s);
        QTRY_COMPARE(m_context->last<core::AskReading>().text, "one\ntwo"s);
        QCOMPARE(glass().tokens(), 2);
        QVERIFY(glass().placeOf(1).top() > glass().placeOf(0).top());
    }

    void rowsOfTheTrainingAreReadLive()
    {
        m_context->answerWith<core::AskRowReadings>([](const core::AskRowReadings& question) {
            std::vector<core::ReadText> rows;
            for (int64_t i = 0; i < question.count; ++i)
                rows.push_back(read("the crew of row " + std::to_string(question.first + i)
                                        + " sails on through the night",
                                    reading_sample::mixedRanks()));
            return rows;
        });
        open();
        pages().setCurrentIndex(1);
        QCOMPARE(m_context->count<core::AskRowReadings>(), size_t{1});
        QCOMPARE(m_context->last<core::AskRowReadings>().split, "train"s);
        QCOMPARE(glass().texts().size(), size_t{20});
        QVERIFY(glass().texts().front().head.startsWith(u"1  "_s));
        QCOMPARE(glass().colours(), ui::TextGlass::Colours::Losses);
        const size_t readings = m_context->count<core::AskReading>();
        QTest::qWait(170);
        m_view->trained();
        QCOMPARE(m_context->count<core::AskRowReadings>(), size_t{2});
        QCOMPARE(m_context->count<core::AskReading>(), readings); // Not seen: not asked.
        frontChild<QSpinBox>("rowsFirstBox")->setValue(41);
        QCOMPARE(m_context->last<core::AskRowReadings>().first, int64_t{40});
        frontChild<QComboBox>("rowsSplitBox")->setCurrentIndex(1);
        QCOMPARE(m_context->last<core::AskRowReadings>().split, "valid"s);
        QVERIFY(exportedTable(*m_view, "glass-rows", "rows.tokens")
                    .startsWith(u"rows.number,number,token,rank,"_s));
        takePictures(*m_view, u"glass-rows"_s);
    }

    void tickedRunsReadTheSameTextSideBySide()
    {
        m_context->rows = {runRow("one", true), runRow("letters", true), runRow("hidden", false),
                           runRow("tagger", true, "tagging")};
        open("good day all");
        std::vector<QString> asked;
        m_context->answerWith<core::AskReading>([&](const core::AskReading& question) {
            asked.push_back(m_context->asked.back()->choice.run);
            const bool letters = asked.back() == u"/runs/letters"_s;
            return letters ? read(question.text, {1}, "character") : read(question.text, {4});
        });
        pages().setCurrentIndex(2);
        const auto* table = frontChild<QTableView>("glassRunsTable");
        QTRY_COMPARE(asked.size(), size_t{2});
        QCOMPARE(asked[0], u"/runs/one"_s);
        QCOMPARE(asked[1], u"/runs/letters"_s);
        QCOMPARE(columnTexts(*table, 0),
                 QStringList({"All words, nats", "Bits per character",
                              "Perplexity per word between spaces", "good", "day", "all"}));
        QCOMPARE(columnTexts(*table, 1).mid(3), QStringList({"2.08", "2.08", "2.08"})); // ln 8
        // Of characters their words' sums, with the blanks: 4 ln 2 + ln 2, ...
        QCOMPARE(columnTexts(*table, 2).mid(3), QStringList({"3.47", "2.77", "2.08"}));
        QCOMPARE(columnTexts(*table, 1)[2], u"8.00"_s);
        const auto bold = [&](int row, int column) {
            const QVariant font = table->model()->index(row, column).data(Qt::FontRole);
            return font.isValid() && font.value<QFont>().bold();
        };
        QVERIFY(bold(3, 1) && !bold(3, 2));
        QVERIFY(labelText(*m_view, "runsStateLabel").contains(u"letters by character"_s));
        m_context->look(u"good"_s);
        QTRY_COMPARE(asked.size(), size_t{4});
        QVERIFY(exportedTable(*m_view, "glass-runs").contains(u"good,letters,character,2.77"_s));
        takePictures(*m_view, u"glass-runs"_s);
    }

    void aRunThatFailsIsNamedAndOneThatHasLearntIsAskedAgain()
    {
        m_context->rows = {runRow("one", true), runRow("broken", true), runRow("letters", true)};
        open("good day all");
        m_context->forget<core::AskReading>();
        pages().setCurrentIndex(2);
        const auto answerIt = [&] {
            const auto entry = m_context->asked.back();
            entry->answer<core::AskReading>(
                answeredReading(*entry->question.as<core::AskReading>()));
        };
        const auto isAsked = [&](const char* run, size_t questions) {
            return m_context->count<core::AskReading>() == questions
                && m_context->asked.back()->choice.run == u"/runs/"_s + QLatin1String(run);
        };
        const size_t before = m_context->count<core::AskReading>();
        QVERIFY(isAsked("one", before));
        answerIt();
        QTRY_VERIFY(isAsked("broken", before + 1));
        m_context->asked.back()->hearer.failed(
            {core::ErrorCode::FileMissing, {"No checkpoint.", {}}, {}, {}});
        QTRY_VERIFY(isAsked("letters", before + 2));
        answerIt();
        QVERIFY2(labelText(*m_view, "runsStateLabel")
                     .contains(u"broken cannot be evaluated: No checkpoint."_s),
                 qPrintable(labelText(*m_view, "runsStateLabel")));
        m_context->rows[2].summary.steps = 100; // It was resumed.
        Q_EMIT m_context->runsChanged();
        QTRY_VERIFY(isAsked("letters", before + 3));
    }

    void namesOfAClassAreDrawnSeedBySeed()
    {
        m_context->answerWith<core::AskWrittenClasses>([](const core::AskWrittenClasses&) {
            return Strings{"French", "Japanese"};
        });
        m_context->answerWith<core::AskDecoding>(drawnName);
        open("abc");
        QVERIFY(pages().isTabVisible(3));
        pages().setCurrentIndex(3);
        QTRY_COMPARE(m_context->count<core::AskDecoding>(), size_t{3});
        QTRY_COMPARE(labelText(*m_view, "nameLabel2"), u"cbc"_s);
        QCOMPARE(labelText(*m_view, "nameLabel0"), u"abc"_s);
        const auto* map = frontChild<ui::HeatMap>("nameMap1");
        QCOMPARE(map->content().rowLabels, QStringList({"a", "b", "c", "d", "</s>"}));
        QCOMPARE(map->content().columnLabels, QStringList({"b", "b", "c", "</s>"}));
        QCOMPARE(map->content().outlined[5], char(1)); // b of the first place: row 1 of 4 columns
        QVERIFY(std::abs(map->content().values[4] - 0.6F) < 1e-6F);
        QCOMPARE(map->describe(1, 1), u"After \u201cb\u201d: b with probability 0.6, chosen"_s);
        namedChild<QComboBox>(*m_view, "glassClassBox")->setCurrentIndex(1);
        QTRY_COMPARE(m_context->count<core::AskDecoding>(), size_t{6});
        frontChild<QSpinBox>("lettersSeedBox")->setValue(4);
        QTRY_COMPARE(m_context->count<core::AskDecoding>(), size_t{9});
        QCOMPARE(m_context->last<core::AskDecoding>().request.search.options.at("seed"), 6);
        QCOMPARE(m_context->last<core::AskDecoding>().className, "Japanese"s);
        QVERIFY(exportedTable(*m_view, "letters").contains(u"dbc,1,d,0.6"_s));
        takePictures(*m_view, u"glass-letters"_s);
    }

    void withoutClassesThereAreNoLetters()
    {
        open();
        QVERIFY(!pages().isTabVisible(3));
        QVERIFY(!namedChild<QComboBox>(*m_view, "glassClassBox")->isVisible());
    }

    void anotherRunShowsNothingOfTheFormerOne()
    {
        open();
        QVERIFY(glass().tokens() > 0);
        m_context->shown.choice.run = u"/runs/two"_s;
        m_context->shown.askable = false;
        m_view->follow(m_context->shown);
        QCOMPARE(glass().tokens(), 0);
        QVERIFY(m_view->figures().empty());
    }

    void allIsExported()
    {
        open();
        QVERIFY(arePicturesExported(*m_view, "glass", 2000));
        QVERIFY(arePicturesExported(*m_view, "glass-histograms", 2000));
        const QString table = exportedTable(*m_view, "glass", "rows.tokens");
        QVERIFY2(table.contains(u"\n0,0,the,0,,"_s), qPrintable(table));
        QVERIFY2(table.contains(u"\n0,1,crew,5,0.0999"_s), qPrintable(table));
        const QString words = figureOf(*m_view, "glass").words();
        QVERIFY(words.contains(u"\u201cfound\u201d: rank 500"_s));
        QVERIFY(exportedTable(*m_view, "glass-histograms")
                    .contains(u"\"Rank, up to\",rank 2 to 5,2"_s));
    }
};
UNROLL_TEST(GlassTest, QApplication)
#include "glass_test.moc"
