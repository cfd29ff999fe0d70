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

/// A tokeniser that divides by fixed rules; its vocabulary is counted.
class WordTokeniser : public Tokeniser {
public:
    explicit WordTokeniser(SplitFunction split) : m_split(split) { }

    LearntVocabulary learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                           const Monitor& monitor) override;
    std::vector<std::string> tokens(std::string_view cleaned) const override;
    std::vector<std::vector<int32_t>> ids(const CleanedTexts& texts, const Vocabulary& vocabulary,
                                          int64_t longest, const Monitor& monitor) const override;

private:
    SplitFunction m_split;
};

} // namespace core
