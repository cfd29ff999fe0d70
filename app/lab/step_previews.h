#pragma once

#include "app/lab/model_service.h"
#include "app/lab/preview_service.h"

#include "core/experiment/spec.h"
#include "core/task/task_kinds.h"
#include "ui/setup/setup_panel.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <vector>

namespace app {

/// Shows what the steps of a set-up make of its data: lengths, tokens, the network, the schedule
/// and what a network has to beat. Only what the current step shows is renewed.
class StepPreviews : public QObject {
    Q_OBJECT
public:
    /// The set-up that is edited, which outlives this.
    struct SetUp {
        const core::ExperimentSpec& spec; ///< The last valid one.
        const std::vector<core::Problem>& problems; ///< Problems of the forms.
        const std::optional<core::DataPreview>& data; ///< Nothing until the data are read.
    };
    StepPreviews(const SetUp& setUp, ui::SetupPanel& panel, ModelService& models,
                 PreviewService& previews);

    void refresh(); ///< Nothing happens while the data are not known or a setting is wrong.
    void refreshSoon(); ///< After an edit: not at each key.
    void followData(); ///< Other data are shown, without lengths in tokens and a baseline.
    void repeatTexts(); ///< The preview of texts that failed or was cancelled.

private:
    bool arePairs() const; ///< The data of the chosen task.
    core::PlannedEpoch plannedEpoch() const; ///< @pre the data are known.
    void refreshLengths();
    void setLengths(const std::vector<ui::TokenLengths>& sides);
    void showLengths(const std::vector<std::map<int64_t, int64_t>>& sides);
    void refreshBaselines();
    void refreshText();
    void refreshModel();
    void refreshSchedule();
    void connectTexts();

    SetUp m_setUp;
    ui::SetupPanel& m_panel;
    ModelService& m_models;
    PreviewService& m_previews;
    /// textsOf() the spec of the text preview that is shown or being made.
    std::optional<core::ExperimentSpec> m_textSpec;
    std::optional<core::ExperimentSpec> m_lengthSpec; ///< The same for the lengths,
    std::optional<core::ExperimentSpec> m_baselineSpec; ///< and for what a network has to beat.
    double m_meanTokens = 0.0; ///< Mean length of a training text; 0: not known.
    core::NetworkSizes m_sizes; ///< A vocabulary of 0 is not known yet.
    QTimer m_timer;
};

} // namespace app
