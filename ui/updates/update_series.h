#pragma once

#include "ui/series/run_curves.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ui {

/// The updates of one run as the view of updates goes through them.
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
    int64_t nearest(int64_t step) const; ///< An update that there is; 0: none.
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

} // namespace ui
