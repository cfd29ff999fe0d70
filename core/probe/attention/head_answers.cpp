#include "core/probe/attention/attention_answers.h"

#include "core/base/error.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"

#include <torch/linalg.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace core {

namespace {

Error wrong(const char* text, std::vector<std::string> values, const char* advice)
{
    return Error(ErrorCode::BadSetting, {text, std::move(values)}, {advice, {}});
}

/// A head's vectors of all tokens, float64 on the CPU.
struct HeadVectors {
    torch::Tensor queries, keys, values; ///< [tokens, features]
    int64_t scale = 1;
};

HeadVectors headVectors(const AttentionReading& reading, const AttentionSite& site)
{
    HeadVectors found;
    std::vector<torch::Tensor> queries; // A recurrent decoder has one at a time.
    AttentionHook hook;
    hook.operands = [&](const AttentionPlace& place, const AttentionOperands& operands) {
        if (site.group != place.group || site.layer != place.layer)
            return;
        const auto own = [&](const torch::Tensor& all) {
            return all[0][site.head].detach().to(torch::kCPU, torch::kDouble);
        };
        queries.push_back(own(operands.queries));
        found.keys = own(operands.keys);
        found.values = own(operands.values);
        found.scale = operands.scale;
    };
    reading.watch(hook);
    if (queries.empty())
        throw wrong("The scores of this attention are no products of a query and a key.", {},
                    "Choose a head of a Transformer, or an attention with dot products.");
    found.queries = torch::cat(queries);
    return found;
}

/// The orthonormal directions [features, directions] in which few vectors are seen in full.
torch::Tensor directionsOf(const torch::Tensor& vectors)
{
    if (vectors.size(1) <= HeadByHand::kLargest)
        return torch::eye(vectors.size(1), torch::kDouble);
    const torch::Tensor all
        = std::get<2>(torch::linalg_svd(vectors, /*full_matrices=*/false)).t(); // [features, few]
    // A singular vector has no sign of its own: the largest part of the vectors is positive.
    const torch::Tensor parts = vectors.matmul(all); // [vectors, few]
    const torch::Tensor largest = parts.gather(0, parts.abs().argmax(0, /*keepdim=*/true));
    return all * torch::where(largest < 0, -torch::ones_like(largest), torch::ones_like(largest));
}

NumberTable numbersOf(const torch::Tensor& numbers)
{
    const torch::Tensor plain = numbers.contiguous();
    NumberTable table(plain.size(0), plain.size(1));
    std::copy_n(plain.data_ptr<double>(), table.values.size(), table.values.begin());
    return table;
}

/// The chosen rows and columns of a map.
NumberTable chosenWeights(const AttentionMap& map, const HeadByHand& head)
{
    NumberTable part(std::ssize(head.queries), std::ssize(head.keys));
    for (int64_t row = 0; row < part.rows; ++row)
        for (int64_t column = 0; column < part.columns; ++column)
            part.at(row, column) = static_cast<double>(
                map.weights[static_cast<size_t>(head.queries[static_cast<size_t>(row)] * map.columns
                                                + head.keys[static_cast<size_t>(column)])]);
    return part;
}

const AttentionMap* mapAt(const std::vector<AttentionMap>& maps, const AttentionSite& site)
{
    const auto found = std::find_if(maps.begin(), maps.end(), [&](const AttentionMap& map) {
        return AttentionSite{map.group, map.layer, map.head} == site;
    });
    return found == maps.end() ? nullptr : &*found;
}

void checkToken(const char* which, int64_t token, int64_t count)
{
    if (token >= count)
        throw wrong("There is no %1 %2: the head has %3.",
                    {which, std::to_string(token), std::to_string(count)},
                    "Tokens are counted from 0.");
}

/// The given keys, or those with the largest weights of the first query and the wanted one; in the
/// order of the text. @throws Error{BadSetting}.
std::vector<int64_t> chosenKeys(const AttentionMap& map, const AskHeadByHand& question)
{
    if (!question.keyTokens.empty()) {
        std::vector<int64_t> keys = question.keyTokens;
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        checkToken("key", keys.back(), map.columns);
        if (std::ssize(keys) > HeadByHand::kLargest)
            throw wrong("%1 keys are more than a table holds.", {std::to_string(keys.size())},
                        "Choose at most 8.");
        return keys;
    }
    const float* row = map.weights.data() + question.query * map.columns;
    std::vector<int64_t> all(static_cast<size_t>(map.columns));
    std::iota(all.begin(), all.end(), 0);
    std::stable_sort(all.begin(), all.end(), [&](int64_t a, int64_t b) {
        return std::pair(a == question.key, row[a]) > std::pair(b == question.key, row[b]);
    });
    // Masked keys have no weight, and would have one in the tables.
    while (all.size() > 1 && row[all.back()] == 0.0F)
        all.pop_back();
    all.resize(std::min(all.size(), static_cast<size_t>(question.keys)));
    std::sort(all.begin(), all.end());
    return all;
}

/// Names of the rows and columns of the tables.
void nameTokens(HeadByHand& head, const AttentionTest& test)
{
    std::vector<std::string> fed{"<bos>"}; // What a decoder is fed is one place later.
    fed.insert(fed.end(), test.targetTokens.begin(), test.targetTokens.end());
    const bool onSource = head.site.group != "cross" && head.site.group != "decoder";
    const auto named
        = [](const std::vector<std::string>& tokens, const std::vector<int64_t>& indices) {
              std::vector<std::string> names;
              for (const int64_t index : indices)
                  names.push_back(index < std::ssize(tokens) ? tokens[static_cast<size_t>(index)]
                                                             : std::to_string(index));
              return names;
          };
    head.queryTokens = named(onSource ? test.tokens : test.targetTokens, head.queries);
    head.keyTokens = named(head.site.group == "decoder" ? fed : test.tokens, head.keys);
}

/// A head's tables with the directions in which they are written.
class WrittenHead {
public:
    WrittenHead(const AttentionReading& reading, HeadByHand& head) : m_head(head)
    {
        const HeadVectors all = headVectors(reading, head.site);
        const auto rows = [](const torch::Tensor& vectors, const std::vector<int64_t>& indices) {
            return vectors.index_select(0, tensorOf(std::vector<int64_t>(indices)));
        };
        const torch::Tensor keys = rows(all.keys, head.keys);
        const torch::Tensor values = rows(all.values, head.keys);
        m_keys = directionsOf(keys);
        m_values = directionsOf(values);
        head.features = keys.size(1);
        head.valueFeatures = values.size(1);
        head.rotatedKeys = head.features > HeadByHand::kLargest;
        head.rotatedValues = head.valueFeatures > HeadByHand::kLargest;
        head.attention.queries = numbersOf(rows(all.queries, head.queries).matmul(m_keys));
        head.attention.keys = numbersOf(keys.matmul(m_keys));
        head.attention.values = numbersOf(values.matmul(m_values));
        head.attention.scale = static_cast<double>(all.scale);
    }

