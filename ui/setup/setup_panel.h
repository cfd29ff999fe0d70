#pragma once

#include "ui/setup/field_fits.h"
#include "ui/setup/setup_history.h"
#include "ui/setup/setup_pages.h"
#include "ui/text/setting_names.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

class QHBoxLayout;
class QUndoStack;
class QVBoxLayout;

namespace ui {

class DataSourceBar;
class OptionForm;
class OptionRows;
class ProblemLine;
class StepHeader;
class TuningBar;

/// By task: the names of the questions that its networks answer.
using TaskQuestions = std::map<std::string, std::set<std::string>>;

/// The data of core that the window needs, as plain values.
struct Knowledge {
    core::Catalogue catalogue;
    std::vector<core::OptionDescription> specOptions;
    struct PresetEntry {
        QString id, title;
        bool needsData = false;
        core::Json spec;
    };
    std::vector<PresetEntry> presets;
    std::vector<core::TaskColumns> taskColumns; ///< The columns that each task needs.
    struct Device {
        QString id, title;
    };
    std::vector<Device> devices;
    TaskQuestions questions;
    /// Whether a setting of a task may change while its run is trained; empty: none may.
    std::function<bool(const std::string& setting, const std::string& task)> tunable;
};

/// A setting in the forms whose value differs from that of the running training.
struct TunedSetting {
    QString path, before, after;
};

/// The four steps on the left: an accordion of forms made from the option descriptions. Edits one
/// spec as JSON and shows the options of its task; choosing another task loads the first preset of
/// that task. The current step has a wide picture in the centre (SetupPages).
class SetupPanel : public QWidget {
    Q_OBJECT
public:
    explicit SetupPanel(const Knowledge& knowledge, QWidget* parent = nullptr);
    ~SetupPanel() override;

    SetupPages& pages() { return *m_pages; }
    QWidget* preview() const; ///< The widget of the pages, owned by its layout.
    /// Sets the spec without an undo step and without specChanged().
    void setSpec(const core::Json& spec);
    /// Sets the spec as a step of the user, without specChanged(). @param step  name for Undo:
    /// "choice of names"; empty: it is named after the changed setting.
    void takeSpec(const core::Json& spec, const QString& step = {});
    core::Json spec() const { return m_spec; }
    /// All steps of the user here. Undo and redo restore a spec and open the step with the change;
    /// restored() and specChanged() follow at once.
    QUndoStack& history() { return m_history.stack(); }
    /// The data for which the settings of another task are meant.
    enum class DataFrom { Sample, Files };
    /// The task's first preset (for such data, if there is one) with the present device and, if the
    /// user chose it, name.
    core::Json settingsOf(const std::string& task, DataFrom from) const;
    /// Chooses a task as the user does: sets its settingsOf(), and keeps files whose rows
    /// it can read; specChanged() follows at once.
    void chooseTask(const std::string& task);
    /// Opens the step of a setting and gives its field the focus.
    void showSetting(const std::string& path);
    void flush(); ///< Emits a pending specChanged() now: before Start or Save.
    /// Folds it to a rail with the headers of the steps, as wide as their titles, or unfolds it.
    void setFolded(bool folded);
    bool isFolded() const { return m_folded; }
    void setCorner(QWidget* corner); ///< At the right end of its first line.
    void setStep(SetupStep step);
    SetupStep step() const { return m_current; }
    void setProblems(const std::vector<core::Problem>& problems); ///< Shown at their fields.
    void setEditable(bool editable); ///< False while training: readable, not changeable.
    /// Keeps tunable settings editable while `run` is trained; empty: no training.
    /// @pre setEditable(false) while there is one.
    void setTuning(const QString& run);
    /// Lists the changes that can be applied to that run in the bar below the steps.
    void setTuned(const std::vector<TunedSetting>& settings);
    void setRecent(const QStringList& paths);

    void setDataPreview(const core::DataPreview& preview);
    void setTextPreview(const core::TextPreview& preview);
    void setPairTextPreview(const core::PairTextPreview& preview); ///< Translation.

Q_SIGNALS:
    void specChanged(const core::Json& spec); ///< After each edit, at most every 200 ms.
    void restored(); ///< By undo or redo; specChanged() follows.
    void tuningApplied(); ///< The settings of the bar must be applied to the run.
    void tuningDiscarded(); ///< The fields must take the run's values again.
    void stepChanged(ui::SetupStep step);
    void stepActivated(ui::SetupStep step); ///< The user chose it here, changed or not.
    void openRequested(); ///< By a file dialog.
    void filesChosen(const QStringList& paths); ///< From the list of recent files.
    void exchangeSidesRequested(); ///< Source and target language of the data.
    /// Another task was chosen for the files of the set-up; specChanged() follows.
    void taskOfFilesChosen();

private:
    static constexpr size_t kSteps = 4;

    struct Step {
        StepHeader* header = nullptr;
        QWidget* body = nullptr;
        ProblemLine* problem = nullptr; ///< Problems without a field.
        OptionForm* form = nullptr; ///< The form for all sections of the step.
    };

    Step& at(SetupStep which) { return m_steps[size_t(which)]; }
    void make();
    void readForms();
    void summarise();
    void showStep();
    void applyData(const core::Json& section, const QString& step);
    void showSpec(const core::Json& shown);
    core::TaskColumns columnsOf(const std::string& task) const; ///< Columns that it needs.
    core::TaskColumns columns() const { return columnsOf(m_task); }
    void showFits();
    void followData();
    void takeEdit(); ///< Applies an edit of the user in the forms.
    void followSheet();
    /// Records that the user changed `before` to the spec. @param step  as in takeSpec().
    void record(const core::Json& before, const QString& step);

    void connectPages();
    void makeStep(size_t index, QVBoxLayout& layout);
    void makeDataHead();
    void greyIdleOptions();
    void restore(const core::Json& shown, const std::string& field);

    Knowledge m_knowledge;
    SettingNames m_names;
    SetupHistory m_history;
    std::string m_task; ///< The task of the forms; at first, the first of all.
    core::Json m_spec = core::Json::object();
    KnownPreviews m_known;
    bool m_editable = true;
    SetupStep m_current = SetupStep::Data;
    bool m_folded = false;
    QHBoxLayout* m_firstLine = nullptr; ///< Above the steps.
    OptionRows* m_head = nullptr;
    OptionRows* m_taskRows = nullptr; ///< Empty while there is only one task.
    std::array<Step, kSteps> m_steps;
    DataSourceBar* m_source = nullptr;
    TuningBar* m_tuningBar = nullptr;
    QTimer m_pending;
    std::unique_ptr<SetupPages> m_pages;
};

} // namespace ui
