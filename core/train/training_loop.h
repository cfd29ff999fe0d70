#pragma once

#include "core/train/training_session.h"
#include "core/train/update_step.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace core {

/// Training time: wall time without pauses and requests, going on where a resumed run was.
class TrainingClock {
public:
    explicit TrainingClock(double before) : m_before(before) { }
    double seconds() const
    {
        const std::chrono::duration<double> here = std::chrono::steady_clock::now() - m_begin;
        return m_before + here.count() - m_away;
    }
    /// Takes `seconds` out again.
    void leaveOut(double seconds) { m_away += seconds; }

private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    double m_before;
    double m_away = 0.0;
};

/// Tokens a second over the updates of about the last second; validation does not count.
class SpeedMeter {
public:
    double add(int64_t tokens, double seconds)
    {
        m_updates.emplace_back(tokens, seconds);
        m_tokens += tokens;
        m_seconds += seconds;
        while (m_updates.size() > 1 && m_seconds - m_updates.front().second >= 1.0) {
            m_tokens -= m_updates.front().first;
            m_seconds -= m_updates.front().second;
            m_updates.pop_front();
        }
        return m_seconds > 0.0 ? static_cast<double>(m_tokens) / m_seconds : 0.0;
    }

private:
    std::deque<std::pair<int64_t, double>> m_updates;
    int64_t m_tokens = 0;
    double m_seconds = 0.0;
};

/// The training itself: epochs of updates, a validation after each, a test at the end. Between two
/// updates it listens to its control. All on the calling thread.
class TrainingLoop {
public:
    /// @param recording  of updates, which may have begun before this loop.
    TrainingLoop(TrainingSession& session, RunControl& control, const TrainingListener& listener,
                 std::shared_ptr<Recording> recording);

    /// Trains until an end is reached. @throws Error{Diverged, OutOfMemory, FileUnwritable}.
    EndReport run();

private:
    /// Why it is over.
    struct Ending {
        RunState state = RunState::Completed;
        Message reason;
    };

    std::optional<Ending> trainEpoch();
    std::optional<Ending> endEpoch();
    std::optional<Ending> betweenUpdates();
    /// Returns the result of `decide`, which may make changes of settings. Where several processes
    /// train, only the first calls it, and the others follow its decision.
    std::optional<Ending> decided(const std::function<std::optional<Ending>()>& decide);
    void makePlannedChanges();
    /// Makes the changes that are planned or requested for the next update. @return any were made.
    bool takeChanges();
    void followChanges(const ChangeReport& report);
    void makePlan(); ///< m_plan, of the epoch as it is now.
    std::optional<Ending> updatesDone() const;
    std::optional<Ending> limitReached() const;
    void serve();
    bool hasWish() const; ///< Something is to be done before the next update.
    std::optional<Ending> nothingLeft() const;
    void update();
    UpdateReport report(const UpdateResult& result, int64_t tokens, double seconds);
    std::unique_ptr<LiveModel> makeView();
    /// @throws Error{Cancelled}.
    SplitScores evaluated(Split split);
    EpochReport validated();
    /// The monitored value, of the training data if there is no validation set.
    double monitored(const EpochReport& report) const;
    void noteBest(EpochReport& report);
    void saveLast();
    void saveAlone();
    bool isSaveDue() const;
    void writeRecord(RunState state);
    EndReport finish(const Ending& ending);
    void evaluatePartialEpoch();
    void test(EndReport& end);
    /// Reports progress of an evaluation and serves requests during it.
    Monitor evaluationMonitor();
    bool hasValid() const;
    Ending stopped() const;

    TrainingSession& m_session;
    RunControl& m_control;
    const TrainingListener& m_listener;
    TrainingPlace& m_place;
    UpdateRecorder m_recorder;
    std::unique_ptr<LiveModel> m_view;
    std::shared_ptr<const BatchPlan> m_plan; ///< The plan of the current epoch.
    std::shared_ptr<const BatchPlan> m_own; ///< This process's part of it.
    std::vector<SettingChange> m_taken; ///< Wishes that the other processes do not know yet.
    std::optional<CheckpointLabel> m_tested; ///< Of `best`, once the network has its weights.
    TrainingClock m_clock;
    double m_secondsBefore; ///< Seconds of training before the last resumption.
    SpeedMeter m_speed;
    std::chrono::steady_clock::time_point m_saved;
    double m_saveSeconds = 0.0; ///< Duration of the last checkpoint.
    int64_t m_epochsDone = 0;
};

} // namespace core
