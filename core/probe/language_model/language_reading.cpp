#include "core/probe/language_model/language_reading.h"

#include "core/base/elapsed.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/task/language_model/coded_line.h"
#include "core/task/language_model/language_texts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <tuple>

namespace core {

namespace {

constexpr int64_t kRowsTogether = 24;
constexpr int64_t kTokensTogether = 64; ///< Tokens of a row; bounds the memory of the logits.

/// The scores of a chunk of tokens of several sequences.
class ChunkScores {
public:
    /// @param logits  [rows, length, vocabulary]  @param labels  [rows * length], -100 at padding.
    ChunkScores(const torch::Tensor& logits, const torch::Tensor& labels, int64_t candidates)
    {
        const torch::Tensor all
            = torch::log_softmax(logits.flatten(0, 1).to(torch::kFloat), 1); // [tokens, vocabulary]
        const torch::Tensor truth = all.gather(1, labels.clamp_min(0).unsqueeze(1));
        m_nats = truth.squeeze(1).neg().to(torch::kCPU).contiguous();
        m_ranks = (all > truth).sum(1).to(torch::kCPU).contiguous();
        m_entropy = (all * all.exp()).sum(1).neg().to(torch::kCPU).contiguous();
        if (candidates == 0)
            return;
        const auto [values, ids] = all.topk(std::min(candidates, all.size(1)), 1);
        m_best = values.exp().to(torch::kCPU).contiguous();
        m_bestIds = ids.to(torch::kCPU).contiguous();
    }

    TokenScore at(int64_t place, const ViewedLanguageModel& model) const
    {
        TokenScore score;
        score.nats = static_cast<double>(m_nats.data_ptr<float>()[place]);
        score.rank = 1 + m_ranks.data_ptr<int64_t>()[place];
        score.entropy = static_cast<double>(m_entropy.data_ptr<float>()[place]);
        const int64_t width = m_best.defined() ? m_best.size(1) : 0;
        for (int64_t i = place * width; i < (place + 1) * width; ++i) {
            const auto id = static_cast<int32_t>(m_bestIds.data_ptr<int64_t>()[i]);
            score.candidates.push_back({model.shownToken(id), id, m_best.data_ptr<float>()[i]});
        }
        return score;
    }

private:
    torch::Tensor m_nats, m_ranks, m_entropy, m_best, m_bestIds;
};

/// Tokens first ... first + count of sequences, fed one place earlier.
LanguageBatch chunkOf(std::span<const ScoredSequence> sequences, std::span<const size_t> rows,
                      size_t first, size_t count, torch::Device device)
{
    constexpr int64_t kNoLabel = -100;
    PlainLanguageBatch plain;
    for (const size_t row : rows)
        plain.input.lengths.push_back(
            static_cast<int64_t>(std::min(count, sequences[row].ids.size() - first)));
    plain.input.longest = plain.input.lengths.front();
    const auto width = static_cast<size_t>(plain.input.longest);
    plain.input.ids.resize(rows.size() * width);
    plain.labels.assign(rows.size() * width, kNoLabel);
    for (size_t r = 0; r < rows.size(); ++r) {
        const ScoredSequence& sequence = sequences[rows[r]];
        for (size_t t = 0; t < static_cast<size_t>(plain.input.lengths[r]); ++t) {
            const size_t place = first + t;
            plain.input.ids[r * width + t] = place == 0 ? sequence.before : sequence.ids[place - 1];
            plain.labels[r * width + t] = sequence.ids[place];
        }
        plain.conditions.push_back(sequence.condition);
    }
    return languageBatch(std::move(plain), device);
}

/// The words of a text: the number of the one that byte `at` belongs to, or the one before it.
std::vector<int64_t> wordsOfBytes(const std::string& text, int64_t& count)
{
    std::vector<int64_t> words(text.size() + 1, -1);
    count = 0;
    bool inside = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (!isBlankByte(text[i]) && !inside)
            ++count;
        inside = !isBlankByte(text[i]);
        words[i] = count - 1;
    }
    words[text.size()] = count - 1;
    return words;
}

/// Whether line ends within a text are tokens of its own, as those of byte-level tokenisers are.
/// Otherwise, and where lines follow one another, they end a line.
bool readsLineEnds(const ViewedLanguageModel& model)
{
    const std::string end = "\n";
    return !model.options.isStream() && !model.pipeline->tokens(end).empty()
        && model.pipeline->allIds(std::span(&end, 1), Monitor()).front().front() >= kSpecialTokens;
}

} // namespace

void addScores(const ViewedLanguageModel& model, std::span<TokenScore> scores, ReadText& read)
{
    for (size_t i = 0; i < read.tokens.size(); ++i) {
        ReadToken& token = read.tokens[i];
        TokenScore& score = scores[i];
        token.nats = score.nats;
        token.rank = score.rank;
        token.entropy = score.entropy;
        token.candidates = std::move(score.candidates);
        read.nats += token.nats;
        read.unigramNats += model.facts.unigramNats(token.id);
        if (token.word >= 0)
            read.wordNats[static_cast<size_t>(token.word)] += token.nats;
    }
}

std::vector<int32_t> idsOf(const ViewedLanguageModel& model, const std::string& text)
{
    std::vector<int32_t> ids;
    for (const ReadToken& token : dividedText(model, text).tokens)
        if (token.begin < static_cast<int64_t>(text.size()) || token.id != kEndId)
            ids.push_back(token.id);
    return ids;
}

