#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace core {

/// Threads that help another one with short jobs, one after another.
///
/// They come when they can: a job is over when the calling thread and those that have come are
/// done, so a thread that finds no free core holds nobody up, as it would at a barrier. Between
/// jobs they look out for the next one for a moment, then they sleep and leave the core to others.
class TaskTeam {
public:
    TaskTeam() = default;
    TaskTeam(const TaskTeam&) = delete;
    ~TaskTeam() = delete; ///< Its threads end with the program.

    /// Calls work(0) on the calling thread and work(1) ... work(helpers) on those others that come
    /// meanwhile, fewer where the system has no more threads. The work deals itself out.
    /// @pre work does not throw. One caller at a time.
    void run(int helpers, const std::function<void(int)>& work);

private:
    void start(int helpers);
    void help(int thread);
    uint32_t nextJob(int thread, uint32_t served) const;
    bool join(int thread, uint32_t job);
    void leave();

    std::atomic<uint32_t> m_job
        = 0; ///< All that is to be known of the present job; see the source.
    std::atomic<uint32_t> m_ended = 0; ///< Jobs that helpers ended, not the caller.
    const std::function<void(int)>* m_work = nullptr;
    int m_threads = 0;
};

} // namespace core
