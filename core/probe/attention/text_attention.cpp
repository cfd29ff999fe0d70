#include "core/probe/attention/text_attention.h"

#include "core/nn/tensors.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"

#include <torch/autograd.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {

namespace {

using Text = LiveEncoder::Text;

std::string joined(const std::vector<std::string>& parts)
{
    std::string all;
    for (const std::string& part : parts)
        all += (all.empty() ? "" : " ") + part;
    return all;
}

/// All that are left of `row` [length] when one place is taken out, one below the other.
std::vector<int64_t> rowsWithout(const std::vector<int64_t>& row)
{
    std::vector<int64_t> all;
    for (size_t gone = 0; gone < row.size(); ++gone)
        for (size_t i = 0; i < row.size(); ++i)
            if (i != gone)
                all.push_back(row[i]);
    return all;
}

/// Self-attention and pooling of the first text of what was opened.
std::vector<AttentionMap> attentionMaps(const OpenedNetwork& opened)
{
    std::vector<AttentionMap> maps;
    for (size_t layer = 0; layer < opened.attention.size(); ++layer)
        addMaps(maps, "encoder", static_cast<int64_t>(layer), opened.attention[layer]);
    if (opened.tokenWeights.defined())
        addMaps(maps, "pooling", 0, opened.tokenWeights.unsqueeze(1).unsqueeze(1));
    return maps;
}

/// The text without each of its tokens in turn. @pre at least two tokens.
std::vector<torch::Tensor> outputsWithout(const LiveEncoder& model, const LiveEncoder::Text& text)
{
    const int64_t left = text.ids.longest - 1;
    const auto copies = static_cast<size_t>(text.ids.longest);
    LiveEncoder::Text one = cutTo(text, left);
    SequenceBatch batch = batchOf(model, one, text.ids.longest);
    const auto put = [&](const std::vector<int64_t>& row) {
        return sentTo(model.torchDevice(), tensorOf(rowsWithout(row)))
            .view({static_cast<int64_t>(copies), left});
    };
    batch.ids = put(text.ids.ids);
    if (batch.words != nullptr && text.ids.words) {
        auto words = std::make_shared<WordForms>(
            *sequenceBatch(PaddedIds(text.ids), model.torchDevice()).words);
        words->ofToken = put(text.ids.words->ofToken);
        batch.words = std::move(words);
    }
    return byText(model.textNetwork(), model.textNetwork().forward(batch), batch.lengths);
}

/// A text of a network with an encoder.
class TextReading : public AttentionReading {
public:
    TextReading(const LiveEncoder& model, const Example& example, const Monitor& monitor)
        : m_model(model)
        , m_monitor(monitor)
        , m_text(model.readText(example))
        , m_reference(example.reference)
        , m_opened(network().open(batchOf(model, m_text)))
    {
    }

    std::vector<AttentionHeadFacts> heads() const override
    {
        const bool causal = network().encoder().traits().causal;
        std::vector<AttentionHeadFacts> all;
        for (AttentionMap& map : attentionMaps(m_opened)) {
            const bool looksBack = causal && map.group == "encoder";
            all.push_back(headFacts(std::move(map), looksBack));
        }
        return all;
    }

    void describe(AttentionTest& test) override
    {
        m_verdict = m_model.verdict(m_opened.logits, m_text);
        const LiveEncoder::Loss loss
            = m_model.loss(m_opened.logits, m_text, m_reference, LiveEncoder::LossOf::AllTokens);
        m_hasLoss = loss.ofTruth || !m_verdict.number;
        // Without a reference the prediction of the unchanged network replaces it.
        if (!loss.ofTruth)
            m_reference = m_verdict.said.empty() ? std::string() : joined(m_verdict.said);
        test.tokens = m_text.tokens;
        test.classes = m_verdict.classes;
        test.lossOf = loss.ofTruth ? m_reference : loss.of;
        test.lossOfTruth = loss.ofTruth;
        test.plain = saying(m_opened.logits);
    }

    std::vector<AttentionOutcome> outcomes(const std::vector<PlannedChange>& planned) const override
    {
        constexpr size_t kTogether = 32; // Copies of the text in one pass.
        std::vector<AttentionOutcome> all;
        for (size_t first = 0; first < planned.size(); first += kTogether) {
            const auto some
                = std::span(planned).subspan(first, std::min(kTogether, planned.size() - first));
            const SequenceBatch batch = batchOf(m_model, m_text, std::ssize(some));
            const OpenedNetwork opened
                = network().open(batch, changing({some.begin(), some.end()}));
            const std::vector<torch::Tensor> outputs
                = byText(network(), opened.logits, batch.lengths);
            for (size_t i = 0; i < some.size(); ++i) {
                AttentionOutcome outcome{some[i].change, some[i].site, saying(outputs[i])};
                outcome.distance = distance(outputs[i]);
                outcome.turned = outcome.saying.said != joined(m_verdict.said);
                all.push_back(std::move(outcome));
            }
            m_monitor.throwIfStopped();
        }
        return all;
    }

