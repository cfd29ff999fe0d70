#pragma once

#include "core/base/json.h"
#include "core/data/corpus.h"
#include "core/task/encoded_texts.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace core {

/// Whether a network reads words as written, or their ids only.
enum class LooksIntoWords { No, Yes };

/// A further column of the data with the values that are known of it, sorted.
struct FeatureColumn {
    std::string column; ///< As the user named it.
    std::vector<std::string> values;
};

/// How a tagger reads texts of tokens that are divided already: each token is cleaned by itself and
/// looked up; it is never divided further. Characters and capitalisation are those of the token as
/// it is written. A text that is longer than the maximum length is read in several pieces, one
/// after another: no token is left out. Each piece is between marks where the tokeniser marks
/// texts, as BERT's does.
class WordReader {
public:
    /// @param characters  that are known, as learnCharacters() gives them.
    /// @param features  columns to read beside the tokens.
    WordReader(std::shared_ptr<const TextPipeline> pipeline, std::vector<std::string> characters,
               LooksIntoWords looks, std::vector<FeatureColumn> features = {});

    /// @param texts  tokens, one blank between two; none is empty.
    /// @param features  for each column that is read a list with a text for each of `texts`: its
    /// values, one a token. Fewer lists: the values of the other columns are unknown.
    EncodedTexts read(TextList texts, const Monitor& monitor,
                      const std::vector<TextList>& features = {}) const;
    /// All rows with the columns that they have, kept for the next time where they are many.
    EncodedTexts readOnce(const CorpusPart& rows, const Monitor& monitor) const;
    /// The first `count` rows with the columns that they have.
    EncodedTexts read(const CorpusPart& rows, const Monitor& monitor,
                      size_t count = SIZE_MAX) const;

    const TextPipeline& pipeline() const { return *m_pipeline; }
    const std::vector<std::string>& characters() const { return m_characters; }
    LooksIntoWords looks() const { return m_looks; }
    const std::vector<FeatureColumn>& features() const { return m_features; }

private:
    /// Which word each token is: those of different values are different words.
    std::vector<int32_t> formsOf(const std::vector<std::string_view>& tokens,
                                 const std::vector<int32_t>& ofToken,
                                 const std::vector<std::vector<int32_t>>& values,
                                 WrittenWords& words) const;
    std::vector<int32_t> valuesOf(size_t feature, TextList texts) const;
    void write(std::string_view word, WrittenWords& words) const;

    std::shared_ptr<const TextPipeline> m_pipeline;
    std::vector<std::string> m_characters;
    std::unordered_map<std::string, int64_t> m_characterIds;
    LooksIntoWords m_looks;
    std::vector<FeatureColumn> m_features;
};

/// Ids of characters, and of the values of a feature: 0 is padding, 1 an unknown one.
inline constexpr int64_t kFirstCharacterId = 2;
inline constexpr int64_t kFirstValueId = 2;

/// A vocabulary of the tokens of the texts, each cleaned by itself.
/// @param more  words that are known as if they were just frequent enough.
TextPipeline learnWords(TextSpec spec, TextList texts, const std::vector<std::string>& more,
                        const Monitor& monitor);

/// The characters that occur in two different tokens at least, sorted.
std::vector<std::string> learnCharacters(TextList texts);

/// The values that occur twice at least, sorted. @param texts  values, one blank between two.
std::vector<std::string> learnValues(TextList texts);

} // namespace core
