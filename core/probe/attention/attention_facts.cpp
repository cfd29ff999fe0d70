#include "core/probe/attention/attention_facts.h"

#include "core/metric/regression.h"
#include "core/probe/plain_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// [columns] How much all rows together take of each column.
std::vector<double> columnMeans(const AttentionMap& map)
{
    std::vector<double> means(static_cast<size_t>(map.columns), 0.0);
    for (size_t i = 0; i < map.weights.size(); ++i)
        means[i % means.size()] += map.weights[i] / static_cast<double>(map.rows);
    return means;
}

} // namespace

void addMaps(std::vector<AttentionMap>& maps, const std::string& group, int64_t layer,
             const torch::Tensor& weights, const torch::Tensor& scores, const Formula& formula)
{
    const torch::Tensor heads = weights[0]; // [heads, rows, columns]
    for (int64_t head = 0; head < heads.size(0); ++head)
        maps.push_back(
            {.group = group,
             .layer = layer,
             .head = head,
             .rows = heads.size(1),
             .columns = heads.size(2),
             .weights = plainFloats(heads[head]),
             .scores = scores.defined() ? plainFloats(scores[0][head]) : std::vector<float>(),
             .formula = formula});
}

std::vector<AttentionSite> sitesOf(const std::vector<AttentionMap>& maps)
{
    std::vector<AttentionSite> sites;
    for (const AttentionMap& map : maps)
        sites.push_back({map.group, map.layer, map.head});
    return sites;
}

AttentionHeadFacts headFacts(AttentionMap map, bool causal)
{
    AttentionHeadFacts facts;
    double sum = 0.0, relative = 0.0;
    int64_t rows = 0;
    for (int64_t row = 0; row < map.rows; ++row) {
        const int64_t places = causal ? std::min(row + 1, map.columns) : map.columns;
        if (places < 2)
            continue;
        double entropy = 0.0;
        for (int64_t column = 0; column < map.columns; ++column) {
            const double weight = map.weights[static_cast<size_t>(row * map.columns + column)];
            entropy -= weight > 0.0 ? weight * std::log(weight) : 0.0;
        }
        sum += entropy;
        relative += entropy / std::log(static_cast<double>(places));
        ++rows;
    }
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    facts.entropy = rows > 0 ? sum / static_cast<double>(rows) : nothing;
    facts.relativeEntropy = rows > 0 ? relative / static_cast<double>(rows) : nothing;
    facts.map = std::move(map);
    return facts;
}

AttentionEntropy entropyOf(const AttentionHeadFacts& facts)
{
    return {
        {facts.map.group, facts.map.layer, facts.map.head}, facts.entropy, facts.relativeEntropy};
}

std::optional<double> correlation(const AttentionMap& map, std::span<const double> importance)
{
    const auto columns = static_cast<size_t>(map.columns);
    if (importance.size() == columns)
        return kendallTauB(columnMeans(map), importance);
    if (importance.size() != map.weights.size())
        return std::nullopt;
    const std::vector<double> weights(map.weights.begin(), map.weights.end());
    double sum = 0.0;
    int64_t rows = 0;
    for (size_t start = 0; start < weights.size(); start += columns)
        if (const auto tau = kendallTauB(std::span(weights).subspan(start, columns),
                                         importance.subspan(start, columns))) {
            sum += *tau;
            ++rows;
        }
    return rows > 0 ? std::optional(sum / static_cast<double>(rows)) : std::nullopt;
}

std::vector<double> outputDistances(const torch::Tensor& a, const torch::Tensor& b)
{
    const auto probable = [](const torch::Tensor& outputs) {
        const torch::Tensor plain
            = outputs.detach().to(torch::kCPU, torch::kDouble).reshape({-1, outputs.size(-1)});
        return plain.size(1) == 1 ? plain : plain.softmax(1);
    };
    const torch::Tensor apart
        = (probable(a) - probable(b)).abs().sum(1).mul(a.size(-1) == 1 ? 1.0 : 0.5).contiguous();
    return {apart.data_ptr<double>(), apart.data_ptr<double>() + apart.numel()};
}

double outputDistance(const torch::Tensor& a, const torch::Tensor& b)
{
    double sum = 0.0;
    const std::vector<double> rows = outputDistances(a, b);
    for (const double row : rows)
        sum += row;
    return rows.empty() ? 0.0 : sum / static_cast<double>(rows.size());
}

void EntropyMeans::add(const std::vector<AttentionHeadFacts>& heads)
{
    for (const AttentionHeadFacts& facts : heads) {
        if (std::isnan(facts.entropy))
            continue;
        const AttentionEntropy one = entropyOf(facts);
        auto found = std::find_if(m_sums.begin(), m_sums.end(),
                                  [&](const Sum& sum) { return sum.sum.site == one.site; });
        if (found == m_sums.end())
            found = m_sums.insert(found, {{one.site, 0.0, 0.0}, 0});
        found->sum.entropy += one.entropy;
        found->sum.relativeEntropy += one.relativeEntropy;
        ++found->texts;
    }
}

std::vector<AttentionEntropy> EntropyMeans::means() const
{
    std::vector<AttentionEntropy> all;
    for (const Sum& sum : m_sums) {
        const auto texts = static_cast<double>(sum.texts);
        all.push_back({sum.sum.site, sum.sum.entropy / texts, sum.sum.relativeEntropy / texts});
    }
    return all;
}

} // namespace core
