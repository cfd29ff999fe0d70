#include "core/probe/language_model/language_suggestions.h"

#include "core/base/elapsed.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/task/language_model/coded_line.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

namespace core {

namespace {

constexpr size_t kMostKnown = 64; ///< As many letters can be deleted without reading again.
constexpr int64_t kLongestRead = 256; ///< Tokens of the text's end that are read.
constexpr int64_t kLongestWord = 16; ///< Tokens of a word that are written.

bool isInWord(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80U || c == '\'' || c == '-' || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether a token is a word, or at least a part of one.
bool readsAsWord(const std::string& token)
{
    return !token.empty() && std::any_of(token.begin(), token.end(), isInWord);
}

bool startsWith(const std::vector<int32_t>& ids, const std::vector<int32_t>& beginning)
{
    return ids.size() >= beginning.size()
        && std::equal(beginning.begin(), beginning.end(), ids.begin());
}

SequenceBatch batchOf(const torch::Tensor& ids, const TextCondition& condition)
{
    SequenceBatch batch{ids, torch::full({ids.size(0)}, ids.size(1), torch::kInt64)};
    batch.classes = conditionsOf(
        std::vector<TextCondition>(static_cast<size_t>(ids.size(0)), condition), ids.device());
    return batch;
}

/// The likeliest tokens after a text, with their probabilities.
std::pair<torch::Tensor, torch::Tensor> likeliestBeginnings(const torch::Tensor& scores,
                                                            int64_t count)
{
    torch::Tensor logits = scores.to(torch::kFloat).clone(); // [vocabulary]
    const auto never = torch::tensor({kPadId, kUnknownId, kBeginId}, torch::kInt64);
    logits.index_fill_(0, never.to(logits.device()), -1e30);
    auto [values, ids] = torch::softmax(logits, 0).topk(std::min<int64_t>(count, logits.numel()));
    return {values, ids};
}

/// Rests of a word that are written side by side, a token a step, each to the end of its word.
class RestWriter {
public:
    /// @param ids  tokens of the text that they continue.
    RestWriter(const TextPipeline& pipeline, const std::vector<int32_t>& ids, size_t rows)
        : m_pipeline(pipeline), m_begun(ids), m_before(pipeline.text(ids)), m_rests(rows)
    {
    }

    /// The next token of each, with its probability [rows].
    void take(const torch::Tensor& next, const torch::Tensor& share)
    {
        for (size_t row = 0; row < m_rests.size(); ++row)
            if (!m_rests[row].done)
                take(m_rests[row], next[static_cast<int64_t>(row)].item<int32_t>(),
                     share[static_cast<int64_t>(row)].item<double>());
    }
    bool isDone() const
    {
        return std::all_of(m_rests.begin(), m_rests.end(),
                           [](const Rest& each) { return each.done; });
    }

    /// Completions of the last word of `text`, the likeliest first.
    std::vector<Suggestion> suggestions(const std::string& text) const
    {
        size_t begin = text.size();
        while (begin > 0 && isInWord(text[begin - 1]))
            --begin;
        std::vector<Suggestion> all;
        for (const Rest& each : m_rests) { // Different tokens may write the same.
            const auto same = std::find_if(all.begin(), all.end(), [&](const Suggestion& other) {
                return other.text == each.text;
            });
            if (same != all.end())
                same->probability += each.probability;
            else
                all.push_back({each.text, text.substr(begin) + each.text, each.probability});
        }
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.probability > b.probability;
        });
        return all;
    }

private:
    struct Rest {
        std::vector<int32_t> ids;
        std::string text;
        double probability = 1.0;
        bool done = false;
    };

    void take(Rest& rest, int32_t id, double probability) const
    {
        std::vector<int32_t> longer = m_begun;
        longer.insert(longer.end(), rest.ids.begin(), rest.ids.end());
        longer.push_back(id);
        std::string text = id == kEndId ? rest.text + "\n" : m_pipeline.text(longer);
        if (id != kEndId && text.starts_with(m_before))
            text.erase(0, m_before.size());
        rest.done = !rest.ids.empty()
            && (!isInWord(text.empty() ? ' ' : text.back())
                || text.find(' ', 1) != std::string::npos);
        if (rest.done)
            return;
        rest.ids.push_back(id);
        rest.text = std::move(text);
        rest.probability *= probability;
    }

    const TextPipeline& m_pipeline;
    const std::vector<int32_t>& m_begun;
    std::string m_before;
    std::vector<Rest> m_rests;
};

} // namespace

Suggestions Suggester::suggest(const AskSuggestions& question)
{
    const auto begin = std::chrono::steady_clock::now();
    const InspectionScope scope(*m_model.network, torch::Device(m_model.device));
    forgetOld(m_model.condition(question.className));
    Suggestions found;
    found.text = question.text;
    std::tie(found.step, found.epoch) = m_model.stepAndEpoch();
    if (tokenUnit(m_model.pipeline->spec()) == "word")
        suggestWords(question, found);
    else
        suggestRests(question, found);
    found.milliseconds = millisecondsSince(begin);
    return found;
}

void Suggester::forgetOld(TextCondition condition)
{
    const int64_t step = m_model.stepAndEpoch().first;
    if (step == m_step && condition == m_condition)
        return;
    m_step = step;
    m_condition = std::move(condition);
    m_known.clear();
}

