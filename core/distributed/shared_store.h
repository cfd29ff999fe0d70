#pragma once

// Zip files of LibTorch may lack the headers of Gloo.
#if __has_include(<gloo/algorithm.h>)                                                              \
    && __has_include(<torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>)
#define UNROLL_PROCESSES 1
#else
#define UNROLL_PROCESSES 0
#endif

#if UNROLL_PROCESSES

#include "core/distributed/launch_environment.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace core {

/// After which a process that does not answer is taken for lost.
constexpr std::chrono::seconds kProcessTimeout{30};

/// Texts by key, which all processes that were started together read and write (c10d::TCPStore),
/// and the signs of life of each: a count that it raises every second on a thread of its own.
/// Served by rank 0 or by the launcher. Errors are those of c10d, std::exception.
class SharedStore {
public:
    explicit SharedStore(const LaunchEnvironment& environment);
    SharedStore(const SharedStore&) = delete;
    SharedStore& operator=(const SharedStore&) = delete;
    ~SharedStore();

    uint16_t port() const;
    void set(const std::string& key, const std::string& text);
    bool has(const std::string& key) const;
    std::optional<std::string> find(const std::string& key) const;
    int64_t signsOfLife(int64_t rank) const;
    c10::intrusive_ptr<c10d::Store> part(const std::string& prefix) const; ///< As of c10d.

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// Listens whether a process gives signs of life.
class Listener {
public:
    Listener(const SharedStore& store, int64_t rank) : m_store(store), m_rank(rank) { }

    /// Since the last sign, or since the listener was made.
    std::chrono::seconds silence();

private:
    using Clock = std::chrono::steady_clock;
    const SharedStore& m_store;
    int64_t m_rank;
    int64_t m_signs = -1;
    Clock::time_point m_heard = Clock::now();
};

} // namespace core

#endif
