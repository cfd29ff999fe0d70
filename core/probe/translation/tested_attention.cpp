#include "core/probe/translation/tested_attention.h"

#include "core/model/translation_batch.h"
#include "core/nn/tensors.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/job_progress.h"
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

TranslationJob greedyJob(const DecodingSpec& decoding)
{
    DecodingSpec greedy = decoding;
    greedy.search = {"greedy", Json::object()};
    return jobOf(greedy, 1);
}

/// `sources` translated by `network`, in their order.
std::vector<Hypothesis> written(Generator& network, const TestedTranslator& tested,
                                std::span<const IdRow> sources, const Monitor& monitor)
{
    std::vector<Hypothesis> all;
    for (FoundTranslations& found :
         translateAll(network, sources, tested.scored.pipelines.target->vocabularySize(),
                      greedyJob(tested.decoding), tested.scored.device, monitor))
        all.push_back(found.best.empty() ? Hypothesis() : std::move(found.best.front()));
    return all;
}

/// One pair with all that is asked about it.
class TestedPair {
public:
    TestedPair(const TestedTranslator& tested, const std::string& source,
               const std::string& reference, const Monitor& monitor)
        : m_tested(tested), m_monitor(monitor), m_source(pipelines().source->ids(source))
    {
        const IdRow row(m_source);
        m_plain = written(network(), tested, {&row, 1}, monitor).front();
        m_target = reference.empty() ? m_plain.tokens : pipelines().target->ids(reference);
        m_opened = network().open(batch(1));
    }

    const std::vector<int32_t>& source() const { return m_source; }
    const std::vector<int32_t>& target() const { return m_target; }
    const OpenedTranslator& opened() const { return m_opened; }
    AttentionSaying plain() const { return saying(m_plain, m_opened.logits); }

    std::vector<AttentionOutcome> outcomes(const std::vector<PlannedChange>& planned) const
    {
        const std::vector<IdRow> sources(planned.size(), IdRow(m_source));
        ChangedTranslator changed(network(), planned);
        const std::vector<Hypothesis> said = written(changed, m_tested, sources, m_monitor);
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
    std::vector<AttentionMap> changedMaps(const PlannedChange& planned) const
    {
        return mapsOf(network().open(batch(1), changing({planned})));
    }

    /// Of each target token |Σ_k x_k d log p/dx_k| of each source token's vector x: in copy t of
    /// the pair the derivative of what copy t predicts at place t.
    std::vector<double> gradientTimesInput() const
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

    /// Of each target token how far its distribution moves when each source token is left out.
    std::vector<double> leaveOneOut() const
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
                      .open(translationBatch({&source, 1}, {&target, 1}, m_tested.scored.device))
                      .logits;
            const std::vector<double> byRow = outputDistances(logits, m_opened.logits);
            for (size_t row = 0; row < rows; ++row)
                moved[row * length + gone] = byRow[row];
        }
        return moved;
    }

private:
    static constexpr int64_t kCopies = 16;

    Translator& network() const { return m_tested.scored.network; }
    const PairPipelines& pipelines() const { return m_tested.scored.pipelines; }

    TranslationBatch batch(int64_t copies) const
    {
        const std::vector<IdRow> sources(static_cast<size_t>(copies), IdRow(m_source));
        const std::vector<IdRow> targets(static_cast<size_t>(copies), IdRow(m_target));
        return translationBatch(sources, targets, m_tested.scored.device);
    }
    /// [target tokens] with the end mark.
    torch::Tensor labels() const
    {
        std::vector<int64_t> ids(m_target.begin(), m_target.end());
        ids.push_back(kEndId);
        return tensorOf(std::move(ids)).to(m_tested.scored.device);
    }
    /// @param logits  [1, target tokens, vocabulary] of the target that losses are taken of.
    AttentionSaying saying(const Hypothesis& said, const torch::Tensor& logits) const
    {
        AttentionSaying saying;
        saying.said = pipelines().target->text(said.tokens);
        saying.probability = std::exp(said.logProbability);
        saying.loss = torch::nll_loss(torch::log_softmax(logits[0].to(torch::kDouble), 1), labels())
                          .item<double>();
        return saying;
    }

    const TestedTranslator& m_tested;
    const Monitor& m_monitor;
    Ids m_source, m_target;
    Hypothesis m_plain;
    OpenedTranslator m_opened;
};

