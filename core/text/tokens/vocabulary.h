#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

inline constexpr int64_t kPadId = 0;
inline constexpr int64_t kUnknownId = 1;
inline constexpr int64_t kBeginId = 2;
inline constexpr int64_t kEndId = 3;
inline constexpr int64_t kSpecialTokens = 4; ///< <pad> <unk> <bos> <eos>

/// A token and how often it was seen.
struct TokenCount {
    std::string_view token;
    int64_t count = 0;
};

/// Counts distinct byte strings: open addressing over one arena, no allocation a token.
class TokenCounter {
public:
    TokenCounter();

    void add(std::string_view token, int64_t times = 1);

    /// In the order in which they were first seen. Valid until the next add().
    const std::vector<TokenCount>& counts() const { return m_counts; }

private:
    struct Slot {
        uint32_t hash = 0; ///< Upper half, compared before the bytes are.
        uint32_t entry = 0; ///< Index into m_counts plus one; 0: free.
    };

    std::string_view stored(std::string_view token);
    void grow();

    std::vector<TokenCount> m_counts;
    std::vector<uint64_t> m_hashes; ///< As many: growing does not hash again.
    std::vector<Slot> m_slots; ///< A power of two, at most half full.
    std::vector<std::unique_ptr<char[]>> m_blocks;
    size_t m_blockLeft = 0;
    char* m_blockNext = nullptr;
};

/// Tokens by id and ids by token. The ids 0 to 3 are <pad> <unk> <bos> <eos>.
class Vocabulary {
public:
    /// The special tokens alone.
    Vocabulary();

    /// The most frequent tokens behind the special ones; ties in the order of their bytes, so that
    /// the same counts give the same ids. A counted token that reads like a special one is left
    /// out: see id().
    /// @param largest  of the whole, with the special tokens.
    static Vocabulary mostFrequent(const std::vector<TokenCount>& counts, int64_t largest,
                                   int64_t minimumFrequency);

    /// @param tokens  all of them, by id.
    /// @throws Error{FileMalformed} when the special tokens do not stand first or a token is there
    /// twice.
    static Vocabulary fromTokens(std::vector<std::string> tokens);

    /// With "<mask>" behind all other tokens, unless it has a mask already.
    Vocabulary withMask() const;

    /// These tokens and behind them those of `more`, in their order and each once, as far as there
    /// is room. Words that read like special tokens are left out.
    /// @param largest  of the whole.
    Vocabulary extended(const std::vector<std::string>& more, int64_t largest) const;

    int64_t size() const { return static_cast<int64_t>(m_tokens.size()); }
    const std::string& token(int64_t id) const { return m_tokens[static_cast<size_t>(id)]; }
    const std::vector<std::string>& tokens() const { return m_tokens; }
    /// kUnknownId when it is not there. A word of a text that reads like a
    /// special token or like the mask is never there.
    int64_t id(std::string_view token) const;
    /// The token that stands for one that is hidden: "<mask>", or BERT's "[MASK]"; -1: none.
    int64_t maskId() const { return m_mask; }

private:
    /// False when it was there before.
    bool insert(int64_t id);
    void index();

    std::vector<std::string> m_tokens;
    int64_t m_mask = -1;
    std::vector<int32_t> m_slots; ///< Id plus one; 0: free. A power of two, at most half full.
};

} // namespace core
