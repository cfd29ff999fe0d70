#include "tests/support/test_case.h"
#include "tests/ui/setup/opened_setup_panel.h"
#include "ui/setup/preview_plots.h"
#include "ui/setup/raw_rows_table.h"
#include "ui/setup/setup_bars.h"
#include "ui/setup/setup_panel.h"
#include "ui/setup/spec_access.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/theme.h"

using core::Json;
using ui::SetupPanel;
using ui::SetupStep;

/// The pages that each step of the set-up shows beside its form.
class PreviewPagesTest : public OpenedSetupPanel {
    Q_OBJECT
private Q_SLOTS:
    void init() { openPanel(); }
    void cleanup() { m_panel.reset(); }

    void thePreviewMarksColumnsAndLetsOneChooseOthers()
    {
        m_panel->setDataPreview(fixture::dataPreview());
        auto* table = find<QTableView>("rowsTable");
        const auto header = [&](int column) {
            return table->model()->headerData(column, Qt::Horizontal).toString();
        };
        QCOMPARE(header(1), u"review\nas text"_s);
        QCOMPARE(header(2), u"label\nas label"_s);
        QCOMPARE(header(0), u"id\nnot used"_s);
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        QMenu* menu = find<QToolButton>("columnsButton")->menu();
        Q_EMIT menu->aboutToShow();
        menu->actions().at(3)->menu()->actions().at(0)->trigger(); // "column 4" as text, too.
        QVERIFY(changed.wait(2000));
        const Json format = m_panel->spec()["data"]["format"];
        QCOMPARE(format["kind"].get<std::string>(), "delimited"s);
        QCOMPARE(format["text_columns"].dump(), R"(["review","4"])"s);
        QCOMPARE(format["label_column"].get<std::string>(), "label"s);
    }

    void theSheetOfAWorkbookIsChosenFromAList()
    {
        m_panel->setDataPreview(fixture::dataPreview());
        auto* box = find<QComboBox>("sheetBox");
        QVERIFY(box->isHidden());
        core::DataPreview workbook = fixture::dataPreview();
        workbook.spec.format = {"spreadsheet", {{"sheet", ""}, {"text_columns", {"review"}}}};
        workbook.sheets = {{"Old", true, {}, 1, false}, {"New", false, {}, 90, true}};
        workbook.sheet = "New";
        m_panel->setDataPreview(workbook);
        QVERIFY(!box->isHidden());
        QCOMPARE(box->itemText(0), u"Old (hidden), 1 row"_s);
        QCOMPARE(box->currentText(), u"New, more than 90 rows"_s);
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        box->setCurrentIndex(0);
        Q_EMIT box->activated(0);
        QVERIFY(changed.wait(2000));
        const Json format = m_panel->spec()["data"]["format"];
        QCOMPARE(format["kind"].get<std::string>(), "spreadsheet"s);
        QCOMPARE(format["sheet"].get<std::string>(), "Old"s);
        QVERIFY(format["text_columns"].empty()); // Those of another sheet.
        auto* field = find<QComboBox>("data.format.sheet");
        QCOMPARE(field->count(), 3);
        QCOMPARE(field->currentText(), u"Old (hidden), 1 row"_s);
        m_panel->setDataPreview(fixture::dataPreview());
        QVERIFY(box->isHidden());
        QCOMPARE(find<QLineEdit>("data.format.sheet")->text(), u"Old"_s);
    }

    /// In the list of the page as in the form.
    void columnsThatAnotherSheetHasStayChosen_data()
    {
        addColumn<QString>("list");
        newRow("page", u"sheetBox"_s);
        newRow("form", u"data.format.sheet"_s);
    }

