#include "app/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace app {

namespace {

// A handler may only touch lock-free globals and write(); the thread does the rest. (Blocking the
// signals and waiting for them would not do: BLAS starts threads before main, unblocked.)
volatile std::sig_atomic_t signalPipe = -1;

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

/// What was ignored when the program began, as nohup does, stays so.
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
    if (signalPipe >= 0) [[maybe_unused]]
        const auto written = ::write(signalPipe, &mark, 1);
    setHandlers(SIG_DFL); // A second one, whichever it is, ends the program.
    errno = saved;
}

} // namespace

InterruptWatch::InterruptWatch(std::function<void()> interrupted)
{
    if (::pipe2(m_pipe, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe2");
    signalPipe = m_pipe[1];
    m_thread = std::thread([end = m_pipe[0], interrupted = std::move(interrupted)] {
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
    signalPipe = -1;
    const char quit = 'q';
    [[maybe_unused]] const auto written = ::write(m_pipe[1], &quit, 1);
    m_thread.join();
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

} // namespace app
