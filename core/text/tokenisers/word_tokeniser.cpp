#include "core/text/tokenisers/word_tokeniser.h"

#include "core/text/text_pipeline.h"

#include <algorithm>

namespace core {

namespace {

constexpr size_t kTextsAReport = 1024;

/// Says where a pass over texts is, now and then.
void report(const Monitor& monitor, const char* stage, size_t done, size_t all)
{
    if (done % kTextsAReport != 0)
        return;
    monitor.throwIfStopped();
    monitor.report({{stage, {}}, static_cast<double>(done) / static_cast<double>(all), -1.0});
}

/// Padding is the batches' own: a text that spells it out must not look padded.
int32_t textId(const Vocabulary& vocabulary, std::string_view token)
{
    const int64_t id = vocabulary.id(token);
    return static_cast<int32_t>(id == kPadId ? kUnknownId : id);
}

} // namespace

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

LearntVocabulary WordTokeniser::learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                                      const Monitor& monitor)
{
    TokenCounter counter;
    TokenViews views;
    std::string text;
    for (size_t i = 0; i < texts.size(); ++i) {
        report(monitor, "Counting tokens", i, texts.size());
        texts.get(i, text);
        m_split(text, views);
        for (const std::string_view token : views.tokens)
            counter.add(token);
    }
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
    TokenViews views;
    std::string text;
    for (size_t i = 0; i < texts.size(); ++i) {
        report(monitor, "Looking tokens up", i, texts.size());
        texts.get(i, text);
        m_split(text, views);
        const size_t count = std::min(views.tokens.size(), static_cast<size_t>(longest));
        all[i].reserve(std::max<size_t>(count, 1));
        for (size_t t = 0; t < count; ++t)
            all[i].push_back(textId(vocabulary, views.tokens[t]));
        if (all[i].empty())
            all[i].push_back(static_cast<int32_t>(kUnknownId));
    }
    return all;
}

} // namespace core