/// Sum over columns of rows of equal length.
std::vector<double> overRows(const std::vector<double>& values, size_t columns)
{
    std::vector<double> sums(values.empty() ? 0 : columns, 0.0);
    for (size_t i = 0; i < values.size(); ++i)
        sums[i % columns] += values[i];
    return sums;
}

void addCorrelations(AttentionTest& test)
{
    const size_t columns = test.tokens.size();
    const std::vector<double> gradient = overRows(test.gradient, columns);
    const std::vector<double> moved = overRows(test.leaveOneOut, columns);
    for (AttentionHeadFacts& facts : test.heads) {
        const bool cross = facts.map.group == "cross";
        if (facts.map.group == "decoder") // It looks at no source.
            continue;
        facts.tauGradient = correlation(facts.map, cross ? test.gradient : gradient);
        facts.tauLeaveOneOut = correlation(facts.map, cross ? test.leaveOneOut : moved);
    }
}

/// Sum of nats of the references under teacher forcing with a change, and their tokens.
double referenceLoss(const TestedTranslator& tested, const std::vector<Ids>& sources,
                     const std::vector<Ids>& targets, const PlannedChange& planned)
{
    double sum = 0.0;
    int64_t tokens = 0;
    for (size_t first = 0; first < sources.size(); first += kTogether) {
        const size_t end = std::min(sources.size(), first + kTogether);
        const std::vector<IdRow> from(sources.begin() + static_cast<std::ptrdiff_t>(first),
                                      sources.begin() + static_cast<std::ptrdiff_t>(end));
        const std::vector<IdRow> to(targets.begin() + static_cast<std::ptrdiff_t>(first),
                                    targets.begin() + static_cast<std::ptrdiff_t>(end));
        std::vector<PlannedChange> each(from.size(), planned);
        for (size_t i = 0; i < each.size(); ++i)
            each[i].seed += first + i;
        const torch::Tensor logits
            = tested.scored.network
                  .open(translationBatch(from, to, tested.scored.device), changing(std::move(each)))
                  .logits; // [pairs, tokens, vocabulary]
        const torch::Tensor logs = torch::log_softmax(logits.to(torch::kFloat), 2);
        for (size_t i = 0; i < from.size(); ++i) {
            std::vector<int64_t> labels(to[i].begin(), to[i].end());
            labels.push_back(kEndId);
            const auto length = std::ssize(labels);
            sum += torch::nll_loss(logs[static_cast<int64_t>(i)].narrow(0, 0, length),
                                   tensorOf(std::move(labels)).to(logs.device()), {},
                                   torch::Reduction::Sum)
                       .item<double>();
            tokens += length;
        }
    }
    return sum / static_cast<double>(std::max<int64_t>(tokens, 1));
}

double bleuOf(const TestedTranslator& tested, const SentencePairs& pairs,
              const std::vector<Hypothesis>& said)
{
    std::vector<std::vector<Translation>> texts;
    for (const Hypothesis& each : said)
        texts.push_back(asTexts({each}, *tested.scored.pipelines.target));
    TranslationScores scores;
    scoreHypotheses(pairs, texts, tested.scored.pipelines, scores, nullptr);
    return scores.bleu.score;
}

std::vector<std::string> firstOf(const TextColumn& texts, int64_t count)
{
    return count > 0 ? texts.strings(static_cast<size_t>(count)) : texts.strings();
}

} // namespace

