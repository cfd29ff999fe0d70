#include "core/probe/translation/live_translator.h"

#include "core/model/translation_batch.h"
#include "core/nn/tensors.h"
#include "core/probe/plain_values.h"
#include "core/probe/translation/changed_translator.h"

#include <torch/autograd.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using Ids = std::vector<int32_t>;

constexpr size_t kTogether = 32; ///< Pairs in one pass.

std::vector<AttentionMap> mapsOf(const OpenedTranslator& opened)
{
    std::vector<AttentionMap> maps;
    for (const OpenedAttention& each : opened.attention)
        addMaps(maps, each.group, each.layer, each.weights);
    return maps;
}

std::vector<AttentionHeadFacts> factsOf(std::vector<AttentionMap> maps)
{
    std::vector<AttentionHeadFacts> all;
    for (AttentionMap& map : maps) {
        const bool looksBack = map.group == "decoder";
        all.push_back(headFacts(std::move(map), looksBack));
    }
    return all;
}

TranslationJob greedyJob(const DecodingSpec& decoding, const PairPipelines& pipelines)
{
    DecodingSpec greedy = decoding;
    greedy.search = {"greedy", Json::object()};
    return jobOf(greedy, 1, pipelines.target);
}

/// `sources` translated by `network`, in their order.
std::vector<Hypothesis> written(Generator& network, const LiveTranslator& model,
                                std::span<const IdRow> sources, const Monitor& monitor)
{
    const ScoredNetwork scored = model.scored();
    std::vector<Hypothesis> all;
    for (FoundTranslations& found :
         translateAll(network, sources, scored.pipelines.target->vocabularySize(),
                      greedyJob(model.decoding(), scored.pipelines), scored.device, monitor))
        all.push_back(found.best.empty() ? Hypothesis() : std::move(found.best.front()));
    return all;
}

/// A pair; without a reference its target is the greedy translation.
class TestedPair : public AttentionReading {
public:
    TestedPair(const LiveTranslator& model, const Example& pair, const Monitor& monitor)
        : m_model(model)
        , m_scored(model.scored())
        , m_monitor(monitor)
        , m_reference(pair.reference)
        , m_source(pipelines().source->ids(pair.text))
    {
        const IdRow row(m_source);
        m_plain = written(network(), model, {&row, 1}, monitor).front();
        m_target = m_reference.empty() ? m_plain.tokens : pipelines().target->ids(m_reference);
        m_opened = network().open(batch(1));
    }

    std::vector<AttentionHeadFacts> heads() const override { return factsOf(mapsOf(m_opened)); }

    void describe(AttentionTest& test) override
    {
        for (const int32_t id : m_source)
            test.tokens.push_back(pipelines().source->token(id));
        for (const int32_t id : m_target)
            test.targetTokens.push_back(pipelines().target->token(id));
        test.targetTokens.push_back(pipelines().target->token(kEndId));
        test.plain = saying(m_plain, m_opened.logits);
        test.lossOfTruth = !m_reference.empty();
        test.lossOf = test.lossOfTruth ? m_reference : test.plain.said;
    }

    std::vector<AttentionOutcome> outcomes(const std::vector<PlannedChange>& planned) const override
    {
        const std::vector<IdRow> sources(planned.size(), IdRow(m_source));
        ChangedTranslator changed(network(), planned);
        const std::vector<Hypothesis> said = written(changed, m_model, sources, m_monitor);
        std::vector<AttentionOutcome> all;
        for (size_t first = 0; first < planned.size(); first += kTogether) {
            const std::vector<PlannedChange> some(
                planned.begin() + static_cast<std::ptrdiff_t>(first),
                planned.begin()
                    + static_cast<std::ptrdiff_t>(std::min(planned.size(), first + kTogether)));
            const torch::Tensor logits
                = network().open(batch(std::ssize(some)), changing(some)).logits;
            for (size_t i = 0; i < some.size(); ++i) {
                const torch::Tensor own = logits.narrow(0, static_cast<int64_t>(i), 1);
                AttentionOutcome outcome{some[i].change, some[i].site,
                                         saying(said[first + i], own)};
                outcome.distance = outputDistance(own, m_opened.logits);
                outcome.turned = said[first + i].tokens != m_plain.tokens;
                all.push_back(std::move(outcome));
            }
            m_monitor.throwIfStopped();
        }
        return all;
    }
    std::vector<AttentionMap> changedMaps(const PlannedChange& planned) const override
    {
        return mapsOf(network().open(batch(1), changing({planned})));
    }
    void watch(const AttentionHook& hook) const override { network().open(batch(1), hook); }

