#include "app/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace app {

namespace {

/// From the handler, which may only touch lock-free globals and write(), to the thread, which does
/// the rest. (Blocking the signals and waiting for them would not do: BLAS starts threads before
/// main, unblocked.) It is never closed: a handler may be about to write while a watch ends.
struct Pipe {
    std::atomic<int> readEnd = -1, writeEnd = -1;
};
Pipe marks;
static_assert(std::atomic<int>::is_always_lock_free);

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

/// For the first watch.
void openPipe()
{
    if (marks.writeEnd >= 0)
        return;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe2");
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK); // A handler must not wait.
    marks.readEnd = ends[0];
    marks.writeEnd = ends[1];
}

/// Sets the handlers. Signals that were ignored when the program began (nohup) stay ignored.
void setHandlers(void (*handler)(int))
{
    for (const int signal : kSignals) {
        if (std::signal(signal, handler) == SIG_IGN)
            std::signal(signal, SIG_IGN);
    }
}

void handle(int)
{
    const int saved = errno;
    const char mark = 's';
    [[maybe_unused]] const auto written = ::write(marks.writeEnd.load(), &mark, 1);
    setHandlers(SIG_DFL); // A second signal of any kind ends the program.
    errno = saved;
}

} // namespace

InterruptWatch::InterruptWatch(std::function<void()> interrupted)
{
    openPipe();
    m_thread = std::thread([end = marks.readEnd.load(), interrupted = std::move(interrupted)] {
        for (char mark = 0;;) {
            const ssize_t count = ::read(end, &mark, 1);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0 || mark == 'q')
                return;
            interrupted();
        }
    });
    setHandlers(handle);
}

InterruptWatch::~InterruptWatch()
{
    setHandlers(SIG_DFL);
    const char quit = 'q';
    [[maybe_unused]] const auto written = ::write(marks.writeEnd.load(), &quit, 1);
    m_thread.join();
}

} // namespace app
