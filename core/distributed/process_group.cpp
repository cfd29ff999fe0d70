#include "core/distributed/process_group.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

// Zip files of LibTorch may lack the headers of Gloo.
#if __has_include(<gloo/algorithm.h>)                                                              \
    && __has_include(<torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>)
#define UNROLL_PROCESSES 1
#ifndef USE_C10D_GLOO
#define USE_C10D_GLOO // The header is empty without it.
#endif
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#else
#define UNROLL_PROCESSES 0
#endif

namespace core {

bool canTrainInSeveralProcesses()
{
    return UNROLL_PROCESSES == 1;
}

#if UNROLL_PROCESSES

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kTimeout{30}; ///< After which a silent process is taken for lost.
constexpr seconds kBeat{1}; ///< Between two signs of life.
constexpr int64_t kSentAtOnce = int64_t{4} << 20; ///< Bytes of a broadcast.

std::string processName(int64_t rank, int64_t size)
{
    return std::to_string(rank + 1) + " of " + std::to_string(size);
}

std::vector<uint8_t> bytesOf(const std::string& text)
{
    return {text.begin(), text.end()};
}

/// The options of a store; versions from 2.4 on would serve it by a library that Debian lacks.
template <class Options> Options storeOptions(const LaunchEnvironment& environment)
{
    Options options;
    options.port = environment.port;
    options.isServer = environment.rank == 0 && !environment.launcherServes;
    options.waitWorkers = false;
    options.timeout = kTimeout;
    if constexpr (requires { options.useLibUV; })
        options.useLibUV = false;
    return options;
}

/// The address of this machine from which `address` is reached; empty: not known.
std::string localAddressTowards(const std::string& address, uint16_t port)
{
    addrinfo wanted{};
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_DGRAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(address.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0)
        return {};
    std::string local;
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in own{};
    socklen_t size = sizeof(own);
    std::array<char, INET_ADDRSTRLEN> text{};
    // Nothing is sent: the system only chooses the way.
    if (socket >= 0 && connect(socket, found->ai_addr, found->ai_addrlen) == 0
        && getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0
        && inet_ntop(AF_INET, &own.sin_addr, text.data(), text.size()) != nullptr)
        local = text.data();
    if (socket >= 0)
        close(socket);
    freeaddrinfo(found);
    return local;
}

/// The first address of this machine that others can reach; empty: there is none.
std::string ownAddress()
{
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0)
        return {};
    std::string address;
    for (const ifaddrs* each = all; each != nullptr && address.empty(); each = each->ifa_next) {
        std::array<char, INET_ADDRSTRLEN> text{};
        const bool usable = each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET
            && (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
        if (usable
            && inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr,
                         text.data(), text.size())
                != nullptr)
            address = text.data();
    }
    freeifaddrs(all);
    return address;
}

/// The interface to listen at. A host's own name often leads to 127.0.1.1, where no other machine
/// finds it: it is never asked for.
std::string chosenAddress(const LaunchEnvironment& environment)
{
    const char* const loopback = "127.0.0.1";
    if (environment.localSize == environment.size)
        return loopback;
    std::string address = localAddressTowards(environment.address, environment.port);
    if (address.empty() || address.starts_with("127."))
        address = ownAddress();
    return address.empty() ? loopback : address;
}

/// Work of c10d; its errors become ours.
class PendingWork : public ProcessGroup::Pending {
public:
    template <class Work>
    PendingWork(Work work, std::function<void(const std::string&)> lost)
        : m_wait([work] { work->wait(); }), m_lost(std::move(lost))
    {
    }
    void wait() override
    {
        try {
            m_wait();
        } catch (const std::exception& error) {
            m_lost(error.what());
        }
    }

private:
    std::function<void()> m_wait;
    std::function<void(const std::string&)> m_lost;
};

} // namespace

struct ProcessGroup::Connection {
    explicit Connection(const LaunchEnvironment& environment)
    {
        const auto options = storeOptions<c10d::TCPStoreOptions>(environment);
        tcp = c10::make_intrusive<c10d::TCPStore>(environment.address, options);
        store = c10::make_intrusive<c10d::PrefixStore>(
            "unroll/" + std::to_string(environment.restarts), tcp);
        beating = std::jthread([this, rank = environment.rank](const std::stop_token& stop) {
            beat(stop, "alive/" + std::to_string(rank));
        });
    }

    /// Raises this process's count. A store that has gone away is noticed by those who need it.
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

