#pragma once

#include "core/train/run_folder.h"
#include "ui/runs/run_row.h"
#include "ui/view/view.h"

#include <memory>
#include <vector>

namespace ui {

/// Live curves of one or more runs (V1): loss, accuracy, learning rate, gradient norm, speed. Runs
/// of other tasks or losses have axes of their own, behind tabs; the current run's are raised, and
/// the sentence, the table and the line on top are that run's.
class CurvesView : public View {
    Q_OBJECT
public:
    explicit CurvesView(QWidget* parent = nullptr);
    /// Hears of runs and trainings by itself.
    CurvesView(ViewContext& context, QWidget* parent);
    ~CurvesView() override;

    void follow(const Shown& shown) override; ///< It shows every run that is ticked.
    std::vector<Figure> figures() const override;
    static KeyHelps keys();

    /// The runs there are; curves of runs no longer listed are forgotten.
    void setRuns(const std::vector<RunRow>& runs);
    /// Replaces what is known of a run (opened from disk), but for what was reported since
    /// historyRequested(): that came later and counts.
    void setHistory(const QString& run, const core::RunHistory& history);
    void appendUpdates(const QString& run, const std::vector<core::UpdateReport>& updates);
    void appendEpoch(const QString& run, const core::EpochReport& epoch);
    void markResumed(const QString& run, qint64 step); ///< Drops what lies after `step`.
    void markChanges(const QString& run, const std::vector<core::SettingChange>& changes);
    bool knows(const QString& run) const; ///< A history was set or updates came.

Q_SIGNALS:
    void historyRequested(const QString& run); ///< Of a shown or trained run, once.
    void epochPicked(const QString& run, int epoch);
    void updatePicked(const QString& run, qint64 step); ///< To be explained.

protected:
    void showEvent(QShowEvent* event) override;

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
