#include "core/base/error.h"
#include "core/text/tokenisers/piece_tokeniser.h"
#include "core/text/tokens/byte_characters.h"
#include "core/text/tokens/unicode.h"

#include <queue>
#include <unordered_map>

namespace core {

namespace {

uint64_t keyOf(int32_t left, int32_t right)
{
    return (static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32)
        | static_cast<uint32_t>(right);
}

/// The result of a merge. Merges with lower ranks come first.
struct RankedMerge {
    int32_t rank = 0;
    int32_t id = 0;
};

using RankedMerges = std::unordered_map<uint64_t, RankedMerge>;

/// The pieces of one word while they are joined. Takes O(n log n) for n bytes.
class JoinedWord {
public:
    JoinedWord(const RankedMerges& merges, std::vector<int32_t> ids)
        : m_merges(merges), m_ids(std::move(ids)), m_before(m_ids.size()), m_behind(m_ids.size())
    {
        for (size_t i = 0; i < m_ids.size(); ++i) {
            m_before[i] = i - 1; // Beyond the end for the first.
            m_behind[i] = i + 1;
        }
        for (size_t i = 0; i + 1 < m_ids.size(); ++i)
            propose(i, m_agenda);
    }

    /// All occurrences of a pair are joined before others are looked for, as GPT-2 does.
    void join()
    {
        std::vector<Proposal> found;
        while (!m_agenda.empty()) {
            const int32_t rank = m_agenda.top().rank;
            found.clear();
            for (; !m_agenda.empty() && m_agenda.top().rank == rank; m_agenda.pop())
                joinAt(m_agenda.top(), found);
            for (const Proposal& each : found)
                m_agenda.push(each);
        }
    }

    void append(std::vector<int32_t>& ids) const
    {
        for (size_t i = 0; i < m_ids.size(); i = m_behind[i])
            ids.push_back(m_ids[i]);
    }

private:
    struct Proposal {
        int32_t rank = 0;
        size_t left = 0;
        int32_t leftId = 0, rightId = 0; ///< As they were; the pieces may have changed.
        int32_t id = 0;
        bool operator<(const Proposal& other) const
        {
            return std::pair(other.rank, other.left) < std::pair(rank, left);
        }
    };
    using Agenda = std::priority_queue<Proposal>;
    static constexpr int32_t kGone = -1;

    void propose(size_t left, Agenda& agenda)
    {
        if (const auto proposal = proposalAt(left))
            agenda.push(*proposal);
    }

    std::optional<Proposal> proposalAt(size_t left) const
    {
        const size_t right = left < m_ids.size() ? m_behind[left] : left;
        if (right >= m_ids.size())
            return std::nullopt;
        const auto merge = m_merges.find(keyOf(m_ids[left], m_ids[right]));
        if (merge == m_merges.end())
            return std::nullopt;
        return Proposal{merge->second.rank, left, m_ids[left], m_ids[right], merge->second.id};
    }

    void joinAt(const Proposal& proposal, std::vector<Proposal>& found)
    {
        const size_t left = proposal.left;
        const size_t right = m_behind[left];
        if (m_ids[left] != proposal.leftId || right >= m_ids.size()
            || m_ids[right] != proposal.rightId)
            return; // One of them was joined with another.
        m_ids[left] = proposal.id;
        m_ids[right] = kGone;
        m_behind[left] = m_behind[right];
        if (m_behind[left] < m_ids.size())
            m_before[m_behind[left]] = left;
        for (const size_t at : {m_before[left], left})
            if (const auto next = proposalAt(at))
                found.push_back(*next);
    }

    const RankedMerges& m_merges;
    std::vector<int32_t> m_ids;
    std::vector<size_t> m_before, m_behind;
    Agenda m_agenda;
};

/// Each merge goes through the words with its pair, so a longer word (text without blanks, such as
/// a genome) is trained on in parts.
constexpr size_t kTrainedBytes = 1024;

/// Byte-level BPE as GPT-2 divides by it (Radford et al. 2019, encoder.py); learned as by the
/// trainer of Hugging Face's tokenizers. The 256 bytes come first, so that nothing is unknown.
class ByteBpeTokeniser : public PieceTokeniser {
public:
    ByteBpeTokeniser() { m_model.kind = PieceKind::ByteBpe; }
    explicit ByteBpeTokeniser(PieceModel model) { ByteBpeTokeniser::take(std::move(model)); }

