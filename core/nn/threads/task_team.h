#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace core {

/// Long enough for what comes between two products, short enough to cost other programs nothing.
inline constexpr std::chrono::microseconds kLookOut{100};

/// Waits a moment for `isThere`, without sleeping.
template <class Condition> bool soon(const Condition& isThere)
{
    constexpr int kLooks = 16; // between two looks at the clock
    const auto end = std::chrono::steady_clock::now() + kLookOut;
    do {
        for (int look = 0; look < kLooks; ++look) {
            if (isThere())
                return true;
#if defined(__SSE__)
            _mm_pause();
#endif
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

/// Threads that help another one with a series of short jobs.
///
/// A job ends when the calling thread and the helpers that have joined it are done. Unlike at a
/// barrier, a helper without a free core does not delay the others. Between jobs the helpers spin
/// for a moment, then sleep and leave the core to other threads.
class TaskTeam {
public:
    TaskTeam() = default;
    TaskTeam(const TaskTeam&) = delete;
    ~TaskTeam() = delete; ///< Its threads end with the program.

    /// Calls work(0) on the calling thread and work(1) ... work(helpers) on the helpers that join
    /// meanwhile; fewer if the system has no more threads. The work distributes its own tasks.
    /// @pre work does not throw. One caller at a time.
    void run(int helpers, const std::function<void(int)>& work);

private:
    void start(int helpers);
    void help(int thread);
    uint32_t nextJob(int thread, uint32_t served) const;
    bool join(int thread, uint32_t job);
    void leave();

    std::atomic<uint32_t> m_job = 0; ///< The state of the current job; see the source.
    std::atomic<uint32_t> m_ended = 0; ///< Jobs that helpers ended, not the caller.
    const std::function<void(int)>* m_work = nullptr;
    int m_threads = 0;
};

} // namespace core
