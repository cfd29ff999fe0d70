#include "core/nn/tensors.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/attention/changed_texts.h"
#include "core/probe/attention/text_attention.h"
#include "core/probe/job_progress.h"
#include "core/probe/network_scope.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <tuple>

namespace core {

namespace {

/// A row of the set as the network is given it.
struct ScoredText {
    LiveEncoder::Text text;
    std::string truth;
};

/// What all texts gave with one change.
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
    /// Of one answer it is the whole truth; of several it has them one after another.
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

std::vector<AttentionSite> sitesOfNetwork(const LiveEncoder& model, const LiveEncoder::Text& text)
{
    const std::array texts{&text};
    return sitesOf(attentionMaps(model.textNetwork().open(batchOfTexts(model, texts))));
}

std::string measureOf(const TextVerdict& verdict, const LiveEncoder::Text& text)
{
    if (verdict.number)
        return "mean_absolute_error";
    if (!verdict.classes.empty())
        return "accuracy";
    return text.next.empty() ? "token_accuracy" : "perplexity";
}

std::vector<ScoredText> readRows(const LiveEncoder& model, const AskAttentionScores& question,
                                 const Monitor& monitor)
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

} // namespace

AttentionScores attentionScores(const LiveEncoder& model, const AskAttentionScores& question,
                                const Monitor& monitor)
{
    AttentionScores scores;
    std::tie(scores.step, scores.epoch) = model.stepAndEpoch();
    const std::vector<ScoredText> rows = readRows(model, question, monitor);
    const InspectionScope scope(model.module(), model.torchDevice());
    scores.texts = std::ssize(rows);
    if (rows.empty())
        return scores;
    std::vector<PlannedChange> planned{{}};
    for (PlannedChange& each :
         fewChanges(sitesOfNetwork(model, rows.front().text), question.seed, question.eachHead))
        planned.push_back(std::move(each));
    std::vector<ChangeSums> sums(planned.size());
    JobProgress progress({"Replacing attention weights", {}}, monitor);
    for (size_t first = 0; first < rows.size();) {
        const size_t end = std::min(rows.size(), first + together(rows[first]));
        std::vector<const LiveEncoder::Text*> texts;
        for (size_t row = first; row < end; ++row)
            texts.push_back(&rows[row].text);
        const SequenceBatch batch = batchOfTexts(model, texts);
        std::vector<TextVerdict> plain;
        for (size_t i = 0; i < planned.size(); ++i) {
            std::vector<PlannedChange> each(texts.size(), planned[i]);
            for (size_t row = first; row < end; ++row)
                each[row - first].seed += row; // Not every text of a length alike.
            const auto outputs = byText(
                model.textNetwork().open(batch, i == 0 ? AttentionHook() : changing(each)).logits,
                batch.lengths);
            for (size_t row = first; row < end; ++row) {
                if (i == 0)
                    plain.push_back(model.verdict(outputs[row - first], rows[row].text));
                sums[i].add(model, rows[row], outputs[row - first], plain[row - first]);
            }
            progress.at(static_cast<double>(first)
                            + static_cast<double>(end - first) * static_cast<double>(i + 1)
                                / static_cast<double>(planned.size()),
                        static_cast<double>(rows.size()));
        }
        scores.measure = measureOf(plain.front(), rows[first].text);
        first = end;
    }
    for (size_t i = 0; i < planned.size(); ++i)
        scores.rows.push_back(sums[i].row(planned[i], scores.measure));
    return scores;
}

} // namespace core