    const PieceModel& pieces() const override { return m_model; }

    std::string joined(std::span<const std::string> tokens) const override
    {
        std::string text;
        for (const std::string& token : tokens)
            for (size_t at = 0; at < token.size();) {
                const size_t begin = at;
                if (const auto byte = byteOfCharacter(nextCodePoint(token, at)))
                    text += static_cast<char>(*byte);
                else
                    text += token.substr(begin, at - begin);
            }
        repairUtf8(text);
        return text;
    }

protected:
    void split(std::string_view text, TokenViews& views) const override
    {
        splitGpt2Words(text, views);
    }

    void divide(std::string_view word, std::vector<int32_t>& ids) const override
    {
        JoinedWord joined(m_merges, bytesOf(word));
        joined.join();
        joined.append(ids);
    }

    PieceModel learnt(const std::vector<TokenCount>& words, PieceModel model,
                      const VocabularyLimits& limits, const Monitor& monitor) const override
    {
        model.unknown = PieceModel::kNone;
        std::array<int32_t, 256> byteIds{};
        for (const unsigned char byte : byteOrder()) {
            byteIds[byte] = static_cast<int32_t>(model.pieces.size());
            model.pieces.push_back(byteCharacters()[byte]);
        }
        std::vector<CountedWord> divided;
        for (const TokenCount& word : words)
            for (size_t at = 0; at < word.token.size(); at += kTrainedBytes) {
                CountedWord& next = divided.emplace_back();
                next.count = word.count;
                for (const char c : word.token.substr(at, kTrainedBytes))
                    next.pieces.push_back(byteIds[static_cast<unsigned char>(c)]);
            }
        model.merges = learnMerges(
            std::move(divided), model.pieces,
            {static_cast<size_t>(limits.size), limits.minimumFrequency},
            [](const std::string& left, const std::string& right) { return left + right; },
            monitor);
        return model;
    }

    void take(PieceModel model) override
    {
        if (model.kind != PieceKind::ByteBpe)
            throw Error(ErrorCode::FileMalformed,
                        {"The model of the tokeniser is no byte-level BPE model.", {}});
        m_model = std::move(model);
        std::unordered_map<std::string_view, int32_t> ids;
        for (size_t id = 0; id < m_model.pieces.size(); ++id)
            ids.emplace(m_model.pieces[id], static_cast<int32_t>(id));
        for (size_t byte = 0; byte < m_byteIds.size(); ++byte)
            m_byteIds[byte] = ids.at(byteCharacters()[byte]);
        m_merges.clear();
        for (size_t rank = 0; rank < m_model.merges.size(); ++rank) {
            const auto [left, right] = m_model.merges[rank];
            const std::string text = m_model.pieces[static_cast<size_t>(left)]
                + m_model.pieces[static_cast<size_t>(right)];
            m_merges[keyOf(left, right)] = {static_cast<int32_t>(rank), ids.at(text)};
        }
    }

private:
    std::vector<int32_t> bytesOf(std::string_view word) const
    {
        std::vector<int32_t> ids;
        ids.reserve(word.size());
        for (const char c : word)
            ids.push_back(m_byteIds[static_cast<unsigned char>(c)]);
        return ids;
    }

    PieceModel m_model;
    std::array<int32_t, 256> m_byteIds{};
    RankedMerges m_merges; ///< By the ids of both.
};

} // namespace

std::unique_ptr<PieceTokeniser> makeByteBpe(PieceModel model)
{
    return std::make_unique<ByteBpeTokeniser>(std::move(model));
}

TokeniserRegistry::Entry byteBpeEntry()
{
    return TokeniserRegistry::entry<NoOptions>(
        {.id = "byte_bpe",
         .title = "Byte-level BPE",
         .summary = "GPT-2's tokeniser: learns from the training texts which bytes to join, the "
                    "most frequent pairs first. Nothing is unknown and texts come back exactly; "
                    "\u0120 stands for a blank. The vocabulary has at least the 256 bytes.",
         .example = "It's a lowland \u2192 It | 's | \u0120a | \u0120low | land"},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<ByteBpeTokeniser>();
        },
        [] { return pieceTokeniserPython("tokenisers/byte_bpe"); });
}

} // namespace core
