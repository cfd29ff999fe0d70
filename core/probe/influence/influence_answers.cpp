#include "core/probe/influence/influence_answers.h"

#include "core/data/cells/cell_text.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/updates/network_parameters.h"
#include "core/probe/updates/update_answers.h"
#include "core/probe/updates/update_batches.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace core {

namespace {

/// "good", "DET NOUN VERB": the target of a loss that has no reference.
std::string targetOf(const CellReading& reading, const torch::Tensor& outputs,
                     const CellReading::Loss& loss)
{
    if (!loss.of.empty())
        return loss.of;
    std::string said;
    for (const std::string& each : reading.verdict(outputs, {}).said)
        appendToken(said, each);
    return said;
}

/// The loss of one example under a network whose weights change. Its target stays: without a
/// reference it is the first prediction.
class LossOfExample {
public:
    LossOfExample(const LiveCells& network, Example example) : m_reading(network.readCells(example))
    {
        const torch::NoGradGuard noGradient;
        torch::Tensor outputs = m_reading->run({});
        CellReading::Loss loss = m_reading->loss(outputs, CellReading::LossOf::AllTokens);
        m_traced = {loss.of, loss.ofTruth};
        if (!loss.ofTruth) {
            example.reference = m_traced.of = targetOf(*m_reading, outputs, loss);
            m_reading = network.readCells(example);
        } else if (!example.reference.empty()) {
            m_traced.of = example.reference;
        }
        m_first = value();
    }

    const TracedLoss& traced() const { return m_traced; }
    double first() const { return m_first; } ///< Under the first weights.
    torch::Tensor loss() const
    {
        return m_reading->loss(m_reading->run({}), CellReading::LossOf::AllTokens).value;
    }
    double value() const
    {
        const torch::NoGradGuard noGradient;
        return loss().item<double>();
    }

private:
    std::unique_ptr<CellReading> m_reading;
    TracedLoss m_traced;
    double m_first = 0.0;
};

[[noreturn]] void throwNoWeights()
{
    throw Error(
        ErrorCode::BadSetting,
        {"No update can be ranked: the weights around the updates of this run are not recorded.",
         {}},
        {"Record the training: tick Record and On disk in Updates, Histograms, or train with "
         "--record. The weights around its last %1 updates are kept, as far as they fit into %2 "
         "MiB.",
         {std::to_string(Recording::kUpdates), std::to_string(Recording::kWeightBytes >> 20)}});
}

/// A second network of a run, which is set to the weights around updates, and an example.
class TracedNetwork {
public:
    TracedNetwork(const LiveCells& model, UpdateBatches& batches, const std::string& run,
                  const Example& example)
        : m_weights(weightsOfRun(model, run))
        , m_network(batches, model.module(), model.device())
        , m_view(m_network.open(model))
        , m_example(dynamic_cast<const LiveCells&>(*m_view), example)
        , m_parameters(m_network.module())
        , m_now(m_parameters.copies())
    {
    }

    const RunWeights& weights() const { return m_weights; }
    UpdateBatches::Network& network() { return m_network; }
    const LossOfExample& example() const { return m_example; }
    const NetworkParameters& parameters() const { return m_parameters; }

