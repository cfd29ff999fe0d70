#include "core/text/pieces/merge_training.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace core {

namespace {

struct PairHash {
    size_t operator()(const PiecePair& pair) const
    {
        const uint64_t both = (static_cast<uint64_t>(static_cast<uint32_t>(pair.first)) << 32)
            | static_cast<uint32_t>(pair.second);
        return static_cast<size_t>((both * 0x9E3779B97F4A7C15U) >> 16);
    }
};

struct Occurrences {
    int64_t count = 0;
    std::vector<uint32_t> words; ///< Where the pair was added; it may be gone from there.
};

/// The counts of all pairs, kept while words change.
class PairCounts {
public:
    explicit PairCounts(std::vector<CountedWord> words) : m_words(std::move(words))
    {
        for (uint32_t word = 0; word < m_words.size(); ++word) {
            const std::vector<int32_t>& pieces = m_words[word].pieces;
            for (size_t i = 0; i + 1 < pieces.size(); ++i)
                add({pieces[i], pieces[i + 1]}, word);
        }
        for (const auto& [pair, found] : m_pairs)
            m_queue.push({found.count, pair});
    }

    /// The most frequent pair and its count; {0, ...} when there is none.
    std::pair<int64_t, PiecePair> best()
    {
        while (!m_queue.empty()) {
            const Candidate candidate = m_queue.top();
            const auto found = m_pairs.find(candidate.pair);
            const int64_t count = found == m_pairs.end() ? 0 : found->second.count;
            if (count == candidate.count)
                return {count, candidate.pair};
            m_queue.pop(); // It was counted before other merges.
            if (count > 0)
                m_queue.push({count, candidate.pair});
        }
        return {};
    }

    /// Replaces `pair` by the piece `merged` in all words.
    void merge(PiecePair pair, int32_t merged)
    {
        const std::vector<uint32_t> words = std::move(m_pairs[pair].words);
        m_changed.clear();
        for (const uint32_t word : words)
            mergeIn(word, pair, merged);
        m_pairs.erase(pair);
        std::sort(m_changed.begin(), m_changed.end());
        m_changed.erase(std::unique(m_changed.begin(), m_changed.end()), m_changed.end());
        for (const PiecePair& each : m_changed)
            if (const int64_t count = m_pairs[each].count; count > 0)
                m_queue.push({count, each});
    }

private:
    struct Candidate {
        int64_t count = 0;
        PiecePair pair;
        bool operator<(const Candidate& other) const
        {
            return count != other.count ? count < other.count : other.pair < pair;
        }
    };

    void add(PiecePair pair, uint32_t word)
    {
        Occurrences& found = m_pairs[pair];
        found.count += m_words[word].count;
        if (found.words.empty() || found.words.back() != word)
            found.words.push_back(word);
    }

    void mergeIn(uint32_t word, PiecePair pair, int32_t merged)
    {
        std::vector<int32_t>& pieces = m_words[word].pieces;
        const int64_t count = m_words[word].count;
        const auto replace = [&](PiecePair before, PiecePair after) {
            m_pairs[before].count -= count;
            add(after, word);
            m_changed.push_back(after);
        };
        size_t kept = 0;
        for (size_t i = 0; i < pieces.size(); ++i) {
            const bool found
                = i + 1 < pieces.size() && pieces[i] == pair.first && pieces[i + 1] == pair.second;
            if (!found) {
                pieces[kept++] = pieces[i];
                continue;
            }
            if (kept > 0)
                replace({pieces[kept - 1], pair.first}, {pieces[kept - 1], merged});
            if (i + 2 < pieces.size())
                replace({pair.second, pieces[i + 2]}, {merged, pieces[i + 2]});
            pieces[kept++] = merged;
            ++i;
        }
        pieces.resize(kept);
    }

    std::vector<CountedWord> m_words;
    std::unordered_map<PiecePair, Occurrences, PairHash> m_pairs;
    std::priority_queue<Candidate> m_queue;
    std::vector<PiecePair> m_changed;
};

} // namespace

std::vector<PiecePair> learnMerges(
    std::vector<CountedWord> words, std::vector<std::string>& pieces, const MergeLimits& limits,
    const std::function<std::string(const std::string&, const std::string&)>& joined,
    const Monitor& monitor)
{
    std::unordered_map<std::string, int32_t> ids;
    for (size_t id = 0; id < pieces.size(); ++id)
        ids.emplace(pieces[id], static_cast<int32_t>(id));
    PairCounts counts(std::move(words));
    std::vector<PiecePair> merges;
    while (pieces.size() < limits.pieces) {
        const auto [count, pair] = counts.best();
        if (count < std::max<int64_t>(1, limits.minimumFrequency))
            break;
        std::string text = joined(pieces[static_cast<size_t>(pair.first)],
                                  pieces[static_cast<size_t>(pair.second)]);
        // Two ways may lead to the same piece.
        const auto [entry, isNew] = ids.emplace(text, static_cast<int32_t>(pieces.size()));
        if (isNew)
            pieces.push_back(std::move(text));
        counts.merge(pair, entry->second);
        merges.push_back(pair);
        if (merges.size() % 64 == 0) {
            monitor.throwIfStopped();
            monitor.report({{"Learning pieces", {}},
                            static_cast<double>(pieces.size()) / static_cast<double>(limits.pieces),
                            -1.0});
        }
    }
    return merges;
}

} // namespace core
