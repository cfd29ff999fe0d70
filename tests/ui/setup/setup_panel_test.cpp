#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/setup/class_bars.h"
#include "ui/setup/column_choice.h"
#include "ui/setup/length_plot.h"
#include "ui/setup/raw_rows_table.h"
#include "ui/setup/setup_panel.h"
#include "ui/setup/step_header.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

using core::Json;
using ui::SetupPanel;
using ui::SetupStep;

class SetupPanelTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<SetupPanel> m_panel;

    template <class Widget> Widget* find(const char* name) const
    {
        auto* found = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        const auto* stack = qobject_cast<QStackedWidget*>(m_panel->preview());
        if (found == nullptr) // Each page has a progress bar: that of the current one is meant.
            found = stack->currentWidget()->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            found = stack->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }

private Q_SLOTS:
    void init()
    {
        m_panel = std::make_unique<SetupPanel>(fixture::knowledge());
        m_panel->setSpec(fixture::spec());
        m_panel->resize(344, 700);
        m_panel->preview()->resize(700, 700);
    }
    void cleanup() { m_panel.reset(); }

    void theSpecComesBackAsItWasGiven()
    {
        QCOMPARE(m_panel->spec().dump(), fixture::spec().dump());
    }

    void headersOfASpecFileStay()
    {
        Json spec = {{"format", "unroll-experiment"}, {"version", 1}};
        spec.update(fixture::spec());
        m_panel->setSpec(spec);
        QCOMPARE(m_panel->spec().dump(), spec.dump());
    }

    void editsAreToldOnceAndSoonAndSettingTheSpecIsNone()
    {
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        auto* epochs = find<ui::NumberBox>("training.epochs");
        epochs->selectAll();
        QTest::keyClicks(epochs, QStringLiteral("12"));
        QCOMPARE(m_panel->spec()["training"]["epochs"].get<int>(), 12); // At once.
        QCOMPARE(changed.count(), 0);
        QVERIFY(changed.wait(2000));
        QCOMPARE(changed.count(), 1); // Two keys, one signal.
        QCOMPARE(changed.first().first().value<Json>()["training"]["epochs"].get<int>(), 12);
        m_panel->setSpec(fixture::spec());
        QTest::qWait(300);
        QCOMPARE(changed.count(), 1);
    }

    void flushTellsAPendingEditAtOnce()
    {
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        m_panel->flush();
        QCOMPARE(changed.count(), 0);
        QTest::keyClicks(find<QLineEdit>("name"), QStringLiteral("x"));
        m_panel->flush();
        QCOMPARE(changed.count(), 1);
    }

    void anEditSurvivesASpecThatIsSetMeanwhile()
    {
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        find<ui::NumberBox>("training.seed")->stepBy(1);
        Json spec = m_panel->spec();
        spec["data"]["skip_bad_rows"] = true; // As a preview that has just arrived does.
        m_panel->setSpec(spec);
        QVERIFY(changed.wait(2000));
        QCOMPARE(m_panel->spec()["training"]["seed"].get<int>(), 2);
    }

    void stepsAreChosenByClickAndByCall()
    {
        m_panel->show();
        QSignalSpy changed(m_panel.get(), &SetupPanel::stepChanged);
        QTest::mouseClick(find<ui::StepHeader>("step3Header"), Qt::LeftButton);
        QCOMPARE(m_panel->step(), SetupStep::Model);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().first().value<SetupStep>(), SetupStep::Model);
        QCOMPARE(qobject_cast<QStackedWidget*>(m_panel->preview())->currentIndex(), 2);
        QVERIFY(find<QComboBox>("model.network")->isVisible());
        QVERIFY(!find<ui::NumberBox>("training.epochs")->isVisible());
        QTest::mouseClick(find<ui::StepHeader>("step3Header"), Qt::LeftButton);
        QVERIFY(find<ui::StepHeader>("step3Header")->isChecked()); // Stays open.
        m_panel->setStep(SetupStep::Training);
        QCOMPARE(changed.count(), 2);
        QTest::keyClick(find<ui::StepHeader>("step1Header"), Qt::Key_Space);
        QCOMPARE(m_panel->step(), SetupStep::Data);
    }

    void headersSayWhatIsChosen()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_panel->setDataPreview(fixture::dataPreview());
        QCOMPARE(find<ui::StepHeader>("step1Header")->summary(),
                 QStringLiteral("reviews, 10,000 texts, 2 classes"));
        QCOMPARE(find<ui::StepHeader>("step2Header")->summary(),
                 QStringLiteral("basic English, 20,000 tokens"));
        QCOMPARE(find<ui::StepHeader>("step3Header")->summary(),
                 QStringLiteral("LSTM 128, attention"));
        QCOMPARE(find<ui::StepHeader>("step4Header")->summary(),
                 QStringLiteral("Adam 0.001, 5 epochs"));
    }

    void problemsAreCountedAtTheirStep()
    {
        m_panel->setProblems({{"training.epochs", {"Too many.", {}}},
                              {"model", {"Sizes do not fit.", {}}},
                              {"model.network.hidden_size", {"Too large.", {}}}});
        QCOMPARE(find<ui::StepHeader>("step4Header")->problemCount(), 1);
        QCOMPARE(find<ui::StepHeader>("step3Header")->problemCount(), 2);
        QCOMPARE(find<ui::StepHeader>("step1Header")->problemCount(), 0);
        QStringList shown;
        for (const auto* line : m_panel->findChildren<ui::ProblemLine*>())
            shown << line->text();
        for (const char* text : {"Too many.", "Sizes do not fit.", "Too large."})
            QVERIFY2(shown.contains(QString::fromLatin1(text)), text);
    }

    void devicesAreThoseOfTheMachineAndOthersAreKept()
    {
        auto* device = find<QComboBox>("training.device");
        QCOMPARE(device->count(), 2);
        Json spec = fixture::spec();
        spec["training"]["device"] = "cuda:3";
        m_panel->setSpec(spec);
        QCOMPARE(m_panel->spec()["training"]["device"].get<std::string>(), std::string("cuda:3"));
    }

    void thePreviewMarksColumnsAndLetsOneChooseOthers()
    {
        m_panel->setDataPreview(fixture::dataPreview());
        auto* table = find<QTableView>("rowsTable");
        const auto header = [&](int column) {
            return table->model()->headerData(column, Qt::Horizontal).toString();
        };
        QCOMPARE(header(1), QStringLiteral("review\nas text"));
        QCOMPARE(header(2), QStringLiteral("label\nas label"));
        QCOMPARE(header(0), QStringLiteral("id\nnot used"));
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        QMenu* menu = find<QToolButton>("columnsButton")->menu();
        Q_EMIT menu->aboutToShow();
        menu->actions().at(3)->menu()->actions().at(0)->trigger(); // "column 4" as text, too.
        QVERIFY(changed.wait(2000));
        const Json format = m_panel->spec()["data"]["format"];
        QCOMPARE(format["kind"].get<std::string>(), std::string("delimited"));
        QCOMPARE(format["text_columns"].dump(), std::string(R"(["review","4"])"));
        QCOMPARE(format["label_column"].get<std::string>(), std::string("label"));
    }

    void badRowsAreListedAndSkippedOnlyWhenAsked()
    {
        m_panel->setDataPreview(fixture::dataPreview());
        const QAbstractItemModel& table = *find<QTableView>("badRowsTable")->model();
        QCOMPARE(table.rowCount(), 3);
        QCOMPARE(table.index(1, 1).data().toString(), QLocale().toString(4012));
        QCOMPARE(m_panel->spec()["data"]["skip_bad_rows"].get<bool>(), false);
        find<QPushButton>("skipBadRowsButton")->click();
        QCOMPARE(m_panel->spec()["data"]["skip_bad_rows"].get<bool>(), true);
        QVERIFY(find<QPushButton>("skipBadRowsButton")->isHidden());
    }

    void nothingCanBeChangedWhileLocked()
    {
        m_panel->setDataPreview(fixture::dataPreview());
        m_panel->setEditable(false);
        QVERIFY(!find<QPushButton>("skipBadRowsButton")->isEnabled());
        QVERIFY(find<QToolButton>("columnsButton")->isHidden());
        QVERIFY(!find<QToolButton>("chooseFilesButton")->isEnabled());
        QVERIFY(!find<ui::NumberBox>("training.epochs")->isEnabled());
    }

    void progressCanBeCancelledOnce()
    {
        m_panel->preview()->show();
        QSignalSpy cancelled(m_panel.get(), &SetupPanel::cancelRequested);
        m_panel->setDataProgress({{"Reading %1", {"a.csv"}}, 0.25, 4.0});
        QCOMPARE(find<QProgressBar>("previewProgress")->value(), 250);
        auto* cancel = find<QPushButton>("cancelPreviewButton");
        QVERIFY(cancel->isVisible());
        cancel->click();
        cancel->click();
        QCOMPARE(cancelled.count(), 1);
        QCOMPARE(cancelled.first().first().value<SetupStep>(), SetupStep::Data);
        m_panel->setDataFailure({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        QVERIFY(!cancel->isVisible());
        QCOMPARE(find<QLabel>("messageText")->text(), QStringLiteral("Stopped."));
        QSignalSpy repeated(m_panel.get(), &SetupPanel::repeatRequested);
        auto* repeat = find<QPushButton>("repeatPreviewButton");
        QVERIFY(repeat->isVisible());
        repeat->click();
        QCOMPARE(repeated.count(), 1);
        QCOMPARE(repeated.first().first().value<SetupStep>(), SetupStep::Data);
        QVERIFY(!repeat->isVisible());
    }

    void theVocabularyIsSearchedBothWays()
    {
        m_panel->setTextPreview(fixture::textPreview());
        auto* search = find<QLineEdit>("vocabularySearch");
        auto* answer = find<QLabel>("vocabularyAnswer");
        search->setText(QStringLiteral("plot")); // Known from a sample only.
        QVERIFY(answer->text().contains(QStringLiteral("48")));
        search->setText(QStringLiteral("9"));
        QVERIFY(answer->text().contains(QStringLiteral("was")));
        const QItemSelectionModel& chosen = *find<QTableView>("vocabularyTable")->selectionModel();
        QCOMPARE(chosen.selectedRows().first().data().toString(), QStringLiteral("was"));
        search->setText(QStringLiteral("zeugmatic"));
        QVERIFY(!chosen.hasSelection());
    }

    void theModelPageShowsFormulaAndLayers()
    {
        m_panel->setModelSummary(fixture::modelSummary());
        const QAbstractItemModel& layers = *find<QTableView>("layersTable")->model();
        QCOMPARE(layers.rowCount(), 4);
        QCOMPARE(layers.index(1, 1).data().toString(), QStringLiteral("Bidirectional LSTM"));
        QCOMPARE(layers.index(1, 3).data().toString(), QLocale().toString(234496));
        QVERIFY(find<ui::FormulaLabel>("networkFormula")
                    ->accessibleName()
                    .contains(QStringLiteral("tanh")));
    }

    void thePlanIsToldInWords()
    {
        m_panel->setScheduleCurve(fixture::scheduleCurve());
        const QString plan = find<QLabel>("planText")->text();
        QVERIFY(plan.contains(QStringLiteral("Adam changes the weights with learning rate 0.001")));
        QVERIFY(plan.contains(QStringLiteral("5 passes over the texts in batches of 64")));
        QVERIFY(plan.contains(QStringLiteral("norm 1")));
        Json one = fixture::spec();
        one["training"]["epochs"] = one["training"]["patience"] = 1;
        m_panel->setSpec(one);
        const QString single = find<QLabel>("planText")->text();
        QVERIFY(single.startsWith(plan.section(u'\n', 0, 0)));
        QVERIFY(single.contains(QStringLiteral("1 pass over the texts in batches of 64")));
        QVERIFY(single.contains(QStringLiteral("after 1 epoch without a better one")));
    }

    void choosingATaskTakesItsFirstPresetButKeepsDeviceAndAGivenName()
    {
        Json spec = fixture::spec();
        spec["name"] = "mine";
        spec["training"]["device"] = "cuda:0";
        m_panel->setSpec(spec);
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        auto* task = find<QComboBox>("task");
        QCOMPARE(task->count(), 3);
        task->setCurrentIndex(task->findData(QStringLiteral("translation")));
        Q_EMIT task->activated(task->currentIndex());
        QCOMPARE(changed.count(), 1); // At once: data and pages follow.
        const Json now = m_panel->spec();
        QCOMPARE(now["task"]["kind"].get<std::string>(), std::string("translation"));
        QCOMPARE(now["data"]["sample"]["kind"].get<std::string>(), std::string("reverse"));
        QCOMPARE(now["name"].get<std::string>(), std::string("mine"));
        QCOMPARE(now["training"]["device"].get<std::string>(), std::string("cuda:0"));
        m_panel->chooseTask("classification"); // ... and back.
        QCOMPARE(m_panel->spec()["data"]["sample"]["kind"].get<std::string>(),
                 std::string("reviews"));
        m_panel->setSpec(fixture::spec()); // A preset's own name is nobody's.
        m_panel->chooseTask("translation");
        QCOMPARE(m_panel->spec()["name"].get<std::string>(), std::string("reverse"));
    }

    void onlyWhatServesTheTaskIsShown()
    {
        const auto has = [this](const char* name) {
            return m_panel->findChild<QWidget*>(QString::fromLatin1(name)) != nullptr;
        };
        QVERIFY(!has("data.source_language"));
        QVERIFY(!has("task.target_text.tokeniser"));
        QVERIFY(!has("task.teacher_forcing"));
        QVERIFY(find<QComboBox>("data.sample")->findData(QStringLiteral("reverse")) < 0);
        m_panel->setSpec(fixture::translationSpec());
        QCOMPARE(m_panel->spec().dump(), fixture::translationSpec().dump());
        QVERIFY(has("data.source_language"));
        QVERIFY(has("task.target_text.tokeniser"));
        QVERIFY(has("task.teacher_forcing"));
        QVERIFY(find<QComboBox>("model.network")->findData(QStringLiteral("lstm_translator")) >= 0);
        QVERIFY(find<QComboBox>("data.sample")->findData(QStringLiteral("reviews")) < 0);
        auto* fold = find<QToolButton>("task.decoding.fold");
        QVERIFY(!find<QComboBox>("task.decoding.search")->isVisibleTo(m_panel.get()));
        m_panel->setStep(SetupStep::Training);
        fold->click();
        QVERIFY(find<QComboBox>("task.decoding.search")->isVisibleTo(m_panel.get()));
        m_panel->setProblems({{"task.target_text.vocabulary_size", {"Too small.", {}}}});
        QCOMPARE(find<ui::StepHeader>("step2Header")->problemCount(), 1);
        m_panel->setProblems({{"task.decoding.search.width", {"Too small.", {}}},
                              {"task.teacher_forcing", {"Unheard of.", {}}},
                              {"task.kind", {"Unheard of.", {}}}});
        QCOMPARE(find<ui::StepHeader>("step1Header")->problemCount(), 1);
        QCOMPARE(find<ui::StepHeader>("step2Header")->problemCount(), 0);
        QCOMPARE(find<ui::StepHeader>("step4Header")->problemCount(), 2);
    }

    void theTasksOwnSettingsAreEditedWhereverTheyStand()
    {
        m_panel->setSpec(fixture::translationSpec());
        find<ui::NumberBox>("task.target_text.maximum_length")->stepBy(1);
        find<ui::NumberBox>("task.decoding.validation_sentences")->stepBy(1);
        Json expected = fixture::translationSpec();
        Json& own = expected["task"];
        own["target_text"]["maximum_length"]
            = m_panel->spec()["task"]["target_text"]["maximum_length"];
        QVERIFY(own["target_text"]["maximum_length"] != Json(256));
        own["decoding"]["validation_sentences"] = 201;
        QCOMPARE(m_panel->spec().dump(), expected.dump());
    }

    void hiddenSettingsOfAnotherTaskAreNotLost()
    {
        Json spec = fixture::spec();
        spec["data"]["source_language"] = "de";
        m_panel->setSpec(spec);
        find<ui::NumberBox>("training.seed")->stepBy(1);
        QCOMPARE(m_panel->spec()["data"].dump(), spec["data"].dump());
    }

    void aJointVocabularyGreysTheTargetsOwnSettings()
    {
        m_panel->setSpec(fixture::translationSpec());
        auto* tokeniser = find<QComboBox>("task.target_text.tokeniser");
        auto* length = find<ui::NumberBox>("task.target_text.maximum_length");
        auto* joint = find<QAbstractButton>("task.target_text.joint");
        QVERIFY(tokeniser->isEnabled());
        joint->click();
        QVERIFY(m_panel->spec()["task"]["target_text"]["joint"].get<bool>());
        QVERIFY(!tokeniser->isEnabled());
        QVERIFY(!find<ui::NumberBox>("task.target_text.vocabulary_size")->isEnabled());
        QVERIFY(length->isEnabled());
        QVERIFY(find<QComboBox>("text.tokeniser")->isEnabled());
        m_panel->setEditable(false);
        m_panel->setEditable(true);
        QVERIFY(!tokeniser->isEnabled()); // Still without effect.
        joint->click();
        QVERIFY(tokeniser->isEnabled());
        QCOMPARE(find<ui::StepHeader>("step2Header")->summary(),
                 QStringLiteral("basic English, 8,000 + 6,000 tokens"));
    }

    void lengthsSayWhatWasCounted()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_panel->setDataPreview(fixture::dataPreview());
        auto* plot = find<ui::LengthPlot>("lengthPlot");
        auto* label = find<QLabel>("lengthLabel");
        const QString words
            = QStringLiteral("Median 36, 95 % have at most 78, the longest has 117 words between "
                             "white space.");
        QCOMPARE(label->text(), words);
        QCOMPARE(plot->xAxis->label(), QStringLiteral("words a text"));
        const core::LengthHistogram tokens{{10, 20, 30}, {4, 2, 1}, 9, 21, 30};
        m_panel->setTokenLengths({{"characters", tokens, 1000}});
        QCOMPARE(label->text(),
                 QStringLiteral("Median 9, 95 % have at most 21 tokens: characters, counted in "
                                "1,000 texts from all over the data."));
        QCOMPARE(plot->xAxis->label(), QStringLiteral("tokens a text"));
        QVERIFY(plot->accessibleDescription().startsWith(label->text()));
        m_panel->setTokenLengths({{"characters", tokens, 0}});
        QCOMPARE(label->text(),
                 QStringLiteral("Median 9, 95 % have at most 21, the longest has 30 tokens: "
                                "characters, counted in all training texts."));
        m_panel->setTokenLengths({{"BPE", {}, 1000}}); // Not trained yet.
        QVERIFY(label->text().startsWith(words));
        QVERIFY(label->text().contains(QStringLiteral("The tokeniser BPE has to be trained")));
        QCOMPARE(plot->xAxis->label(), QStringLiteral("words a text"));
        m_panel->setTokenLengths({{"characters", tokens, 0}});
        m_panel->setDataPreview(fixture::dataPreview()); // Of other data: nothing is known yet.
        QCOMPARE(label->text(), words);
    }

    void pairsAreShownSideBySideAndCanBeExchanged()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_panel->setSpec(fixture::translationSpec());
        m_panel->preview()->show();
        m_panel->setDataPreview(fixture::pairPreview());
        const auto* rows = find<QTableView>("rowsTable")->model();
        QCOMPARE(rows->headerData(0, Qt::Horizontal).toString(),
                 QStringLiteral("train.de\nas source: de"));
        QCOMPARE(rows->headerData(1, Qt::Horizontal).toString(),
                 QStringLiteral("train.en\nas target: en"));
        QVERIFY(find<QWidget>("ratioPlot")->isVisible());
        QVERIFY(find<QWidget>("targetLengthPlot")->isVisible());
        QVERIFY(!find<ui::ClassBars>("classBars")->isVisible());
        QCOMPARE(find<ui::StepHeader>("step1Header")->summary(),
                 QStringLiteral("reverse, 31,014 pairs, de \u2192 en"));
        QSignalSpy exchange(m_panel.get(), &SetupPanel::exchangeSidesRequested);
        auto* button = find<QPushButton>("exchangeSidesButton");
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(exchange.count(), 1);
        m_panel->setEditable(false);
        button->click();
        QCOMPARE(exchange.count(), 1);
        core::DataPreview sample = fixture::pairPreview();
        sample.spec.sample.kind = "reverse"; // Has one direction.
        m_panel->setDataPreview(sample);
        QVERIFY(!button->isVisible());
    }

    void bothSidesBecomeIds()
    {
        m_panel->setSpec(fixture::translationSpec());
        m_panel->setPairTextPreview(fixture::pairTextPreview());
        m_panel->setStep(SetupStep::Text);
        m_panel->preview()->show();
        QStringList titles;
        for (const QLabel* label : m_panel->preview()->findChildren<QLabel*>()) {
            if (label->isVisible())
                titles << label->text();
        }
        QVERIFY(titles.contains(QStringLiteral("Source: de")));
        QVERIFY(titles.contains(QStringLiteral("Target: en")));
        m_panel->setTextPreview(fixture::textPreview());
        for (const QLabel* label : m_panel->preview()->findChildren<QLabel*>())
            QVERIFY(!label->isVisible() || label->text() != QStringLiteral("Target: en"));
    }

    void teacherForcingIsDrawnForTranslators()
    {
        m_panel->setStep(SetupStep::Training);
        m_panel->preview()->show();
        QVERIFY(!find<QWidget>("teacherForcingPlot")->isVisible());
        m_panel->setSpec(fixture::translationSpec());
        m_panel->setTeacherForcingCurve(fixture::teacherForcingCurve());
        auto* plot = find<QWidget>("teacherForcingPlot");
        QVERIFY(plot->isVisible());
        QVERIFY(plot->accessibleDescription().startsWith(
            QStringLiteral("From 1 at the first to 0.25 at the last of 101 updates")));
        QVERIFY(find<QLabel>("planText")
                    ->text()
                    .contains(QStringLiteral("Search for the test: beam search.")));
    }

    void manyClassesAreCutToTheLargest()
    {
        ui::ClassBars bars;
        std::vector<core::ClassCount> classes;
        for (int i = 0; i < 30; ++i)
            classes.push_back({"c" + std::to_string(i), i, 1, 0});
        bars.setClasses(classes);
        QCOMPARE(bars.shownClasses(), 20);
        QVERIFY(bars.accessibleDescription().startsWith(QStringLiteral("c29: 30")));
    }

    void columnsOfNamedFieldsAreOneText()
    {
        core::Catalogue catalogue;
        core::OptionDescription field;
        field.name = "text_field";
        catalogue["format"] = {{"json_lines", "JSON Lines", "", {}, {}, {field}, {}}};
        core::DataPreview preview;
        preview.spec.format.kind = "json_lines";
        preview.spec.format.options = {{"text_field", ""}};
        preview.columns = {"body", "7"};
        QVERIFY(ui::choosableColumns(preview, catalogue).text);
        QVERIFY(!ui::choosableColumns(preview, catalogue).label);
        const Json data = {{"format", {{"kind", "auto"}}}};
        QCOMPARE(ui::withColumns(data, preview, catalogue, {0}, -1)["format"].dump(),
                 std::string(R"({"text_field":"body","kind":"json_lines"})"));
        // A name like a number would be read as a number: the number is written.
        QCOMPARE(ui::withColumns(data, preview, catalogue, {1}, -1)["format"]["text_field"]
                     .get<std::string>(),
                 std::string("2"));
    }
};

UNROLL_TEST(SetupPanelTest, QApplication)
#include "setup_panel_test.moc"
