#pragma once

#include "core/text/tokenisers/tokeniser.h"

namespace core {

/// Tokens of one text as views: into the text itself, into `scratch`, or into static storage.
struct TokenViews {
    std::string scratch;
    std::vector<std::string_view> tokens;
};

/// Divides `text` (valid UTF-8) into `views`, whose memory is reused. Keeps no state.
using SplitFunction = void (*)(std::string_view text, TokenViews& views);

/// Puts tokens back into a text. Keeps no state.
using JoinFunction = std::string (*)(std::span<const std::string> tokens);

/// One blank between two tokens.
std::string joinedByBlanks(std::span<const std::string> tokens);
/// Nothing between two tokens.
std::string concatenated(std::span<const std::string> tokens);

/// A tokeniser that divides by fixed rules; its vocabulary is counted.
class WordTokeniser : public Tokeniser {
public:
    WordTokeniser(SplitFunction split, JoinFunction join) : m_split(split), m_join(join) { }

    LearntVocabulary learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                           const Monitor& monitor) override;
    std::vector<std::string> tokens(std::string_view cleaned) const override;
    std::string joined(std::span<const std::string> tokens) const override
    {
        return m_join(tokens);
    }
    std::vector<std::vector<int32_t>> ids(const CleanedTexts& texts, const Vocabulary& vocabulary,
                                          int64_t longest, const Monitor& monitor) const override;

    /// The entry of a tokeniser without options; its Python stands in resources/python/tokenisers.
    static TokeniserRegistry::Entry entry(KindDescription description, SplitFunction split,
                                          JoinFunction join);

private:
    SplitFunction m_split;
    JoinFunction m_join;
};

} // namespace core
