#pragma once

#include "core/base/monitor.h"

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A child process that speaks in frames (subword_protocol.h) over its standard input and output
/// and logs to its standard error.
///
/// Never deadlocks: whatever it waits for, it reads all that the child says. Never raises SIGPIPE.
/// The child gets a process group of its own, so that Ctrl-C ends only us, and the child ends when
/// its input does. One thread at a time.
class HelperProcess {
public:
    /// @throws Error{Helper} when it cannot be started.
    HelperProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments);
    HelperProcess(const HelperProcess&) = delete;
    HelperProcess& operator=(const HelperProcess&) = delete;
    /// Kills the child.
    ~HelperProcess();

    /// Everything sent and received from now on takes at most `time`, or Error{Helper} is thrown
    /// and the conversation is over. Without it, waiting has no end.
    void expectWithin(std::chrono::milliseconds time);

    /// Called with each whole line of the child's log.
    void onLogLine(std::function<void(const std::string&)> handle) { m_handle = std::move(handle); }

    /// Sends all of `bytes`; false when the child closed its input before.
    /// @throws Error{Cancelled, Helper}.
    bool send(std::string_view bytes, const Monitor& monitor);
    /// The next frame, or nothing when the child ended before it was whole.
    /// @throws Error{Cancelled, Helper}.
    std::optional<std::string> receive(const Monitor& monitor);

    /// The last lines of the child's log, for a Failure's detail.
    std::string lastLog() const;
    pid_t processId() const { return m_process; }
    bool hasEnded(); ///< By itself, or killed.

private:
    void start(const std::filesystem::path& program, const std::vector<std::string>& arguments,
               int childSocket, int childLog);
    /// Waits a moment; then sends some of `pending` and reads what there is.
    void step(std::string_view& pending, const Monitor& monitor);
    void exchange(std::string_view& pending);
    [[noreturn]] void throwLate() const;
    void write(std::string_view& pending);
    void readInput();
    void readLog();
    void takeLogLines();
    std::optional<std::string> takeFrame();

    std::optional<std::chrono::steady_clock::time_point> m_deadline;
    std::chrono::milliseconds m_time{0}; ///< That led to the deadline.
    pid_t m_process = -1;
    int m_socket = -1;
    int m_log = -1;
    bool m_inputEnded = false; ///< Nothing more will come.
    bool m_outputEnded = false; ///< Nothing more can be sent.
    std::string m_input;
    size_t m_inputTaken = 0;
    std::string m_logRest;
    std::deque<std::string> m_lastLines;
    std::function<void(const std::string&)> m_handle;
};

/// A program of ours: beside the running one, or in the folder bin beside its folder.
/// @throws Error{Helper} when it is nowhere.
std::filesystem::path programBeside(const std::string& name);

/// Where unroll-spm is: what the environment variable UNROLL_SPM_HELPER names, or programBeside().
std::filesystem::path subwordHelper();

} // namespace core
