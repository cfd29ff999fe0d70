#include "core/task/language_model/language_suggestions.h"

#include "core/nn/tensors.h"
#include "core/task/network_scope.h"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace core {

namespace {

constexpr size_t kMostKnown = 64; ///< As many letters can be taken back without reading anew.
constexpr int64_t kLongestRead = 256; ///< Tokens of the text's end that are read.
constexpr int64_t kLongestWord = 16; ///< Tokens of a word that are written.

bool isInWord(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80U || c == '\'' || c == '-' || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Of a token: a word, or at least a part of one.
bool readsAsWord(const std::string& token)
{
    return !token.empty() && std::any_of(token.begin(), token.end(), isInWord);
}

bool startsWith(const std::vector<int32_t>& ids, const std::vector<int32_t>& beginning)
{
    return ids.size() >= beginning.size()
        && std::equal(beginning.begin(), beginning.end(), ids.begin());
}

SequenceBatch batchOf(const torch::Tensor& ids, int64_t classIndex)
{
    SequenceBatch batch{ids, torch::full({ids.size(0)}, ids.size(1), torch::kInt64)};
    if (classIndex >= 0)
        batch.classes = torch::full({ids.size(0)}, classIndex, ids.options());
    return batch;
}

} // namespace

Suggestions Suggester::suggest(const AskSuggestions& question)
{
    const auto begin = std::chrono::steady_clock::now();
    const LookingScope scope(*m_model.network, torch::Device(m_model.device));
    forgetOld(m_model.classIndex(question.className));
    Suggestions found;
    found.text = question.text;
    std::tie(found.step, found.epoch) = m_model.stepAndEpoch();
    if (tokenUnit(m_model.pipeline->spec()) == "word")
        suggestWords(question, found);
    else
        suggestRests(question, found);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    found.milliseconds = took.count();
    return found;
}

void Suggester::forgetOld(int64_t classIndex)
{
    const int64_t step = m_model.stepAndEpoch().first;
    if (step == m_step && classIndex == m_class)
        return;
    m_step = step;
    m_class = classIndex;
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
    next.logits = m_model.network->forward(batchOf(fed, m_class), &next.carried)[0][-1];
    if (m_known.size() == kMostKnown)
        m_known.erase(m_known.begin());
    m_known.push_back(std::move(next));
    return m_known.back();
}

/// So that a word can still be written behind what was read.
int64_t Suggester::mostRead() const
{
    const int64_t window = m_model.network->encoder().traits().window;
    return window > 0 ? std::max<int64_t>(window - 1 - kLongestWord, 1) : kLongestRead;
}

void Suggester::suggestWords(const AskSuggestions& question, Suggestions& found)
{
    const std::string& text = question.text;
    size_t begin = text.size(); // Of the word begun.
    while (begin > 0 && !isBlankByte(text[begin - 1]))
        --begin;
    const std::string typed = text.substr(begin);
    const std::string clean = m_model.pipeline->clean(typed);
    const Known& known = behind(m_model.idsOf(text.substr(0, begin)));
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
    const std::vector<int32_t> ids = m_model.idsOf(question.text);
    const Known& known = behind(ids);
    torch::Tensor logits = known.logits.to(torch::kFloat).clone();
    const auto never = torch::tensor({kPadId, kUnknownId, kBeginId}, torch::kInt64);
    logits.index_fill_(0, never.to(logits.device()), -1e30);
    const auto [values, first]
        = torch::softmax(logits, 0).topk(std::min<int64_t>(question.count, logits.numel()));
    CarriedState carried = known.carried;
    carried.select(torch::zeros({first.numel()}, torch::kInt64));
    const int64_t rows = first.numel();
    std::vector<std::vector<int32_t>> written(static_cast<size_t>(rows));
    std::vector<double> probability(static_cast<size_t>(rows));
    std::vector<bool> done(static_cast<size_t>(rows), false);
    torch::Tensor next = first, share = values;
    const std::string before = m_model.pipeline->text(ids);
    std::vector<std::string> texts(static_cast<size_t>(rows));
    for (int64_t step = 0; step < longest; ++step) {
        for (int64_t row = 0; row < rows; ++row) {
            const auto r = static_cast<size_t>(row);
            const auto id = next[row].item<int64_t>();
            const auto p = share[row].item<double>();
            if (step == 0)
                found.tokens.push_back(
                    {m_model.shownToken(id), static_cast<int32_t>(id), static_cast<float>(p)});
            if (done[r])
                continue;
            std::vector<int32_t> longer = ids;
            longer.insert(longer.end(), written[r].begin(), written[r].end());
            longer.push_back(static_cast<int32_t>(id));
            std::string text = id == kEndId ? texts[r] + "\n" : m_model.pipeline->text(longer);
            if (id != kEndId)
                text = text.starts_with(before) ? text.substr(before.size()) : text;
            const bool ends = step > 0
                && (!isInWord(text.empty() ? ' ' : text.back())
                    || text.find(' ', 1) != std::string::npos);
            if (ends) {
                done[r] = true;
                continue;
            }
            written[r].push_back(static_cast<int32_t>(id));
            texts[r] = std::move(text);
            probability[r] = step == 0 ? p : probability[r] * p;
        }
        if (step + 1 == longest || std::find(done.begin(), done.end(), false) == done.end())
            break;
        const torch::Tensor all
            = torch::softmax(m_model.network->forward(batchOf(next.unsqueeze(1), m_class), &carried)
                                 .squeeze(1)
                                 .to(torch::kFloat),
                             1);
        std::tie(share, next) = all.max(1);
    }
    size_t begin = question.text.size();
    while (begin > 0 && isInWord(question.text[begin - 1]))
        --begin;
    for (size_t r = 0; r < texts.size(); ++r)
        found.best.push_back({texts[r], question.text.substr(begin) + texts[r], probability[r]});
    std::stable_sort(found.best.begin(), found.best.end(),
                     [](const auto& a, const auto& b) { return a.probability > b.probability; });
}

} // namespace core
