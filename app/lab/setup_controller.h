#pragma once

#include "app/lab/model_service.h"
#include "app/lab/preview_service.h"
#include "app/lab/step_previews.h"

#include "core/experiment/spec.h"
#include "ui/setup/setup_panel.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace app {

/// Holds the spec that the set-up edits: checks it after each edit, takes data, reads them and lets
/// them decide settings.
class SetupController : public QObject {
    Q_OBJECT
public:
    SetupController(ui::SetupPanel& panel, ModelService& models, QObject* parent = nullptr);

    const core::ExperimentSpec& spec() const { return m_spec; } ///< The last valid one.
    /// A short text of the data for the views; empty while there are none.
    QString sampleText() const;
    core::Json specJson() const; ///< As in the forms, valid or not.
    /// Sets the initial spec. The preview names those of its settings that are as its files decide.
    void setSpec(const core::ExperimentSpec& spec);
    /// Sets the spec as a step of the user. @param step  name for Undo.
    void takeSpec(const core::ExperimentSpec& spec, const QString& step);
    /// As takeSpec(), for a preset, which may be adapted to its data.
    void takePreset(const core::ExperimentSpec& spec, const QString& step);
    /// Takes dropped or chosen data. Data that do not belong to the files of the set-up start from
    /// a preset of the task that they suggest, and decide the settings once they are read
    /// (core::dataDefaults), in a separate undo step; settings that the user has changed in the
    /// meantime stay. Another way of reading these files, such as another sheet or label column,
    /// decides anew. A set-up without data keeps its settings: if they are those of a preset, it
    /// is adapted once to few data. A file of word vectors becomes the setting "Pretrained vectors"
    /// for the data that come with it or are there already.
    void takePaths(const QStringList& paths);
    void takeFormerSettings(); ///< @pre settingsReplaced()
    void setDevice(const QString& device);
    bool startable() const;
    QString whyNotStartable() const; ///< A sentence; empty when startable.

Q_SIGNALS:
    void changed(); ///< The spec or the obstacles to starting.
    void failed(const core::Failure& failure);
    void pathsTaken(const QStringList& paths); ///< Recognised as data.
    /// New data started from a preset; takeFormerSettings() restores the previous settings.
    void settingsReplaced();

private:
    void edited(const core::Json& json);
    void recognised(const core::RecognisedData& data);
    core::Json settingsFor(const core::RecognisedData& data); ///< With its data.
    void vectorsFound(const core::VectorFile& file, bool alone);
    void takeVectors(); ///< Those that wait for the data. @pre m_data
    void suitSettings(); ///< Adapts the settings to the data. @pre m_data
    void explainSettings(); ///< Finds the decisions of the data that hold. @pre m_data
    /// Settles what the data are to change after an edit. @param before  replaced by m_spec.
    void followData(const core::ExperimentSpec& before, bool isRestored);
    void exchangeSides();
    void dataArrived(const core::DataPreview& preview);
    void readData(); ///< Those of m_spec.
    void repeat(ui::SetupStep step); ///< The preview of a step that failed or was cancelled.
    void connectData();

    ui::SetupPanel& m_panel;
    PreviewService m_previews;
    core::ExperimentSpec m_spec;
    std::vector<core::Problem> m_problems;
    std::optional<core::DataPreview> m_data; ///< Preview of m_spec.data; nullopt until it is read.
    std::optional<core::Failure> m_dataFailure;
    bool m_isReading = false; ///< Data are recognised or read at the moment.
    QStringList m_unrecognised; ///< Dropped; being recognised, or could not be.
    QStringList m_waitingPaths; ///< Dropped; not yet read.
    core::Json m_former; ///< Settings that new data replaced; null: none.
    /// The set-up from which changes of the user are told: its preset, or what the data decided.
    core::Json m_preset; ///< Null: not known.
    /// The settings that the data change once they are read; Explained: none, but the decisions of
    /// an earlier session are found again. Again: as Everything, for files that are read otherwise.
    enum class Suits { Nothing, Explained, Preset, Everything, Again } m_suits = Suits::Nothing;
    bool m_isRestored = false; ///< The next edit is an undo or a redo.
    std::optional<core::VectorFile> m_vectors; ///< Dropped; waiting for the data.
    std::vector<core::DataDecision> m_decisions; ///< The data that decided them are
    core::DataSpec m_decidedBy; ///< these.
    core::RecognisedData m_recognised; ///< The latest dropped data; the preview shows its notes.
    StepPreviews m_steps;
};

} // namespace app
