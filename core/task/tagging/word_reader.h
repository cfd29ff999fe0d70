#pragma once

#include "core/base/json.h"
#include "core/task/encoded_texts.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace core {

/// Texts of tokens that are divided already, as ids. A text that is longer than the maximum length
/// is read in several pieces, one after another: no token is left out.
struct EncodedWords {
    EncodedTexts pieces;
    /// [texts + 1]: text i is pieces.ids[starts[i]] up to starts[i + 1].
    std::vector<int64_t> starts{0};
};

/// Whether a network looks into words, or knows them by their ids alone.
enum class LooksIntoWords { No, Yes };

/// How a tagger reads: each token is cleaned by itself and looked up; it is never divided further.
/// Characters and capitalisation are those of the token as it is written.
class WordReader {
public:
    /// @param characters  that are known, as learnCharacters() gives them.
    WordReader(std::shared_ptr<const TextPipeline> pipeline, std::vector<std::string> characters,
               LooksIntoWords looks);

    /// @param texts  tokens, one blank between two; none is empty.
    EncodedWords read(TextList texts, const Monitor& monitor) const;

    const TextPipeline& pipeline() const { return *m_pipeline; }
    const std::vector<std::string>& characters() const { return m_characters; }
    LooksIntoWords looks() const { return m_looks; }

private:
    void write(std::string_view word, WrittenWords& words) const;

    std::shared_ptr<const TextPipeline> m_pipeline;
    std::vector<std::string> m_characters;
    std::unordered_map<std::string, int64_t> m_characterIds;
    LooksIntoWords m_looks;
};

/// Ids of characters: 0 is padding, 1 an unknown one.
inline constexpr int64_t kFirstCharacterId = 2;

/// A vocabulary of the tokens of the texts, each cleaned by itself.
/// @param more  words that are known as if they were just frequent enough.
TextPipeline learnWords(TextSpec spec, TextList texts, const std::vector<std::string>& more,
                        const Monitor& monitor);

/// The characters that occur in two different tokens at least, sorted.
std::vector<std::string> learnCharacters(TextList texts);

} // namespace core
