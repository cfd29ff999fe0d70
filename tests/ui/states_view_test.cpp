#include "core/probe/language_model/language_questions.h"
#include "core/task/language_model/language_options.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/states_sample.h"
#include "tests/ui/view_tests.h"
#include "tests/ui/views_pictures.h"
#include "ui/states/state_map.h"
#include "ui/states/states_view.h"
#include "ui/states/surgery_page.h"
#include "ui/states/unit_order.h"
#include "ui/states/unit_page.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/number_box.h"

using states_sample::kUnits;

class StatesViewTest : public ViewTests<ui::StatesView> {
    Q_OBJECT
private:
    void open()
    {
        m_context->answerWith<core::AskStates>(&states_sample::lstm);
        show({1000, 720}, u"the film was not bad at all"_s);
    }
    ui::StateMap& stateMap(int index = 1) const
    {
        return find<ui::StateMap>(qPrintable(u"state%1"_s.arg(index)));
    }
    void choose(const char* box, int index) const
    {
        auto& combo = find<QComboBox>(box);
        combo.setCurrentIndex(index);
        Q_EMIT combo.activated(index);
    }
    void clickCell(int unit, int token) const
    {
        ui::HeatMap& map = stateMap().map();
        for (int row = 0; row < kUnits; ++row)
            if (stateMap().unitOf(row) == unit)
                mouseClick(map.viewport(), Qt::LeftButton, {}, map.cellRect(row, token).center());
    }
    ui::RunRow run(const char* name, bool ticked) const
    {
        ui::RunRow row;
        row.id = u"/runs/"_s + QLatin1String(name);
        row.summary.name = name;
        row.summary.spec = m_context->shown.spec;
        row.shown = ticked;
        return row;
    }
    /// A view whose questions wait for answerLast().
    void openUnanswered() { show({1000, 720}, u"the film was not bad at all"_s); }
    void answerLast(int firstUnit = 0)
    {
        m_context->asked.back()->answer<core::AskStates>(states_sample::unitsFrom(
            states_sample::lstm(m_context->last<core::AskStates>()), firstUnit));
    }
    void follow(const char* run, const char* text)
    {
        m_context->shown.choice.run = QLatin1String(run);
        m_context->shown.text = QLatin1String(text);
        m_view->follow(m_context->shown);
    }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void unitsAreOrdered()
    {
        // Two tokens; units 0 and 2 do alike, and so do 1 and 3.
        const std::vector<float> values{0.9F, -0.1F, 0.8F, -0.2F, 0.9F, 0.1F, 0.8F, 0.3F};
        using ui::UnitOrder;
        QCOMPARE(ui::orderedUnits(values, 2, 4, UnitOrder::Number), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(ui::orderedUnits(values, 2, 4, UnitOrder::Activity),
                 (std::vector<int>{0, 2, 3, 1}));
        const std::vector<int> alike = ui::orderedUnits(values, 2, 4, UnitOrder::Similarity);
        const auto place
            = [&](int unit) { return std::find(alike.begin(), alike.end(), unit) - alike.begin(); };
        QCOMPARE(alike.size(), size_t{4});
        QCOMPARE(std::abs(place(0) - place(2)), 1);
        QCOMPARE(std::abs(place(1) - place(3)), 1);
        QVERIFY(ui::orderedUnits({}, 0, 0, UnitOrder::Similarity).empty());
        QCOMPARE(ui::orderedUnits({0.5F}, 1, 1, UnitOrder::Similarity), std::vector<int>{0});
    }

    void aGateIsAMapOfUnitsAndWords()
    {
        open();
        const ui::HeatMapContent& hidden = stateMap().map().content();
        QCOMPARE(hidden.rows, kUnits);
        QCOMPARE(hidden.columns, 7);
        QVERIFY(hidden.colours == ui::ColourMap::Signed);
        QCOMPARE(hidden.values[3 * 7 + 4], 0.8F); // Unit 3 at "bad".
        choose("stateQuantityBox", 1);
        QVERIFY(stateMap().map().content().colours == ui::ColourMap::Weights);
        const auto& equation = find<QLabel>("stateEquationLabel");
        QVERIFY(equation.accessibleName().startsWith(u"f_t = σ("_s));
        QVERIFY(equation.text().startsWith(u"f<sub>t</sub> = σ("_s));
        QVERIFY(!stateMap(2).isVisibleTo(m_view.get()));
        choose("unitOrderBox", 1);
        QVERIFY(stateMap().unitOf(0) != 0);
        const QString said = stateMap().map().describe(0, 4);
        QVERIFY2(said.contains(u"\u201cbad\u201d"_s), qPrintable(said));
    }

    void theNumbersOfAUnitAreShown()
    {
        open();
        clickCell(3, 4);
        QCOMPARE(m_context->last<core::AskStates>().unit, 3);
        QCOMPARE(m_context->last<core::AskStates>().token, 4);
        const QString equations = find<QLabel>("unitEquations").accessibleName();
        QVERIFY2(equations.contains(u"h_t = σ(W x_t + U h_{t−1})\n"
                                    "    = σ(0.213 + (−0.402)) = 0.463"_s),
                 qPrintable(equations));
        QCOMPARE(text("unitTitle"), u"Unit 3 at \u201cbad\u201d"_s);
        QCOMPARE(find<ui::UnitCurves>("unitCurves").graphCount(), 1);
    }

    void marksStayOverEpochs()
    {
        open();
        clickCell(5, 2);
        find<QCheckBox>("markUnitBox").setChecked(true);
        QCOMPARE(stateMap().map().content().markedRows[5], char(1));
        m_context->shown.choice.epoch = 1;
        m_view->follow(m_context->shown);
        QCOMPARE(stateMap().map().content().markedRows[5], char(1));
        clickCell(7, 2);
        QVERIFY(!find<QCheckBox>("markUnitBox").isChecked());
        QCOMPARE(find<ui::UnitCurves>("unitCurves").graphCount(), 2); // 7 and the marked one.
        m_context->shown.choice.run = u"/runs/two"_s; // Units of another network.
        m_view->follow(m_context->shown);
        QCOMPARE(stateMap().map().content().markedRows[5], char(0));
        const QByteArray kept = m_view->state();
        ui::StatesView later(*m_context);
        later.setState("[3, {\"a\": -1}, nonsense");
        QCOMPARE(later.state(), "{}"_ba);
        later.setState(kept);
        QCOMPARE(later.state(), kept);
        QVERIFY2(kept.contains("/runs/one|0|0\":[5]"), kept.constData());
    }

    void nothingOfAnotherRunIsShown()
    {
        openUnanswered();
        answerLast();
        clickCell(3, 4);
        answerLast();
        QVERIFY(!text("unitTitle").isEmpty());
        find<QPushButton>("setEditButton").click();
        const auto late = m_context->asked.back();
        follow("/runs/two", "another text");
        const auto& curves = find<ui::UnitCurves>("unitCurves");
        const auto nothingIsShown = [&] {
            return text("unitTitle").isEmpty() && curves.graphCount() == 0
                && !stateMap().isVisibleTo(m_view.get()) && m_view->figures().empty();
        };
        QVERIFY(nothingIsShown());
        late->answer<core::AskStates>(states_sample::lstm({}));
        QVERIFY(nothingIsShown());
        QVERIFY(m_context->last<core::AskStates>().edits.empty());
        answerLast();
        QCOMPARE(curves.graphCount(), 1);
        QVERIFY(text("unitTitle").isEmpty());
    }

    void theNumbersOfACellLeaveWithItsText()
    {
        openUnanswered();
        answerLast();
        clickCell(3, 4);
        answerLast();
        follow("/runs/one", "another text");
        choose("stateQuantityBox", 1); // Before the answer comes.
        QVERIFY2(text("unitTitle").isEmpty(), qPrintable(text("unitTitle")));
        answerLast();
        QVERIFY(text("unitTitle").isEmpty());
    }

    /// The most active unit of the sample is its fifth.
    void theCurveIsOfTheRunThatIsShown()
    {
        openUnanswered();
        auto& curves = find<ui::UnitCurves>("unitCurves");
        const auto isOfUnit = [&](int unit) {
            return curves.graphCount() == 1 && curves.graph(0)->name() == u"unit %1"_s.arg(unit)
                && curves.graph(0)->dataCount() == 7;
        };
        answerLast();
        QVERIFY(isOfUnit(5));
        follow("/runs/two", "another text");
        QVERIFY(curves.yAxis->range().size() > 0.1);
        answerLast(4);
        QVERIFY(isOfUnit(1));
        follow("/runs/three", "one more");
        answerLast(1);
        QVERIFY(isOfUnit(4));
        m_context->shown.choice.run = u"/runs/four"_s; // With the same text.
        m_view->follow(m_context->shown);
        answerLast(5);
        QVERIFY(isOfUnit(0));
    }

    void theNumbersOfTheUnitCurveHaveRoom()
    {
        open();
        clickCell(5, 4); // Its values are from -0.9 to 0.2.
        auto& curves = find<ui::UnitCurves>("unitCurves");
        const auto numbersApart = [&] {
            const QFontMetrics metrics(curves.yAxis->tickLabelFont());
            double before = curves.height() + metrics.height();
            for (const double tick : curves.yAxis->tickVector()) {
                if (!curves.yAxis->range().contains(tick))
                    continue;
                const double place = curves.yAxis->coordToPixel(tick);
                if (before - place < metrics.height() || place < metrics.height() / 2.0)
                    return false;
                before = place;
            }
            return true;
        };
        QTRY_VERIFY(numbersApart());
        m_theme.setPresentation(true);
        QTRY_VERIFY(numbersApart());
        m_view->resize(1280, 640);
        QTRY_VERIFY(numbersApart());
        m_theme.setPresentation(false);
    }

    void theTitleNamesTheLayerWhereThereAreSeveral()
    {
        open();
        QCOMPARE(text("state1Title"), u"LSTM \u00b7 h_t"_s);
        m_context->answerWith<core::AskStates>([](const core::AskStates& question) {
            core::States states = states_sample::lstm(question);
            states.cell.layers = 2;
            states.layer = 1;
            return states;
        });
        m_context->look(u"a good film"_s);
        QCOMPARE(text("state1Title"), u"LSTM \u00b7 Layer 2 \u00b7 h_t"_s);
    }

    /// A text of the data is read for its own class, a typed one for the class that is chosen.
    void aNetworkThatGeneratesForClassesReadsATextForOne()
    {
        m_context->shown.spec.task.kind = core::kClassToTextTask;
        m_context->answerWith<core::AskWrittenClasses>([](const core::AskWrittenClasses&) {
            return Strings{"first", "second"};
        });
        open();
        const auto& asked
            = [&]() -> const core::Example& { return m_context->last<core::AskStates>().example; };
        QCOMPARE(asked().className, "first"s);
        QVERIFY(asked().division == core::Division::Typed);
        QVERIFY(find<QComboBox>("statesClassBox").isVisible());
        find<QComboBox>("statesClassBox").setCurrentIndex(1);
        QCOMPARE(asked().className, "second"s);
        m_context->look(u"anna"_s, u"first"_s);
        QCOMPARE(asked().className, "first"s);
        QCOMPARE(asked().reference, ""s); // The text itself is what is right.
        QVERIFY(asked().division == core::Division::OfData);
        QCOMPARE(find<QComboBox>("statesClassBox").currentText(), u"first"_s);
    }

    void unitsThatAreOnExactlyThereAreFound()
    {
        m_context->answerWith<core::AskStatePattern>([](const core::AskStatePattern& question) {
            core::FoundPattern found;
            found.texts = 2000;
            found.found = 1234;
            found.matches
                = {{{"it was not good"}, {"it", "was", "not", "good"}, 2, 3, question.units}};
            return found;
        });
        open();
        ui::HeatMap& map = stateMap().map();
        const auto at = [&](int token) { return map.cellRect(0, token).center(); };
        QTest::mousePress(map.viewport(), Qt::LeftButton, {}, at(3));
        QTest::mouseMove(map.viewport(), at(4));
        QMouseEvent move(QEvent::MouseMove, at(4), map.viewport()->mapToGlobal(at(4)), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(map.viewport(), &move);
        QTest::mouseRelease(map.viewport(), Qt::LeftButton, {}, at(4));
        QCOMPARE(map.content().firstColumn, 3);
        QCOMPARE(map.content().lastColumn, 4);
        QCOMPARE(text("patternUnitsLabel"),
                 u"Active exactly at \u201cnot\u201d to \u201cbad\u201d: 2 units: 3, "
                 "\u22125 (\u2212: its values are \u22120.3 or lower there)"_s);
        find<QPushButton>("patternSearchButton").click();
        const auto& asked = m_context->last<core::AskStatePattern>();
        QCOMPARE(asked.units, (std::vector<core::PatternUnit>{{3, false}, {5, true}}));
        QCOMPARE(asked.quantity, "h"s);
        QCOMPARE(asked.length, 2);
        QCOMPARE(text("patternStateLabel"),
                 u"2,000 texts searched, 1,234 with some of the units. The best 1 "
                 "are listed."_s);
        auto& table = find<QTableView>("patternTable");
        QCOMPARE(columnTexts(table, 1), QStringList{u"not good"_s});
        find<QPushButton>("patternMarkButton").click();
        QCOMPARE(map.content().markedRows[3], char(1));
        find<ui::NumberBox>("patternThresholdBox").setValue(0.85);
        Q_EMIT find<ui::NumberBox>("patternThresholdBox").edited(0.85);
        QVERIFY(text("patternUnitsLabel").contains(u"1 unit: \u22125 ("_s));
    }

    void aGateIsSetByHand()
    {
        open();
        choose("stateQuantityBox", 1);
        clickCell(4, 2);
        find<QTabWidget>("statesTabs").setCurrentIndex(2);
        find<QPushButton>("setEditButton").click();
        const auto& first = m_context->last<core::AskStates>().edits;
        QCOMPARE(first,
                 (std::vector<core::StateEdit>{
                     {.quantity = "f", .unit = 4, .first = 2, .last = 2, .value = 0.0}}));
        QVERIFY(stateMap(2).isVisibleTo(m_view.get()));
        QVERIFY(stateMap(3).isVisibleTo(m_view.get()));
        const ui::StateMatrix& difference = stateMap(3).matrix();
        QVERIFY(std::abs(difference.at(2, 4) + stateMap(1).matrix().at(2, 4)) < 1e-6);
        QCOMPARE(difference.at(2, 5), 0.0);
        QVERIFY2(text("verdictAfterLabel").startsWith(u"Edited: negative 70"_s),
                 qPrintable(text("verdictAfterLabel")));
        QVERIFY(text("editsLabel").contains(u"f of unit 4, \u201cwas\u201d"_s));
        // All units at all words, to 1.
        find<QComboBox>("editUnitsBox").setCurrentIndex(1);
        find<QComboBox>("editTokensBox").setCurrentIndex(2);
        find<QComboBox>("editValueBox").setCurrentIndex(1);
        find<QPushButton>("setEditButton").click();
        QCOMPARE(m_context->last<core::AskStates>().edits.size(), size_t{2});
        QCOMPARE(m_context->last<core::AskStates>().edits[1],
                 (core::StateEdit{.quantity = "f", .value = 1.0}));
        find<QToolButton>("undoEditButton").click();
        QCOMPARE(m_context->last<core::AskStates>().edits.size(), size_t{1});
        find<QToolButton>("resetEditsButton").click();
        QVERIFY(m_context->last<core::AskStates>().edits.empty());
        QVERIFY(!stateMap(2).isVisibleTo(m_view.get()));
        // Those of another text.
        find<QComboBox>("editValueBox").setCurrentIndex(3);
        find<QComboBox>("editOtherTextBox").setEditText(u"it was good"_s);
        find<QPushButton>("setEditButton").click();
        QCOMPARE(m_context->last<core::AskStates>().edits[0].fromText, "it was good"s);
    }

    void whatSettingChangesIsSeenBesideWhatIsSet()
    {
        open();
        clickCell(4, 2); // h of the sample becomes half behind it, at most 0.1 less.
        find<QPushButton>("setEditButton").click();
        choose("stateQuantityBox", 1); // f: all that differs is what was set.
        find<QComboBox>("editUnitsBox").setCurrentIndex(1);
        find<QComboBox>("editTokensBox").setCurrentIndex(2);
        find<QPushButton>("setEditButton").click();
        find<QToolButton>("undoEditButton").click();
        choose("stateQuantityBox", 3);
        const ui::StateMatrix& difference = stateMap(3).matrix();
        QVERIFY(difference.largest() > 0.0 && difference.largest() < 0.11);
        const auto end = [this] { return stateMap(3).map().content().high; };
        QVERIFY2(end() >= difference.largest() && end() < 0.21, qPrintable(QString::number(end())));
        ui::StateMatrix matrix;
        matrix.tokens = 2;
        matrix.units = 2;
        matrix.values = {0.0F, -0.9F, 0.01F, 0.02F};
        const core::StateEdit edit{.quantity = "h", .unit = 1, .first = 0, .last = 0};
        QCOMPARE(float(matrix.largestBeyond({edit})), 0.02F);
        QCOMPARE(float(matrix.largestBeyond({})), 0.9F);
        QCOMPARE(float(matrix.largestBeyond({{.quantity = "h"}})), 0.9F);
    }

    void tagsAreComparedByLossAndProbability_data()
    {
        addColumns<QString, QString>("truth", "of");
        newRow("known", u"O O O B I O O"_s, u"the true tags"_s);
        newRow("not known", QString(), u"its own answer as computed"_s);
    }
    void tagsAreComparedByLossAndProbability()
    {
        QFETCH(QString, truth);
        QFETCH(QString, of);
        m_context->answerWith<core::AskStates>(&states_sample::tagger);
        show({1000, 720}, u"the film was not bad at all"_s, truth);
        QVERIFY(!find<QLabel>("changedWordsLabel").isVisibleTo(m_view.get()));
        find<QTabWidget>("statesTabs").setCurrentIndex(2);
        find<QPushButton>("setEditButton").click();
        QCOMPARE(text("verdictBeforeLabel"),
                 u"As computed: O O O B I O O \u00b7 loss 0.25 of %1"_s.arg(of));
        QCOMPARE(text("verdictAfterLabel"),
                 u"Edited: O O O B O O O \u00b7 loss 0.75 of %1"_s.arg(of));
        QCOMPARE(text("changedWordsLabel"),
                 u"Changed at 1 word: \u201cbad\u201d: I 61.0 % \u2192 O 55.0 %"_s);
        QVERIFY(find<QLabel>("changedWordsLabel").isVisibleTo(m_view.get()));
    }

    void theTextWhoseValuesAreTakenHasRoom()
    {
        open();
        find<QTabWidget>("statesTabs").setCurrentIndex(2);
        auto& page = find<ui::SurgeryPage>("surgeryPage");
        auto& field = find<QComboBox>("editOtherTextBox");
        const int before = page.minimumSizeHint().width();
        find<QComboBox>("editValueBox").setCurrentIndex(3);
        QVERIFY(field.isVisibleTo(m_view.get()));
        QVERIFY2(page.minimumSizeHint().width() <= before,
                 qPrintable(u"%1 of %2"_s.arg(page.minimumSizeHint().width()).arg(before)));
        QTRY_VERIFY(field.width() > page.width() / 2);
    }

    void tickedRunsStandBeside()
    {
        m_context->rows = {run("one", true), run("gru", true), run("hidden", false)};
        open();
        QCOMPARE(m_context->count<core::AskStates>(), size_t{1});
        find<QCheckBox>("besideRunsBox").setChecked(true);
        QCOMPARE(m_context->count<core::AskStates>(), size_t{2});
        QCOMPARE(m_context->asked.back()->choice.run, u"/runs/gru"_s);
        QVERIFY(stateMap(2).isVisibleTo(m_view.get()));
        QVERIFY(!stateMap(3).isVisibleTo(m_view.get()));
        QCOMPARE(text("state2Title"), u"gru \u00b7 h_t"_s);
        find<QCheckBox>("besideRunsBox").setChecked(false);
        QVERIFY(!stateMap(2).isVisibleTo(m_view.get()));
    }

    void aTickedRunThatHasLearntIsAskedAgain()
    {
        m_context->rows = {run("one", true), run("gru", true)};
        open();
        find<QCheckBox>("besideRunsBox").setChecked(true);
        QCOMPARE(m_context->count<core::AskStates>(), size_t{2});
        m_context->rows[1].summary.steps = 200; // It was resumed, and has ended.
        Q_EMIT m_context->runsChanged();
        QTRY_COMPARE(m_context->count<core::AskStates>(), size_t{3});
        m_context->rows[1].live = true;
        Q_EMIT m_context->runsChanged();
        QTRY_COMPARE(m_context->count<core::AskStates>(), size_t{4});
        Q_EMIT m_context->updated({u"/runs/gru"_s, {}});
        QTRY_COMPARE_WITH_TIMEOUT(m_context->count<core::AskStates>(), size_t{5}, 3000);
        QCOMPARE(m_context->asked.back()->choice.run, u"/runs/gru"_s);
    }

    void whyATickedRunIsNotShownIsSaid()
    {
        m_context->rows = {run("one", true), run("gru", true)};
        openUnanswered();
        answerLast();
        find<QCheckBox>("besideRunsBox").setChecked(true);
        m_context->asked.back()->hearer.failed(
            {core::ErrorCode::FileMissing, {"No checkpoint in %1.", {"gru"}}, {}, {}});
        QVERIFY(!stateMap(2).isVisibleTo(m_view.get()));
        QVERIFY2(text("stateLabel").contains(u"gru is not shown: No checkpoint in gru."_s),
                 qPrintable(text("stateLabel")));
    }

    /// Every view of one sentence does the same: chosen while another view was in front.
    void aRunChosenBehindTheTabLeavesNoPictureOfTheFormerOne()
    {
        openUnanswered();
        answerLast();
        QVERIFY(!m_view->figures().empty());
        m_view->setSeen(false);
        const size_t asked = m_context->asked.size();
        m_context->shown.name = u"two"_s;
        follow("/runs/two", "another text");
        QCOMPARE(m_context->asked.size(), asked); // It is not seen.
        QVERIFY(m_view->figures().empty());
        m_view->setSeen(true);
        m_view->follow(m_context->shown); // Its tab comes in front.
        QCOMPARE(m_context->asked.size(), asked + 1);
        QVERIFY(m_view->figures().empty());
        QCOMPARE(text("emptyTitle"), u"Opening two"_s);
        answerLast();
        QVERIFY(!m_view->figures().empty());
        QVERIFY(text("stateLabel").startsWith(u"two"_s));
        QVERIFY2(text("stateLabel").contains(u"prediction: "_s), qPrintable(text("stateLabel")));
        QVERIFY(text("stateLabel").contains(u"cell of "_s));
    }

    void anOpenListStaysWhileAnswersCome()
    {
        openUnanswered();
        answerLast();
        for (const char* name : {"stateLayerBox", "stateQuantityBox"}) {
            QSignalSpy refilled(find<QComboBox>(name).model(), &QAbstractItemModel::rowsInserted);
            m_view->setStates(states_sample::lstm(m_context->last<core::AskStates>()));
            QCOMPARE(refilled.count(), 0);
        }
    }

    void aNetworkWithoutStatesSaysSo()
    {
        open();
        core::States none;
        none.tokens = {"a"};
        m_view->setStates(none);
        QVERIFY(m_view->figures().empty());
    }

    void whatIsShownCanBeWrittenAndRead()
    {
        open();
        clickCell(3, 4);
        find<QToolButton>("asTextButton").setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit").toPlainText();
        QVERIFY2(words.contains(u"h_t of unit 3: the 0.10"_s), qPrintable(words));
        QVERIFY(arePicturesExported(*m_view, "states", 1000));
        QVERIFY(arePicturesExported(*m_view, "unit", 1000));
        const QString table = exportedTable(*m_view, "states", "plain.quantities.values");
        QVERIFY2(table.contains(u",h,4,bad,3,0.8\n"_s), qPrintable(table.left(400)));
    }

    void pictures()
    {
        m_context->rows = {run("one", true), run("memory-gru", true)};
        open();
        clickCell(3, 4);
        find<QCheckBox>("markUnitBox").setChecked(true);
        takePictures(*m_view, u"states"_s, {{760, 600}, {1400, 900}});
        find<QCheckBox>("besideRunsBox").setChecked(true);
        takePictures(*m_view, u"states-beside"_s, {{760, 600}});
        find<QTabWidget>("statesTabs").setCurrentIndex(2);
        choose("stateQuantityBox", 1);
        find<QPushButton>("setEditButton").click();
        takePictures(*m_view, u"states-edited"_s, {{760, 600}, {1400, 900}});
    }
};
UNROLL_TEST(StatesViewTest, QApplication)
#include "states_view_test.moc"
