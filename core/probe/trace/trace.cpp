#include "core/probe/trace/trace.h"

#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"
#include "core/probe/trace/trace_cell.h"
#include "core/probe/trace/trace_chain.h"
#include "core/probe/updates/recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace core {

namespace {

/// Tensors [steps, units] of one layer or quantity; a network may compute it step by step.
using Steps = std::vector<torch::Tensor>;

/// Layer, direction and quantity of a recurrent layer.
using CellKey = std::tuple<int64_t, int64_t, size_t>;

/// Keeps what the layers of a network compute.
class TraceRecord {
public:
    TraceRecord(const torch::nn::Module& network, bool gradients) : m_gradients(gradients)
    {
        m_paths[&network] = {};
        for (const auto& child : network.named_modules({}, /*include_self=*/false))
            m_paths.emplace(child.value().get(), child.key() + ".");
    }

    LayerHook layerHook()
    {
        return [this](const torch::nn::Module& owner, std::string_view name,
                      const torch::Tensor& output) {
            const torch::Tensor kept = keptTensor(output);
            m_layers[m_paths.at(&owner) + std::string(name)].push_back(kept);
            return kept;
        };
    }
    CellHook cellHook()
    {
        return [this](const CellMoment& moment, const torch::Tensor& computed) {
            const torch::Tensor kept = keptTensor(computed);
            Steps& steps = m_cells[{moment.layer, moment.direction, moment.quantity}];
            const auto token = static_cast<size_t>(moment.token);
            steps.resize(std::max(steps.size(), token + 1));
            steps[token] = kept;
            return kept;
        };
    }
    /// A decoder attends step by step: its rows are joined.
    AttentionHook attentionHook()
    {
        return {.weights = [this](const AttentionPlace& place, const torch::Tensor& weights,
                                  const torch::Tensor&) {
            m_attention[{place.group, place.layer}].push_back(weights.detach());
            return weights;
        }};
    }

    const Steps* layer(const std::string& name) const
    {
        const auto found = m_layers.find(name);
        return found == m_layers.end() ? nullptr : &found->second;
    }
    const Steps& cell(const CellKey& key) const { return m_cells.at(key); }
    std::vector<AttentionMap> attention() const
    {
        std::vector<AttentionMap> maps;
        for (const auto& [place, parts] : m_attention)
            addMaps(maps, place.first, place.second,
                    torch::cat(parts, 2).slice(2, 0, Trace::kSteps).slice(3, 0, Trace::kSteps));
        return maps;
    }

    /// [steps, units] of all; the batch has one text.
    static torch::Tensor whole(const Steps& steps)
    {
        return rows(steps, [](const torch::Tensor& step) { return step; });
    }

    /// Differentiates `loss` with respect to everything that was kept.
    void differentiate(const torch::Tensor& loss)
    {
        torch::autograd::variable_list all;
        const auto collect = [&](const auto& recorded) {
            for (const auto& [key, steps] : recorded)
                all.insert(all.end(), steps.begin(), steps.end());
        };
        collect(m_layers);
        collect(m_cells);
        const auto found = torch::autograd::grad({loss}, all, {}, /*retain_graph=*/false,
                                                 /*create_graph=*/false, /*allow_unused=*/true);
        for (size_t i = 0; i < all.size(); ++i)
            m_slopes[all[i].unsafeGetTensorImpl()] = found[i];
    }

