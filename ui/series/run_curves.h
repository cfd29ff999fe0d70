#pragma once

#include "core/train/run_folder.h"
#include "core/train/update_place.h"
#include "ui/series/series.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ui {

/// The unit of the x axis.
enum class XAxis { Update, Epoch, Tokens, Time };
/// A quantity of every update: one of those below or the name of a score (metric/score.h).
using Quantity = std::string;
namespace quantity {
inline const Quantity kLoss = "loss";
inline const Quantity kPerplexity
    = "perplexity"; ///< exp(loss); smoothed: exp(smoothed loss), a geometric mean.
inline const Quantity kLearningRate = "learning_rate";
inline const Quantity kGradientNorm = "gradient_norm";
inline const Quantity kSpeed = "speed"; ///< Tokens per second.
inline const Quantity kTeacherForcing = "teacher_forcing"; ///< NaN without teacher forcing.
inline const Quantity kClippedNorm = "clipped_norm"; ///< NaN if the update was not clipped.
} // namespace quantity
/// A quantity of every epoch: "valid_loss", "valid_perplexity" or "valid_" and the name of a score
/// (metric/score.h); empty: none.
using EpochQuantity = std::string;

inline constexpr size_t kXAxes = 4;

/// Everything that is drawn of one run, in columns. Every point is kept; smoothed columns grow
/// with the raw ones.
class RunCurves {
public:
    /// Merges the run's file into these columns, each update once. Values that are here already
    /// win, because a training reported them: the file may lag behind the training, and the file of
    /// a resumed run may hold updates that the run has discarded.
    void join(const core::RunHistory& history);
    /// Appends an update; it replaces points at or after its step (a resumed run).
    void append(const core::UpdateReport& update);
    void append(const core::EpochReport& epoch);
    void markResumed(int64_t step); ///< Drops what lies after `step`.
    void setSmoothing(double weight);

    size_t size() const { return m_steps.size(); }
    bool empty() const { return m_steps.empty() && m_epochs.empty(); }
    int64_t step(size_t index) const { return m_steps[index]; }
    int64_t epochOf(size_t index) const { return m_epochOf[index]; }
    std::optional<size_t> indexOf(int64_t step) const; ///< Nothing: there is no such update.
    /// The report without its scores.
    core::UpdateReport update(size_t index) const;
    /// Names of core::UpdateReport::layers; empty until the run's file has been read.
    const core::ByQuantity<std::vector<std::string>>& layers() const { return m_layers; }
    /// The place of an update's batch. @param spec  of the run as it is now.
    core::UpdatePlace place(size_t index, const core::ExperimentSpec& spec) const;
    /// Changes whenever existing points are removed or replaced: readers must start again. Unique
    /// among runs.
    int64_t revision() const { return m_revision; }
    /// Never falls from one point to the next.
    const std::vector<double>& x(XAxis axis) const { return m_x[size_t(axis)]; }
    /// size() values, or none if the run does not measure it.
    const Series& raw(const Quantity& quantity) const;
    /// Computed on demand. Equals raw() for settings, which are not measured.
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
    /// Sorted names of the scores of all updates and epochs.
    const std::set<std::string>& scoreNames() const { return m_scoreNames; }
    bool has(const Quantity& quantity) const; ///< A number at any update.
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
        bool known = false; ///< A value is a number.
    };
    static int64_t newRevision();
    void appendTo(const Quantity& quantity, double value);
    void appendLayers(const core::UpdateReport& update);
    core::UpdateReport withScores(size_t index) const;
    void truncateAfter(int64_t step);
    void restartSmoothing();

    std::vector<int64_t> m_steps, m_epochOf;
    std::array<std::vector<double>, kXAxes> m_x;
    std::map<Quantity, Track> m_tracks;
    std::vector<uint32_t> m_clippedSoFar; ///< Clipped updates among points 0 ... i.
    /// A quantity of core::UpdateReport::layers.
    struct LayerColumn {
        std::vector<float> values; ///< [points * places]; NaN where they are not known.
        size_t places = 0; ///< As in the first update that has values.
    };
    core::ByQuantity<std::vector<std::string>> m_layers;
    core::ByQuantity<LayerColumn> m_layerColumns;
    int64_t m_revision = newRevision();
    std::vector<core::EpochReport> m_epochs;
    std::set<std::string> m_scoreNames;
    std::vector<int64_t> m_resumedAt;
    std::vector<core::SettingChange> m_changes;
    double m_weight = 0.0;
};

} // namespace ui