    int64_t beats(int64_t rank) { return store->add("alive/" + std::to_string(rank), 0); }

    c10::intrusive_ptr<c10d::TCPStore> tcp;
    c10::intrusive_ptr<c10d::Store> store;
    std::unique_ptr<c10d::ProcessGroupGloo> gloo;
    bool failed = false; ///< This process ends with an error.
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::jthread beating; ///< Last: it uses the others.
};

ProcessGroup::ProcessGroup(const LaunchEnvironment& environment) : m_environment(environment)
{
    try {
        m_connection = std::make_unique<Connection>(m_environment);
    } catch (const std::exception& error) {
        const std::string place = environment.address + ":" + std::to_string(environment.port);
        throw Error(ErrorCode::Helper,
                    {"Process %1 of %2 reached no other process at %3.",
                     {std::to_string(rank() + 1), std::to_string(size()), place}},
                    {"Check that the first process is running and that MASTER_ADDR and MASTER_PORT "
                     "name its machine and a free port.",
                     {}},
                    error.what());
    }
    m_environment.port = port();
}

ProcessGroup::~ProcessGroup()
{
    if (m_connection->gloo == nullptr)
        return; // They never met.
    // Whoever serves the store leaves last: the others may still read from it.
    try {
        const std::string key = "left/";
        m_connection->store->set(key + std::to_string(rank()), bytesOf("1"));
        // Where processes end with an error, one may have ended without a word.
        const auto end = Clock::now() + seconds(m_connection->failed ? 1 : 5);
        for (int64_t other = 0; isFirst() && other < size() && Clock::now() < end;) {
            if (m_connection->store->check({key + std::to_string(other)}))
                ++other;
            else
                std::this_thread::sleep_for(milliseconds(5));
        }
    } catch (const std::exception&) { // It has ended already.
    }
}

uint16_t ProcessGroup::port() const
{
    return m_connection->tcp->getPort();
}

