#pragma once

#include "core/train/run_folder.h"
#include "core/train/update_place.h"
#include "ui/series/series.h"
#include "ui/series/smoothing.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
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
inline const Quantity kClippedNorm = "clipped_norm"; ///< Not a number where nothing was clipped.
} // namespace quantity
/// What is measured after every epoch: "valid_loss", "valid_perplexity" or "valid_" and the name
/// of a score (metric/score.h); empty: nothing.
using EpochQuantity = std::string;

inline constexpr size_t kXAxes = 4;

/// Everything that is drawn of one run, in columns. Every point is kept; smoothed columns grow
/// with the raw ones.
class RunCurves {
public:
    /// Joins what the run's file holds with what is here: each update once. What is here counts, as
    /// a training has reported it: the file may lag behind the training, and of a run that is
    /// resumed it may still hold updates that count no more.
    void join(const core::RunHistory& history);
    /// Takes one more update; points at or after its step are replaced by it (a resumed run).
    void append(const core::UpdateReport& update);
    void append(const core::EpochReport& epoch);
    void markResumed(int64_t step); ///< Drops what lies after `step`.
    void setSmoothing(double weight);

    size_t size() const { return m_steps.size(); }
    bool empty() const { return m_steps.empty() && m_epochs.empty(); }
    int64_t step(size_t index) const { return m_steps[index]; }
    int64_t epochOf(size_t index) const { return m_epochOf[index]; }
    std::optional<size_t> indexOf(int64_t step) const; ///< Nothing: there is no such update.
    /// As it was reported, but for its scores.
    core::UpdateReport update(size_t index) const;
    /// That core::UpdateReport::layerNorms are of; empty until the run's file has told them.
    const std::vector<std::string>& layers() const { return m_layers; }
    /// Which batch an update was. @param spec  of the run as it is now.
    core::UpdatePlace place(size_t index, const core::ExperimentSpec& spec) const;
    /// Another one whenever points that there were are gone or others: whoever has gone through
    /// them begins again. No two runs have the same.
    int64_t revision() const { return m_revision; }
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
    static int64_t newRevision();
    void appendTo(const Quantity& quantity, double value);
    core::UpdateReport withScores(size_t index) const;
    void truncateAfter(int64_t step);
    void restartSmoothing();

    std::vector<int64_t> m_steps, m_epochOf;
    std::array<std::vector<double>, kXAxes> m_x;
    std::map<Quantity, Track> m_tracks;
    std::vector<uint32_t> m_clippedSoFar; ///< Clipped updates among points 0 ... i.
    std::vector<std::string> m_layers;
    std::vector<float> m_layerNorms; ///< [points * m_layerCount]; NaN where they are not known.
    size_t m_layerCount = 0; ///< Of the first update that has some.
    int64_t m_revision = newRevision();
    std::vector<core::EpochReport> m_epochs;
    std::set<std::string> m_scoreNames;
    bool m_usesTeacherForcing = false;
    std::vector<int64_t> m_resumedAt;
    std::vector<core::SettingChange> m_changes;
    double m_weight = 0.0;
};

} // namespace ui