    TraceVectors vectors(const Steps& steps) const
    {
        const torch::Tensor all = whole(steps);
        const int64_t shown = std::min(all.size(0), Trace::kSteps);
        const torch::Tensor seen = all.narrow(0, 0, shown).detach().to(torch::kFloat);
        const torch::Tensor reduced = reducedUnits(seen);
        TraceVectors result{shown, reduced.size(1), plainFloats(reduced), norms(seen), {}};
        if (m_slopes.empty())
            return result;
        bool depends = false;
        const torch::Tensor slopes = rows(steps, [&](const torch::Tensor& step) {
            const torch::Tensor& slope = m_slopes.at(step.unsafeGetTensorImpl());
            depends = depends || slope.defined();
            return slope.defined() ? slope : torch::zeros_like(step);
        });
        if (depends)
            result.gradientNorms = norms(slopes.narrow(0, 0, shown).to(torch::kFloat));
        return result;
    }

private:
    /// A network with frozen weights has nothing to differentiate before its first trained layer.
    torch::Tensor keptTensor(const torch::Tensor& computed) const
    {
        return m_gradients && !computed.requires_grad() ? computed.detach().requires_grad_()
                                                        : computed;
    }
    template <class Part> static torch::Tensor rows(const Steps& steps, const Part& part)
    {
        std::vector<torch::Tensor> all;
        for (const torch::Tensor& step : steps)
            all.push_back(part(step).reshape({-1, step.size(-1)}));
        return torch::cat(all);
    }
    static std::vector<double> norms(const torch::Tensor& vectors)
    {
        const std::vector<float> floats = plainFloats(vectors.norm(2, {1}));
        return {floats.begin(), floats.end()};
    }
    /// Means of as few neighbouring units as leave Trace::kUnits at most.
    static torch::Tensor reducedUnits(const torch::Tensor& vectors)
    {
        const int64_t units = vectors.size(1), each = (units + Trace::kUnits - 1) / Trace::kUnits;
        if (each == 1)
            return vectors;
        std::vector<torch::Tensor> groups;
        for (int64_t first = 0; first < units; first += each)
            groups.push_back(
                vectors.narrow(1, first, std::min(each, units - first)).mean(1, /*keepdim=*/true));
        return torch::cat(groups, 1);
    }

