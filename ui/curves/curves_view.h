#pragma once

#include "ui/series/run_store.h"
#include "ui/view/run_row.h"
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
    RunStore& store() { return *m_store; } ///< Of a context, or its own.
    bool knows(const QString& run) const; ///< A history was set or updates came.

Q_SIGNALS:
    void epochPicked(const QString& run, int epoch);
    void updatePicked(const QString& run, qint64 step); ///< To be explained.

protected:
    void showEvent(QShowEvent* event) override;

private:
    class State;
    CurvesView(RunStore* store, QWidget* parent);

    std::unique_ptr<RunStore> m_own; ///< Null: m_store is a context's.
    RunStore* m_store;
    std::unique_ptr<State> m_state;
};

} // namespace ui
