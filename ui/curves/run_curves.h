#pragma once

#include "core/train/run_folder.h"
#include "ui/curves/series.h"
#include "ui/curves/smoothing.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ui {

/// What the x axis counts.
enum class XAxis { Update, Epoch, Tokens, Time };
/// What is measured at every update: one of those below or the name of a score (metric/score.h).
using Quantity = std::string;
namespace quantity {
inline const Quantity kLoss = "loss";
inline const Quantity kPerplexity
    = "perplexity"; ///< exp(loss); smoothed: exp(smoothed loss), a geometric mean.
inline const Quantity kLearningRate = "learning_rate";
inline const Quantity kGradientNorm = "gradient_norm";
inline const Quantity kSpeed = "speed"; ///< Tokens a second.
inline const Quantity kTeacherForcing = "teacher_forcing"; ///< Not a number where none is used.
} // namespace quantity
/// What is measured after every epoch: "valid_loss", "valid_perplexity" or "valid_" and the name
/// of a score (metric/score.h); empty: nothing.
using EpochQuantity = std::string;

inline constexpr size_t kXAxes = 4;

/// Everything that is drawn of one run, in columns. Every point is kept; smoothed columns grow
/// with the raw ones.
class RunCurves {
public:
    void setHistory(const core::RunHistory& history);
    /// Takes one more update; points at or after its step are replaced by it (a resumed run).
    void append(const core::UpdateReport& update);
    void append(const core::EpochReport& epoch);
    void markResumed(int64_t step); ///< Drops what lies after `step`.
    void setSmoothing(double weight);

    size_t size() const { return m_steps.size(); }
    bool empty() const { return m_steps.empty() && m_epochs.empty(); }
    int64_t step(size_t index) const { return m_steps[index]; }
    int64_t epochOf(size_t index) const { return m_epochOf[index]; }
    /// Never falls from one point to the next.
    const std::vector<double>& x(XAxis axis) const { return m_x[size_t(axis)]; }
    /// As long as size(), or empty for what is not measured in this run.
    const Series& raw(const Quantity& quantity) const;
    /// Brought up to date when it is asked for. Equals raw() for what is set, not measured.
    const Series& smoothed(const Quantity& quantity);
    /// Index of the point nearest to `x`. @pre size() > 0.
    size_t nearest(XAxis axis, double x) const;
    /// Clipped updates among the points [first, last).
    size_t clippedBetween(size_t first, size_t last) const;
    bool clipped(size_t index) const { return clippedBetween(index, index + 1) > 0; }

    const std::vector<core::EpochReport>& epochs() const { return m_epochs; }
    static double epochX(const core::EpochReport& epoch, XAxis axis);
    /// NaN where it was not measured.
    static double epochValue(const core::EpochReport& epoch, const EpochQuantity& quantity);
    /// Names of the scores that any update or epoch has, sorted.
    const std::set<std::string>& scoreNames() const { return m_scoreNames; }
    bool usesTeacherForcing() const { return m_usesTeacherForcing; } ///< At any update.
    /// Last epoch that ended at or before `x`; nullptr: none.
    const core::EpochReport* epochBefore(XAxis axis, double x) const;
    /// The last epoch marked best; nullptr: none.
    const core::EpochReport* best() const;
    const std::vector<int64_t>& resumedAt() const { return m_resumedAt; }
    void markChanges(const std::vector<core::SettingChange>& changes);
    /// Settings changed while the run was trained, in their order.
    const std::vector<core::SettingChange>& changes() const { return m_changes; }
    /// Where the point of `step` lies on the axis.
    double xOfStep(int64_t step, XAxis axis) const;

private:
    struct Track {
        Series raw, smooth;
        DebiasedSmoother smoother;
    };
    void appendTo(const Quantity& quantity, double value);
    void truncateAfter(int64_t step);
    void restartSmoothing();

    std::vector<int64_t> m_steps, m_epochOf;
    std::array<std::vector<double>, kXAxes> m_x;
    std::map<Quantity, Track> m_tracks;
    std::vector<uint32_t> m_clippedSoFar; ///< Clipped updates among points 0 ... i.
    std::vector<core::EpochReport> m_epochs;
    std::set<std::string> m_scoreNames;
    bool m_usesTeacherForcing = false;
    std::vector<int64_t> m_resumedAt;
    std::vector<core::SettingChange> m_changes;
    double m_weight = 0.0;
};

} // namespace ui
