#pragma once

#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/data/preview.h"
#include "core/model/model_summary.h"
#include "core/optimise/schedule_curve.h"
#include "core/task/translation/teacher_forcing.h"
#include "core/text/text_preview.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

class QUndoStack;

namespace ui {

/// By task: the names of the questions that its networks answer.
using TaskQuestions = std::map<std::string, std::set<std::string>>;

/// What the window needs to know of core, as values.
struct Knowledge {
    core::Catalogue catalogue;
    std::vector<core::OptionDescription> specOptions;
    struct PresetEntry {
        QString id, title;
        bool needsData = false;
        core::Json spec;
    };
    std::vector<PresetEntry> presets;
    std::vector<core::TaskColumns> taskColumns; ///< What each task needs its data to hold.
    struct Device {
        QString id, title;
    };
    std::vector<Device> devices;
    TaskQuestions questions;
    /// Whether a setting of a task may change while its run is trained; empty: none may.
    std::function<bool(const std::string& setting, const std::string& task)> tunable;
};

/// A setting in the forms that the running training has otherwise.
struct TokenLengths;

struct TunedSetting {
    QString path, before, after;
};

enum class SetupStep { Data, Text, Model, Training };

/// The four steps on the left (an accordion of forms made from the option descriptions) and, as
/// `preview()`, the wide picture of the current step that stands in the centre: data table with
/// class balance and length histogram; tokens; model summary; schedule. Edits one spec as JSON and
/// shows what means something in its task; another task brings that task's first preset.
class SetupPanel : public QWidget {
    Q_OBJECT
public:
    explicit SetupPanel(const Knowledge& knowledge, QWidget* parent = nullptr);
    ~SetupPanel() override;

    QWidget* preview() const; ///< Owned by whoever puts it into a layout.
    /// What the program completes or begins with: nothing that a person could undo. Without
    /// specChanged().
    void setSpec(const core::Json& spec);
    /// What a person has chosen. @param step  what Undo calls it: "choice of names"; empty: it is
    /// called after the setting that differs. Without specChanged().
    void takeSpec(const core::Json& spec, const QString& step = {});
    core::Json spec() const;
    /// Every step that a person took here. Undo and redo show the spec of then, open the step of
    /// what changed, and specChanged() follows at once.
    QUndoStack& history() const;
    /// For which data the settings of another task are to be.
    enum class DataFrom { Sample, Files };
    /// The task's first preset (of those for such data, if there is one), with the name that a
    /// person gave and the device.
    core::Json settingsOf(const std::string& task, DataFrom from) const;
    /// As when the user chooses the task: settingsOf() it; specChanged() follows at once.
    void chooseTask(const std::string& task);
    void flush(); ///< Emits a pending specChanged() now: before Start or Save.
    /// To a rail with the headers of the steps alone, as wide as their titles, or back.
    void setFolded(bool folded);
    bool isFolded() const;
    void setCorner(QWidget* corner); ///< At the right end of its first line.
    void setStep(SetupStep step);
    SetupStep step() const;
    void setProblems(const std::vector<core::Problem>& problems); ///< Shown at their fields.
    void setEditable(bool editable); ///< False while training: readable, not changeable.
    /// What can be tuned stays changeable while `run` is trained; empty: nothing is trained.
    /// @pre setEditable(false) while there is one.
    void setTuning(const QString& run);
    /// What can be applied to that run, in a bar below the steps; empty: nothing, no bar.
    void setTuned(const std::vector<TunedSetting>& settings);
    void setRecent(const QStringList& paths);

    void setDataProgress(const core::Progress& progress);
    void setDataPreview(const core::DataPreview& preview);
    /// How long the texts of that preview are in tokens; of pairs, source and target.
    void setTokenLengths(const std::vector<TokenLengths>& sides);
    void setDataFailure(const core::Failure& failure);
    void setTextProgress(const core::Progress& progress);
    void setTextPreview(const core::TextPreview& preview);
    void setPairTextPreview(const core::PairTextPreview& preview); ///< Translation.
    void setTextFailure(const core::Failure& failure);
    void setModelSummary(const core::ModelSummary& summary);
    void setModelFailure(const core::Failure& failure);
    /// @param items  that batches are made of; empty: rows of the data.
    void setScheduleCurve(const core::ScheduleCurve& curve, const core::Message& items = {});
    void setTeacherForcingCurve(const core::TeacherForcingCurve& curve); ///< Translation.

Q_SIGNALS:
    void specChanged(const core::Json& spec); ///< After each edit, at most every 200 ms.
    void tuningApplied(); ///< The settings of the bar are wished for.
    void tuningDiscarded(); ///< They are to be again as the training has them.
    void stepChanged(ui::SetupStep step);
    void stepActivated(ui::SetupStep step); ///< The user chose it here, changed or not.
    void openRequested(); ///< By dialog.
    void filesChosen(const QStringList& paths); ///< In the list of recent ones.
    void exchangeSidesRequested(); ///< Source and target language of the data.
    void cancelRequested(ui::SetupStep step); ///< Of a running preview.
    void repeatRequested(ui::SetupStep step); ///< Of a preview that failed or was cancelled.

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
