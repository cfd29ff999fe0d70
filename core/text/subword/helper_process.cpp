#include "core/text/subword/helper_process.h"

#include "core/text/subword/subword_protocol.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace core {

namespace {

constexpr int kPollMs = 50; ///< How soon a wish to stop is seen.
constexpr size_t kLinesKept = 20;
constexpr size_t kLargestLogLine = 65536;

[[noreturn]] void throwUnstartable(const std::filesystem::path& program, int error)
{
    throw Error(ErrorCode::Helper,
                {"The helper program %1 could not be started.", {program.string()}},
                {"Check that it is there and that you may run it; building the program again puts "
                 "it in its place.",
                 {}},
                std::strerror(error));
}

void closeIfOpen(int& descriptor)
{
    if (descriptor >= 0)
        ::close(descriptor);
    descriptor = -1;
}

} // namespace

HelperProcess::HelperProcess(const std::filesystem::path& program,
                             const std::vector<std::string>& arguments)
{
    std::array<int, 2> sockets{-1, -1};
    std::array<int, 2> log{-1, -1};
    // One socket serves as the child's input and output: unlike a pipe it can be written to
    // without a SIGPIPE, whose handling belongs to the whole process.
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        throwUnstartable(program, errno);
    m_socket = sockets[0];
    if (::pipe2(log.data(), O_CLOEXEC) != 0) {
        const int error = errno;
        ::close(sockets[1]);
        closeIfOpen(m_socket);
        throwUnstartable(program, error);
    }
    m_log = log[0];
    ::fcntl(m_log, F_SETFL, O_NONBLOCK);
    try {
        start(program, arguments, sockets[1], log[1]);
    } catch (...) {
        ::close(sockets[1]);
        ::close(log[1]);
        closeIfOpen(m_socket);
        closeIfOpen(m_log);
        throw;
    }
    ::close(sockets[1]);
    ::close(log[1]);
}

void HelperProcess::start(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments, int childSocket, int childLog)
{
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), program.string());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, childSocket, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, childSocket, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, childLog, STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    // The child must not inherit signals that a thread of ours blocks or ignores.
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::sigaddset(&signals, SIGTERM);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int error = ::posix_spawn(&m_process, program.c_str(), &actions, &attributes,
                                    pointers.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        m_process = -1;
        throwUnstartable(program, error);
    }
}

bool HelperProcess::hasEnded()
{
    if (m_process > 0 && ::waitpid(m_process, nullptr, WNOHANG) == m_process)
        m_process = -1; // Its number may be another's from now on.
    return m_process < 0;
}

HelperProcess::~HelperProcess()
{
    closeIfOpen(m_socket);
    closeIfOpen(m_log);
    if (m_process < 0)
        return;
    ::kill(m_process, SIGKILL);
    while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) { }
}

bool HelperProcess::send(std::string_view bytes, const Monitor& monitor)
{
    while (!bytes.empty() && !m_outputEnded)
        step(bytes, monitor);
    return bytes.empty();
}

std::optional<std::string> HelperProcess::receive(const Monitor& monitor)
{
    std::string_view nothing;
    for (;;) {
        if (auto frame = takeFrame())
            return frame;
        if (m_inputEnded) {
            readLog();
            return std::nullopt;
        }
        step(nothing, monitor);
    }
}

std::string HelperProcess::lastLog() const
{
    std::string all;
    for (const std::string& line : m_lastLines)
        all += line + "\n";
    return all;
}

void HelperProcess::expectWithin(std::chrono::milliseconds time)
{
    m_time = time;
    m_deadline = std::chrono::steady_clock::now() + time;
}

void HelperProcess::throwLate() const
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(m_time).count();
    throw Error(ErrorCode::Helper,
                {"The helper program did not answer within %1 seconds.", {std::to_string(seconds)}},
                {"Try again with fewer programs running; if it happens again, choose another "
                 "tokeniser.",
                 {}},
                lastLog());
}

