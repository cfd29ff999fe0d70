#include "core/train/together.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/base/seeded_numbers.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace core {

namespace {

constexpr const char* kCancelled = "cancelled";

/// Adds the seconds until it is destroyed.
class WaitingTime {
public:
    explicit WaitingTime(double& seconds) : m_seconds(seconds) { }
    WaitingTime(const WaitingTime&) = delete;
    WaitingTime& operator=(const WaitingTime&) = delete;
    ~WaitingTime() { m_seconds += std::chrono::duration<double>(Clock::now() - m_begin).count(); }

private:
    using Clock = std::chrono::steady_clock;
    double& m_seconds;
    Clock::time_point m_begin = Clock::now();
};

Json messageFrom(const std::string& text)
{
    return readJson(text).value.value_or(Json());
}

/// Numbers that are not finite become null.
std::string toText(const SplitScores& scores)
{
    Json list = Json::array();
    for (const Score& each : scores.scores)
        list.push_back({each.name, each.value});
    return Json{{"loss", scores.loss}, {"scores", list}}.dump();
}

SplitScores scoresFrom(const std::string& text)
{
    const auto number = [](const Json& value) {
        return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    };
    const Json message = messageFrom(text);
    SplitScores scores{number(message.at("loss")), {}};
    for (const Json& each : message.at("scores"))
        scores.scores.push_back({each.at(0).get<std::string>(), number(each.at(1))});
    return scores;
}

} // namespace

Together::Together(ProcessGroup& group, const std::string& identity) : m_group(group)
{
    const std::vector<std::string> all = group.gathered(identity);
    for (size_t rank = 1; rank < all.size(); ++rank)
        if (all[rank] != all.front())
            throw Error(ErrorCode::BadData,
                        {"Process %1 of %2 has other data or another network than process 1.",
                         {std::to_string(rank + 1), std::to_string(all.size())}},
                        {"Give all processes the same program and the same files.", {}});
}

BatchPlan Together::ownPart(const TrainingItems& items, const BatchPlan& whole) const
{
    return whole.dealt(m_group.rank(), m_group.size(), {items.lengths, items.sourceLengths},
                       items.inOrder ? Dealing::ByRows : Dealing::ByTokens);
}

void Together::setParameters(const std::vector<torch::Tensor>& parameters)
{
    m_buckets = std::make_unique<GradientBuckets>(m_group, parameters);
}

void Together::beginBatch(uint64_t seed, bool isLast)
{
    torch::manual_seed(mixedBits(seed + static_cast<uint64_t>(m_group.rank())));
    if (isLast)
        m_buckets->begin();
}

void Together::average(const std::vector<torch::Tensor>& buffers, double share)
{
    const WaitingTime time(m_ownSeconds);
    for (torch::Tensor buffer : buffers) {
        const torch::Tensor mean = buffer.to(torch::kCPU, torch::kFloat64) * share;
        m_group.sum(mean);
        buffer.copy_(mean);
    }
}

void Together::sum(Sums& sums, size_t items, const Signs& signs)
{
    constexpr int64_t kMostScores = 8;
    const std::vector<double> head{std::exchange(m_ownSeconds, 0.0), sums.loss,
                                   signs.wish ? 1.0 : 0.0, signs.stop ? 1.0 : 0.0,
                                   sums.itemLosses.empty() ? 1.0 : 0.0,
                                   // A process without items does not know which scores there are.
                                   isFirst() ? static_cast<double>(sums.scores.size()) : 0.0};
    std::vector<double> scores(kMostScores), losses(sums.itemLosses.begin(), sums.itemLosses.end());
    for (size_t i = 0; i < sums.scores.size(); ++i)
        scores.at(i) = sums.scores[i].value;
    losses.resize(items);
    const auto tensor
        = [](const std::vector<double>& values) { return torch::tensor(values, torch::kFloat64); };
    const torch::Tensor all
        = torch::cat({tensor(head), tensor(scores), tensor(losses), tensor(sums.measures)});
    {
        const WaitingTime time(m_ownSeconds);
        m_buckets->finish(all);
    }
    const double* value = all.data_ptr<double>();
    m_secondsWaited += *value++ / static_cast<double>(m_group.size());
    sums.loss = value[0];
    m_signs = {value[1] > 0.0, value[2] > 0.0};
    const bool unknown = value[3] > 0.0;
    sums.scores.resize(static_cast<size_t>(value[4]));
    value += head.size() - 1;
    for (size_t i = 0; i < sums.scores.size(); ++i)
        sums.scores[i].value = value[i];
    value += kMostScores;
    sums.itemLosses.assign(value, value + (unknown ? 0 : items));
    value += items;
    sums.measures.assign(value, value + sums.measures.size());
}

