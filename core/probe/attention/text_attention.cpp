#include "core/probe/attention/text_attention.h"

#include "core/nn/tensors.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/attention/changed_texts.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"

#include <torch/autograd.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace core {

namespace {

using Text = LiveEncoder::Text;

std::vector<AttentionHeadFacts> factsOf(const LiveEncoder& model, std::vector<AttentionMap> maps)
{
    const bool causal = model.textNetwork().encoder().traits().causal;
    std::vector<AttentionHeadFacts> all;
    for (AttentionMap& map : maps) {
        const bool looksBack = causal && map.group == "encoder";
        all.push_back(headFacts(std::move(map), looksBack));
    }
    return all;
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string all;
    for (const std::string& part : parts)
        all += (all.empty() ? "" : " ") + part;
    return all;
}

/// Reads what a network says of a text off its outputs.
class Sayings {
public:
    /// @param plain  outputs of the network as it is.
    Sayings(const LiveEncoder& model, const Text& text, std::string reference,
            const torch::Tensor& plain)
        : m_model(model), m_text(text), m_plain(plain)
    {
        m_verdict = model.verdict(plain, text);
        const LiveEncoder::Loss loss
            = model.loss(plain, text, reference, LiveEncoder::LossOf::AllTokens);
        m_truth = loss.ofTruth;
        m_hasLoss = loss.ofTruth || !m_verdict.number;
        // What the network says as it is stands in for an unknown truth, of all readings alike.
        m_reference = loss.ofTruth   ? std::move(reference)
            : m_verdict.said.empty() ? std::string()
                                     : joined(m_verdict.said);
        m_lossOf = m_truth ? m_reference : loss.of;
    }

    const TextVerdict& verdict() const { return m_verdict; }
    bool ofTruth() const { return m_truth; }
    const std::string& lossOf() const { return m_lossOf; }
    /// Differentiable.
    torch::Tensor lossTensor(const torch::Tensor& outputs) const
    {
        return m_model.loss(outputs, m_text, m_reference, LiveEncoder::LossOf::AllTokens).value;
    }

    AttentionSaying of(const torch::Tensor& outputs) const
    {
        TextVerdict verdict = m_model.verdict(outputs, m_text);
        AttentionSaying saying;
        saying.said = joined(verdict.said);
        if (!verdict.probabilities.empty()) {
            const auto best
                = std::max_element(m_verdict.probabilities.begin(), m_verdict.probabilities.end())
                - m_verdict.probabilities.begin();
            saying.probability = verdict.probabilities[static_cast<size_t>(best)];
        }
        saying.probabilities = std::move(verdict.probabilities);
        if (m_hasLoss)
            saying.loss = lossTensor(outputs).item<double>();
        return saying;
    }

    AttentionOutcome outcome(const PlannedChange& planned, const torch::Tensor& outputs) const
    {
        AttentionOutcome outcome{planned.change, planned.site, of(outputs)};
        outcome.distance = distance(outputs);
        outcome.turned = outcome.saying.said != joined(m_verdict.said);
        return outcome;
    }
    double distance(const torch::Tensor& outputs) const
    {
        return m_verdict.number
            ? std::abs(*m_model.verdict(outputs, m_text).number - *m_verdict.number)
            : outputDistance(outputs, m_plain);
    }

private:
    const LiveEncoder& m_model;
    const Text& m_text;
    torch::Tensor m_plain;
    TextVerdict m_verdict;
    std::string m_reference, m_lossOf;
    bool m_truth = false, m_hasLoss = true;
};

/// |Σ_k x_k dL/dx_k| of each token's vector x: the derivative by a factor of the vector.
std::vector<double> gradientTimesInput(const LiveEncoder& model, const Text& text,
                                       const Sayings& sayings)
{
    const torch::AutoGradMode enabled(true);
    SequenceBatch batch = batchOf(model, text);
    batch.factors
        = torch::ones(batch.ids.sizes(), torch::TensorOptions(batch.ids.device())).requires_grad_();
    const torch::Tensor loss = sayings.lossTensor(model.textNetwork().forward(batch));
    const auto found = torch::autograd::grad({loss}, {batch.factors}, {}, /*retain_graph=*/false,
                                             /*create_graph=*/false, /*allow_unused=*/true);
    if (!found[0].defined())
        return {};
    const std::vector<float> values = plainFloats(found[0].abs().flatten());
    return {values.begin(), values.end()};
}

/// What leaving each token out moves: of outputs for tokens the mean over those that are left.
std::vector<double> leaveOneOut(const LiveEncoder& model, const Text& text,
                                const torch::Tensor& plain, const Sayings& sayings)
{
    if (text.ids.longest < 2 || text.ids.longest > AskAttentionTest::kMostLeftOut)
        return {};
    std::vector<double> moved;
    const std::vector<torch::Tensor> without = outputsWithout(model, text);
    const torch::Tensor rows = plain.reshape({-1, plain.size(-1)});
    for (size_t token = 0; token < without.size(); ++token) {
        if (rows.size(0) == 1) {
            moved.push_back(sayings.distance(without[token]));
            continue;
        }
        const auto gone = static_cast<int64_t>(token);
        const torch::Tensor kept = torch::cat(
            {rows.narrow(0, 0, gone), rows.narrow(0, gone + 1, rows.size(0) - gone - 1)});
        moved.push_back(outputDistance(without[token], kept));
    }
    return moved;
}

} // namespace

