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

class SetupPanelTest : public OpenedSetupPanel {
    Q_OBJECT
private Q_SLOTS:
    void init() { openPanel(); }
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
        keyClicks(epochs, u"12"_s);
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
        keyClicks(find<QLineEdit>("name"), u"x"_s);
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
        mouseClick(find<ui::StepHeader>("step3Header"), Qt::LeftButton);
        QCOMPARE(m_panel->step(), SetupStep::Model);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().first().value<SetupStep>(), SetupStep::Model);
        QCOMPARE(qobject_cast<QStackedWidget*>(m_panel->preview())->currentIndex(), 2);
        QVERIFY(find<QComboBox>("model.network")->isVisible());
        QVERIFY(!find<ui::NumberBox>("training.epochs")->isVisible());
        mouseClick(find<ui::StepHeader>("step3Header"), Qt::LeftButton);
        QVERIFY(find<ui::StepHeader>("step3Header")->isChecked()); // Stays open.
        m_panel->setStep(SetupStep::Training);
        QCOMPARE(changed.count(), 2);
        keyClick(find<ui::StepHeader>("step1Header"), Qt::Key_Space);
        QCOMPARE(m_panel->step(), SetupStep::Data);
    }

    void headersSayWhatIsChosen()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_panel->setDataPreview(fixture::dataPreview());
        QCOMPARE(find<ui::StepHeader>("step1Header")->summary(),
                 u"reviews, 10,000 texts, 2 classes"_s);
        QCOMPARE(find<ui::StepHeader>("step2Header")->summary(), u"basic English, 20,000 tokens"_s);
        QCOMPARE(find<ui::StepHeader>("step3Header")->summary(), u"LSTM 128, attention"_s);
        core::Json deep = m_panel->spec();
        deep["model"]["network"]["layers"] = 3;
        m_panel->setSpec(deep);
        QCOMPARE(find<ui::StepHeader>("step3Header")->summary(),
                 u"LSTM 128, 3 layers, attention"_s);
        QCOMPARE(find<ui::StepHeader>("step4Header")->summary(), u"Adam 0.001, 5 epochs"_s);
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
        QCOMPARE(m_panel->spec()["training"]["device"].get<std::string>(), "cuda:3"s);
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

    void choosingATaskTakesItsFirstPresetButKeepsDeviceAndAGivenName()
    {
        Json spec = fixture::spec();
        spec["name"] = "mine";
        spec["training"]["device"] = "cuda:0";
        m_panel->setSpec(spec);
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        auto* task = find<QComboBox>("task");
        QCOMPARE(task->count(), 3);
        task->setCurrentIndex(task->findData(u"translation"_s));
        Q_EMIT task->activated(task->currentIndex());
        QCOMPARE(changed.count(), 1); // At once: data and pages follow.
        const Json now = m_panel->spec();
        QCOMPARE(now["task"]["kind"].get<std::string>(), "translation"s);
        QCOMPARE(now["data"]["sample"]["kind"].get<std::string>(), "reverse"s);
        QCOMPARE(now["name"].get<std::string>(), "mine"s);
        QCOMPARE(now["training"]["device"].get<std::string>(), "cuda:0"s);
        m_panel->chooseTask("classification"); // ... and back.
        QCOMPARE(m_panel->spec()["data"]["sample"]["kind"].get<std::string>(), "reviews"s);
        m_panel->setSpec(fixture::spec()); // A preset's own name was not typed.
        m_panel->chooseTask("translation");
        QCOMPARE(m_panel->spec()["name"].get<std::string>(), "reverse"s);
    }

    void onlyWhatServesTheTaskIsShown()
    {
        const auto has = [this](const char* name) {
            return m_panel->findChild<QWidget*>(QString::fromLatin1(name)) != nullptr;
        };
        QVERIFY(!has("data.source_language"));
        QVERIFY(!has("task.target_text.tokeniser"));
        QVERIFY(!has("task.teacher_forcing"));
        QVERIFY(find<QComboBox>("data.sample")->findData(u"reverse"_s) < 0);
        m_panel->setSpec(fixture::translationSpec());
        QCOMPARE(m_panel->spec().dump(), fixture::translationSpec().dump());
        QVERIFY(has("data.source_language"));
        QVERIFY(has("task.target_text.tokeniser"));
        QVERIFY(has("task.teacher_forcing"));
        QVERIFY(find<QComboBox>("model.network")->findData(u"lstm_translator"_s) >= 0);
        QVERIFY(find<QComboBox>("data.sample")->findData(u"reviews"_s) < 0);
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
                 u"basic English, 8,000 + 6,000 tokens"_s);
    }
};

UNROLL_TEST(SetupPanelTest, QApplication)
#include "setup_panel_test.moc"
