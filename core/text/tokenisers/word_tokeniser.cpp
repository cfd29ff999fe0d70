#include "core/text/tokenisers/word_tokeniser.h"

#include "core/base/parallel_blocks.h"
#include "core/base/python_piece.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokens/unicode.h"
#include "core/text/tokens/vocabulary.h"

#include <algorithm>

namespace core {

namespace {

constexpr size_t kTextsABlock = 256;

} // namespace

size_t textThreads(const CleanedTexts& texts)
{
    return threadsFor((texts.size() + kTextsABlock - 1) / kTextsABlock);
}

void forEachText(const CleanedTexts& texts, size_t threads, const char* stage,
                 const Monitor& monitor,
                 const std::function<void(const std::string&, size_t, size_t)>& work)
{
    const auto all = static_cast<double>(texts.size());
    inBlocks(
        texts.size(), kTextsABlock, threads,
        [&](const ItemBlock& block) {
            monitor.throwIfStopped();
            std::string text;
            for (size_t i = block.first; i < block.first + block.count; ++i) {
                texts.get(i, text);
                work(text, i, block.thread);
            }
            texts.release(block.first, block.count);
        },
        [&](size_t begun) {
            monitor.report({{stage, {}}, static_cast<double>(begun) / all, -1.0});
        });
}

TokenCounter countTokens(const CleanedTexts& texts, const Monitor& monitor,
                         const std::function<void(std::string_view, TokenViews&)>& split)
{
    struct Seen {
        TokenCounter counter;
        TokenViews views;
    };
    std::vector<Seen> seen(textThreads(texts));
    forEachText(texts, seen.size(), "Counting tokens", monitor,
                [&](const std::string& text, size_t, size_t thread) {
                    Seen& own = seen[thread];
                    split(text, own.views);
                    for (const std::string_view token : own.views.tokens)
                        own.counter.add(token);
                });
    TokenCounter& counter = seen.front().counter;
    for (size_t other = 1; other < seen.size(); ++other) {
        for (const TokenCount& token : seen[other].counter.counts())
            counter.add(token.token, token.count);
        seen[other] = {};
    }
    return std::move(counter);
}

std::string joinedByBlanks(std::span<const std::string> tokens)
{
    std::string text;
    for (const std::string& token : tokens)
        text += (text.empty() ? "" : " ") + token;
    return text;
}

std::string concatenated(std::span<const std::string> tokens)
{
    std::string text;
    for (const std::string& token : tokens)
        text += token;
    return text;
}

TokeniserRegistry::Entry WordTokeniser::entry(KindDescription description, SplitFunction split,
                                              JoinFunction join)
{
    const std::string piece = "tokenisers/" + description.id;
    return TokeniserRegistry::entry<NoOptions>(
        std::move(description), Schema<NoOptions>(),
        [split, join](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(split, join);
        },
        [piece] { return pythonPiece(piece); });
}

LearntVocabulary WordTokeniser::learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                                      const Monitor& monitor)
{
    // Which thread saw a token does not matter: the vocabulary sorts the counts.
    const TokenCounter counter = countTokens(texts, monitor, m_split);
    return {Vocabulary::mostFrequent(counter.counts(), limits.size, limits.minimumFrequency),
            static_cast<int64_t>(counter.counts().size())};
}

std::vector<std::string> WordTokeniser::tokens(std::string_view cleaned) const
{
    TokenViews views;
    m_split(cleaned, views);
    return {views.tokens.begin(), views.tokens.end()};
}

std::vector<std::vector<int32_t>> WordTokeniser::ids(const CleanedTexts& texts,
                                                     const Vocabulary& vocabulary, int64_t longest,
                                                     const Monitor& monitor) const
{
    std::vector<std::vector<int32_t>> all(texts.size());
    std::vector<TokenViews> views(textThreads(texts));
    forEachText(texts, views.size(), "Looking tokens up", monitor,
                [&](const std::string& text, size_t i, size_t thread) {
                    m_split(text, views[thread]);
                    const std::vector<std::string_view>& found = views[thread].tokens;
                    const size_t count = std::min(found.size(), static_cast<size_t>(longest));
                    all[i].reserve(std::max<size_t>(count, 1));
                    for (size_t t = 0; t < count; ++t)
                        all[i].push_back(static_cast<int32_t>(vocabulary.id(found[t])));
                    if (all[i].empty())
                        all[i].push_back(static_cast<int32_t>(kUnknownId));
                });
    return all;
}

namespace {

void splitAtWhiteSpace(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    size_t start = 0;
    for (size_t i = 0; i < text.size();) {
        const size_t space = whiteSpaceLength(text, i);
        if (space == 0) {
            ++i;
            continue;
        }
        if (i > start)
            views.tokens.push_back(text.substr(start, i - start));
        i += space;
        start = i;
    }
    if (text.size() > start)
        views.tokens.push_back(text.substr(start));
}

} // namespace

TokeniserRegistry::Entry whiteSpaceEntry()
{
    return WordTokeniser::entry(
        {.id = "white_space",
         .title = "White space",
         .summary = "Splits at white space and nowhere else. For texts that are already split into "
                    "tokens; in others, \"good.\" and \"good\" are two tokens.",
         .example = "It's good. \u2192 It's | good."},
        splitAtWhiteSpace, joinedByBlanks);
}

namespace {

void takeWhole(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    if (!text.empty())
        views.tokens.push_back(text);
}

} // namespace

TokeniserRegistry::Entry wholeEntry()
{
    return WordTokeniser::entry(
        {.id = "whole",
         .title = "Not divided",
         .summary = "The whole text is one token, including its spaces. For data that are already "
                    "divided into tokens, such as tagged sentences.",
         .example = "10 000 \u2192 10 000",
         .tasks = {"tagging"}},
        takeWhole, joinedByBlanks);
}

} // namespace core