AttentionTest attentionTest(const TestedTranslator& tested, const AskAttentionTest& question,
                            const Monitor& monitor)
{
    const PairPipelines& pipelines = tested.scored.pipelines;
    const TestedPair pair(tested, question.example.text, question.example.reference, monitor);
    AttentionTest test;
    test.text = question.example.text;
    test.step = tested.step;
    test.epoch = tested.epoch;
    for (const int32_t id : pair.source())
        test.tokens.push_back(pipelines.source->token(id));
    for (const int32_t id : pair.target())
        test.targetTokens.push_back(pipelines.target->token(id));
    test.targetTokens.push_back(pipelines.target->token(kEndId));
    test.plain = pair.plain();
    test.lossOfTruth = !question.example.reference.empty();
    test.lossOf = test.lossOfTruth ? question.example.reference : test.plain.said;
    test.heads = factsOf(mapsOf(pair.opened()));
    if (test.heads.empty())
        return test;
    std::vector<AttentionMap> maps;
    for (const AttentionHeadFacts& facts : test.heads)
        maps.push_back(facts.map);
    test.outcomes = pair.outcomes(allChanges(sitesOf(maps), question.seed));
    if (!question.edits.empty()) {
        const PlannedChange hand = byHand(question.edits);
        test.byHand = pair.outcomes({hand}).front();
        const std::vector<AttentionMap> edited = pair.changedMaps(hand);
        for (size_t i = 0; i < maps.size(); ++i)
            if (edited[i].weights != maps[i].weights)
                test.edited.push_back(edited[i]);
    }
    test.gradient = pair.gradientTimesInput();
    test.leaveOneOut = pair.leaveOneOut();
    addCorrelations(test);
    return test;
}

AttentionEntropies attentionEntropies(const TestedTranslator& tested,
                                      const AskAttentionEntropy& question, const Monitor& monitor)
{
    AttentionEntropies result;
    result.step = tested.step;
    result.epoch = tested.epoch;
    EntropyMeans means;
    for (const std::string& text : question.texts)
        means.add(factsOf(mapsOf(TestedPair(tested, text, {}, monitor).opened())));
    result.heads = means.means();
    return result;
}

AttentionScores attentionScores(const TestedTranslator& tested, const AskAttentionScores& question,
                                const Monitor& monitor)
{
    SentencePairs pairs{firstOf(question.rows->texts(0), question.texts),
                        firstOf(question.rows->texts(1), question.texts)};
    AttentionScores scores;
    scores.measure = "bleu";
    scores.step = tested.step;
    scores.epoch = tested.epoch;
    scores.texts = std::ssize(pairs.source);
    if (scores.texts == 0)
        return scores;
    const std::vector<Ids> sources = tested.scored.pipelines.source->ids(pairs.source, monitor);
    const std::vector<Ids> targets = tested.scored.pipelines.target->ids(pairs.target, monitor);
    const IdRow source(sources.front()), target(targets.front());
    const OpenedTranslator opened = tested.scored.network.open(
        translationBatch({&source, 1}, {&target, 1}, tested.scored.device));
    std::vector<PlannedChange> planned{{}};
    for (PlannedChange& each :
         fewChanges(sitesOf(mapsOf(opened)), question.seed, question.eachHead))
        planned.push_back(std::move(each));

    const std::vector<IdRow> rows(sources.begin(), sources.end());
    JobProgress progress({"Replacing attention weights", {}}, monitor);
    std::vector<Hypothesis> plain;
    for (size_t i = 0; i < planned.size(); ++i) {
        std::vector<Hypothesis> said;
        constexpr size_t kRows = 64; // Between two words of how far it is.
        for (size_t first = 0; first < rows.size(); first += kRows) {
            const auto some = std::span(rows).subspan(first, std::min(kRows, rows.size() - first));
            PlannedChange each = planned[i];
            each.seed += first;
            ChangedTranslator changed(tested.scored.network, {each});
            Generator& network = i == 0 ? static_cast<Generator&>(tested.scored.network) : changed;
            for (Hypothesis& one : written(network, tested, some, Monitor()))
                said.push_back(std::move(one));
            progress.at(static_cast<double>(i * rows.size() + first + some.size()),
                        static_cast<double>(planned.size() * rows.size()));
        }
        if (i == 0)
            plain = said;
        int64_t turned = 0;
        for (size_t row = 0; row < said.size(); ++row)
            turned += said[row].tokens != plain[row].tokens ? 1 : 0;
        scores.rows.push_back({planned[i].change, planned[i].site, bleuOf(tested, pairs, said),
                               referenceLoss(tested, sources, targets, planned[i]),
                               static_cast<double>(turned) / static_cast<double>(said.size())});
    }
    return scores;
}

} // namespace core