AttentionTest attentionTest(const LiveEncoder& model, const AskAttentionTest& question,
                            const Monitor& monitor)
{
    AttentionTest test;
    const Text text = model.readText(question.example);
    test.text = question.example.text;
    test.tokens = text.tokens;
    std::tie(test.step, test.epoch) = model.stepAndEpoch();
    const InspectionScope scope(model.module(), model.torchDevice());
    const OpenedNetwork opened = model.textNetwork().open(batchOf(model, text));
    const Sayings sayings(model, text, question.example.reference, opened.logits);
    test.heads = factsOf(model, attentionMaps(opened));
    test.classes = sayings.verdict().classes;
    test.plain = sayings.of(opened.logits);
    test.lossOf = sayings.lossOf();
    test.lossOfTruth = sayings.ofTruth();
    if (test.heads.empty())
        return test;

    std::vector<AttentionMap> maps;
    for (const AttentionHeadFacts& facts : test.heads)
        maps.push_back(facts.map);
    const std::vector<PlannedChange> planned = allChanges(sitesOf(maps), question.seed);
    const std::vector<torch::Tensor> changed = outputsChanged(model, text, planned, monitor);
    for (size_t i = 0; i < planned.size(); ++i)
        test.outcomes.push_back(sayings.outcome(planned[i], changed[i]));
    if (!question.edits.empty()) {
        const PlannedChange hand = byHand(question.edits);
        const OpenedNetwork edited
            = model.textNetwork().open(batchOf(model, text), changing({hand}));
        test.byHand = sayings.outcome(hand, edited.logits);
        for (AttentionMap& map : attentionMaps(edited))
            if (const auto as = std::find_if(maps.begin(), maps.end(),
                                             [&](const AttentionMap& other) {
                                                 return other.group == map.group
                                                     && other.layer == map.layer
                                                     && other.head == map.head;
                                             });
                as != maps.end() && as->weights != map.weights)
                test.edited.push_back(std::move(map));
    }
    test.gradient = gradientTimesInput(model, text, sayings);
    test.leaveOneOut = leaveOneOut(model, text, opened.logits, sayings);
    for (AttentionHeadFacts& facts : test.heads) {
        facts.tauGradient = correlation(facts.map, test.gradient);
        facts.tauLeaveOneOut = correlation(facts.map, test.leaveOneOut);
    }
    return test;
}

AttentionEntropies attentionEntropies(const LiveEncoder& model, const AskAttentionEntropy& question,
                                      const Monitor& monitor)
{
    AttentionEntropies result;
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    const InspectionScope scope(model.module(), model.torchDevice());
    EntropyMeans means;
    for (const std::string& each : question.texts) {
        const Text text = model.readText({.text = each, .className = question.className});
        means.add(factsOf(model, attentionMaps(model.textNetwork().open(batchOf(model, text)))));
        monitor.throwIfStopped();
    }
    result.heads = means.means();
    return result;
}

} // namespace core
