#pragma once

#include "core/optimise/optimiser.h"
#include "core/probe/updates/recording.h"
#include "core/train/event_log.h"
#include "core/train/gradients.h"
#include "core/train/reports.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Fills a Recording update by update: losses of the items always, since the training has them
/// anyway; histograms, norms and weights on request, and only as often as the requested share of
/// the training time permits. Only reads the network.
///
/// The cost is known afterwards: time is credited between updates (at most kSaved seconds of
/// recording) and debited for each whole record; while the balance is negative none is made.
class UpdateRecorder {
public:
    /// @param run  the folder for recordings on disk.
    UpdateRecorder(std::shared_ptr<Recording> recording, const FilePlace& run);

    const std::shared_ptr<Recording>& recording() const { return m_recording; }
    /// Records this network from now on; parameters are identified by name.
    void follow(const torch::nn::Module& network, const ParameterLayers& layers,
                const std::vector<torch::Tensor>& parameters);

    /// The next update is a single step, before and after which the training waits: it is recorded
    /// whole, whatever is requested.
    void setSingleStep(bool on) { m_singleStep = on; }
    /// Gradients are ready, and clipped but for `gradientFactor`.
    void beforeStep(int64_t step);
    void afterStep(const Optimiser& optimiser, double gradientFactor);
    /// Ends the update. @throws Error{FileUnwritable} when recording on disk.
    void add(const UpdateReport& report, std::vector<int32_t> items, std::vector<float> itemLosses,
             double clipFactor);
    /// Cuts updates after `step` from the file: they will be made again.
    void goOnAfter(int64_t step);
    /// Writes what was added to disk: a checkpoint is never ahead of the recording.
    /// @throws Error{FileUnwritable}.
    void sync();
    /// Ends a training: keeps the weights around its latest updates if it was recorded on disk.
    /// @throws Error{FileUnwritable}.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double kSaved = 0.25;

    bool mayRecord();
    void payFor(double seconds);
    bool keepsAll() const; ///< All weights, before and after an update.
    std::vector<size_t> chosenParameters() const;
    std::vector<int64_t> versions() const;
    WeightBlock copied(const std::vector<size_t>& parameters) const;
    void countHistograms(const Optimiser& optimiser, double gradientFactor);
    void measureNorms(double gradientFactor);
    void write(const RecordedUpdate& update);

    std::shared_ptr<Recording> m_recording;
    FilePlace m_run;
    std::vector<torch::Tensor> m_parameters; ///< The optimiser's.
    std::vector<size_t> m_all, m_chosen; ///< Indices of them.
    WeightBlock m_before, m_after; ///< m_all's if all are kept, else m_chosen's.
    int64_t m_lastWhole = 0; ///< The step whose weights m_after are.
    std::vector<int64_t> m_versions; ///< The parameters' when m_after was copied.
    std::optional<RecordedUpdate> m_underWay; ///< The parts that are recorded.
    std::optional<EventLog> m_file;
    size_t m_sinceParameters = 0; ///< Updates written to it.
    bool m_singleStep = false;
    double m_credit = 0.0; ///< Seconds.
    std::optional<Clock::time_point> m_since; ///< Credit was given.
};

} // namespace core
