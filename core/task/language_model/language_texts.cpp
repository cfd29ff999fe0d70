#include "core/task/language_model/language_texts.h"

#include "core/nn/tensors.h"
#include "core/task/kept_texts.h"
#include "core/task/language_model/coded_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// The places of EncodedTexts::sums.
constexpr size_t kCutLines = 0, kCharacters = 1, kSpellingNats = 2, kSums = 3;

} // namespace

std::string linesOf(std::span<const int32_t> ids, const TextPipeline& pipeline)
{
    std::string text;
    for (;;) {
        const auto end = std::find(ids.begin(), ids.end(), static_cast<int32_t>(kEndId));
        text += pipeline.text(std::span(ids.begin(), end));
        if (end == ids.end())
            return text;
        text += '\n';
        ids = std::span(end + 1, ids.end());
    }
}

std::vector<int32_t> windowLengths(int64_t tokens, int64_t window)
{
    std::vector<int32_t> lengths;
    for (int64_t begin = 0; begin < tokens; begin += window)
        lengths.push_back(static_cast<int32_t>(std::min(window, tokens - begin)));
    return lengths;
}

size_t longestLine(const TextPipeline& pipeline, const LanguageOptions& options)
{
    return options.isStream() ? std::numeric_limits<size_t>::max()
                              : static_cast<size_t>(pipeline.spec().maximumLength);
}

TextCondition LineConditions::of(size_t line) const
{
    if (!classes.empty())
        return {.classIndex = classes[line]};
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(line * columns);
    return {.numbers = {first, first + static_cast<std::ptrdiff_t>(columns)}};
}

void LineConditions::add(const LineConditions& others, size_t line)
{
    columns = others.columns;
    const TextCondition added = others.of(line);
    if (added.classIndex >= 0)
        classes.push_back(others.classes[line]);
    numbers.insert(numbers.end(), added.numbers.begin(), added.numbers.end());
}

LanguageTexts LanguageTexts::encoded(TextList lines, const LineConditions& conditions,
                                     const TextPipeline& pipeline, const LanguageOptions& options,
                                     const Monitor& monitor, CodedText coded,
                                     const std::string& key)
{
    LanguageTexts texts;
    texts.m_stream = options.isStream();
    const size_t longest = longestLine(pipeline, options);
    // Each line with its end; blank ones that are read by themselves are nothing at all.
    const auto read = [&](size_t line, std::vector<int32_t>& ids, std::vector<double>& sums) {
        const std::string_view text = lines[line];
        if (ids.size() == 1 && ids.front() == kUnknownId && pipeline.tokens(text).empty())
            ids.clear(); // A blank line.
        if (!texts.m_stream && ids.empty())
            return;
        const size_t tokens = ids.size();
        ids.resize(std::min(tokens, longest));
        sums.resize(kSums);
        sums[kCutLines] += tokens > longest ? 1.0 : 0.0;
        if (coded == CodedText::Measured) {
            const CodedLine own = codedLine(pipeline, text, ids, tokens);
            sums[kCharacters] += static_cast<double>(own.characters + 1);
            sums[kSpellingNats] += own.spellingNats;
        }
        ids.push_back(static_cast<int32_t>(kEndId));
    };
    const std::string settings = (texts.m_stream ? "stream " : "lines ") + std::to_string(longest)
        + (coded == CodedText::Measured ? " measured" : "");
    const EncodedTexts found = encodedOnce(keptTexts(key, pipeline, settings), monitor, [&] {
        return changedIds(lines, pipeline, LongTexts::Whole, monitor, read);
    });
    texts.m_owner = found.owner;
    texts.m_ids = found.ids;
    if (found.sums.size() == kSums) {
        texts.m_cutLines = std::llround(found.sums[kCutLines]);
        texts.m_characters = std::llround(found.sums[kCharacters]);
        texts.m_spellingNats = found.sums[kSpellingNats];
    }
    if (texts.m_stream)
        texts.cutIntoWindows(found.count(), options.window);
    else
        texts.takeLines(found, conditions);
    return texts;
}

void LanguageTexts::takeLines(const EncodedTexts& lines, const LineConditions& conditions)
{
    for (size_t line = 0; line < lines.lengths.size(); ++line) {
        if (lines.lengths[line] == 0)
            continue;
        m_begins.push_back(lines.offsets[line]);
        m_lengths.push_back(lines.lengths[line]);
        m_itemLines.push_back(static_cast<int32_t>(line));
        m_conditions.add(conditions, line);
    }
    m_lines = count();
}

void LanguageTexts::cutIntoWindows(int64_t lines, int64_t window)
{
    m_lines = lines;
    m_lengths = windowLengths(static_cast<int64_t>(m_ids.size()), window);
    for (size_t i = 0; i < m_lengths.size(); ++i)
        m_begins.push_back(static_cast<int64_t>(i) * window);
}

int64_t LanguageTexts::unknownTokens() const
{
    return std::count(m_ids.begin(), m_ids.end(), static_cast<int32_t>(kUnknownId));
}

double LanguageTexts::unknownShare() const
{
    return m_ids.empty() ? 0.0
                         : static_cast<double>(unknownTokens()) / static_cast<double>(m_ids.size());
}

bool LanguageTexts::hasToken() const
{
    return hasKnownToken() || unknownTokens() > 0;
}

bool LanguageTexts::hasKnownToken() const
{
    return std::any_of(m_ids.begin(), m_ids.end(), [](int32_t id) { return id >= kSpecialTokens; });
}

PlainLanguageBatch plainBatch(const LanguageTexts& texts, std::span<const int32_t> items)
{
    constexpr int64_t kNoLabel = -100;
    PlainLanguageBatch batch;
    for (const int32_t item : items) {
        const auto length = static_cast<int64_t>(texts.predicted(item).size());
        batch.input.lengths.push_back(length);
        batch.input.longest = std::max(batch.input.longest, length);
        batch.conditions.push_back(texts.conditions().of(static_cast<size_t>(item)));
    }
    const size_t width = static_cast<size_t>(batch.input.longest);
    batch.input.ids.resize(items.size() * width); // 0: padding
    batch.labels.assign(items.size() * width, kNoLabel);
    for (size_t row = 0; row < items.size(); ++row) {
        const IdRow predicted = texts.predicted(items[row]);
        const auto first = static_cast<std::ptrdiff_t>(row * width);
        batch.input.ids[row * width] = texts.before(items[row]);
        std::copy(predicted.begin(), predicted.end() - 1, batch.input.ids.begin() + first + 1);
        std::copy(predicted.begin(), predicted.end(), batch.labels.begin() + first);
    }
    return batch;
}

LanguageBatch languageBatch(PlainLanguageBatch plain, torch::Device device)
{
    LanguageBatch batch{sequenceBatch(std::move(plain.input), device),
                        sentTo(device, tensorOf(std::move(plain.labels)))};
    batch.input.classes = conditionsOf(plain.conditions, device);
    return batch;
}

} // namespace core
