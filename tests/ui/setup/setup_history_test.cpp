#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/shown_widgets.h"
#include "ui/setup/setup_history.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

using core::Json;
using ui::SetupPanel;
using ui::SetupStep;

/// Changes in the set-up are undone and redone, step by step.
class SetupHistoryTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<SetupPanel> m_panel;

    template <class Widget> Widget* find(const char* name) const
    {
        auto* found = m_panel->findChild<Widget*>(QLatin1String(name));
        return found != nullptr ? found : namedChild<Widget>(*m_panel->preview(), name);
    }
    QUndoStack& history() const { return m_panel->history(); }
    Json training(const char* name) const { return m_panel->spec()["training"][name]; }
    void choose(const char* box, const char* id) const
    {
        auto* combo = find<QComboBox>(box);
        combo->setCurrentIndex(combo->findData(QLatin1String(id)));
        Q_EMIT combo->activated(combo->currentIndex());
    }
    void type(const char* box, const char* text) const
    {
        auto* field = find<ui::NumberBox>(box);
        field->selectAll();
        keyClicks(field, QLatin1String(text));
    }

private Q_SLOTS:
    void init()
    {
        m_panel = std::make_unique<SetupPanel>(fixture::knowledge());
        m_panel->setSpec(fixture::spec());
        m_panel->resize(344, 700);
    }
    void cleanup() { m_panel.reset(); }

    void whatTheProgramBeginsWithCannotBeUndone()
    {
        QVERIFY(!history().canUndo() && !history().canRedo());
    }

    void keystrokesAndStepsInOneFieldAreOneStep()
    {
        type("training.epochs", "123");
        find<ui::NumberBox>("training.epochs")->stepBy(2);
        QCOMPARE(history().count(), 1);
        QCOMPARE(history().undoText(), u"change of epochs"_s);
        find<ui::NumberBox>("training.seed")->stepBy(1);
        QCOMPARE(history().count(), 2);
        find<ui::NumberBox>("training.epochs")->stepBy(1);
        QCOMPARE(history().count(), 3); // Another field was edited between.
        history().undo();
        QCOMPARE(training("epochs").get<int>(), 125);
        history().undo();
        QCOMPARE(training("seed"), fixture::spec()["training"]["seed"]);
        history().undo();
        QCOMPARE(m_panel->spec().dump(), fixture::spec().dump());
        for (int i = 0; i < 3; ++i)
            history().redo();
        QCOMPARE(training("epochs").get<int>(), 126);
    }

    void anotherVisitOfTheFieldIsAnotherStep()
    {
        showSized(*m_panel, {344, 700});
        m_panel->setStep(SetupStep::Training);
        find<ui::NumberBox>("training.epochs")->setFocus();
        type("training.epochs", "7");
        find<ui::NumberBox>("training.seed")->setFocus();
        find<ui::NumberBox>("training.epochs")->setFocus();
        type("training.epochs", "8");
        QCOMPARE(history().count(), 2);
        history().undo();
        QCOMPARE(training("epochs").get<int>(), 7);
        QCOMPARE(find<ui::NumberBox>("training.epochs")->value(), 7.0);
    }

    void whatIsTypedAndTakenBackByHandIsNoStep()
    {
        auto* name = find<QLineEdit>("name");
        keyClicks(name, u"x"_s);
        QCOMPARE(history().undoText(), u"change of name"_s);
        keyClick(name, Qt::Key_Backspace);
        QVERIFY(!history().canUndo());
        type("training.epochs", "9");
        history().undo();
        QCOMPARE(m_panel->spec().dump(), fixture::spec().dump());
    }

    void undoIsToldAtOnceAndShowsItsPlace()
    {
        type("training.epochs", "9");
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        m_panel->setStep(SetupStep::Data);
        history().undo();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().first().value<Json>()["training"]["epochs"],
                 fixture::spec()["training"]["epochs"]);
        QCOMPARE(m_panel->step(), SetupStep::Training);
        QTest::qWait(300);
        QCOMPARE(changed.count(), 1); // What was typed is not told any more.
    }

    void theKindOfANetworkComesBackWithAllItsSettings()
    {
        find<ui::NumberBox>("model.network.hidden_size")->setValue(64);
        find<ui::NumberBox>("model.network.hidden_size")->stepBy(1);
        const Json lstm = m_panel->spec();
        choose("model.network", "cnn");
        QCOMPARE(history().undoText(), u"change of network"_s);
        history().undo();
        QCOMPARE(m_panel->spec().dump(), lstm.dump());
        history().redo();
        QCOMPARE(m_panel->spec()["model"]["network"]["kind"].get<std::string>(), "cnn"s);
    }

    void theChoiceOfATaskIsOneStep()
    {
        keyClicks(find<QLineEdit>("name"), u"x"_s);
        const Json before = m_panel->spec();
        choose("task", "translation");
        QCOMPARE(history().undoText(), u"choice of task: Translation"_s);
        QVERIFY(m_panel->findChild<QWidget*>(u"task.target_text.tokeniser"_s));
        history().undo();
        QCOMPARE(m_panel->spec().dump(), before.dump());
        QCOMPARE(find<QComboBox>("task")->currentData().toString(), u"classification"_s);
        history().redo();
        QCOMPARE(m_panel->spec()["task"]["kind"].get<std::string>(), "translation"s);
    }

    void columnsAndBadRowsAreSteps()
    {
        m_panel->setDataPreview(fixture::dataPreview());
        const Json before = m_panel->spec();
        find<QPushButton>("skipBadRowsButton")->click();
        QCOMPARE(history().undoText(), u"skipping of bad rows"_s);
        QMenu* menu = find<QToolButton>("columnsButton")->menu();
        Q_EMIT menu->aboutToShow();
        menu->actions().at(3)->menu()->actions().at(0)->trigger();
        QCOMPARE(history().undoText(), u"choice of columns"_s);
        history().undo();
        history().undo();
        QCOMPARE(m_panel->spec().dump(), before.dump());
    }

    void aPresetIsOneStepAndLosesNothing()
    {
        type("training.epochs", "9");
        const Json typed = m_panel->spec();
        Json preset = fixture::spec();
        preset["name"] = "other";
        m_panel->takeSpec(preset, u"choice of preset: Other"_s);
        QCOMPARE(m_panel->spec()["name"].get<std::string>(), "other"s);
        QCOMPARE(history().undoText(), u"choice of preset: Other"_s);
        history().undo();
        QCOMPARE(m_panel->spec().dump(), typed.dump());
        m_panel->takeSpec(typed, u"the same"_s);
        QVERIFY(history().canRedo()); // What changes nothing is no step.
    }

    /// A preview that has recognised the format does so.
    void whatTheProgramCompletesBelongsToTheStep()
    {
        Json files = m_panel->spec();
        files["data"]["train"] = {"/data/spam.csv"};
        m_panel->takeSpec(files, u"new data: spam.csv"_s);
        Json recognised = m_panel->spec();
        recognised["data"]["format"] = {{"kind", "delimited"}};
        m_panel->setSpec(recognised);
        const Json complete = m_panel->spec();
        QCOMPARE(history().count(), 1);
        type("training.epochs", "9");
        history().undo();
        QCOMPARE(m_panel->spec().dump(), complete.dump());
        history().undo();
        QCOMPARE(m_panel->spec().dump(), fixture::spec().dump());
        history().redo();
        QCOMPARE(m_panel->spec().dump(), complete.dump());
    }

    void theSettingThatDiffersIsFound()
    {
        const Json before = {{"a", {{"b", 1}, {"c", {{"d", 2}}}}}, {"e", 3}};
        Json after = before;
        QCOMPARE(ui::changedSetting(before, after), ""s);
        after["a"]["c"]["d"] = 4;
        QCOMPARE(ui::changedSetting(before, after), "a.c.d"s);
        after["a"]["b"] = 5;
        QCOMPARE(ui::changedSetting(before, after), "a"s);
        after["e"] = 6;
        QCOMPARE(ui::changedSetting(before, after), ""s);
    }
};

UNROLL_TEST(SetupHistoryTest, QApplication)
#include "setup_history_test.moc"
