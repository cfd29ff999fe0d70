#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace core {

/// What tensors may take of the system's memory. Linux promises more than there is; so whoever
/// allocates asks here first.
///
/// What is free is looked up now and then rather than for each block, so that asking costs nothing.
/// Blocks that were promised and not yet written to are free as far as the system knows, and are
/// counted here. All functions: any thread.
class MemoryBudget {
public:
    /// Counts `bytes` as taken. @throws Error{OutOfMemory} where they cannot be had.
    void take(int64_t bytes);
    /// The bytes of an earlier take() went back to the system.
    void give(int64_t bytes);
    /// All that is taken together may be so much and what is free does not matter; nothing: what is
    /// free.
    void limit(std::optional<int64_t> bytes);

private:
    void lookFor(int64_t bytes);

    std::mutex m_mutex;
    int64_t m_taken = 0;
    std::optional<int64_t> m_limit;
    int64_t m_unseen = 0; ///< May be taken without another look.
    std::chrono::steady_clock::time_point m_looked;
};

} // namespace core
