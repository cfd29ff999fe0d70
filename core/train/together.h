#pragma once

#include "core/distributed/gradient_buckets.h"
#include "core/distributed/process_group.h"
#include "core/metric/score.h"
#include "core/task/task.h"
#include "core/train/setting_changes.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace core {

/// The exchanges of a training with the other processes that train the same network. All of them
/// make the same calls in the same order. Errors as ProcessGroup's.
class Together : public EvaluationShare {
public:
    /// @param identity  of the data and the network. @throws Error{BadData} in all processes when
    /// one has another identity.
    Together(ProcessGroup& group, const std::string& identity);

    bool isFirst() const { return m_group.isFirst(); }
    /// The part of the batches that this process computes.
    BatchPlan ownPart(const TrainingItems& items, const BatchPlan& whole) const;
    /// Another optimiser has these parameters.
    void setParameters(const std::vector<torch::Tensor>& parameters);

    /// Begins a planned batch. On a GPU each process draws random numbers of its own for it.
    /// @param seed  of the batch. @param isLast  of its update.
    void beginBatch(uint64_t seed, bool isLast);

    /// The sums of an update over the items of this process.
    struct Sums {
        double loss = 0.0;
        std::vector<Score> scores; ///< Unnamed where this process has no items.
        std::vector<float>
            itemLosses; ///< One for each item, 0 for those of others; empty: unknown.
        std::vector<double> measures; ///< As many in every process.
    };
    /// Signs from this process to all: something is to be decided before the next update, such as
    /// the end of the training.
    struct Signs {
        bool wish = false;
        bool stop = false;
    };
    /// Turns what a network learns outside of its gradients, such as the mean of past losses, into
    /// the mean over all items of a batch. @param share  of the items that are this process's.
    void average(const std::vector<torch::Tensor>& buffers, double share);
    /// Turns `sums` and the gradients into those of all processes.
    /// @param items  of the whole update.
    void sum(Sums& sums, size_t items, const Signs& signs);

    /// Whether the processes meet before the next update, because one has given a sign.
    bool meets() const { return m_signs.wish || m_signs.stop; }
    bool stops() const { return m_signs.stop; } ///< One of them was told to stop.
    /// Seconds until the last update in which the processes waited for each other, on average.
    double secondsWaited() const { return m_secondsWaited; }
    /// The decision of the first process at a meeting.
    struct Decision {
        std::vector<SettingChange> changes{}; ///< Wishes to follow, beside those that are planned.
        bool saves = false;
        bool ends = false;
        bool completes = false; ///< With `ends`: the training is complete.
    };
    Decision agreed(const Decision& decision);

    int64_t rank() const override { return m_group.rank(); }
    int64_t size() const override { return m_group.size(); }
    void total(std::vector<double>& values) override;
    using EvaluationShare::total;
    std::vector<std::string> gathered(const std::string& text) override;
    /// The result of `evaluate`, which all processes call, as the first process has it.
    /// @throws Error{Cancelled} in all when one of them was cancelled.
    SplitScores evaluated(const std::function<SplitScores()>& evaluate);
    /// Looks, once a second at most, whether another process was cancelled in evaluated(), so that
    /// this one need not come to its end. Called while `evaluate` runs.
    /// @throws Error{Cancelled}.
    void throwIfCancelled();
    /// The weights of the first process, to all.
    void sendWeights(const torch::nn::Module& network);
    /// The states that the processes carry, row after row.
    TaskState joined(const TaskState& own);

private:
    ProcessGroup& m_group;
    std::unique_ptr<GradientBuckets> m_buckets;
    Signs m_signs{.wish = true}; ///< Signs of all together; they begin with a meeting.
    bool m_heardCancelled = false; ///< From another process.
    std::chrono::steady_clock::time_point m_looked; ///< For one that was cancelled.
    double m_ownSeconds = 0.0; ///< Seconds that this process has waited since the last update.
    double m_secondsWaited = 0.0;
};

/// The settings of a process among those of its machine: a GPU of its own, or its share of the
/// cores.
TrainingSpec onOwnDevice(TrainingSpec spec, const LaunchEnvironment& place);

} // namespace core