std::vector<std::vector<TokenScore>> scoreSequences(const ViewedLanguageModel& model,
                                                    std::span<const ScoredSequence> sequences,
                                                    int64_t candidates, const Message& stage,
                                                    const Monitor& monitor)
{
    const int64_t window = model.network->encoder().traits().window;
    const auto step = static_cast<size_t>(window > 0 ? window : kTokensTogether);
    const torch::Device device(model.device);
    std::vector<std::vector<TokenScore>> all(sequences.size());
    std::vector<size_t> order(sequences.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return sequences[a].ids.size() > sequences[b].ids.size();
    });
    for (size_t group = 0; group < order.size(); group += kRowsTogether) {
        std::vector<size_t> rows(
            order.begin() + static_cast<std::ptrdiff_t>(group),
            order.begin()
                + static_cast<std::ptrdiff_t>(std::min(group + kRowsTogether, order.size())));
        CarriedState carried;
        for (size_t first = 0; first < sequences[rows.front()].ids.size(); first += step) {
            monitor.throwIfStopped();
            const size_t before = rows.size();
            std::erase_if(rows, [&](size_t row) { return sequences[row].ids.size() <= first; });
            if (rows.size() < before && !carried.isEmpty())
                carried.select(torch::arange(static_cast<int64_t>(rows.size())));
            const LanguageBatch batch = chunkOf(sequences, rows, first, step, device);
            const torch::Tensor logits
                = model.network->forward(batch.input, window > 0 ? nullptr : &carried);
            const ChunkScores scores(logits, batch.labels, candidates);
            for (size_t r = 0; r < rows.size(); ++r)
                for (int64_t t = 0;
                     t < batch.input.lengths[static_cast<int64_t>(r)].item<int64_t>(); ++t)
                    all[rows[r]].push_back(
                        scores.at(static_cast<int64_t>(r) * logits.size(1) + t, model));
        }
        monitor.report({stage, static_cast<double>(group) / static_cast<double>(order.size())});
    }
    return all;
}

void addLineEnd(const ViewedLanguageModel& model, size_t at, int64_t word, ReadText& read)
{
    read.tokens.push_back({.text = model.shownToken(kEndId),
                           .id = static_cast<int32_t>(kEndId),
                           .begin = static_cast<int64_t>(at),
                           .end = static_cast<int64_t>(std::min(at + 1, read.text.size())),
                           .word = word});
    ++read.characters;
}

ReadText dividedText(const ViewedLanguageModel& model, const std::string& text,
                     const std::string& written, size_t longest)
{
    ReadText read;
    read.text = text;
    read.className = written;
    read.unit = tokenUnit(model.pipeline->spec());
    read.vocabularySize = model.pipeline->vocabularySize();
    int64_t words = 0;
    const std::vector<int64_t> wordOf = wordsOfBytes(text, words);
    read.wordNats.resize(static_cast<size_t>(words));
    const bool whole = text.find('\n') != std::string::npos && readsLineEnds(model);
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = whole ? text.size() : std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        const std::vector<std::string> tokens = model.pipeline->tokens(line);
        std::vector<int32_t> ids = tokens.empty()
            ? std::vector<int32_t>()
            : model.pipeline->allIds(std::span(&line, 1), Monitor()).front();
        const size_t all = ids.size();
        ids.resize(std::min(all, longest));
        read.cutTokens += static_cast<int64_t>(all - ids.size());
        TokenPlaces places(line, read.unit);
        for (size_t i = 0; i < ids.size(); ++i) {
            const auto [first, last] = places.next(
                i < tokens.size() ? model.pipeline->writtenToken(tokens[i]) : std::string());
            read.tokens.push_back({.text = model.shownToken(ids[i]),
                                   .id = ids[i],
                                   .begin = static_cast<int64_t>(begin + first),
                                   .end = static_cast<int64_t>(begin + last),
                                   .word = wordOf[begin + first]});
        }
        const CodedLine coded = codedLine(*model.pipeline, line, ids, all);
        read.characters += coded.characters;
        read.spellingNats += coded.spellingNats;
        const bool isLast = end == text.size();
        if (!isLast || !model.options.isStream())
            addLineEnd(model, end, wordOf[end], read);
        begin = end + 1;
    }
    return read;
}

std::vector<ReadText> readTexts(const ViewedLanguageModel& model,
                                std::span<const std::string> texts,
                                std::span<const std::string> conditions, int64_t candidates,
                                const Monitor& monitor)
{
    const auto begin = std::chrono::steady_clock::now();
    std::vector<ReadText> read;
    std::vector<ScoredSequence> sequences;
    for (size_t i = 0; i < texts.size(); ++i) {
        read.push_back(dividedText(model, texts[i], model.completed(conditions[i])));
        sequences.push_back(
            {{}, static_cast<int32_t>(model.beginId()), model.condition(conditions[i])});
        for (const ReadToken& token : read.back().tokens)
            sequences.back().ids.push_back(token.id);
    }
    const InspectionScope scope(*model.network, torch::Device(model.device));
    auto scores = scoreSequences(model, sequences, candidates, {"Reading", {}}, monitor);
    const double took = millisecondsSince(begin);
    for (size_t i = 0; i < read.size(); ++i) {
        addScores(model, scores[i], read[i]);
        std::tie(read[i].step, read[i].epoch) = model.stepAndEpoch();
        read[i].milliseconds = took;
    }
    return read;
}

} // namespace core