    /// For each target token |Σ_k x_k d log p/dx_k| of each source token's vector x: in copy t of
    /// the pair the derivative of what copy t predicts at place t.
    std::vector<double> gradientTimesInput() const override
    {
        const torch::AutoGradMode enabled(true);
        std::vector<double> all;
        const int64_t rows = labels().numel();
        for (int64_t first = 0; first < rows; first += kCopies) {
            const int64_t copies = std::min(kCopies, rows - first);
            TranslationBatch pairs = batch(copies);
            pairs.source.factors = torch::ones(pairs.source.ids.sizes(),
                                               torch::TensorOptions(pairs.source.ids.device()))
                                       .requires_grad_();
            const torch::Tensor copy = torch::arange(copies, pairs.source.ids.options());
            const torch::Tensor place = copy + first;
            const torch::Tensor own
                = network().open(pairs).logits.index({copy, place}); // [copies, vocabulary]
            const torch::Tensor sum
                = torch::log_softmax(own, 1).gather(1, labels().index({place}).unsqueeze(1)).sum();
            const auto found = torch::autograd::grad({sum}, {pairs.source.factors}, {},
                                                     /*retain_graph=*/false,
                                                     /*create_graph=*/false,
                                                     /*allow_unused=*/true);
            if (!found[0].defined())
                return {};
            const std::vector<float> values = plainFloats(found[0].abs().flatten());
            all.insert(all.end(), values.begin(), values.end());
        }
        return all;
    }

    /// For each target token the change of its distribution when each source token is left out.
    std::vector<double> leaveOneOut() const override
    {
        const size_t length = m_source.size();
        if (length < 2 || std::ssize(m_source) > AskAttentionTest::kMostLeftOut)
            return {};
        std::vector<Ids> without;
        for (size_t gone = 0; gone < length; ++gone) {
            Ids& rest = without.emplace_back(m_source);
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(gone));
        }
        const size_t rows = m_target.size() + 1;
        std::vector<double> moved(rows * length);
        for (size_t gone = 0; gone < length; ++gone) { // One by one: V may be large.
            const IdRow source(without[gone]), target(m_target);
            const torch::Tensor logits
                = network()
                      .open(translationBatch({&source, 1}, {&target, 1}, m_scored.device))
                      .logits;
            const std::vector<double> byRow = outputDistances(logits, m_opened.logits);
            for (size_t row = 0; row < rows; ++row)
                moved[row * length + gone] = byRow[row];
        }
        return moved;
    }

private:
    static constexpr int64_t kCopies = 16;

    Translator& network() const { return m_scored.network; }
    const PairPipelines& pipelines() const { return m_scored.pipelines; }

    TranslationBatch batch(int64_t copies) const
    {
        const std::vector<IdRow> sources(static_cast<size_t>(copies), IdRow(m_source));
        const std::vector<IdRow> targets(static_cast<size_t>(copies), IdRow(m_target));
        return translationBatch(sources, targets, m_scored.device);
    }
    /// [target tokens] with the end mark.
    torch::Tensor labels() const
    {
        std::vector<int64_t> ids(m_target.begin(), m_target.end());
        ids.push_back(kEndId);
        return tensorOf(std::move(ids)).to(m_scored.device);
    }
    /// @param logits  [1, target tokens, vocabulary] for the target of the losses.
    AttentionSaying saying(const Hypothesis& said, const torch::Tensor& logits) const
    {
        AttentionSaying saying;
        saying.said = pipelines().target->text(said.tokens);
        saying.probability = std::exp(said.logProbability);
        saying.loss = torch::nll_loss(torch::log_softmax(logits[0].to(torch::kDouble), 1), labels())
                          .item<double>();
        return saying;
    }

    const LiveTranslator& m_model;
    ScoredNetwork m_scored;
    const Monitor& m_monitor;
    std::string m_reference;
    Ids m_source, m_target;
    Hypothesis m_plain;
    OpenedTranslator m_opened;
};

/// Greedy translations of pairs, and what their references cost, with each change.
class TestedPairs : public AttentionRows {
public:
    TestedPairs(const LiveTranslator& model, const AskAttentionScores& question,
                const Monitor& monitor)
        : m_model(model)
        , m_scored(model.scored())
        , m_pairs{firstOf(question.rows->texts(0), question.texts),
                  firstOf(question.rows->texts(1), question.texts)}
        , m_sources(m_scored.pipelines.source->ids(m_pairs.source, monitor))
        , m_targets(m_scored.pipelines.target->ids(m_pairs.target, monitor))
    {
    }