    std::vector<AttentionMap> changedMaps(const PlannedChange& planned) const override
    {
        return attentionMaps(network().open(batchOf(m_model, m_text), changing({planned})));
    }

    void watch(const AttentionHook& hook) const override
    {
        network().open(batchOf(m_model, m_text), hook);
    }

    /// |Σ_k x_k dL/dx_k| of each token's vector x: the derivative by a factor of the vector.
    std::vector<double> gradientTimesInput() const override
    {
        const torch::AutoGradMode enabled(true);
        SequenceBatch batch = batchOf(m_model, m_text);
        batch.factors = torch::ones(batch.ids.sizes(), torch::TensorOptions(batch.ids.device()))
                            .requires_grad_();
        const torch::Tensor loss = lossOf(network().forward(batch));
        const auto found
            = torch::autograd::grad({loss}, {batch.factors}, {}, /*retain_graph=*/false,
                                    /*create_graph=*/false, /*allow_unused=*/true);
        if (!found[0].defined())
            return {};
        const std::vector<float> values = plainFloats(found[0].abs().flatten());
        return {values.begin(), values.end()};
    }

    /// For outputs of tokens the mean over the remaining tokens. A tagger's words are never without
    /// the marks around them, so that a measure over all tokens is not defined.
    std::vector<double> leaveOneOut() const override
    {
        if (m_text.ids.longest < 2 || m_text.ids.longest > AskAttentionTest::kMostLeftOut
            || network().marks() == TextMarks::Around)
            return {};
        std::vector<double> moved;
        const std::vector<torch::Tensor> without = outputsWithout(m_model, m_text);
        const torch::Tensor rows = m_opened.logits.reshape({-1, m_opened.logits.size(-1)});
        for (size_t token = 0; token < without.size(); ++token) {
            if (rows.size(0) == 1) {
                moved.push_back(distance(without[token]));
                continue;
            }
            const auto gone = static_cast<int64_t>(token);
            const torch::Tensor kept = torch::cat(
                {rows.narrow(0, 0, gone), rows.narrow(0, gone + 1, rows.size(0) - gone - 1)});
            moved.push_back(outputDistance(without[token], kept));
        }
        return moved;
    }

private:
    TextNetwork& network() const { return m_model.textNetwork(); }
    /// Differentiable.
    torch::Tensor lossOf(const torch::Tensor& outputs) const
    {
        return m_model.loss(outputs, m_text, m_reference, LiveEncoder::LossOf::AllTokens).value;
    }
    AttentionSaying saying(const torch::Tensor& outputs) const
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
            saying.loss = lossOf(outputs).item<double>();
        return saying;
    }
    double distance(const torch::Tensor& outputs) const
    {
        return m_verdict.number
            ? std::abs(*m_model.verdict(outputs, m_text).number - *m_verdict.number)
            : outputDistance(outputs, m_opened.logits);
    }

    const LiveEncoder& m_model;
    const Monitor& m_monitor;
    Text m_text;
    std::string m_reference; ///< The target of the losses.
    OpenedNetwork m_opened;
    TextVerdict m_verdict; ///< The prediction of the unchanged network.
    bool m_hasLoss = true;
};

/// A row of the set as the network is given it.
struct ScoredText {
    LiveEncoder::Text text;
    std::string truth;
};

/// Sums over all texts with one change.
class ChangeSums {
public:
    void add(const LiveEncoder& model, const ScoredText& row, const torch::Tensor& outputs,
             const TextVerdict& plain)
    {
        const TextVerdict verdict = model.verdict(outputs, row.text);
        const LiveEncoder::Loss loss
            = model.loss(outputs, row.text, row.truth, LiveEncoder::LossOf::AllTokens);
        m_turned += verdict.said != plain.said ? 1 : 0;
        ++m_texts;
        if (!loss.ofTruth)
            return;
        const auto tokens = static_cast<double>(std::max<size_t>(verdict.said.size(), 1));
        m_loss += loss.value.item<double>();
        ++m_known;
        if (verdict.number) {
            double truth = 0.0;
            std::from_chars(row.truth.data(), row.truth.data() + row.truth.size(), truth);
            m_right += std::abs(*verdict.number - truth);
            return;
        }
        m_right += static_cast<double>(rightOf(verdict.said, row.truth)) / tokens;
    }

