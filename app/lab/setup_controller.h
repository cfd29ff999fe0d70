#pragma once

#include "app/lab/model_service.h"
#include "app/lab/preview_service.h"

#include "core/experiment/spec.h"
#include "core/task/task_kinds.h"
#include "ui/setup/setup_panel.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace app {

/// Keeps the spec that the set-up edits: checks it after each edit and has the pictures beside the
/// forms made anew, as far as what they show has changed.
class SetupController : public QObject {
    Q_OBJECT
public:
    SetupController(ui::SetupPanel& panel, ModelService& models, QObject* parent = nullptr);

    const core::ExperimentSpec& spec() const { return m_spec; } ///< The last valid one.
    /// A short text of the data to look at first; empty while there are none.
    QString sampleText() const;
    core::Json specJson() const; ///< As it stands in the forms, valid or not.
    void setSpec(const core::ExperimentSpec& spec); ///< To begin with.
    /// What a person has chosen. @param step  what Undo calls it.
    void takeSpec(const core::ExperimentSpec& spec, const QString& step);
    /// As takeSpec(), of a preset: the data that it is waiting for may change it.
    void takePreset(const core::ExperimentSpec& spec, const QString& step);
    /// Dropped or chosen data. Data that do not belong to the files of the set-up begin from a
    /// preset of the task that they suggest, whatever was set up before; what a set-up without
    /// data was waiting for keeps its settings. A preset that meets few data is suited to them
    /// once, as a step of its own that can be undone; what a person has set in it stays.
    void takePaths(const QStringList& paths);
    void takeFormerSettings(); ///< @pre settingsReplaced()
    void setDevice(const QString& device);
    bool startable() const;
    QString whyNotStartable() const; ///< A sentence; empty when startable.

Q_SIGNALS:
    void changed(); ///< The spec or what stands in the way of starting.
    void failed(const core::Failure& failure);
    void pathsTaken(const QStringList& paths); ///< Recognised as data.
    /// New data began from a preset; takeFormerSettings() gives them the settings of before.
    void settingsReplaced();

private:
    void edited(const core::Json& json);
    void recognised(const core::RecognisedData& data);
    core::Json settingsFor(const core::RecognisedData& data); ///< With its data.
    void suitSettings(); ///< Those of the preset to the data. @pre m_data
    void exchangeSides();
    bool arePairs() const; ///< The data of the chosen task.
    core::PlannedEpoch plannedEpoch() const; ///< @pre the data are known.
    void dataArrived(const core::DataPreview& preview);
    void readData(); ///< Those of m_spec.
    void repeat(ui::SetupStep step); ///< The preview of a step that failed or was cancelled.
    void refresh(); ///< Pictures of the current step that are out of date.
    void refreshLengths();
    void setLengths(const std::vector<ui::TokenLengths>& sides);
    void showLengths(const std::vector<std::map<int64_t, int64_t>>& sides);
    void refreshText();
    void refreshModel();
    void refreshSchedule();
    void connectPreviews();

    ui::SetupPanel& m_panel;
    ModelService& m_models;
    PreviewService m_previews;
    core::ExperimentSpec m_spec;
    std::vector<core::Problem> m_problems;
    std::optional<core::DataPreview> m_data; ///< Of m_spec.data; nullopt while it is being read.
    std::optional<core::Failure> m_dataFailure;
    bool m_isReading = false; ///< Data are recognised or read at the moment.
    QStringList m_unrecognised; ///< Dropped; being recognised, or could not be.
    QStringList m_waitingPaths; ///< Dropped; not yet read.
    bool m_anew = false; ///< They are recognised whatever was set up before.
    core::Json m_former; ///< The settings that new data have replaced; null: none.
    core::Json m_preset; ///< As the set-up began from it; null: it began from something else.
    bool m_isUnsuited = false; ///< The preset has not yet met its data.
    core::RecognisedData m_recognised; ///< What was dropped last; its preview has its notes, too.
    /// textsOf() what the text preview is made of that is shown or under way.
    std::optional<core::ExperimentSpec> m_textSpec;
    std::optional<core::ExperimentSpec> m_lengthSpec; ///< Likewise, of the lengths.
    double m_meanTokens = 0.0; ///< Of a training text; 0: not known.
    core::NetworkSizes m_sizes; ///< Vocabularies of 0: not yet known.
    QTimer m_refreshTimer;
};

} // namespace app