Together::Decision Together::agreed(const Decision& decision)
{
    m_signs = {};
    Json changes = Json::array();
    for (const SettingChange& each : decision.changes)
        changes.push_back(toJson(each));
    const Json message = messageFrom(m_group.agreed(Json{
        {"changes", changes},
        {"saves", decision.saves},
        {"ends", decision.ends},
        {"completes", decision.completes}}.dump()));
    Decision common{{}, message.at("saves"), message.at("ends"), message.at("completes")};
    for (const Json& each : message.at("changes"))
        common.changes.push_back(changeFromJson(each));
    return common;
}

std::vector<std::string> Together::gathered(const std::string& text)
{
    const WaitingTime time(m_ownSeconds);
    std::vector<std::string> all = m_group.gathered(text);
    if (std::find(all.begin(), all.end(), kCancelled) != all.end()) {
        m_heardCancelled = true;
        throw Error(ErrorCode::Cancelled, {"Stopped while evaluating.", {}});
    }
    return all;
}

/// The sum has to begin at about the same time everywhere: they wait for each other before.
void Together::total(std::vector<double>& values)
{
    gathered({});
    if (!values.empty())
        m_group.sum(torch::from_blob(values.data(), {std::ssize(values)}, torch::kFloat64));
}

SplitScores Together::evaluated(const std::function<SplitScores()>& evaluate)
{
    m_heardCancelled = false;
    try {
        return scoresFrom(gathered(toText(evaluate())).front());
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled && !m_heardCancelled)
            m_group.post(kCancelled); // In place of what the others wait for.
        throw;
    }
}

void Together::throwIfCancelled()
{
    constexpr std::chrono::seconds kLook{1};
    const auto now = std::chrono::steady_clock::now();
    if (now - m_looked < kLook)
        return;
    m_looked = now;
    if (m_group.isGiven(kCancelled))
        gathered({}); // In its turn, so that the exchanges are counted alike everywhere.
}

void Together::sendWeights(const torch::nn::Module& network)
{
    const torch::NoGradGuard noGradient;
    std::vector<torch::Tensor> all = network.parameters();
    for (const torch::Tensor& buffer : network.buffers())
        all.push_back(buffer);
    for (torch::Tensor& each : all) {
        const torch::Tensor values = each.detach().to(torch::kCPU).contiguous();
        m_group.broadcast(values);
        if (!isFirst())
            each.copy_(values);
    }
}

TaskState Together::joined(const TaskState& own)
{
    Json sizes = Json::array();
    for (const auto& [name, tensor] : own)
        sizes.push_back(tensor.sizes().vec());
    std::vector<Json> all;
    for (const std::string& each : m_group.gathered(sizes.dump()))
        all.push_back(messageFrom(each));
    TaskState joined;
    for (size_t i = 0; i < all.front().size(); ++i) { // The first process has items in every batch.
        int64_t before = 0, rows = 0;
        for (size_t rank = 0; rank < all.size(); ++rank) {
            const int64_t some
                = i < all[rank].size() ? all[rank][i].at(0).get<int64_t>() : int64_t{0};
            before += static_cast<int64_t>(rank) < m_group.rank() ? some : 0;
            rows += some;
        }
        auto shape = all.front()[i].get<std::vector<int64_t>>();
        shape.front() = rows;
        const torch::Tensor sum = torch::zeros(shape, torch::kFloat64);
        if (i < own.size())
            sum.narrow(0, before, own[i].second.size(0)).copy_(own[i].second);
        m_group.sum(sum);
        if (i < own.size())
            joined.emplace_back(own[i].first, sum.to(own[i].second.scalar_type()));
    }
    return joined;
}

TrainingSpec onOwnDevice(TrainingSpec spec, const LaunchEnvironment& place)
{
    if (spec.device.starts_with("cuda"))
        spec.device = "cuda:" + std::to_string(place.localRank);
    else if (spec.threads == 0)
        spec.threads = std::max<int64_t>(
            1, static_cast<int64_t>(std::thread::hardware_concurrency()) / place.localSize);
    return spec;
}

} // namespace core
