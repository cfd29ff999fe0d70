#pragma once

#include "core/probe/live_model.h"
#include "core/train/setting_changes.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <vector>

namespace core {

/// The mailbox of one training: other threads request to stop, pause, continue, step, or inspect
/// the network; the training handles requests between two updates.
class RunControl {
public:
    using Request = std::function<void(LiveModel&)>;

    // Any thread.
    void stop(); ///< Ends the training after the current update, with a checkpoint. Final.
    void pause();
    void proceed(); ///< Ends a pause.
    void step(); ///< One update, then pause.
    bool paused() const;
    /// Slow motion: updates begin at least so far apart; between them the training waits and
    /// serves as in a pause. 0: no limit.
    void setUpdatesPerSecond(double rate);
    /// From the next update on these settings are to have the values `after`; all else of the
    /// changes is found out by the training.
    void change(const std::vector<SettingChange>& wished);
    bool stopRequested() const { return m_stop.stop_requested(); }
    std::stop_token stopToken() const { return m_stop.get_token(); }
    /// Runs `request` on the training's thread between two updates, also while paused. A request
    /// must not throw; random numbers that it draws are not the training's. Requests still waiting
    /// when the training ends are dropped: false is what `ask` then returns for new ones.
    bool ask(Request request);

    // The training's thread.
    /// Runs the waiting requests; while paused or before the next update's time, waits and
    /// continues. Returns the seconds spent, which are no training time. Returns at once when
    /// other settings are requested: take them, then serve again.
    double serve(LiveModel& model);
    std::vector<SettingChange> takeWishes(); ///< Requests since the last call.
    bool wantsAttention() const; ///< serve() or takeWishes() has something to do, or a stop waits.
    bool mayWait() const; ///< Paused or in slow motion: flush the files of the run.
    /// Runs the waiting requests and returns at once: for long work between two updates (an
    /// evaluation), in which a pause does not begin and a step is not used up. Seconds as serve().
    double answer(LiveModel& model);
    /// Drops requests from now on.
    void close();

private:
    using Clock = std::chrono::steady_clock;
    bool mayGoOn() const; ///< @pre m_mutex is held.
    bool isDue() const; ///< @pre m_mutex is held.
    void runRequests(LiveModel& model, std::unique_lock<std::mutex>& lock);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Request> m_requests;
    std::stop_source m_stop;
    bool m_paused = false;
    int64_t m_stepsAllowed = 0;
    std::vector<SettingChange> m_wishes;
    Clock::duration m_interval{}; ///< From update to update; 0: as quick as it goes.
    Clock::time_point m_begun{}; ///< The last update.
    bool m_closed = false;
};

} // namespace core