    /// The numbers that are set, as differences of the head's own vectors.
    PlannedChange change(const std::vector<SetNumber>& set) const
    {
        PlannedChange planned{AttentionChange::ByHand, m_head.site};
        for (const SetNumber& number : set) {
            const NumberTable& table = tableAt(number.table);
            if (number.row < 0 || number.row >= table.rows || number.column < 0
                || number.column >= table.columns)
                throw wrong("The table has no number in row %1, column %2.",
                            {std::to_string(number.row), std::to_string(number.column)},
                            "Rows and columns are counted from 0.");
            const double by = number.value - table.at(number.row, number.column);
            const auto& tokens = number.table == HeadTable::Queries ? m_head.queries : m_head.keys;
            const torch::Tensor& directions = number.table == HeadTable::Values ? m_values : m_keys;
            planned.operands.push_back({number.table, tokens[static_cast<size_t>(number.row)],
                                        by * directions.select(1, number.column)});
        }
        return planned;
    }

private:
    const NumberTable& tableAt(HeadTable table) const
    {
        switch (table) {
        case HeadTable::Queries:
            return m_head.attention.queries;
        case HeadTable::Keys:
            return m_head.attention.keys;
        case HeadTable::Values:
            break;
        }
        return m_head.attention.values;
    }

    const HeadByHand& m_head;
    torch::Tensor m_keys, m_values; ///< [features, columns] the directions of the tables.
};

} // namespace

HeadByHand computedHead(AttentionReading& reading, const AskHeadByHand& question)
{
    AttentionTest test;
    reading.describe(test);
    std::vector<AttentionMap> maps;
    for (AttentionHeadFacts& facts : reading.heads())
        maps.push_back(std::move(facts.map));
    if (maps.empty())
        throw wrong("This network has no attention.", {},
                    "Choose a run whose network has attention, such as a Transformer.");
    AttentionSite site = question.site;
    if (site.group.empty())
        site.group = maps.front().group;
    const AttentionMap* map = mapAt(maps, site);
    if (map == nullptr)
        throw wrong("This network has no head %3 in layer %2 of the attention \"%1\".",
                    {site.group, std::to_string(site.layer), std::to_string(site.head)},
                    "Groups are encoder, decoder and cross; layers and heads are counted from 0.");
    checkToken("query", question.query, map->rows);
    checkToken("key", question.key, map->columns);
    HeadByHand head;
    head.text = question.example.text;
    head.site = site;
    for (int64_t query = question.query;
         query < std::min(question.query + question.queries, map->rows); ++query)
        head.queries.push_back(query);
    head.keys = chosenKeys(*map, question);
    nameTokens(head, test);
    const WrittenHead written(reading, head);
    head.weights = chosenWeights(*map, head);
    head.classes = std::move(test.classes);
    head.plain = std::move(test.plain);
    if (question.set.empty())
        return head;
    const PlannedChange change = written.change(question.set);
    head.changed = reading.outcomes({change}).front();
    const std::vector<AttentionMap> changedMaps = reading.changedMaps(change);
    head.changedWeights = chosenWeights(*mapAt(changedMaps, site), head);
    return head;
}

} // namespace core
