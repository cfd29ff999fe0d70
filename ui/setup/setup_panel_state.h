#pragma once

#include "ui/setup/setup_history.h"
#include "ui/setup/setup_panel.h"
#include "ui/text/setting_names.h"

#include <QPointer>
#include <QTimer>

#include <array>
#include <optional>
#include <utility>

class QHBoxLayout;
class QStackedWidget;
class QVBoxLayout;

namespace ui {

class DataPage;
class DataSourceBar;
class ModelPage;
class OptionForm;
class OptionRows;
class ProblemLine;
class StepHeader;
class TextPage;
class TrainingPage;
class TuningBar;

/// The parts of the set-up and how they are put together; private to SetupPanel.
struct SetupPanel::State {
    static constexpr size_t kSteps = 4;

    struct Step {
        StepHeader* header = nullptr;
        QWidget* body = nullptr;
        ProblemLine* problem = nullptr; ///< What belongs to no field.
        OptionForm* form = nullptr; ///< Of all sections of the step.
    };

    State(SetupPanel& owner, Knowledge known)
        : panel(owner)
        , knowledge(std::move(known))
        , names(knowledge.catalogue, knowledge.specOptions)
    {
    }

    Step& at(SetupStep which) { return steps[static_cast<size_t>(which)]; }
    void make();
    void readForms();
    void summarise();
    void showStep();
    void applyData(const core::Json& data, const QString& step);
    void showSpec(const core::Json& shown);
    core::TaskColumns columns() const; ///< What the task needs.
    core::Json settingsOf(const std::string& task, DataFrom from) const;
    void chooseTask(const std::string& task);
    void showFits();
    /// What was learnt of the texts with the settings of now.
    void keepTexts(const core::TextPreview& text, const core::TextPreview* target);
    void followData();
    void showKnownTexts(); ///< Of data that are the chosen ones again.
    void takeEdit(); ///< Of a person, in the forms.
    /// The spec is what a person made of `before`. @param step  as takeSpec() has it.
    void record(const core::Json& before, const QString& step);

    SetupPanel& panel;
    Knowledge knowledge;
    SettingNames names;
    SetupHistory history;
    std::string task; ///< For which the forms were made; the first of all to begin with.
    core::Json spec = core::Json::object();
    core::DataPreview dataPreview;
    bool hasData = false;
    core::Json shownData; ///< Section of the spec that `dataPreview` is of,
    core::Json shownTexts; ///< and what the previews of texts are of.
    std::optional<core::TextPreview> textPreview, targetPreview;
    bool editable = true;
    SetupStep current = SetupStep::Data;
    bool folded = false;
    QHBoxLayout* firstLine = nullptr; ///< What stands above the steps.
    OptionRows* head = nullptr;
    OptionRows* taskRows = nullptr; ///< Without rows while there is but one task.
    std::array<Step, kSteps> steps;
    DataSourceBar* source = nullptr;
    TuningBar* tuningBar = nullptr;
    QTimer pending;
    // The stack is handed to the window; it may die before or after this panel.
    QPointer<QStackedWidget> preview;
    QPointer<DataPage> dataPage;
    QPointer<TextPage> textPage;
    QPointer<ModelPage> modelPage;
    QPointer<TrainingPage> trainingPage;

private:
    void makePages();
    void connectDataPage();
    void makeStep(size_t index, QVBoxLayout& layout);
    void makeDataHead();
    void greyIdleOptions();
    QString dataLine() const;
    void restore(const core::Json& shown, const std::string& field);
};

} // namespace ui
