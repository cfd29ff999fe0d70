#include "core/probe/states/batch_gradients.h"

#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/states/state_nodes.h"
#include "core/probe/updates/update_answers.h"
#include "core/probe/updates/update_batches.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

bool hasJustLearnt(const LiveModel& model)
{
    return model.isTrained() && model.recording() != nullptr
        && !model.recording()->updates().empty();
}

/// What `step` 0 of a question stands for.
UpdatePlace chosenPlace(const LiveModel& model, const AskBatchGradients& question)
{
    if (question.place.step > 0)
        return question.place;
    if (hasJustLearnt(model)) {
        const ShownUpdate& last = model.recording()->updates().back();
        return {last->step, last->epoch, last->step, {}}; // Its items are written down.
    }
    UpdatePlace place{1, 1, 1, {}};
    for (const UpdatePlace& each : question.places)
        if (each.step <= model.step())
            place = each;
    return place;
}

/// An item of a batch as the training had it: a part of a row has only its own tokens and tags.
Example exampleOf(const LiveCells& cells, const UpdateBatches& batches, UpdateItem item)
{
    if (item.row < 0)
        return {.text = std::move(item.text), .division = Division::OfData};
    Example example = cells.example(batches.rows(), static_cast<size_t>(item.row));
    example.text = std::move(item.text);
    if (!example.reference.empty())
        example.reference = std::move(item.reference);
    return example;
}

void takeTexts(BatchGradients& result, const LiveCells& model, const AskBatchGradients& question)
{
    if (!question.texts.empty()) {
        result.texts = question.texts;
        result.itemCount = std::ssize(question.texts);
        return;
    }
    UpdateQuestion update = question;
    update.place = result.place = chosenPlace(model, question);
    const auto [items, recorded] = itemsOf(model, update);
    result.latest = question.place.step == 0 && hasJustLearnt(model);
    result.recorded = recorded != nullptr;
    result.itemCount = std::ssize(items);
    result.batches = question.batches;
    for (size_t i = 0; i < items.size() && i < size_t{AskBatchGradients::kMostTexts}; ++i)
        result.texts.push_back(
            exampleOf(model, *question.batches, question.batches->described(items[i])));
}

/// How many of the texts, from the first on, can be read in about a second.
int64_t readable(const std::vector<int64_t>& lengths, const CellLayers& cells)
{
    constexpr double kMostMultiplications = 1e10;
    double token = 0.0; // Forward, and twice as much backward.
    for (const torch::Tensor& parameter : cells.module->parameters())
        token += 3.0 * static_cast<double>(parameter.numel());
    int64_t longest = 0, count = 0;
    for (const int64_t length : lengths) {
        longest = std::max(longest, length);
        if (count > 0 && token * static_cast<double>(longest * (count + 1)) > kMostMultiplications)
            break;
        ++count;
    }
    return count;
}

/// Between the values at both sides of it. @pre sorted, not empty.
double quantile(const std::vector<double>& values, double share)
{
    const double place = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<size_t>(place);
    const size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

StepNorms summed(std::vector<double> norms)
{
    std::sort(norms.begin(), norms.end());
    return {std::ssize(norms),
            std::accumulate(norms.begin(), norms.end(), 0.0) / static_cast<double>(norms.size()),
            quantile(norms, 0.25), quantile(norms, 0.75)};
}

enum class Aligned { AtStart, AtEnd };

/// @param norms  [tokens, texts]
std::vector<StepNorms> stepNorms(const torch::Tensor& norms, const std::vector<int64_t>& lengths,
                                 int64_t direction, Aligned aligned)
{
    // A layer that reads backwards begins with the last token.
    const bool fromLastToken = (aligned == Aligned::AtEnd) == (direction == 0);
    const torch::Tensor plain = norms.to(torch::kCPU, torch::kFloat64).contiguous();
    const double* const values = plain.data_ptr<double>();
    std::vector<StepNorms> steps;
    for (int64_t step = 0; step < plain.size(0); ++step) {
        std::vector<double> found;
        for (int64_t text = 0; text < plain.size(1); ++text) {
            const int64_t length = lengths[static_cast<size_t>(text)];
            const int64_t token = fromLastToken ? length - 1 - step : step;
            if (step < length)
                found.push_back(values[token * plain.size(1) + text]);
        }
        steps.push_back(summed(std::move(found)));
    }
    return steps;
}

} // namespace

void readBatchTexts(AskBatchGradients& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    if (question.texts.empty())
        readUpdateBatches(question, spec, monitor);
}

BatchGradients batchGradients(const LiveCells& model, const AskBatchGradients& question)
{
    BatchGradients result;
    const std::vector<CellLayers> stacks = model.stacks();
    const auto found = beginFlow(result, model, stacks, question.layer, question.direction);
    if (!found)
        return result;
    takeTexts(result, model, question);
    const CellPlace& place = *found;
    const CellLayers& layers = stacks[place.stack];

    // Gradients are taken of states alone: no parameter's .grad is touched.
    const InspectionScope scope(model.module(), model.torchDevice());
    const std::unique_ptr<CellBatch> batch = model.readBatch(result.texts);
    batch->keepFirst(readable(batch->lengths(place.stack), layers));
    const std::vector<int64_t> lengths = batch->lengths(place.stack);
    result.texts.resize(lengths.size());
    const torch::AutoGradMode enabled(true);
    StateNodes nodes(place, *layers.graph, *std::max_element(lengths.begin(), lengths.end()));
    const torch::Tensor losses = batch->losses({nodes.hook()}, derivedLoss(stacks, place));
    result.loss = losses.mean().item<double>();
    for (const torch::Tensor& gradients : nodes.gradients(losses.sum())) { // [tokens, texts, size]
        const torch::Tensor norms = gradients.norm(2, {2});
        result.fromEnd.push_back(stepNorms(norms, lengths, place.direction, Aligned::AtEnd));
        result.fromStart.push_back(stepNorms(norms, lengths, place.direction, Aligned::AtStart));
    }
    return result;
}

} // namespace core
