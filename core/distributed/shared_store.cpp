#include "core/distributed/shared_store.h"

#if UNROLL_PROCESSES

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace core {

namespace {

constexpr std::chrono::seconds kBeat{1};

/// Versions from 2.4 on would serve the store by a library that Debian lacks.
template <class Options> Options storeOptions(const LaunchEnvironment& environment)
{
    Options options;
    options.port = environment.port;
    options.isServer = environment.rank == 0 && !environment.launcherServes;
    options.waitWorkers = false;
    options.timeout = kProcessTimeout;
    if constexpr (requires { options.useLibUV; })
        options.useLibUV = false;
    return options;
}

std::string signKey(int64_t rank)
{
    return "alive/" + std::to_string(rank);
}

} // namespace

struct SharedStore::Parts {
    c10::intrusive_ptr<c10d::TCPStore> tcp;
    c10::intrusive_ptr<c10d::Store> store;
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::jthread beating; ///< Last: it uses the others.

    /// A store that has gone away is noticed by those who need it.
    void beat(const std::stop_token& stop, const std::string& key)
    {
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            try {
                store->add(key, 1);
            } catch (const std::exception&) {
                return;
            }
            stopped.wait_for(lock, stop, kBeat, [] { return false; });
        }
    }
};

SharedStore::SharedStore(const LaunchEnvironment& environment) : m_parts(std::make_unique<Parts>())
{
    m_parts->tcp = c10::make_intrusive<c10d::TCPStore>(
        environment.address, storeOptions<c10d::TCPStoreOptions>(environment));
    // What started all processes again may still have the store of before.
    m_parts->store = c10::make_intrusive<c10d::PrefixStore>(
        "unroll/" + std::to_string(environment.restarts), m_parts->tcp);
    m_parts->beating
        = std::jthread([parts = m_parts.get(), rank = environment.rank](
                           const std::stop_token& stop) { parts->beat(stop, signKey(rank)); });
}

SharedStore::~SharedStore() = default;

uint16_t SharedStore::port() const
{
    return m_parts->tcp->getPort();
}

void SharedStore::set(const std::string& key, const std::string& text)
{
    // The store sends an empty value 0.2 s late: it announces more bytes, and none follow.
    std::vector<uint8_t> bytes{'='};
    bytes.insert(bytes.end(), text.begin(), text.end());
    m_parts->store->set(key, bytes);
}

bool SharedStore::has(const std::string& key) const
{
    return m_parts->store->check({key});
}

std::optional<std::string> SharedStore::find(const std::string& key) const
{
    if (!has(key))
        return std::nullopt;
    const std::vector<uint8_t> bytes = m_parts->store->get(key);
    return std::string(bytes.begin() + 1, bytes.end());
}

int64_t SharedStore::signsOfLife(int64_t rank) const
{
    return m_parts->store->add(signKey(rank), 0);
}

c10::intrusive_ptr<c10d::Store> SharedStore::part(const std::string& prefix) const
{
    return c10::make_intrusive<c10d::PrefixStore>(prefix, m_parts->store);
}

std::chrono::seconds Listener::silence()
{
    const auto now = Clock::now();
    if (const int64_t counted = m_store.signsOfLife(m_rank); counted != m_signs) {
        m_signs = counted;
        m_heard = now;
    }
    return std::chrono::duration_cast<std::chrono::seconds>(now - m_heard);
}

} // namespace core

#endif