    bool m_gradients;
    std::map<const torch::nn::Module*, std::string> m_paths;
    std::map<std::string, Steps> m_layers;
    std::map<CellKey, Steps> m_cells;
    std::map<std::pair<std::string, int64_t>, Steps> m_attention;
    std::map<const void*, torch::Tensor> m_slopes;
};

/// The vectors of each row, whole. [steps, units]; undefined for a row without.
using WholeRows = std::vector<torch::Tensor>;

/// Recurrent layers of a stack that one layer of the summary stands for.
struct StackPart {
    size_t stack = 0;
    int64_t first = 0, count = 0;
};

/// The summary has one layer for the whole stack, or one for each layer of it.
StackPart partOf(const std::vector<LayerSummary>& layers, size_t layer, size_t stack,
                 const CellLayers& cells)
{
    const auto isPart = [&](const LayerSummary& other) {
        return other.flow.kind == TokenFlow::Steps && other.side == layers[layer].side;
    };
    const int64_t each = cells.layers / std::count_if(layers.begin(), layers.end(), isPart);
    return {stack,
            each * std::count_if(layers.begin(), layers.begin() + std::ptrdiff_t(layer), isPart),
            each};
}

/// The rows of one recurrent layer of the summary: a row for each direction of its part.
void addCellRows(const TraceRecord& record, const std::vector<CellLayers>& stacks,
                 const StackPart& part, int64_t layer, std::vector<TraceRow>& rows,
                 WholeRows& whole)
{
    const CellLayers& cells = stacks[part.stack];
    const std::vector<StateQuantity> described = describedCell(stacks).quantities;
    const int64_t before = part.first + (part.stack == 0 ? 0 : stacks.front().layers);
    for (int64_t depth = 0; depth < part.count; ++depth)
        for (int64_t direction = 0; direction < (cells.bidirectional ? 2 : 1); ++direction) {
            TraceRow row{layer, depth, direction, 0, {}, {}};
            size_t name = 0;
            for (size_t i = 0; i < cells.graph->quantities().size(); ++i) {
                if (cells.graph->quantities()[i].term)
                    continue;
                const Steps& steps = record.cell({before + depth, direction, i});
                row.quantities.push_back({described[name++], record.vectors(steps)});
                if (row.quantities.back().description.name == cells.graph->stateName(0)) {
                    row.output = row.quantities.back().vectors;
                    row.features = steps.front().size(-1);
                    whole.push_back(TraceRecord::whole(steps));
                }
            }
            rows.push_back(std::move(row));
        }
}

/// The share of the units of `slice` [units] that each row of `vectors` [steps, units] has
/// unchanged; equal values share. A unit of 0 may come from none: a rectifier has cut it off.
/// Empty: another unit is in none of them, or all are 0.
std::vector<double> passedShares(const torch::Tensor& vectors, const torch::Tensor& slice)
{
    const torch::Tensor equal = vectors.eq(slice.unsqueeze(0)).to(torch::kFloat);
    const torch::Tensor winners = equal.sum(0);
    const torch::Tensor isPassed = winners.gt(0.0);
    if (!isPassed.logical_or(slice.eq(0.0)).all().item<bool>() || !isPassed.any().item<bool>())
        return {};
    const std::vector<float> shares
        = plainFloats((equal / winners.clamp_min(1.0)).mean(1).slice(0, 0, Trace::kSteps));
    return {shares.begin(), shares.end()};
}

/// Finds what poolings pass on: the units of the vector of the whole text are those of the rows
/// right before it, one after the other.
void addPassedShares(const std::vector<LayerSummary>& layers, const WholeRows& whole,
                     std::vector<TraceRow>& rows)
{
    for (size_t row = 1; row < rows.size(); ++row) {
        if (layers[static_cast<size_t>(rows[row].layer)].flow.kind != TokenFlow::Pool
            || !whole[row].defined() || whole[row].size(0) != 1)
            continue;
        size_t first = row;
        for (int64_t units = whole[row].size(1);
             units > 0 && first > 0 && whole[first - 1].defined() && whole[first - 1].size(0) > 1;)
            units -= whole[--first].size(1);
        int64_t unit = 0;
        for (size_t from = first; from < row; ++from) {
            const int64_t units = whole[from].size(1);
            if (unit + units > whole[row].size(1))
                break;
            rows[from].passedShares
                = passedShares(whole[from], whole[row][0].narrow(0, unit, units));
            unit += units;
        }
    }
}

std::vector<TraceRow> traceRows(const TraceRecord& record, const std::vector<CellLayers>& stacks,
                                const std::vector<LayerSummary>& layers)
{
    std::vector<TraceRow> rows;
    WholeRows whole;
    for (size_t i = 0; i < layers.size(); ++i) {
        const auto number = static_cast<int64_t>(i);
        const size_t stack = layers[i].side == LayerSide::Target ? stacks.size() - 1 : 0;
        const Steps* steps = record.layer(layers[i].name);
        if (layers[i].flow.kind == TokenFlow::Steps && stacks[stack].graph != nullptr) {
            addCellRows(record, stacks, partOf(layers, i, stack, stacks[stack]), number, rows,
                        whole);
            continue;
        }
        TraceRow row{number, 0, 0, 0, {}, {}};
        if (steps != nullptr) {
            row.features = steps->front().size(-1);
            row.output = record.vectors(*steps);
        }
        rows.push_back(std::move(row));
        whole.push_back(steps == nullptr ? torch::Tensor() : TraceRecord::whole(*steps));
    }
    addPassedShares(layers, whole, rows);
    return rows;
}

std::vector<std::vector<TraceOutput>> likeliestOutputs(const LiveCells& model,
                                                       const torch::Tensor& scores)
{
    const int64_t outputs = scores.defined() ? scores.size(-1) : 0;
    if (outputs < 2)
        return {};
    const torch::Tensor rows
        = scores.detach().reshape({-1, outputs}).to(torch::kCPU, torch::kFloat);
    const torch::Tensor shown = rows.narrow(0, 0, std::min(rows.size(0), Trace::kSteps));
    const auto [values, places]
        = torch::softmax(shown, 1).topk(std::min(outputs, Trace::kOutputs), 1);
    std::vector<std::vector<TraceOutput>> all(static_cast<size_t>(shown.size(0)));
    for (int64_t row = 0; row < shown.size(0); ++row)
        for (int64_t rank = 0; rank < values.size(1); ++rank)
            all[static_cast<size_t>(row)].push_back(
                {model.outputName(places[row][rank].item<int64_t>()),
                 values[row][rank].item<double>()});
    return all;
}

/// Puts `none` in front of the steps' values and behind them. @param width  values of a step.
template <class Value>
void putBetweenMarks(std::vector<Value>& values, int64_t width, const Value& none)
{
    if (values.empty())
        return;
    values.insert(values.begin(), static_cast<size_t>(width), none);
    values.insert(values.end(), static_cast<size_t>(width), none);
    values.resize(std::min(values.size(), static_cast<size_t>(width * Trace::kSteps)));
}

/// The head has no states at the marks around the words of a tagger: nothing stands there, so that
/// what it has stands above its words.
void alignWithMarks(Trace& trace)
{
    for (TraceRow& row : trace.rows) {
        if (!trace.layers[static_cast<size_t>(row.layer)].name.starts_with("head."))
            continue;
        putBetweenMarks(row.output.values, row.output.units, 0.0F);
        putBetweenMarks(row.output.norms, 1, 0.0);
        putBetweenMarks(row.output.gradientNorms, 1, 0.0);
        row.output.steps = std::ssize(row.output.norms);
    }
    putBetweenMarks(trace.outputs, 1, {});
    if (trace.chain) {
        putBetweenMarks(trace.chain->probabilities, std::ssize(trace.chain->tags), 0.0F);
        putBetweenMarks(trace.chain->path, 1, int64_t{-1});
    }
}

/// The newest update of the recording that has norms.
std::optional<TraceUpdate> lastUpdate(const LiveModel& model,
                                      const std::vector<LayerSummary>& layers)
{
    if (model.recording() == nullptr)
        return std::nullopt;
    const std::vector<RecordedParameter>& parameters = model.recording()->parameters;
    const auto& updates = model.recording()->updates();
    const auto found = std::find_if(updates.rbegin(), updates.rend(), [&](const ShownUpdate& each) {
        return !each->norms.empty() && each->norms.size() == parameters.size();
    });
    if (found == updates.rend())
        return std::nullopt;
    TraceUpdate update{(*found)->step, {}, {}};
    for (const LayerSummary& layer : layers) {
        double change = 0.0, weight = 0.0;
        for (size_t i = 0; i < parameters.size(); ++i)
            if (parameters[i].name.starts_with(layer.name + ".")) {
                change += std::pow(double((*found)->norms[i].step), 2);
                weight += std::pow(double((*found)->norms[i].weight), 2);
            }
        update.changes.push_back(std::sqrt(change));
        update.weights.push_back(std::sqrt(weight));
    }
    return update;
}

/// @return the tokens that were cut off.
int64_t cutToShown(std::vector<std::string>& tokens)
{
    const int64_t cut = std::max<int64_t>(std::ssize(tokens) - Trace::kSteps, 0);
    tokens.resize(tokens.size() - static_cast<size_t>(cut));
    return cut;
}

} // namespace