    ParameterValues valuesOf(const WeightBlock& block) const
    {
        return m_parameters.from(m_weights.parameters, *block, m_now);
    }
    /// The loss of the example under a block of weights; each is computed once.
    double lossAt(const WeightBlock& block)
    {
        const auto known = m_losses.find(block);
        if (known != m_losses.end())
            return known->second;
        m_parameters.put(valuesOf(block));
        return m_losses[block] = m_example.value();
    }
    /// Leaves the network at the weights before the update, or at the middle.
    ParameterValues gradientAt(const KeptWeights& update, InfluenceAt at)
    {
        ParameterValues theta = valuesOf(update.before);
        if (at == InfluenceAt::Middle) {
            const ParameterValues after = valuesOf(update.after);
            for (size_t i = 0; i < theta.size(); ++i)
                theta[i] = (theta[i] + after[i]) / 2.0;
        }
        m_parameters.put(theta);
        return m_parameters.gradient([this] { return m_example.loss(); });
    }
    /// Leaves the network at its own weights.
    ParameterValues gradientNow()
    {
        m_parameters.put(m_now);
        return m_parameters.gradient([this] { return m_example.loss(); });
    }
    /// The step of an update, in double precision.
    ParameterValues stepOf(const KeptWeights& update) const
    {
        ParameterValues step = valuesOf(update.after);
        const ParameterValues before = valuesOf(update.before);
        for (size_t i = 0; i < step.size(); ++i)
            step[i] = step[i].to(torch::kFloat64) - before[i].to(torch::kFloat64);
        return step;
    }

private:
    RunWeights m_weights;
    UpdateBatches::Network m_network;
    std::unique_ptr<LiveModel> m_view;
    LossOfExample m_example;
    NetworkParameters m_parameters;
    ParameterValues m_now; ///< For parameters that are not recorded because they do not learn.
    std::map<WeightBlock, double> m_losses;
};

/// Fills in the values of an update that are recorded beside its weights.
void describe(UpdateInfluence& update, const std::vector<ShownUpdate>& recorded)
{
    const auto found
        = std::lower_bound(recorded.begin(), recorded.end(), update.step,
                           [](const ShownUpdate& each, int64_t step) { return each->step < step; });
    if (found == recorded.end() || (*found)->step != update.step)
        return;
    update.epoch = (*found)->epoch;
    update.texts = std::ssize((*found)->items);
    update.batchLoss = (*found)->loss;
}

/// Adds the sums and the numbers of updates that are not ranked.
void complete(Influence& result, const RunWeights& weights,
              const std::vector<ShownUpdate>& recorded)
{
    for (const UpdateInfluence& each : result.updates) {
        result.estimatedSum += each.estimated;
        result.measuredSum += each.measured;
    }
    const auto ranked = std::ssize(weights.updates);
    result.between = weights.updates.back().step - weights.updates.front().step + 1 - ranked;
    result.notRanked
        = std::count_if(recorded.begin(), recorded.end(), [&](const ShownUpdate& each) {
              return weights.find(each->step) == nullptr;
          });
    std::stable_sort(result.updates.begin(), result.updates.end(),
                     [](const UpdateInfluence& a, const UpdateInfluence& b) {
                         return std::abs(a.estimated) > std::abs(b.estimated);
                     });
}

} // namespace

Influence influence(const LiveCells& model, const AskInfluence& question, const Monitor& monitor)
{
    const torch::NoGradGuard noGradient;
    TracedNetwork traced(model, *question.batches, question.run, question.example);
    const std::vector<ShownUpdate> recorded = recordedUpdates(model, question.run);
    Influence result;
    result.text = question.example.text;
    result.batches = question.batches;
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    result.loss = traced.example().traced();
    result.lossNow = traced.example().first();
    if (traced.weights().updates.empty())
        throwNoWeights();
    const auto& updates = traced.weights().updates;
    result.firstLoss = traced.lossAt(updates.front().before);
    result.lastLoss = traced.lossAt(updates.back().after);
    for (const KeptWeights& each : updates) {
        monitor.throwIfStopped();
        UpdateInfluence update;
        update.step = each.step;
        update.lossBefore = traced.lossAt(each.before);
        update.measured = traced.lossAt(each.after) - update.lossBefore;
        update.estimated = dot(traced.gradientAt(each, question.at), traced.stepOf(each));
        describe(update, recorded);
        result.updates.push_back(update);
        monitor.report(
            {{"Ranking the updates", {}},
             static_cast<double>(result.updates.size()) / static_cast<double>(updates.size())});
    }
    complete(result, traced.weights(), recorded);
    return result;
}

namespace {

/// Adds the products of the texts of one update. The network is at the weights of `gradient`.
class TextProducts {
public:
    TextProducts(UpdateBatches& batches, TracedNetwork& traced)
        : m_batches(batches), m_traced(traced)
    {
    }

