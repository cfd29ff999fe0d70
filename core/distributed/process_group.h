#pragma once

#include "core/distributed/open_group.h"

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// Processes that compute one thing together, by PyTorch's own means: a store of keys and values
/// (c10d::TCPStore), which rank 0 or the launcher serves, and sums over Gloo. All of them make the
/// same calls in the same order. Used on one thread.
///
/// A process that ends breaks its connections, which the others notice at their next sum; one that
/// no longer answers is noticed after 30 seconds, by a count that each process raises every second
/// from a thread of its own. Both throw Error{Helper}, in the words of the process that failed if
/// it left any (fail()).
class ProcessGroup {
public:
    /// Opens or finds the store. @throws Error{Helper} if it is not found within 30 seconds;
    /// Error{BadSetting} without canTrainInSeveralProcesses().
    explicit ProcessGroup(const LaunchEnvironment& environment);
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;
    ~ProcessGroup(); ///< Rank 0 waits until the others no longer need its store.

    int64_t rank() const { return m_environment.rank; }
    int64_t size() const { return m_environment.size; }
    bool isFirst() const { return rank() == 0; }
    const LaunchEnvironment& environment() const { return m_environment; }
    uint16_t port() const; ///< That of the store: what the other processes have to be told.

    /// Waits for all processes and connects them. @throws Error{Helper} that names those that have
    /// not come within 30 seconds.
    void meet();

    /// Sums `values` over all processes, into each of them; the same bits everywhere.
    /// @param values  any shape, contiguous, on the CPU.
    void sum(torch::Tensor values);
    /// A sum that goes on beside the computing.
    class Pending {
    public:
        virtual ~Pending() = default;
        virtual void wait() = 0; ///< The tensor has the sums afterwards.
    };
    std::unique_ptr<Pending> startSum(torch::Tensor values);
    /// Rank 0's bytes, to all.
    std::string sent(const std::string& bytes);

    /// The text of rank 0, to all, however long it takes to come while rank 0 lives.
    std::string agreed(const std::string& text);
    /// The texts of all, by rank, however long they take while all live.
    std::vector<std::string> gathered(const std::string& text);

    /// Leaves word for the others why this process ends; they find it where they would wait for it.
    void fail(const std::string& sentence) noexcept;

private:
    struct Connection;

    std::string waitFor(const std::string& key, int64_t from);
    [[noreturn]] void throwLost(const std::string& detail);
    void throwIfFailed();

    LaunchEnvironment m_environment;
    std::unique_ptr<Connection> m_connection;
    int64_t m_exchanges = 0; ///< Exchanges of texts so far: they name the keys.
};

} // namespace core