    ScoredAttention row(const PlannedChange& planned, const std::string& measure) const
    {
        const auto known = static_cast<double>(std::max<int64_t>(m_known, 1));
        const double loss = m_loss / known;
        return {planned.change, planned.site,
                measure == "perplexity" ? std::exp(loss) : m_right / known, loss,
                static_cast<double>(m_turned) / static_cast<double>(std::max<int64_t>(m_texts, 1))};
    }

private:
    /// For one prediction the reference is one value; for several they are separated by blanks.
    static int64_t rightOf(const std::vector<std::string>& said, const std::string& truth)
    {
        if (said.size() == 1)
            return said.front() == truth ? 1 : 0;
        int64_t right = 0;
        size_t start = 0;
        for (const std::string& each : said) {
            const size_t end = std::min(truth.find(' ', start), truth.size());
            right += truth.compare(start, end - start, each) == 0 ? 1 : 0;
            start = std::min(end + 1, truth.size());
        }
        return right;
    }

    double m_loss = 0.0, m_right = 0.0;
    int64_t m_turned = 0, m_texts = 0, m_known = 0;
};

std::string measureOf(const TextVerdict& verdict, const LiveEncoder::Text& text)
{
    if (verdict.number)
        return "mean_absolute_error";
    if (!verdict.classes.empty())
        return "accuracy";
    return text.next.empty() ? "token_accuracy" : "perplexity";
}

std::vector<ScoredText> readScoredTexts(const LiveEncoder& model,
                                        const AskAttentionScores& question, const Monitor& monitor)
{
    const size_t all = question.rows->size();
    const size_t count = question.texts > 0 ? std::min(all, size_t(question.texts)) : all;
    std::vector<ScoredText> rows;
    for (size_t row = 0; row < count; ++row) {
        Example example = model.example(*question.rows, row);
        rows.push_back({model.readText(example), std::move(example.reference)});
        monitor.throwIfStopped();
    }
    // Texts of like length side by side.
    std::stable_sort(rows.begin(), rows.end(), [](const ScoredText& a, const ScoredText& b) {
        return a.text.ids.longest > b.text.ids.longest;
    });
    return rows;
}

/// How many texts go together: 4096 tokens or so.
size_t together(const ScoredText& longest)
{
    constexpr int64_t kTokens = 4096, kMost = 64;
    if (longest.text.ids.words)
        return 1;
    return static_cast<size_t>(
        std::clamp<int64_t>(kTokens / std::max<int64_t>(longest.text.ids.longest, 1), 1, kMost));
}

class TextRows : public AttentionRows {
public:
    TextRows(const LiveEncoder& model, const AskAttentionScores& question, const Monitor& monitor)
        : m_model(model), m_rows(readScoredTexts(model, question, monitor))
    {
    }

    size_t count() const override { return m_rows.size(); }
    std::vector<AttentionSite> sites() const override
    {
        return sitesOf(
            attentionMaps(m_model.textNetwork().open(batchOf(m_model, m_rows.front().text))));
    }
    size_t end(size_t first) const override
    {
        return std::min(m_rows.size(), first + together(m_rows[first]));
    }
    void add(size_t first, size_t end, size_t change, const PlannedChange& planned) override
    {
        if (change == 0) {
            std::vector<const Text*> texts;
            for (size_t row = first; row < end; ++row)
                texts.push_back(&m_rows[row].text);
            m_batch = batchOf(m_model, texts);
            m_plain.clear();
        }
        std::vector<PlannedChange> each(end - first, planned);
        for (size_t row = first; row < end; ++row)
            each[row - first].seed += row; // Texts of a length differ.
        const auto outputs
            = byText(m_model.textNetwork(),
                     m_model.textNetwork()
                         .open(m_batch, change == 0 ? AttentionHook() : changing(std::move(each)))
                         .logits,
                     m_batch.lengths);
        m_sums.resize(std::max(m_sums.size(), change + 1));
        for (size_t row = first; row < end; ++row) {
            if (change == 0)
                m_plain.push_back(m_model.verdict(outputs[row - first], m_rows[row].text));
            m_sums[change].add(m_model, m_rows[row], outputs[row - first], m_plain[row - first]);
        }
        m_measure = measureOf(m_plain.front(), m_rows[first].text);
    }
    ScoredAttention scores(size_t change, const PlannedChange& planned) const override
    {
        return m_sums[change].row(planned, m_measure);
    }
    std::string measure() const override { return m_measure; }

private:
    const LiveEncoder& m_model;
    std::vector<ScoredText> m_rows; ///< The longest first.
    SequenceBatch m_batch; ///< The rows of the current batch.
    std::vector<TextVerdict> m_plain; ///< Predictions for these rows without a change.
    std::vector<ChangeSums> m_sums; ///< The sums for each change.
    std::string m_measure;
};

} // namespace

std::unique_ptr<AttentionReading> openAttention(const LiveEncoder& model, const Example& example,
                                                const Monitor& monitor)
{
    return std::make_unique<TextReading>(model, example, monitor);
}

std::unique_ptr<AttentionRows> openRows(const LiveEncoder& model,
                                        const AskAttentionScores& question, const Monitor& monitor)
{
    return std::make_unique<TextRows>(model, question, monitor);
}

} // namespace core
