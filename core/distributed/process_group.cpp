#include "core/distributed/process_group.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/distributed/collectives.h"
#include "core/distributed/own_address.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

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

constexpr seconds kLook{1}; ///< Between two looks whether the others live.
/// Without a sign of life, after which the others go on without a process.
constexpr seconds kLongestSilence{10};
constexpr int64_t kSentAtOnce = int64_t{4} << 20; ///< Bytes of a broadcast.

std::string processName(int64_t rank, int64_t size)
{
    return std::to_string(rank + 1) + " of " + std::to_string(size);
}

} // namespace

struct ProcessGroup::Connection {
    explicit Connection(const LaunchEnvironment& environment) : store(environment) { }

    SharedStore store;
    std::unique_ptr<Collectives> collectives; ///< Null: they have not met.
    bool failed = false; ///< This process ends with an error.
};

ProcessGroup::ProcessGroup(const LaunchEnvironment& environment)
    : m_environment(environment), m_members(static_cast<size_t>(environment.size))
{
    std::iota(m_members.begin(), m_members.end(), int64_t{0});
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
    if (m_connection->collectives == nullptr)
        return; // They never met.
    // Whoever serves the store leaves last: the others may still read from it.
    try {
        const std::string key = ownKey("left/");
        m_connection->store.set(key + std::to_string(rank()), "1");
        // Where processes end with an error, one may have ended without a word.
        const auto end = Clock::now() + seconds(m_connection->failed ? 1 : 5);
        for (int64_t other = 0; isFirst() && other < size() && Clock::now() < end;) {
            if (m_connection->store.has(key + std::to_string(other)))
                ++other;
            else
                std::this_thread::sleep_for(milliseconds(5));
        }
    } catch (const std::exception&) { // It has ended already.
    }
}

uint16_t ProcessGroup::port() const
{
    return m_connection->store.port();
}

void ProcessGroup::meet()
{
    SharedStore& store = m_connection->store;
    const std::string key = ownKey("here/");
    std::vector<int64_t> missing;
    try {
        store.set(key + std::to_string(rank()), "1");
        const auto end = Clock::now() + kProcessTimeout;
        do {
            missing.clear();
            for (int64_t other = 0; other < size(); ++other)
                if (!store.has(key + std::to_string(other)))
                    missing.push_back(m_members[static_cast<size_t>(other)]);
            if (missing.empty())
                break;
            throwIfFailed();
            if (std::any_of(missing.begin(), missing.end(),
                            [this](int64_t each) { return hasEnded(each); }))
                break;
            std::this_thread::sleep_for(milliseconds(10));
        } while (Clock::now() < end);
        if (missing.empty())
            m_connection->collectives = std::make_unique<Collectives>(
                store.part(ownKey("gloo")), static_cast<int>(rank()), static_cast<int>(size()),
                ownAddressFor(m_environment));
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
                {"These of the %1 processes have not come: %2.", {std::to_string(size()), names}},
                {"Look at what they have written; start all of them again.", {}});
}

