#pragma once

#include "core/base/message.h"
#include "core/distributed/open_group.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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
    /// @param values  any shape, contiguous, on the CPU or where deviceOfSums() says.
    void sum(torch::Tensor values);
    /// A sum that goes on beside the computing.
    class Pending {
    public:
        Pending(ProcessGroup& group, std::function<void()> wait)
            : m_group(group), m_wait(std::move(wait))
        {
        }
        void wait(); ///< The tensor has the sums afterwards.

    private:
        ProcessGroup& m_group;
        std::function<void()> m_wait;
    };
    std::unique_ptr<Pending> startSum(torch::Tensor values);
    /// Where tensors of `device` can be summed: there over NCCL, or on the CPU.
    torch::Device deviceOfSums(torch::Device device) const;
    /// Rank 0's values, to all. @param values  contiguous, on the CPU.
    void broadcast(const torch::Tensor& values);
    /// Rank 0's bytes, to all.
    std::string sent(const std::string& bytes);

    /// The text of rank 0, to all, however long it takes to come while rank 0 lives.
    std::string agreed(const std::string& text);
    /// The texts of all, by rank, however long they take while all live.
    std::vector<std::string> gathered(const std::string& text);
    /// Gives the others the text of this process for gathered(), without waiting for theirs.
    void post(const std::string& text);

    /// Whether another process has already given `text` for the next gathered().
    bool isGiven(const std::string& text);

    /// Leaves word for the others why this process ends; they find it where they would wait for it.
    void fail(const std::string& sentence) noexcept;

    /// After an error: those that are left agree on a smaller group and meet. Their ranks are
    /// numbered anew in the same order; rank 0 stays. A process is left out when it has failed or
    /// ended, or has given no sign of life for 10 seconds.
    /// @return a sentence for users; nothing where this process was left out: the error remains.
    /// @throws Error{Helper} when rank 0 has ended, or another one meanwhile.
    std::optional<Message> regroup();
    /// Whoever has started the processes knows whether one has ended.
    /// @param hasEnded  called with the rank that the process was started with.
    void setHasEnded(std::function<bool(int64_t rank)> hasEnded)
    {
        m_hasEnded = std::move(hasEnded);
    }

private:
    struct Connection;

    template <class Ready, class Look> void await(const Ready& ready, const Look& look);
    std::string waitFor(const std::string& key, int64_t from);
    std::optional<std::string> lastWord(int64_t process) const;
    std::vector<int64_t> survivors(std::string& lastWords);
    bool hasEnded(int64_t process) const;
    std::string ownKey(const std::string& name) const; ///< Begins with the number of this group.
    std::string gatheredKey(int64_t exchange) const; ///< To be completed by a rank.
    std::string regroupKey(const std::string& name) const; ///< The same of the next one.
    [[noreturn]] void throwLost(const std::string& detail);
    void throwIfFailed();

    LaunchEnvironment m_environment;
    std::vector<int64_t> m_members; ///< The ranks that they were started with.
    int64_t m_generation = 0; ///< Groups before this one.
    std::function<bool(int64_t rank)> m_hasEnded;
    std::unique_ptr<Connection> m_connection;
    int64_t m_exchanges = 0; ///< Exchanges of texts so far: they name the keys.
};

} // namespace core