    size_t count() const override { return m_sources.size(); }
    std::vector<AttentionSite> sites() const override
    {
        const IdRow source(m_sources.front()), target(m_targets.front());
        return sitesOf(mapsOf(
            m_scored.network.open(translationBatch({&source, 1}, {&target, 1}, m_scored.device))));
    }
    size_t end(size_t first) const override { return std::min(count(), first + kRows); }
    void add(size_t first, size_t end, size_t change, const PlannedChange& planned) override
    {
        m_sums.resize(std::max(m_sums.size(), change + 1));
        Sums& sums = m_sums[change];
        const std::vector<IdRow> rows(m_sources.begin() + static_cast<std::ptrdiff_t>(first),
                                      m_sources.begin() + static_cast<std::ptrdiff_t>(end));
        PlannedChange each = planned;
        each.seed += first;
        ChangedTranslator changed(m_scored.network, {each});
        Generator& network = change == 0 ? static_cast<Generator&>(m_scored.network) : changed;
        for (Hypothesis& one : written(network, m_model, rows, Monitor()))
            sums.said.push_back(std::move(one));
        for (size_t row = first; row < end; row += kTogether)
            addReferences(row, std::min(end, row + kTogether), planned, sums);
    }
    ScoredAttention scores(size_t change, const PlannedChange& planned) const override
    {
        const Sums& sums = m_sums[change];
        int64_t turned = 0;
        for (size_t row = 0; row < sums.said.size(); ++row)
            turned += sums.said[row].tokens != m_sums.front().said[row].tokens ? 1 : 0;
        return {planned.change, planned.site, bleuOf(sums.said),
                sums.nats / static_cast<double>(std::max<int64_t>(sums.tokens, 1)),
                static_cast<double>(turned) / static_cast<double>(sums.said.size())};
    }
    std::string measure() const override { return "bleu"; }

private:
    static constexpr size_t kRows = 64; ///< Rows between two progress reports.

    struct Sums {
        std::vector<Hypothesis> said;
        double nats = 0.0; ///< Loss of the references under teacher forcing.
        int64_t tokens = 0;
    };

    static std::vector<std::string> firstOf(const TextColumn& texts, int64_t count)
    {
        return count > 0 ? texts.strings(static_cast<size_t>(count)) : texts.strings();
    }

    void addReferences(size_t first, size_t end, const PlannedChange& planned, Sums& sums) const
    {
        const std::vector<IdRow> from(m_sources.begin() + static_cast<std::ptrdiff_t>(first),
                                      m_sources.begin() + static_cast<std::ptrdiff_t>(end));
        const std::vector<IdRow> to(m_targets.begin() + static_cast<std::ptrdiff_t>(first),
                                    m_targets.begin() + static_cast<std::ptrdiff_t>(end));
        std::vector<PlannedChange> each(from.size(), planned);
        for (size_t i = 0; i < each.size(); ++i)
            each[i].seed += first + i;
        const torch::Tensor logits
            = m_scored.network
                  .open(translationBatch(from, to, m_scored.device), changing(std::move(each)))
                  .logits; // [pairs, tokens, vocabulary]
        const torch::Tensor logs = torch::log_softmax(logits.to(torch::kFloat), 2);
        for (size_t i = 0; i < from.size(); ++i) {
            std::vector<int64_t> labels(to[i].begin(), to[i].end());
            labels.push_back(kEndId);
            const auto length = std::ssize(labels);
            sums.nats += torch::nll_loss(logs[static_cast<int64_t>(i)].narrow(0, 0, length),
                                         tensorOf(std::move(labels)).to(logs.device()), {},
                                         torch::Reduction::Sum)
                             .item<double>();
            sums.tokens += length;
        }
    }

    double bleuOf(const std::vector<Hypothesis>& said) const
    {
        std::vector<std::vector<Translation>> texts;
        for (const Hypothesis& each : said)
            texts.push_back(asTexts({each}, *m_scored.pipelines.target));
        TranslationScores scores;
        scoreHypotheses(m_pairs, texts, m_scored.pipelines, scores, nullptr);
        return scores.bleu.score;
    }

    const LiveTranslator& m_model;
    ScoredNetwork m_scored;
    SentencePairs m_pairs;
    std::vector<Ids> m_sources, m_targets;
    std::vector<Sums> m_sums; ///< The sums for each change.
};

} // namespace

std::unique_ptr<AttentionReading> openAttention(const LiveTranslator& model, const Example& pair,
                                                const Monitor& monitor)
{
    return std::make_unique<TestedPair>(model, pair, monitor);
}

std::unique_ptr<AttentionRows> openRows(const LiveTranslator& model,
                                        const AskAttentionScores& question, const Monitor& monitor)
{
    return std::make_unique<TestedPairs>(model, question, monitor);
}

} // namespace core