std::unique_ptr<ProcessGroup::Pending> ProcessGroup::startSum(torch::Tensor values)
{
    try {
        return std::make_unique<Pending>(*this,
                                         m_connection->collectives->startSum(std::move(values)));
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
}

void ProcessGroup::Pending::wait()
{
    try {
        m_wait();
    } catch (const std::exception& error) {
        m_group.throwLost(error.what());
    }
}

void ProcessGroup::sum(torch::Tensor values)
{
    startSum(std::move(values))->wait();
}

torch::Device ProcessGroup::deviceOfSums(torch::Device device) const
{
    return core::deviceOfSums(device);
}

void ProcessGroup::broadcast(const torch::Tensor& values)
{
    const auto bytes = static_cast<int64_t>(values.nbytes());
    if (bytes == 0)
        return;
    try {
        m_connection->collectives->broadcast(
            torch::from_blob(values.data_ptr(), {bytes}, torch::kUInt8));
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
}

std::string ProcessGroup::sent(const std::string& bytes)
{
    const int64_t count = std::stoll(agreed(std::to_string(bytes.size())));
    std::string whole = isFirst() ? bytes : std::string(static_cast<size_t>(count), '\0');
    for (int64_t first = 0; first < count; first += kSentAtOnce) {
        broadcast(torch::from_blob(whole.data() + first, {std::min(kSentAtOnce, count - first)},
                                   torch::kUInt8));
    }
    return whole;
}

std::string ProcessGroup::agreed(const std::string& text)
{
    const std::string key = ownKey("agreed/" + std::to_string(++m_exchanges));
    if (!isFirst())
        return waitFor(key, 0);
    try {
        m_connection->store.set(key, text);
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
    return text;
}

bool ProcessGroup::isGiven(const std::string& text)
{
    const std::string key = gatheredKey(m_exchanges + 1);
    try {
        for (int64_t other = 0; other < size(); ++other)
            if (other != rank() && m_connection->store.find(key + std::to_string(other)) == text)
                return true;
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
    return false;
}

void ProcessGroup::post(const std::string& text)
{
    const std::string key = gatheredKey(++m_exchanges);
    try {
        m_connection->store.set(key + std::to_string(rank()), text);
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
}

std::vector<std::string> ProcessGroup::gathered(const std::string& text)
{
    post(text);
    const std::string key = gatheredKey(m_exchanges);
    std::vector<std::string> all;
    for (int64_t other = 0; other < size(); ++other)
        all.push_back(waitFor(key + std::to_string(other), other));
    return all;
}

/// Asks again and again instead of waiting in the store, whose wait cannot be left: first every 50
/// microseconds, later every 10 milliseconds. @param look  is called every second.
template <class Ready, class Look> void ProcessGroup::await(const Ready& ready, const Look& look)
{
    constexpr milliseconds kLongest{10};
    std::chrono::microseconds pause{50};
    auto looked = Clock::now();
    while (!ready()) {
        std::this_thread::sleep_for(pause);
        pause = std::min<std::chrono::microseconds>(pause * 2, kLongest);
        if (Clock::now() - looked < kLook)
            continue;
        looked = Clock::now();
        look();
    }
}

std::string ProcessGroup::waitFor(const std::string& key, int64_t from)
{
    const int64_t process = m_members[static_cast<size_t>(from)];
    const SharedStore& store = m_connection->store;
    Listener listener(store, process);
    try {
        std::optional<std::string> found;
        await([&] { return (found = store.find(key)).has_value(); },
              [&] {
                  throwIfFailed();
                  if (hasEnded(process) || store.has(regroupKey("called")))
                      throwLost({});
                  if (listener.silence() >= kProcessTimeout)
                      throw Error(
                          ErrorCode::Helper,
                          {"Process %1 has not answered for 30 s.", {processName(from, size())}},
                          {"Look at its machine and the network; then resume the run.", {}});
              });
        return *found;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
}

bool ProcessGroup::hasEnded(int64_t process) const
{
    return m_hasEnded && m_hasEnded(process);
}

std::string ProcessGroup::ownKey(const std::string& name) const
{
    return "group/" + std::to_string(m_generation) + "/" + name;
}

std::string ProcessGroup::gatheredKey(int64_t exchange) const
{
    return ownKey("gathered/" + std::to_string(exchange) + "/");
}

std::string ProcessGroup::regroupKey(const std::string& name) const
{
    return "regroup/" + std::to_string(m_generation + 1) + "/" + name;
}

std::optional<std::string> ProcessGroup::lastWord(int64_t process) const
{
    return m_connection->store.find("failure/" + std::to_string(process));
}

void ProcessGroup::throwIfFailed()
{
    for (int64_t other = 0; other < size(); ++other) {
        if (other == rank())
            continue;
        if (const auto word = lastWord(m_members[static_cast<size_t>(other)]))
            throw Error(ErrorCode::Helper,
                        {"Process %1 of %2 has ended: %3",
                         {std::to_string(other + 1), std::to_string(size()), *word}});
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
        const int64_t process = m_members[static_cast<size_t>(rank())];
        m_connection->store.set("failure/" + std::to_string(process), sentence);
    } catch (const std::exception&) { // The others have ended before.
    }
}

/// Waits for each of the others until it has come or is known to have ended.
std::vector<int64_t> ProcessGroup::survivors(std::string& lastWords)
{
    const SharedStore& store = m_connection->store;
    std::vector<int64_t> found;
    for (const int64_t process : m_members) {
        const std::string key = regroupKey("here/" + std::to_string(process));
        Listener listener(store, process);
        bool gone = false;
        const auto look = [&] {
            const auto word = lastWord(process);
            lastWords += word ? " " + *word : std::string();
            gone = word || hasEnded(process) || listener.silence() >= kLongestSilence;
        };
        if (!store.has(key))
            look();
        await([&] { return gone || store.has(key); }, look);
        if (!gone)
            found.push_back(process);
    }
    return found;
}

std::optional<Message> ProcessGroup::regroup()
{
    const int64_t own = m_members[static_cast<size_t>(rank())];
    const bool oneMachine = m_environment.localSize == size();
    std::vector<int64_t> members;
    std::string lastWords;
    m_connection->collectives.reset(); // Whoever waits for this process notices it.
    try {
        SharedStore& store = m_connection->store;
        const std::string key = regroupKey("members");
        store.set(regroupKey("here/" + std::to_string(own)), "1");
        store.set(regroupKey("called"), "1");
        if (isFirst()) {
            members = survivors(lastWords);
            store.set(key, Json{{"members", members}, {"words", lastWords}}.dump());
        } else {
            Listener first(store, m_members.front());
            std::optional<std::string> found;
            await([&] { return (found = store.find(key)).has_value(); },
                  [&] {
                      if (lastWord(m_members.front()) || first.silence() >= kProcessTimeout)
                          throwLost({});
                  });
            const Json list = readJson(*found).value.value_or(Json());
            members = list.at("members").get<std::vector<int64_t>>();
            lastWords = list.at("words");
        }
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwLost(error.what());
    }
    const auto place = std::find(members.begin(), members.end(), own);
    if (place == members.end())
        return std::nullopt;
    const int64_t before = size();
    m_members = members;
    m_environment.rank = place - members.begin();
    m_environment.size = std::ssize(members);
    if (oneMachine)
        m_environment.localSize = m_environment.size;
    ++m_generation;
    m_exchanges = 0;
    if (size() > 1)
        meet();
    if (size() == before) // One did not answer for a while.
        return Message{"The %1 processes had lost their connection, and go on.",
                       {std::to_string(size())}};
    return Message{"%1 {process of this training has|processes of this training have} ended. The "
                   "training goes on with %2 {process|processes}.%3",
                   {std::to_string(before - size()), std::to_string(size()), lastWords}};
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
void ProcessGroup::Pending::wait() { }
torch::Device ProcessGroup::deviceOfSums(torch::Device) const
{
    return torch::kCPU;
}
void ProcessGroup::broadcast(const torch::Tensor&) { }
void ProcessGroup::post(const std::string&) { }
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
bool ProcessGroup::isGiven(const std::string&)
{
    return false;
}
void ProcessGroup::fail(const std::string&) noexcept { }
std::optional<Message> ProcessGroup::regroup()
{
    return std::nullopt;
}

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
