#pragma once

#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/data/preview.h"
#include "core/model/model_summary.h"
#include "core/optimise/schedule_curve.h"
#include "core/task/translation/teacher_forcing.h"
#include "core/text/text_preview.h"
#include "ui/setup/field_fits.h"
#include "ui/setup/setup_history.h"
#include "ui/text/setting_names.h"

#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QHBoxLayout;
class QStackedWidget;
class QUndoStack;
class QVBoxLayout;

namespace ui {

class DataPage;
class DataSourceBar;
class ModelPage;
class OptionForm;
class OptionRows;
class PreviewPage;
class ProblemLine;
class StepHeader;
class TextPage;
class TrainingPage;
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

/// The lengths of texts in tokens of the chosen tokeniser.
struct TokenLengths {
    std::string tokeniser; ///< Its title.
    /// Lengths in its tokens; nothing where it has to be trained first.
    std::optional<core::LengthHistogram> lengths;
    int64_t sample = 0; ///< Number of texts that were counted; 0: all training texts.
    double mean = 0.0; ///< Tokens per text; 0: not known.
};

/// A setting in the forms whose value differs from that of the running training.
struct TunedSetting {
    QString path, before, after;
};

enum class SetupStep { Data, Text, Model, Training };

/// The four steps on the left (an accordion of forms made from the option descriptions) and, as
/// `preview()`, the wide picture of the current step that stands in the centre: data table with
/// class balance and length histogram; tokens; model summary; schedule. Edits one spec as JSON and
/// shows the options of its task; choosing another task loads the first preset of that task.
class SetupPanel : public QWidget {
    Q_OBJECT
public:
    explicit SetupPanel(const Knowledge& knowledge, QWidget* parent = nullptr);
    ~SetupPanel() override;

    QWidget* preview() const; ///< Owned by the layout that it is put into.
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

    /// Show the progress or the failure of a step's preview.
    void setProgress(SetupStep step, const core::Progress& progress);
    void setFailure(SetupStep step, const core::Failure& failure);
    void setDataPreview(const core::DataPreview& preview);
    /// The lengths of the previewed texts in tokens; for pairs, of source and target.
    void setTokenLengths(const std::vector<TokenLengths>& sides);
    void setBaseline(const QString& sentence); ///< The best baseline; empty: not known.
    void setTextPreview(const core::TextPreview& preview);
    void setPairTextPreview(const core::PairTextPreview& preview); ///< Translation.
    void setModelSummary(const core::ModelSummary& summary);
    /// @param items  the items of batches; empty: rows of the data.
    void setScheduleCurve(const core::ScheduleCurve& curve, const core::Message& items = {});
    void setTeacherForcingCurve(const core::TeacherForcingCurve& curve); ///< Translation.

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
    void cancelRequested(ui::SetupStep step); ///< Cancels a running preview.
    void repeatRequested(ui::SetupStep step); ///< Repeats a preview that failed or was cancelled.

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

    void makePages();
    void connectDataPage();
    void makeStep(size_t index, QVBoxLayout& layout);
    void makeDataHead();
    void greyIdleOptions();
    void restore(const core::Json& shown, const std::string& field);
    PreviewPage* page(SetupStep step) const; ///< Null: the window has destroyed it.

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
    // The stack belongs to the window and may be destroyed before or after this panel.
    QPointer<QStackedWidget> m_preview;
    QPointer<DataPage> m_dataPage;
    QPointer<TextPage> m_textPage;
    QPointer<ModelPage> m_modelPage;
    QPointer<TrainingPage> m_trainingPage;
};

} // namespace ui
