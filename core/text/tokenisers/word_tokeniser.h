#pragma once

#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokens/token_views.h"

#include <functional>

namespace core {

/// Divides `text` (valid UTF-8) into `views`, whose memory is reused. Keeps no state.
using SplitFunction = void (*)(std::string_view text, TokenViews& views);

/// Puts tokens back into a text. Keeps no state.
using JoinFunction = std::string (*)(std::span<const std::string> tokens);

/// One blank between two tokens.
std::string joinedByBlanks(std::span<const std::string> tokens);
/// Nothing between two tokens.
std::string concatenated(std::span<const std::string> tokens);

/// Threads that pay for a pass over so many texts.
size_t textThreads(const CleanedTexts& texts);

/// Calls work(text, its number, thread) for every cleaned text, on several threads at once, and
/// reports where the pass is.
void forEachText(const CleanedTexts& texts, size_t threads, const char* stage,
                 const Monitor& monitor,
                 const std::function<void(const std::string&, size_t, size_t)>& work);

/// Counts the tokens of all texts. Their order depends on the threads, the counts do not.
TokenCounter countTokens(const CleanedTexts& texts, const Monitor& monitor,
                         const std::function<void(std::string_view, TokenViews&)>& split);

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