Trace traceOf(const LiveCells& model, const AskTrace& question)
{
    Trace trace;
    trace.text = question.example.text;
    std::tie(trace.step, trace.epoch) = model.stepAndEpoch();
    trace.layers = model.summary().layers;
    const std::vector<CellLayers> stacks = model.stacks();

    // Only gradients of outputs are computed: no parameter's .grad is changed.
    const InspectionScope scope(model.module(), model.torchDevice());
    const std::unique_ptr<CellReading> text = model.readCells(question.example);
    trace.cutTokens = text->cutTokens() + text->readOn();
    trace.tokens = text->tokens(0);
    trace.unknown = unknownWordsIn(model.readText(question.example));
    if (stacks.size() > 1)
        trace.targetTokens = text->tokens(1);
    TraceRecord record(model.module(), question.gradients);
    const torch::AutoGradMode enabled(question.gradients);
    const torch::Tensor outputs = [&] {
        const LayerHook layers = record.layerHook();
        const LayerHookScope observed(layers);
        return text->run({record.cellHook()}, record.attentionHook());
    }();
    const CellReading::Loss loss = text->loss(outputs, CellReading::LossOf::AllTokens);
    trace.verdict = text->verdict(outputs.detach(), {});
    if (loss.ofTruth || !trace.verdict.number) // A number has no loss by itself.
        trace.verdict.loss = loss.value.item<double>();
    if (question.gradients && trace.verdict.loss)
        record.differentiate(loss.value);
    const torch::NoGradGuard noGradient;
    trace.verdict.lossOf = loss.of;
    trace.verdict.lossOfTruth = loss.ofTruth;
    trace.rows = traceRows(record, stacks, trace.layers);
    if (stacks.front().graph != nullptr)
        trace.cell = operationsOf(*stacks.front().graph);
    trace.attention = record.attention();
    trace.chain = chainOf(model, outputs.detach(), trace.verdict.said);
    trace.update = lastUpdate(model, trace.layers);
    trace.outputs = likeliestOutputs(model, model.predictionScores(outputs));
    const auto* encoder = dynamic_cast<const LiveEncoder*>(&model);
    if (encoder != nullptr && encoder->textNetwork().marks() == TextMarks::Around)
        alignWithMarks(trace);
    trace.continuation = model.continuation(trace.text, outputs.detach());
    trace.cutTokens += cutToShown(trace.tokens) + cutToShown(trace.targetTokens);
    return trace;
}

} // namespace core
