#include "core/probe/updates/update_batches.h"

#include "core/data/cells/cell_text.h"
#include "core/probe/data_answers.h"
#include "core/probe/network_scope.h"
#include "core/task/data_fingerprint.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <unordered_map>

namespace core {

namespace {

std::string referenceOf(const CorpusPart& rows, const std::vector<std::string>& classes, size_t row)
{
    if (rows.columns.size() < 2)
        return {};
    const Column& column = rows.columns[1];
    switch (column.kind) {
    case ColumnKind::Class:
        return classes[static_cast<size_t>(column.classes[row])];
    case ColumnKind::Number:
        return numberText(column.numbers[row]);
    default:
        return std::string(column.texts[row]);
    }
}

/// Some of the tokens, or tags, of a row.
std::string tokensWithin(const std::string& row, int64_t first, int64_t count)
{
    const std::vector<std::string_view> tokens = tokensOf(row);
    std::string part;
    for (int64_t i = first; i < std::min(first + count, std::ssize(tokens)); ++i)
        appendToken(part, tokens[static_cast<size_t>(i)]);
    return part;
}

/// @throws Error{BadData} when the run was trained with other data.
void checkTrainingData(const std::filesystem::path& run, const PreparedData& data)
{
    const std::string trained = trainedFingerprint(run);
    if (!trained.empty() && trained != data.fingerprints[static_cast<size_t>(Split::Train)])
        throw Error(ErrorCode::BadData,
                    {"The training data is not what it was when this run was begun, so that the "
                     "texts of its updates cannot be told.",
                     {}},
                    {"Put the data files back as they were, or start a new run.", {}});
}

void copyWeights(const torch::nn::Module& from, torch::nn::Module& to)
{
    const torch::NoGradGuard noGradient;
    const auto copyAll = [](const auto& sources, const auto& targets) {
        std::unordered_map<std::string, torch::Tensor> known;
        for (const auto& each : sources)
            known.emplace(each.key(), each.value());
        for (const auto& each : targets) {
            const auto found = known.find(each.key());
            if (found == known.end() || found->second.sizes() != each.value().sizes())
                throw Error(ErrorCode::BadSetting,
                            {"The network does not fit the run's settings: \"%1\" is missing or "
                             "of another shape.",
                             {each.key()}},
                            {"Choose the run again.", {}});
            each.value().detach().copy_(found->second);
        }
    };
    copyAll(from.named_parameters(), to.named_parameters());
    copyAll(from.named_buffers(), to.named_buffers());
}

} // namespace

UpdateBatches::UpdateBatches(const std::filesystem::path& run, const ExperimentSpec& spec,
                             const Monitor& monitor)
    : m_spec(spec), m_task(makeTask(spec))
{
    m_data = m_task->prepare(run, Task::Preparation::Reuse, monitor);
    checkTrainingData(run, m_data);
    Corpus data = dataOfRun(spec, monitor);
    m_rows = std::move(data.train);
    m_classes = std::move(data.classes);
}

std::vector<int32_t> UpdateBatches::items(const UpdatePlace& place) const
{
    const int64_t accumulation = std::max<int64_t>(1, m_spec.training.accumulation);
    const auto batchOf = [&](int64_t step) { return (step - place.firstStep) * accumulation; };
    std::vector<BatchLimitsFrom> sizes;
    for (const BatchSizeFrom& size : place.sizes)
        if (sizes.empty() || size.step <= place.step)
            sizes.push_back({batchOf(size.step), {size.texts, size.tokens}});
    const BatchPlan plan = m_data.items.plan(m_spec.training, place.epoch, sizes);
    const int64_t first = std::min(batchOf(place.step), plan.batchCount());
    const int64_t end = std::min(first + accumulation, plan.batchCount());
    if (place.step < place.firstStep || first >= end)
        throw Error(ErrorCode::BadSetting,
                    {"Epoch %1 of this run has no update %2.",
                     {std::to_string(place.epoch), std::to_string(place.step)}},
                    {"Choose another update.", {}});
    std::vector<int32_t> items;
    for (int64_t i = first; i < end; ++i) {
        const auto batch = plan.batch(i);
        items.insert(items.end(), batch.begin(), batch.end());
    }
    return items;
}

UpdateItem UpdateBatches::described(int32_t item) const
{
    UpdateItem result;
    result.row = m_data.items.row(item);
    if (m_data.items.textOf)
        result.text = m_data.items.textOf(item);
    result.tokens = m_data.items.lengths[static_cast<size_t>(item)];
    const auto row = static_cast<size_t>(result.row);
    if (result.row >= 0 && row < m_rows.size()) {
        if (result.text.empty())
            result.text = std::string(m_rows.texts()[row]);
        result.reference = referenceOf(m_rows, m_classes, row);
        if (m_rows.columns.front().kind == ColumnKind::Tokens) {
            const int64_t first = tokensBefore(item);
            result.text = tokensWithin(result.text, first, result.tokens);
            result.reference = tokensWithin(result.reference, first, result.tokens);
        }
    }
    return result;
}

/// Place within its row: the parts of a long row follow each other.
int64_t UpdateBatches::tokensBefore(int32_t item) const
{
    const int64_t row = m_data.items.row(item);
    int64_t before = 0;
    for (int32_t other = item - 1; other >= 0 && m_data.items.row(other) == row; --other)
        before += m_data.items.lengths[static_cast<size_t>(other)];
    return before;
}

UpdateBatches::Network::Network(UpdateBatches& batches, const torch::nn::Module& model,
                                torch::Device device)
    : m_batches(batches)
{
    const RandomStateScope numbersOfOthers(device); // Fresh weights are drawn.
    std::vector<Message> notes;
    m_module = &batches.m_task->makeNetwork(device, Task::Weights::ToBeLoaded, Monitor(), notes);
    copyWeights(model, *m_module);
    m_module->eval();
}

UpdateBatches::Network::~Network()
{
    m_batches.m_task->setState({});
    m_batches.m_task->dropNetwork();
}

std::unique_ptr<LiveModel> UpdateBatches::Network::open(const LiveModel& original) const
{
    return original.answers().open(m_batches.m_task->parts(),
                                   [moment = original.stepAndEpoch()] { return moment; });
}

torch::Tensor UpdateBatches::Network::loss(std::span<const int32_t> items)
{
    m_batches.m_task->setState({}); // A stream starts again each time.
    return m_batches.m_task->loss(items, {}).lossSum / m_batches.units(items);
}

std::vector<float> UpdateBatches::Network::itemLosses(std::span<const int32_t> items)
{
    m_batches.m_task->setState({});
    return core::itemLosses(m_batches.m_task->loss(items, {}).rowLosses, items,
                            m_batches.m_data.items);
}

std::vector<float> itemLosses(const RowLosses& losses, std::span<const int32_t> items,
                              const TrainingItems& all)
{
    if (!losses.values.defined())
        return {};
    const torch::Tensor values = losses.values.to(torch::kCPU, torch::kFloat64).contiguous();
    const double* const rows = values.data_ptr<double>();
    std::vector<float> means;
    means.reserve(items.size());
    for (size_t item = 0; item < items.size(); ++item) {
        const auto begin
            = losses.offsets.empty() ? static_cast<int64_t>(item) : losses.offsets[item];
        const auto end = losses.offsets.empty() ? begin + 1 : losses.offsets[item + 1];
        double sum = 0.0;
        for (int64_t row = begin; row < end; ++row)
            sum += rows[row];
        means.push_back(static_cast<float>(
            sum / static_cast<double>(std::max<int64_t>(1, all.units(items.subspan(item, 1))))));
    }
    return means;
}

} // namespace core