void HelperProcess::step(std::string_view& pending, const Monitor& monitor)
{
    monitor.throwIfStopped();
    const size_t sendable = pending.size();
    const size_t received = m_input.size();
    exchange(pending);
    // Late is who says nothing: after we were suspended ourselves, the answer may be there.
    if (m_deadline && pending.size() == sendable && m_input.size() == received && !m_inputEnded
        && std::chrono::steady_clock::now() > *m_deadline)
        throwLate();
}

void HelperProcess::exchange(std::string_view& pending)
{
    const auto wanted = static_cast<short>(POLLIN | (pending.empty() ? 0 : POLLOUT));
    std::array<pollfd, 2> watched{{{m_socket, wanted, 0}, {m_log, POLLIN, 0}}};
    if (m_inputEnded)
        watched[0].fd = -1;
    if (::poll(watched.data(), watched.size(), kPollMs) <= 0)
        return;
    if (watched[1].revents != 0)
        readLog();
    if ((watched[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
        readInput();
    if ((watched[0].revents & POLLOUT) != 0)
        write(pending);
}

void HelperProcess::write(std::string_view& pending)
{
    while (!pending.empty()) {
        const ssize_t sent
            = ::send(m_socket, pending.data(), pending.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            pending.remove_prefix(static_cast<size_t>(sent));
        } else if (errno != EINTR) {
            m_outputEnded = m_outputEnded || (errno != EAGAIN && errno != EWOULDBLOCK);
            return;
        }
    }
}

void HelperProcess::readInput()
{
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t count = ::recv(m_socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count > 0) {
            m_input.append(buffer.data(), static_cast<size_t>(count));
        } else if (count < 0 && errno == EINTR) {
            continue;
        } else {
            const bool later = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
            m_inputEnded = m_inputEnded || !later;
            m_outputEnded = m_outputEnded || m_inputEnded;
            return;
        }
    }
}

void HelperProcess::readLog()
{
    std::array<char, 16384> buffer;
    while (m_log >= 0) {
        const ssize_t count = ::read(m_log, buffer.data(), buffer.size());
        if (count > 0) {
            m_logRest.append(buffer.data(), static_cast<size_t>(count));
            takeLogLines();
        } else if (count < 0 && errno == EINTR) {
            continue;
        } else {
            if (count == 0) // Ended: a descriptor of -1 is no longer watched.
                closeIfOpen(m_log);
            return;
        }
    }
}

void HelperProcess::takeLogLines()
{
    size_t start = 0;
    for (size_t end = m_logRest.find('\n'); end != std::string::npos;
         end = m_logRest.find('\n', start)) {
        m_lastLines.push_back(m_logRest.substr(start, end - start));
        if (m_lastLines.size() > kLinesKept)
            m_lastLines.pop_front();
        start = end + 1;
        if (m_handle)
            m_handle(m_lastLines.back());
    }
    m_logRest.erase(0, start);
    if (m_logRest.size() > kLargestLogLine)
        m_logRest.clear();
}

std::optional<std::string> HelperProcess::takeFrame()
{
    uint32_t length = 0;
    const size_t there = m_input.size() - m_inputTaken;
    if (there < sizeof length)
        return std::nullopt;
    std::memcpy(&length, m_input.data() + m_inputTaken, sizeof length);
    if (length > subword::kLargestFrame)
        throw Error(ErrorCode::Helper, {"The helper program sent an invalid answer.", {}}, {},
                    lastLog());
    if (there < sizeof length + length)
        return std::nullopt;
    std::string frame = m_input.substr(m_inputTaken + sizeof length, length);
    m_inputTaken += sizeof length + length;
    if (m_inputTaken == m_input.size()) {
        m_input.clear();
        m_inputTaken = 0;
    }
    return frame;
}

std::filesystem::path programBeside(const std::string& name)
{
    std::error_code error;
    const auto here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const auto& folder : {here, here.parent_path() / "bin"})
        if (!error && std::filesystem::exists(folder / name, error))
            return folder / name;
    throw Error(ErrorCode::Helper, {"The helper program %1 is missing.", {name}},
                {"Build the program again, or put it beside the program in %1.", {here.string()}});
}

std::filesystem::path subwordHelper()
{
    if (const char* named = std::getenv("UNROLL_SPM_HELPER"); named != nullptr && *named != '\0')
        return named;
    return programBeside("unroll-spm");
}

} // namespace core
