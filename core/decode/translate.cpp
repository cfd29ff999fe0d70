#include "core/decode/translate.h"

#include "core/base/elapsed.h"
#include "core/base/error.h"
#include "core/decode/search.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// `selection` with its options complete.
Selection completeSearch(const Selection& selection)
{
    Selection whole = defaultSelection({{"search", searchKinds()}}, "search", selection.kind);
    for (const auto& [name, value] : selection.options.items())
        whole.options[name] = value;
    return whole;
}

/// Hypotheses that a search keeps side by side at most: to choose how many sentences go together.
int64_t usualRows(const Selection& search)
{
    for (const char* bound : {"width", "budget"})
        if (search.options.contains(bound))
            return search.options.at(bound).get<int64_t>();
    return 1;
}

bool wantsAttention(const TranslationJob& job, const Selection& search)
{
    const bool penalised = search.options.contains("coverage_penalty")
        && search.options.at("coverage_penalty").get<double>() != 0.0;
    return penalised || job.trace == TraceDetail::Distributions;
}

SearchContext contextOf(const Generator& network, const TranslationJob& job,
                        int64_t targetVocabulary, int64_t sourceLength)
{
    SearchContext context;
    context.vocabularySize = targetVocabulary;
    context.sourceLength = sourceLength;
    context.maximumLength = longestTranslation(network, job, sourceLength);
    context.prefix = job.prefix;
    context.endId = job.endId;
    context.trace = job.trace;
    context.textOf = job.textOf;
    return context;
}

/// The searches of sentences that share a batch, fed until all are finished.
class BatchDecoder {
public:
    BatchDecoder(Generator& network, std::vector<std::unique_ptr<Search>> searches,
                 std::vector<int64_t> sourceLengths, int64_t vocabulary, bool withAttention)
        : m_network(network)
        , m_searches(std::move(searches))
        , m_sourceLengths(std::move(sourceLengths))
        , m_vocabulary(vocabulary)
        , m_withAttention(withAttention)
    {
    }

    void run(const SequenceBatch& sources, const Monitor& monitor)
    {
        const std::unique_ptr<DecoderState> state = m_network.start({sources});
        // Row b is sentence b before the first token.
        m_rowsBefore.assign(m_searches.size(), 1);
        while (gatherRows()) {
            if (!m_sameRows)
                state->select(torch::tensor(m_parents, torch::kInt64));
            const torch::Tensor tokens
                = torch::tensor(m_tokens, torch::kInt64).to(sources.ids.device());
            const torch::Tensor logits = m_network.step(*state, tokens); // [rows, vocabulary]
            advance(torch::log_softmax(logits.to(torch::kFloat32), 1).to(torch::kCPU).contiguous(),
                    m_withAttention ? state->attention() : torch::Tensor());
            monitor.throwIfStopped();
        }
    }

    const std::vector<std::unique_ptr<Search>>& searches() const { return m_searches; }

private:
    /// Collects the open rows of all searches; false when there are none.
    bool gatherRows()
    {
        m_parents.clear();
        m_tokens.clear();
        int64_t before = 0, allBefore = 0;
        std::vector<int64_t> rows;
        for (size_t s = 0; s < m_searches.size(); ++s) {
            for (const OpenRow& row : m_searches[s]->open()) {
                m_parents.push_back(before + row.parent);
                m_tokens.push_back(row.token);
            }
            rows.push_back(static_cast<int64_t>(m_searches[s]->open().size()));
            before += m_rowsBefore[s];
        }
        allBefore = before;
        m_sameRows = static_cast<int64_t>(m_parents.size()) == allBefore;
        for (size_t i = 0; m_sameRows && i < m_parents.size(); ++i)
            m_sameRows = m_parents[i] == static_cast<int64_t>(i);
        m_rowsBefore = std::move(rows);
        return !m_tokens.empty();
    }

