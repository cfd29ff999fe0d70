#pragma once

#include "ui/series/run_curves.h"
#include "ui/widgets/plot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ui {

/// The updates of one run, for the view of updates.
class UpdateSeries {
public:
    UpdateSeries() = default;
    /// @param run  null: nothing is known of it.
    explicit UpdateSeries(std::shared_ptr<const RunCurves> run) : m_run(std::move(run)) { }

    size_t size() const { return m_run == nullptr ? 0 : m_run->size(); }
    bool empty() const { return size() == 0; }
    int64_t step(size_t index) const { return m_run->step(index); }
    int64_t epoch(size_t index) const { return m_run->epochOf(index); }
    double loss(size_t index) const { return m_run->raw(quantity::kLoss).at(index); }
    const std::vector<std::string>& layers() const;
    std::optional<size_t> indexOf(int64_t step) const; ///< Nothing: no such update.
    /// Index of the first update at or after `step`; size(): none.
    size_t firstFrom(int64_t step) const;
    int64_t nearest(int64_t step) const; ///< The nearest existing update; 0: none.
    std::optional<core::UpdateReport> report(int64_t step) const; ///< Without its scores.
    /// Mean loss of up to kBefore updates before this one; NaN at the first.
    double lossBefore(int64_t step) const;
    /// Where the loss exceeds lossBefore() most, from `first` on; 0: there are too few updates.
    int64_t largestJump(int64_t first = 0) const;
    core::UpdatePlace place(int64_t step, const core::ExperimentSpec& spec) const;

    static constexpr size_t kBefore = 10;

private:
    std::shared_ptr<const RunCurves> m_run;
};

/// The loss of each update. A click or the arrow keys choose an update; Page Up and Page Down move
/// by ten updates, Home and End to the first and the last.
class LossPicker : public Plot {
    Q_OBJECT
public:
    explicit LossPicker(QWidget* parent = nullptr);

    /// @param series  borrowed: outlives its use here. @param first  the first update drawn.
    void setSeries(const UpdateSeries& series, int64_t first, const QString& loss);
    void setChosen(int64_t step);
    void setColour(int index); ///< That of the run.
    int colour() const { return m_colour; }

Q_SIGNALS:
    void picked(qint64 step);

protected:
    void applyTheme() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void markChosen();
    int64_t stepAt(double pixel) const;

    const UpdateSeries* m_series = nullptr;
    int64_t m_first = 0, m_chosen = 0;
    int m_colour = 0;
    QCPItemLine* m_line;
    QCPGraph* m_point;
};

} // namespace ui
