#pragma once

#include <functional>
#include <thread>

namespace app {

/// While alive, SIGINT, SIGTERM and SIGHUP call `interrupted` (on a thread of its own) instead of
/// ending the program. A second signal ends it at once: the last checkpoint is on disk anyway.
/// One at a time.
class InterruptWatch {
public:
    explicit InterruptWatch(std::function<void()> interrupted);
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    ~InterruptWatch();

private:
    std::thread m_thread;
};

} // namespace app