    /// @param logProbabilities [rows, vocabulary] float32 on the CPU, contiguous.
    /// @param attention        [rows, longest source]; undefined: none.
    void advance(const torch::Tensor& logProbabilities, const torch::Tensor& attention)
    {
        const torch::Tensor weights = attention.defined()
            ? attention.to(torch::kCPU, torch::kFloat32).contiguous()
            : torch::Tensor();
        int64_t row = 0;
        for (size_t s = 0; s < m_searches.size(); ++s) {
            const int64_t rows = m_rowsBefore[s];
            if (rows == 0)
                continue;
            NextTokens next;
            next.logProbabilities = {logProbabilities.data_ptr<float>() + row * m_vocabulary,
                                     static_cast<size_t>(rows * m_vocabulary)};
            if (weights.defined())
                next.attention = ownAttention(weights, row, rows, m_sourceLengths[s]);
            m_searches[s]->advance(next);
            row += rows;
        }
    }

    /// The part of a sentence without the padding of the batch.
    std::span<const float> ownAttention(const torch::Tensor& weights, int64_t first, int64_t rows,
                                        int64_t sourceLength)
    {
        m_attention.resize(static_cast<size_t>(rows * sourceLength));
        for (int64_t r = 0; r < rows; ++r)
            std::copy_n(weights.data_ptr<float>() + (first + r) * weights.size(1), sourceLength,
                        m_attention.data() + r * sourceLength);
        return m_attention;
    }

    Generator& m_network;
    std::vector<std::unique_ptr<Search>> m_searches;
    std::vector<int64_t> m_sourceLengths;
    int64_t m_vocabulary;
    bool m_withAttention;
    std::vector<int64_t> m_rowsBefore; ///< Open rows of each search in the step before.
    std::vector<int64_t> m_parents, m_tokens;
    bool m_sameRows = true; ///< Nothing was dropped, copied or reordered.
    std::vector<float> m_attention;
};

} // namespace

int64_t longestTranslation(const Generator& network, const TranslationJob& job,
                           int64_t sourceLength)
{
    const auto wanted
        = static_cast<int64_t>(std::ceil(job.lengthFactor * static_cast<double>(sourceLength)))
        + job.lengthMargin;
    // The begin mark takes a position, too. Nothing is fed behind the last token while it is
    // written, but a translation that was cut off is fed whole when it is looked at.
    const int64_t bound = network.longestTarget();
    return std::max<int64_t>(1, bound > 0 ? std::min(wanted, bound - 1) : wanted);
}

void checkJob(const Generator& network, const TranslationJob& job, int64_t targetVocabulary,
              int64_t sourceLength)
{
    checkSearch(completeSearch(job.search),
                contextOf(network, job, targetVocabulary, sourceLength));
}

std::vector<FoundTranslations> translateAll(Generator& network, std::span<const IdRow> sources,
                                            int64_t targetVocabulary, const TranslationJob& job,
                                            torch::Device device, const Monitor& monitor)
{
    const Selection search = completeSearch(job.search);
    std::vector<size_t> order(sources.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return sources[a].size() > sources[b].size(); });
    const auto together = static_cast<size_t>(
        std::max<int64_t>(1, job.rows / std::max<int64_t>(1, usualRows(search))));

    std::vector<FoundTranslations> found(sources.size());
    const auto begin = std::chrono::steady_clock::now();
    for (size_t first = 0; first < order.size(); first += together) {
        const auto chosen
            = std::span(order).subspan(first, std::min(together, order.size() - first));
        std::vector<IdRow> rows;
        std::vector<int64_t> lengths;
        std::vector<std::unique_ptr<Search>> searches;
        for (const size_t index : chosen) {
            rows.push_back(sources[index]);
            lengths.push_back(static_cast<int64_t>(sources[index].size()));
            SearchContext context = contextOf(network, job, targetVocabulary, lengths.back());
            context.stream = job.streams.empty() ? index : job.streams[index];
            checkSearch(search, context);
            searches.push_back(searchRegistry().make(search, context));
        }
        BatchDecoder decoder(network, std::move(searches), lengths, targetVocabulary,
                             wantsAttention(job, search));
        decoder.run(paddedBatch(rows, device), monitor);
        for (size_t i = 0; i < chosen.size(); ++i) {
            const Search& done = *decoder.searches()[i];
            FoundTranslations& result = found[chosen[i]];
            result.best = done.best(job.best);
            if (job.trace != TraceDetail::Off)
                result.trace = done.trace();
        }
        const double fraction
            = static_cast<double>(first + chosen.size()) / static_cast<double>(order.size());
        monitor.report(
            {{"Translating", {}}, fraction, secondsSince(begin) * (1.0 - fraction) / fraction});
    }
    return found;
}

} // namespace core