    /// @param recorded  null: nothing is.
    void add(std::span<const int32_t> items, const ShownUpdate& recorded, double learningRate,
             const ParameterValues& gradient, const Monitor& monitor)
    {
        const auto units = static_cast<double>(m_batches.units(items));
        for (size_t i = 0; i < std::min(items.size(), AskTextInfluences::kMostTexts); ++i) {
            monitor.throwIfStopped();
            const std::span<const int32_t> one = items.subspan(i, 1);
            TextInfluence& text = m_texts[items[i]];
            if (text.updates++ == 0)
                text.item = m_batches.described(items[i]);
            const ParameterValues own = m_traced.parameters().gradient(
                [&] { return m_traced.network().loss(one); }, &text.item.lossNow);
            if (recorded != nullptr && i < recorded->itemLosses.size())
                text.item.lossThen = static_cast<double>(recorded->itemLosses[i]);
            const double share = static_cast<double>(m_batches.units(one)) / units;
            text.product -= learningRate * share * dot(own, gradient);
        }
    }
    /// The texts that lower the loss most come first.
    void giveTo(TextInfluences& result) const
    {
        for (const auto& [item, text] : m_texts) {
            result.texts.push_back(text);
            result.productSum += text.product;
        }
        std::stable_sort(
            result.texts.begin(), result.texts.end(),
            [](const TextInfluence& a, const TextInfluence& b) { return a.product < b.product; });
    }

private:
    UpdateBatches& m_batches;
    TracedNetwork& m_traced;
    std::map<int32_t, TextInfluence> m_texts; ///< By item.
};

/// The products over all updates whose weights and texts are recorded.
void addAllUpdates(const LiveModel& model, const AskTextInfluences& question, TracedNetwork& traced,
                   TextProducts& products, TextInfluences& result, const Monitor& monitor)
{
    if (traced.weights().updates.empty())
        throwNoWeights();
    result.beforeUpdate = true;
    result.estimated = result.measured = 0.0;
    const std::vector<ShownUpdate> recorded = recordedUpdates(model, question.run);
    for (size_t i = 0; i < recorded.size(); ++i) {
        const KeptWeights* const kept = traced.weights().find(recorded[i]->step);
        if (kept == nullptr)
            continue;
        result.measured += traced.lossAt(kept->after) - traced.lossAt(kept->before);
        const ParameterValues gradient = traced.gradientAt(*kept, InfluenceAt::Before);
        result.estimated += dot(gradient, traced.stepOf(*kept));
        result.learningRate = recorded[i]->learningRate;
        result.itemCount += std::ssize(recorded[i]->items);
        products.add(recorded[i]->items, recorded[i], result.learningRate, gradient, monitor);
        monitor.report({{"Ranking the texts of all updates", {}},
                        static_cast<double>(i + 1) / static_cast<double>(recorded.size())});
    }
}

void addUpdate(const LiveModel& model, const AskTextInfluences& question, TracedNetwork& traced,
               TextProducts& products, TextInfluences& result, const Monitor& monitor)
{
    const KeptWeights* const kept = traced.weights().find(question.place.step);
    const auto [items, recorded] = itemsOf(model, question);
    if (recorded != nullptr)
        result.learningRate = recorded->learningRate;
    result.itemCount = std::ssize(items);
    result.beforeUpdate = kept != nullptr;
    if (kept != nullptr)
        result.measured = traced.lossAt(kept->after) - traced.lossAt(kept->before);
    const ParameterValues gradient
        = kept != nullptr ? traced.gradientAt(*kept, InfluenceAt::Before) : traced.gradientNow();
    if (kept != nullptr)
        result.estimated = dot(gradient, traced.stepOf(*kept));
    products.add(items, recorded, result.learningRate, gradient, monitor);
}

} // namespace

TextInfluences textInfluences(const LiveCells& model, const AskTextInfluences& question,
                              const Monitor& monitor)
{
    const torch::NoGradGuard noGradient;
    TracedNetwork traced(model, *question.batches, question.run, question.example);
    TextProducts products(*question.batches, traced);
    TextInfluences result;
    result.place = question.place;
    result.allUpdates = question.allUpdates;
    result.loss = traced.example().traced();
    result.batches = question.batches;
    if (question.allUpdates)
        addAllUpdates(model, question, traced, products, result, monitor);
    else
        addUpdate(model, question, traced, products, result, monitor);
    products.giveTo(result);
    return result;
}

ExampleLoss exampleLoss(LiveCells& model, const AskExampleLoss& question, const Monitor& monitor)
{
    ExampleLoss result;
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    const InspectionScope scope(model.module(), model.torchDevice());
    const std::unique_ptr<CellReading> reading = model.readCells(question.example);
    const torch::Tensor outputs = reading->run({});
    const CellReading::Loss loss = reading->loss(outputs, CellReading::LossOf::AllTokens);
    const TextVerdict verdict = reading->verdict(outputs, {});
    result.target = {loss.ofTruth ? question.example.reference : targetOf(*reading, outputs, loss),
                     loss.ofTruth};
    if (loss.ofTruth || !verdict.number)
        result.loss = loss.value.item<double>();
    if (model.answers().has(AskBriefly::kName))
        result.prediction
            = model.ask(AskBriefly{question.example.text, question.example.className}, monitor);
    else
        result.prediction.text = targetOf(*reading, outputs, {});
    return result;
}

void readInfluenceData(AskInfluence& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    UpdateQuestion all{question.run, {}, question.batches};
    readUpdateBatches(all, spec, monitor);
    question.batches = all.batches;
}

void readTextInfluenceData(AskTextInfluences& question, const ExperimentSpec& spec,
                           const Monitor& monitor)
{
    readUpdateBatches(question, spec, monitor);
}

} // namespace core