void ProcessGroup::meet()
{
    c10d::Store& store = *m_connection->store;
    const std::string key = "here/";
    std::vector<int64_t> missing;
    try {
        store.set(key + std::to_string(rank()), bytesOf("1"));
        const auto end = Clock::now() + kTimeout;
        do {
            missing.clear();
            for (int64_t other = 0; other < size(); ++other)
                if (!store.check({key + std::to_string(other)}))
                    missing.push_back(other);
            if (missing.empty())
                break;
            throwIfFailed();
            std::this_thread::sleep_for(milliseconds(10));
        } while (!missing.empty() && Clock::now() < end);
        if (missing.empty()) {
            const auto options = c10d::ProcessGroupGloo::Options::create(kTimeout);
            options->devices.push_back(
                c10d::ProcessGroupGloo::createDeviceForHostname(chosenAddress(m_environment)));
            m_connection->gloo = std::make_unique<c10d::ProcessGroupGloo>(
                m_connection->store, static_cast<int>(rank()), static_cast<int>(size()), options);
        }
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
    if (missing.empty())
        return;
    std::string names;
    for (const int64_t each : missing)
        names += (names.empty() ? "" : ", ") + std::to_string(each + 1);
    throw Error(ErrorCode::Helper,
                {"These of the %1 processes have not come within 30 s: %2.",
                 {std::to_string(size()), names}},
                {"Look at what they have written; start all of them again.", {}});
}

std::unique_ptr<ProcessGroup::Pending> ProcessGroup::startSum(torch::Tensor values)
{
    std::vector<at::Tensor> tensors{std::move(values)};
    try {
        return std::make_unique<PendingWork>(m_connection->gloo->allreduce(tensors),
                                             [this](const std::string& why) { throwLost(why); });
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
}

void ProcessGroup::sum(torch::Tensor values)
{
    startSum(std::move(values))->wait();
}

std::string ProcessGroup::sent(const std::string& bytes)
{
    const int64_t count = std::stoll(agreed(std::to_string(bytes.size())));
    std::string whole = isFirst() ? bytes : std::string(static_cast<size_t>(count), '\0');
    for (int64_t first = 0; first < count; first += kSentAtOnce) {
        std::vector<at::Tensor> part{torch::from_blob(
            whole.data() + first, {std::min(kSentAtOnce, count - first)}, torch::kUInt8)};
        try {
            m_connection->gloo->broadcast(part)->wait();
        } catch (const std::exception& error) {
            throwLost(error.what());
        }
    }
    return whole;
}

std::string ProcessGroup::agreed(const std::string& text)
{
    const std::string key = "agreed/" + std::to_string(++m_exchanges);
    if (!isFirst())
        return waitFor(key, 0);
    try {
        m_connection->store->set(key, bytesOf(text));
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
    return text;
}

std::vector<std::string> ProcessGroup::gathered(const std::string& text)
{
    const std::string key = "gathered/" + std::to_string(++m_exchanges) + "/";
    try {
        m_connection->store->set(key + std::to_string(rank()), bytesOf(text));
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
    std::vector<std::string> all;
    for (int64_t other = 0; other < size(); ++other)
        all.push_back(waitFor(key + std::to_string(other), other));
    return all;
}

/// Asks again and again instead of waiting in the store, whose wait cannot be left: first every 50
/// microseconds, later every 10 milliseconds.
std::string ProcessGroup::waitFor(const std::string& key, int64_t from)
{
    constexpr milliseconds kLongest{10};
    std::chrono::microseconds pause{50};
    auto heard = Clock::now(), looked = heard;
    int64_t beats = -1;
    try {
        c10d::Store& store = *m_connection->store;
        while (!store.check({key})) {
            std::this_thread::sleep_for(pause);
            pause = std::min<std::chrono::microseconds>(pause * 2, kLongest);
            const auto now = Clock::now();
            if (now - looked < kBeat)
                continue;
            looked = now;
            throwIfFailed();
            if (const int64_t counted = m_connection->beats(from); counted != beats) {
                beats = counted;
                heard = now;
            }
            if (now - heard > kTimeout)
                throw Error(ErrorCode::Helper,
                            {"Process %1 has not answered for 30 s.", {processName(from, size())}},
                            {"Look at its machine and the network; then resume the run.", {}});
        }
        const std::vector<uint8_t> value = store.get(key);
        return {value.begin(), value.end()};
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
}

void ProcessGroup::throwIfFailed()
{
    for (int64_t other = 0; other < size(); ++other) {
        const std::string key = "failure/" + std::to_string(other);
        if (other == rank() || !m_connection->store->check({key}))
            continue;
        const std::vector<uint8_t> said = m_connection->store->get(key);
        throw Error(ErrorCode::Helper,
                    {"Process %1 of %2 has ended: %3",
                     {std::to_string(other + 1), std::to_string(size()),
                      std::string(said.begin(), said.end())}});
    }
}

void ProcessGroup::throwLost(const std::string& detail)
{
    try {
        // Its word comes at about the same time as the end of the connection.
        const auto end = Clock::now() + seconds(1);
        do {
            throwIfFailed();
            std::this_thread::sleep_for(milliseconds(20));
        } while (Clock::now() < end);
    } catch (const Error&) {
        throw;
    } catch (const std::exception&) { // The store has gone as well.
    }
    throw Error(ErrorCode::Helper,
                {"Another of the %1 processes has ended, or the connection to it is broken.",
                 {std::to_string(size())}},
                {"Resume the run; it goes on from its last checkpoint.", {}}, detail);
}

void ProcessGroup::fail(const std::string& sentence) noexcept
{
    m_connection->failed = true;
    try {
        m_connection->store->set("failure/" + std::to_string(rank()), bytesOf(sentence));
    } catch (const std::exception&) { // The others have ended before.
    }
}

#else

struct ProcessGroup::Connection { };

ProcessGroup::ProcessGroup(const LaunchEnvironment& environment) : m_environment(environment)
{
    throw Error(ErrorCode::BadSetting,
                {"This program was built without Gloo and trains in one process only.", {}},
                {"Build it where libgloo-dev is installed, or train in one process.", {}});
}
ProcessGroup::~ProcessGroup() = default;
uint16_t ProcessGroup::port() const
{
    return 0;
}
void ProcessGroup::meet() { }
void ProcessGroup::sum(torch::Tensor) { }
std::unique_ptr<ProcessGroup::Pending> ProcessGroup::startSum(torch::Tensor)
{
    return nullptr;
}
std::string ProcessGroup::sent(const std::string& bytes)
{
    return bytes;
}
std::string ProcessGroup::agreed(const std::string& text)
{
    return text;
}
std::vector<std::string> ProcessGroup::gathered(const std::string& text)
{
    return {text};
}
void ProcessGroup::fail(const std::string&) noexcept { }

#endif

std::shared_ptr<ProcessGroup> openProcessGroup(const LaunchEnvironment& environment)
{
    return std::make_shared<ProcessGroup>(environment);
}

uint16_t portOf(const ProcessGroup& group)
{
    return group.port();
}

} // namespace core