    void columnsThatAnotherSheetHasStayChosen()
    {
        QFETCH(QString, list);
        core::DataPreview workbook = fixture::dataPreview();
        workbook.columns = {"text", "stars", "3"};
        workbook.sheets = {{"First", false, {"text", "stars", "3"}, 9, false},
                           {"Same", false, {"3", "stars", "text"}, 9, false},
                           {"Other", false, {"text", "mood"}, 9, false}};
        workbook.sheet = "First";
        core::Json options
            = {{"sheet", ""}, {"header", "yes"}, {"text_columns", {"text"}}, {"label_column", "2"}};
        const auto choose = [&](const QString& sheet) {
            workbook.spec.format = {"spreadsheet", options};
            Json spec = m_panel->spec();
            spec["data"]["format"] = options;
            spec["data"]["format"]["kind"] = "spreadsheet";
            m_panel->setSpec(spec);
            m_panel->setDataPreview(workbook);
            auto* box = find<QComboBox>(qPrintable(list));
            const int index = box->findData(sheet);
            box->setCurrentIndex(index);
            Q_EMIT box->activated(index);
            return m_panel->spec()["data"]["format"];
        };
        QCOMPARE(choose(u"Same"_s)["text_columns"].dump(), R"(["text"])"s);
        QCOMPARE(choose(u"Same"_s)["label_column"].get<std::string>(),
                 "2"s); // Called "stars", too.
        options["label_column"] = "3"; // Its name is the number of another column there.
        QCOMPARE(choose(u"Same"_s)["label_column"].get<std::string>(), "3"s);
        options["label_column"] = "stars";
        QCOMPARE(choose(u"Same"_s)["label_column"].get<std::string>(), "stars"s);
        const Json other = choose(u"Other"_s);
        QCOMPARE(other["text_columns"].dump(), R"(["text"])"s);
        QCOMPARE(other.value("label_column", ""s), ""s);
        QCOMPARE(other["sheet"].get<std::string>(), "Other"s);
        // Without names, columns stay in their place in a table of as many.
        options["header"] = "no";
        options["label_column"] = "2";
        options["text_columns"] = core::Json::array({"3"});
        const Json numbered = choose(u"Same"_s);
        QCOMPARE(numbered["label_column"].get<std::string>(), "2"s);
        QCOMPARE(numbered["text_columns"].dump(), R"(["3"])"s);
        const Json unlike = choose(u"Other"_s);
        QCOMPARE(unlike.value("label_column", ""s), ""s);
        QVERIFY(unlike["text_columns"].empty());
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

    void theFormerFileIsNotShownUnderTheNameOfAnother()
    {
        m_panel->preview()->show();
        m_panel->setDataPreview(fixture::dataPreview());
        m_panel->pages().setFailure(ui::SetupStep::Data,
                                    {core::ErrorCode::BadData, {"Broken.", {}}, {}, {}});
        auto* skip = find<QPushButton>("skipBadRowsButton");
        QVERIFY(skip->isVisible());
        Json spec = m_panel->spec();
        spec["data"]["skip_bad_rows"] = false; // The same file.
        m_panel->takeSpec(spec);
        QVERIFY(skip->isVisible());
        spec["data"]["train"] = {"/data/other.csv"};
        m_panel->takeSpec(spec);
        QVERIFY(!skip->isVisible());
        QVERIFY(!find<QTableView>("rowsTable")->isVisible());
        QVERIFY(!find<QLabel>("messageText")->isVisible());
        m_panel->setDataPreview(fixture::dataPreview());
        QVERIFY(find<QTableView>("rowsTable")->isVisible());
    }

    void progressCanBeCancelledOnce()
    {
        m_panel->preview()->show();
        QSignalSpy cancelled(&m_panel->pages(), &ui::SetupPages::cancelRequested);
        m_panel->pages().setProgress(ui::SetupStep::Data, {{"Reading %1", {"a.csv"}}, 0.25, 4.0});
        QCOMPARE(find<QProgressBar>("progressBar")->value(), 250);
        auto* cancel = find<QPushButton>("cancelButton");
        QVERIFY(cancel->isVisible());
        cancel->click();
        cancel->click();
        QCOMPARE(cancelled.count(), 1);
        QCOMPARE(cancelled.first().first().value<SetupStep>(), SetupStep::Data);
        m_panel->pages().setFailure(ui::SetupStep::Data,
                                    {core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        QVERIFY(!cancel->isVisible());
        QCOMPARE(find<QLabel>("messageText")->text(), u"Stopped."_s);
        QSignalSpy repeated(&m_panel->pages(), &ui::SetupPages::repeatRequested);
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
        search->setText(u"plot"_s); // Known from a sample only.
        QVERIFY(answer->text().contains(u"48"_s));
        search->setText(u"9"_s);
        QVERIFY(answer->text().contains(u"was"_s));
        const QItemSelectionModel& chosen = *find<QTableView>("vocabularyTable")->selectionModel();
        QCOMPARE(chosen.selectedRows().first().data().toString(), u"was"_s);
        search->setText(u"zeugmatic"_s);
        QVERIFY(!chosen.hasSelection());
    }

    void theModelPageShowsFormulaAndLayers()
    {
        m_panel->pages().setModelSummary(fixture::modelSummary());
        const QAbstractItemModel& layers = *find<QTableView>("layersTable")->model();
        QCOMPARE(layers.rowCount(), 4);
        QCOMPARE(layers.index(1, 1).data().toString(), u"Bidirectional LSTM"_s);
        QCOMPARE(layers.index(1, 3).data().toString(), QLocale().toString(234496));
        QVERIFY(find<ui::FormulaLabel>("networkFormula")->accessibleName().contains(u"tanh"_s));
    }

    void thePlanIsToldInWords()
    {
        m_panel->pages().setScheduleCurve(fixture::scheduleCurve());
        const QString plan = find<QLabel>("planText")->text();
        QVERIFY(plan.contains(u"Adam updates the weights with learning rate 0.001"_s));
        QVERIFY(plan.contains(u"5 passes over the texts in batches of 64"_s));
        QVERIFY(plan.contains(u"norm 1"_s));
        Json one = fixture::spec();
        one["training"]["epochs"] = one["training"]["patience"] = 1;
        m_panel->setSpec(one);
        const QString single = find<QLabel>("planText")->text();
        QVERIFY(single.startsWith(plan.section(u'\n', 0, 0)));
        QVERIFY(single.contains(u"1 pass over the texts in batches of 64"_s));
        QVERIFY(single.contains(u"after 1 epoch without a better one"_s));
    }

    void lengthsSayWhatWasCounted()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_panel->setDataPreview(fixture::dataPreview());
        auto* plot = find<ui::LengthPlot>("lengthPlot");
        auto* label = find<QLabel>("lengthLabel");
        const QString words = u"Median 36, 95 % have at most 78, the longest has 117 words between "
                              "white space."_s;
        QCOMPARE(label->text(), words);
        QCOMPARE(plot->xAxis->label(), u"words per text"_s);
        const core::LengthHistogram tokens{{10, 20, 30}, {4, 2, 1}, 9, 21, 30};
        m_panel->pages().setTokenLengths({{"characters", tokens, 1000}});
        QCOMPARE(label->text(),
                 u"Median 9, 95 % have at most 21 tokens: characters, counted in "
                 "1,000 texts from all over the data."_s);
        QCOMPARE(plot->xAxis->label(), u"tokens per text"_s);
        QVERIFY(plot->accessibleDescription().startsWith(label->text()));
        m_panel->pages().setTokenLengths({{"characters", tokens, 0}});
        QCOMPARE(label->text(),
                 u"Median 9, 95 % have at most 21, the longest has 30 tokens: "
                 "characters, counted in all training texts."_s);
        m_panel->pages().setTokenLengths({{"BPE", {}, 1000}}); // Not trained yet.
        QVERIFY(label->text().startsWith(words));
        QVERIFY(label->text().contains(u"The tokeniser BPE has to be trained"_s));
        QCOMPARE(plot->xAxis->label(), u"words per text"_s);
        m_panel->pages().setTokenLengths({{"characters", tokens, 0}});
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
        QCOMPARE(rows->headerData(0, Qt::Horizontal).toString(), u"train.de\nas source: de"_s);
        QCOMPARE(rows->headerData(1, Qt::Horizontal).toString(), u"train.en\nas target: en"_s);
        QVERIFY(find<QWidget>("ratioPlot")->isVisible());
        QVERIFY(find<QWidget>("targetLengthPlot")->isVisible());
        QVERIFY(!find<ui::ClassBars>("classBars")->isVisible());
        QCOMPARE(find<ui::StepHeader>("step1Header")->summary(),
                 u"reverse, 31,014 pairs, de \u2192 en"_s);
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
        QVERIFY(titles.contains(u"Source: de"_s));
        QVERIFY(titles.contains(u"Target: en"_s));
        m_panel->setTextPreview(fixture::textPreview());
        for (const QLabel* label : m_panel->preview()->findChildren<QLabel*>())
            QVERIFY(!label->isVisible() || label->text() != u"Target: en"_s);
    }

    void teacherForcingIsDrawnForTranslators()
    {
        m_panel->setStep(SetupStep::Training);
        m_panel->preview()->show();
        QVERIFY(!find<QWidget>("teacherForcingPlot")->isVisible());
        m_panel->setSpec(fixture::translationSpec());
        m_panel->pages().setTeacherForcingCurve(fixture::teacherForcingCurve());
        auto* plot = find<QWidget>("teacherForcingPlot");
        QVERIFY(plot->isVisible());
        QVERIFY(plot->accessibleDescription().startsWith(
            u"From 1 at the first to 0.25 at the last of 101 updates"_s));
        QVERIFY(find<QLabel>("planText")->text().contains(u"Search for the test: beam search."_s));
    }

    void manyClassesAreCutToTheLargest()
    {
        ui::ClassBars bars;
        std::vector<core::ClassCount> classes;
        for (int i = 0; i < 30; ++i)
            classes.push_back({"c" + std::to_string(i), i, 1, 0});
        bars.setClasses(classes);
        QCOMPARE(bars.shownClasses(), 20);
        QVERIFY(bars.accessibleDescription().startsWith(u"c29: 30"_s));
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
                 R"({"text_field":"body","kind":"json_lines"})"s);
        // A name like a number would be read as a number: the number is written.
        QCOMPARE(ui::withColumns(data, preview, catalogue, {1}, -1)["format"]["text_field"]
                     .get<std::string>(),
                 "2"s);
    }
};

UNROLL_TEST(PreviewPagesTest, QApplication)
#include "preview_pages_test.moc"
