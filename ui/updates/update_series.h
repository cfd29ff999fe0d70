#pragma once

#include "core/task/updates/update_questions.h"
#include "core/train/run_folder.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// The updates of one run as far as the view of updates needs them: of all where they were and
/// their loss, of the latest everything that was reported.
class UpdateSeries {
public:
    static constexpr size_t kReports = 5000;

    struct Point {
        int64_t step = 0, epoch = 0;
        float loss = 0.0F;
    };

    /// @param wanted  an update whose whole report is to be kept; 0: none.
    void setHistory(const core::RunHistory& history, int64_t wanted);
    void append(const core::UpdateReport& report); ///< Behind the last one; others are left alone.
    void append(const std::vector<core::SettingChange>& changes);
    void cutAfter(int64_t step); ///< The run was resumed there.

    const std::vector<Point>& points() const { return m_points; }
    const std::vector<std::string>& layers() const { return m_layers; }
    const Point* point(int64_t step) const; ///< Null: no such update.
    int64_t nearest(int64_t step) const; ///< An update that there is; 0: none.
    const core::UpdateReport* report(int64_t step) const; ///< Null: not kept.
    /// Mean loss of up to kBefore updates before this one; NaN at the first.
    double lossBefore(int64_t step) const;
    /// Where the loss exceeds lossBefore() most, from `first` on; 0: there are too few updates.
    int64_t largestJump(int64_t first = 0) const;
    core::UpdatePlace place(int64_t step, const core::ExperimentSpec& spec) const;

    static constexpr size_t kBefore = 10;

private:
    std::vector<Point> m_points;
    std::deque<core::UpdateReport> m_reports;
    std::optional<core::UpdateReport> m_wanted;
    std::vector<std::string> m_layers;
    std::vector<core::SettingChange> m_changes;
};

} // namespace ui
