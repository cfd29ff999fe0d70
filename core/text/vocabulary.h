#pragma once

#include "core/text/token_counter.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

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

    int64_t size() const { return static_cast<int64_t>(m_tokens.size()); }
    const std::string& token(int64_t id) const { return m_tokens[static_cast<size_t>(id)]; }
    const std::vector<std::string>& tokens() const { return m_tokens; }
    /// kUnknownId when it is not there. What reads like a special token in a text is a word, and
    /// never there.
    int64_t id(std::string_view token) const;

private:
    /// False when it was there before.
    bool insert(int64_t id);
    void index();

    std::vector<std::string> m_tokens;
    std::vector<int32_t> m_slots; ///< Id plus one; 0: free. A power of two, at most half full.
};

} // namespace core