const Suggester::Known& Suggester::behind(const std::vector<int32_t>& ids)
{
    const Known* nearest = nullptr;
    for (const Known& known : m_known) {
        if (known.ids == ids)
            return known;
        const bool longer = nearest == nullptr || known.ids.size() > nearest->ids.size();
        if (startsWith(ids, known.ids) && longer && !known.carried.isEmpty())
            nearest = &known;
    }
    Known next{ids, nearest == nullptr ? CarriedState() : nearest->carried, {}};
    std::vector<int64_t> rest;
    const int64_t window = m_model.network->encoder().traits().window;
    if (nearest != nullptr && (window == 0 || static_cast<int64_t>(ids.size()) <= mostRead())) {
        rest.assign(ids.begin() + static_cast<std::ptrdiff_t>(nearest->ids.size()), ids.end());
    } else {
        next.carried = {};
        const auto most = static_cast<size_t>(mostRead());
        const size_t first = ids.size() > most ? ids.size() - most : 0;
        rest.assign(ids.begin() + static_cast<std::ptrdiff_t>(first), ids.end());
        rest.insert(rest.begin(), m_model.beginId());
    }
    const torch::Tensor fed
        = tensorOf(std::move(rest)).to(torch::Device(m_model.device)).unsqueeze(0);
    next.logits = m_model.network->forward(batchOf(fed, m_condition), &next.carried)[0][-1];
    if (m_known.size() == kMostKnown)
        m_known.erase(m_known.begin());
    m_known.push_back(std::move(next));
    return m_known.back();
}

/// Leaves room for a word after the text.
int64_t Suggester::mostRead() const
{
    const int64_t window = m_model.network->encoder().traits().window;
    return window > 0 ? std::max<int64_t>(window - 1 - kLongestWord, 1) : kLongestRead;
}

void Suggester::suggestWords(const AskSuggestions& question, Suggestions& found)
{
    const std::string& text = question.text;
    size_t begin = text.size(); // The first byte of the word begun.
    while (begin > 0 && !isBlankByte(text[begin - 1]))
        --begin;
    const std::string typed = text.substr(begin);
    const std::string clean = m_model.pipeline->clean(typed);
    const Known& known = behind(idsOf(m_model, text.substr(0, begin)));
    const torch::Tensor likely
        = torch::softmax(known.logits.to(torch::kFloat), 0).to(torch::kCPU).contiguous();
    const float* const p = likely.data_ptr<float>();
    // Also what is no word has its share of what could come next.
    std::vector<int32_t> likeliest;
    double mass = 0.0;
    for (int64_t id = 0; id < likely.numel(); ++id) {
        if (!clean.empty()
            && (id < kSpecialTokens || !m_model.pipeline->token(id).starts_with(clean)))
            continue;
        likeliest.push_back(static_cast<int32_t>(id));
        mass += static_cast<double>(p[id]);
    }
    // Enough that as many words are among them as are wanted.
    const auto kept = std::min(likeliest.size(), static_cast<size_t>(4 * question.count + 64));
    std::partial_sort(likeliest.begin(), likeliest.begin() + static_cast<std::ptrdiff_t>(kept),
                      likeliest.end(),
                      [&](int32_t a, int32_t b) { return p[a] != p[b] ? p[a] > p[b] : a < b; });
    likeliest.resize(kept);
    const auto share
        = [&](int32_t id) { return static_cast<double>(p[id]) / std::max(mass, 1e-12); };
    for (const int32_t id : likeliest) {
        const std::string& token = m_model.pipeline->token(id);
        const bool isWord = id >= kSpecialTokens && readsAsWord(token) && token != clean;
        if (isWord && found.best.size() < static_cast<size_t>(question.count))
            found.best.push_back({token.substr(clean.size()), token, share(id)});
        if (found.tokens.size() < static_cast<size_t>(question.count))
            found.tokens.push_back({m_model.shownToken(id), id, static_cast<float>(share(id))});
    }
    found.begun = clean;
}

void Suggester::suggestRests(const AskSuggestions& question, Suggestions& found)
{
    const int64_t window = m_model.network->encoder().traits().window;
    const int64_t longest
        = window > 0 ? std::min(kLongestWord, window - 1 - mostRead()) : kLongestWord;
    const std::vector<int32_t> ids = idsOf(m_model, question.text);
    const Known& known = behind(ids);
    auto [share, next] = likeliestBeginnings(known.logits, question.count);
    for (int64_t row = 0; row < next.numel(); ++row)
        found.tokens.push_back({m_model.shownToken(next[row].item<int64_t>()),
                                next[row].item<int32_t>(), share[row].item<float>()});
    CarriedState carried = known.carried;
    carried.select(torch::zeros({next.numel()}, torch::kInt64));
    RestWriter writer(*m_model.pipeline, ids, static_cast<size_t>(next.numel()));
    for (int64_t step = 0; step < longest; ++step) {
        writer.take(next, share);
        if (step + 1 == longest || writer.isDone())
            break;
        const torch::Tensor logits
            = m_model.network->forward(batchOf(next.unsqueeze(1), m_condition), &carried)
                  .squeeze(1);
        std::tie(share, next) = torch::softmax(logits.to(torch::kFloat), 1).max(1);
    }
    found.best = writer.suggestions(question.text);
}

} // namespace core
