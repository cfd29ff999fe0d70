#pragma once

#include "core/task/batch_plan.h"
#include "core/task/task.h"
#include "core/train/checkpoint.h"
#include "core/train/computing.h"
#include "core/train/event_log.h"
#include "core/train/gradients.h"
#include "core/train/layer_measures.h"
#include "core/train/recorded_passes.h"
#include "core/train/run_lock.h"
#include "core/train/run_record.h"
#include "core/train/setting_changes.h"
#include "core/train/together.h"
#include "core/train/training.h"
#include "core/train/training_state.h"
#include "core/train/transfer.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace core {

/// The files of a run that stay open while it is trained.
struct RunFiles {
    explicit RunFiles(const std::filesystem::path& path);

    std::filesystem::path run; ///< For sentences.
    FilePlace folder; ///< Held open: a folder that replaces it under its path is not touched.
    RunLock lock;
    EventLog events;
    CheckpointStore checkpoints;
    RunRecord record;
};

/// Everything of one training, ready to go: data, network, optimiser, and where it is.
class TrainingSession {
public:
    /// Reads the data, makes the network, and goes to the last checkpoint where there is one;
    /// otherwise to the beginning. Then writes the start into the run's events.
    /// @throws Error of everything that can be wrong with spec, data, device and files.
    /// @param place  of this process among several; null: alone.
    /// @param notes  to report with those of the start.
    TrainingSession(const RunPlan& plan, RunFiles& files, const Monitor& monitor,
                    const LaunchEnvironment* place = nullptr, std::vector<Message> notes = {});

    /// Trains in step with other processes from here on. @throws Error{Helper} when they do not
    /// have the same data and the same network.
    void join(ProcessGroup& group);
    void leave();
    Together* together() { return m_together.get(); } ///< Null: alone.
    bool writesFiles() const { return !m_together || m_together->isFirst(); }

    /// Changes settings from the next update on: equal to the bit to a run that is resumed there
    /// with these settings. Writes it into spec.json and events.
    /// @throws Error{BadSetting} when a value is not right or decides what the run is; then
    /// nothing has changed.
    ChangeReport change(const std::vector<SettingChange>& wished);
    /// The changes of the plan that are due at the next update; without any there is no report.
    std::optional<ChangeReport> makePlannedChanges();
    /// The batches of the epoch being trained.
    BatchPlan epochPlan() const;
    /// The part of the batches that this process computes: `whole` itself where it is alone.
    std::shared_ptr<const BatchPlan> ownPart(const std::shared_ptr<const BatchPlan>& whole) const;
    RunPlan plan() const; ///< For spec.json.

    StartReport startReport() const { return m_start; }
    int64_t totalUpdates() const; ///< Planned.
    /// Writes `last`, unless it is of this very place. @throws Error{Diverged} rather than save
    /// weights that are not finite.
    void saveLast();
    /// The label of the current weights.
    CheckpointLabel label() const { return {m_place.step, epochOfLastUpdate(m_place)}; }
    /// Writes the weights as they are under each of `names`.
    void saveWeights(const std::vector<std::string>& names);
    /// @throws Error{Diverged} that names the step, the last good checkpoint and what to do.
    [[noreturn]] void throwDiverged(int64_t step, const Message& sign) const;

    const ExperimentSpec& spec() const { return m_spec; }
    RunFiles& files() { return m_files; }
    const Computing& computing() const { return m_computing; }
    Task& task() { return *m_task; }
    const PreparedData& data() const { return m_data; }
    torch::nn::Module& network() { return *m_network; }
    Optimiser& optimiser() { return *m_optimiser; }
    const ParameterLayers& layers() const { return m_layers; } ///< Layers of its parameters.
    LayerMeasures& measures() { return *m_measures; }
    Schedule& schedule() { return *m_schedule; }
    Freezing& freezing() { return *m_freezing; }
    GradientScaler& scaler() { return *m_scaler; }
    RecordedPasses& passes() { return *m_passes; }
    TrainingPlace& place() { return m_place; }

private:
    /// Divides `plan` into changes made and coming. @return the changes of its settings now.
    std::vector<SettingChange> takePlan(const RunPlan& plan,
                                        const std::optional<TensorFile>& checkpoint,
                                        std::vector<Message>& notes);
    void makeAround();
    void makePasses();
    /// The same weights and states in a network and an optimiser of the settings as they are now.
    void makeAnew();
    void apply(const std::vector<SettingChange>& changes, std::vector<Message>& notes);
    void takeBatchSize(const TrainingSpec& before);
    void record(const std::vector<SettingChange>& changes);
    ChangeReport changed(std::vector<SettingChange> changes);
    int64_t updatesOf(int64_t batches) const;
    TrainingMemory memory();
    /// Adds the update and the files of the weights.
    TensorFile labelled(TensorFile file) const;
    void restore(const TensorFile& file);
    struct Length {
        int64_t updates, perEpoch;
    };
    /// Notes how rates that depend on the length of the run continue when it changes.
    void noteNewLength(const TrainingSpec& before, Length planned,
                       std::vector<Message>& notes) const;
    void describe(const std::vector<Message>& notes);
    void describeLength();

    ExperimentSpec m_spec; ///< As it is now.
    std::vector<SettingChange> m_changes, m_coming; ///< Made; planned for later updates.
    RunFiles& m_files;
    Computing m_computing;
    std::unique_ptr<Task> m_task;
    torch::nn::Module* m_network = nullptr; ///< The task's.
    std::unique_ptr<Freezing> m_freezing;
    std::unique_ptr<Optimiser> m_optimiser;
    ParameterLayers m_layers;
    std::unique_ptr<LayerMeasures> m_measures;
    std::unique_ptr<Schedule> m_schedule;
    std::unique_ptr<GradientScaler> m_scaler;
    std::unique_ptr<RecordedPasses> m_passes;
    TrainingPlace m_place;
    PreparedData m_data;
    std::map<std::string, std::string> m_bound; ///< boundFiles().
    int64_t m_updatesPerEpoch = 1; ///< With batches as they are now.
    std::optional<TrainingPlace> m_saved; ///< That of `last`.
    std::unique_ptr<Together> m_together;
    bool m_changedSince = false; ///< Settings, since `last`.
    StartReport m_start;
};

} // namespace core
