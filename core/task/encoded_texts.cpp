#include "core/task/encoded_texts.h"

#include "core/base/main_memory.h"
#include "core/base/mapped_file.h"
#include "core/data/kept_file.h"
#include "core/task/kept_texts.h"
#include "core/text/mark_names.h"

#include <algorithm>
#include <unordered_map>

namespace core {

double EncodedTexts::unknownShare() const
{
    int64_t unknown = 0, all = 0;
    for (int64_t text = 0; text < count(); ++text) { // Texts may have been left out.
        const IdRow tokens = row(text);
        unknown += std::count(tokens.begin(), tokens.end(), static_cast<int32_t>(kUnknownId));
        all += std::ssize(tokens);
    }
    return all == 0 ? 0.0 : static_cast<double>(unknown) / static_cast<double>(all);
}

std::vector<IdRow> EncodedTexts::rows(std::span<const int32_t> items) const
{
    std::vector<IdRow> all;
    for (const int32_t item : items)
        all.push_back(row(item));
    return all;
}

PaddedIds EncodedTexts::padded(std::span<const int32_t> items) const
{
    PaddedIds batch = marked ? paddedIds(rows(items), kBeginId, kEndId) : paddedIds(rows(items));
    if (!forms.empty())
        batch.words = paddedWords(items, batch.longest);
    return batch;
}

/// Each distinct word of the items once, in the order in which they come.
PaddedWords EncodedTexts::paddedWords(std::span<const int32_t> items, int64_t longest) const
{
    PaddedWords padded;
    padded.ofToken.resize(items.size() * static_cast<size_t>(longest));
    std::vector<int64_t> chosen{0};
    std::unordered_map<int32_t, int64_t> places;
    const size_t first = marked ? 1 : 0; // A mark is word 0.
    for (size_t row = 0; row < items.size(); ++row) {
        const auto item = static_cast<size_t>(items[row]);
        for (int32_t t = 0; t < lengths[item]; ++t) {
            const int32_t form = forms[static_cast<size_t>(offsets[item] + t)];
            const auto [found, isNew] = places.emplace(form, static_cast<int64_t>(chosen.size()));
            if (isNew)
                chosen.push_back(form);
            padded.ofToken[row * static_cast<size_t>(longest) + first + static_cast<size_t>(t)]
                = found->second;
        }
    }
    for (const int64_t word : chosen) {
        padded.lengths.push_back(words.length(word));
        padded.cases.push_back(words.cases[static_cast<size_t>(word)]);
        padded.longest = std::max(padded.longest, padded.lengths.back());
        const size_t columns = words.features.size() / words.cases.size();
        const auto values = words.features.begin()
            + static_cast<std::ptrdiff_t>(static_cast<size_t>(word) * columns);
        padded.features.insert(padded.features.end(), values,
                               values + static_cast<std::ptrdiff_t>(columns));
    }
    padded.characters.resize(chosen.size() * static_cast<size_t>(padded.longest));
    auto place = padded.characters.begin();
    for (size_t i = 0; i < chosen.size(); ++i, place += padded.longest)
        std::copy_n(words.characters.begin() + words.offsets[static_cast<size_t>(chosen[i])],
                    padded.lengths[i], place);
    return padded;
}

std::vector<int32_t> leaveOutUnknown(EncodedTexts& texts)
{
    std::vector<int64_t> offsets;
    std::vector<int32_t> lengths, kept;
    for (int64_t text = 0; text < texts.count(); ++text) {
        const IdRow row = texts.row(text);
        if (std::all_of(row.begin(), row.end(), [](int32_t id) { return id < kSpecialTokens; }))
            continue;
        offsets.push_back(texts.offsets[static_cast<size_t>(text)]);
        lengths.push_back(texts.lengths[static_cast<size_t>(text)]);
        kept.push_back(static_cast<int32_t>(text));
    }
    offsets.push_back(texts.offsets.back());
    texts.offsets = std::move(offsets);
    texts.lengths = std::move(lengths);
    return kept;
}

SeenText seenText(const std::string& text, const TextPipeline& pipeline)
{
    SeenText seen;
    seen.cleaned = pipeline.clean(text);
    seen.tokens = pipeline.tokens(text);
    const std::vector<int32_t> ids = pipeline.ids(text);
    seen.ids.assign(ids.begin(), ids.end());
    const MarkNames marks = markNamesOf(pipeline);
    if (pipeline.marksTexts()) {
        seen.tokens.insert(seen.tokens.begin(), marks.begin);
        seen.tokens.push_back(marks.end);
    }
    if (seen.tokens.empty())
        seen.tokens.push_back(pipeline.token(kUnknownId));
    seen.cutTokens = static_cast<int64_t>(seen.tokens.size()) - static_cast<int64_t>(ids.size());
    seen.tokens.resize(ids.size());
    if (pipeline.marksTexts())
        seen.tokens.back() = marks.end;
    return seen;
}

EncodedTexts changedIds(TextList texts, const TextPipeline& pipeline, LongTexts longTexts,
                        const Monitor& monitor,
                        const std::function<void(size_t text, std::vector<int32_t>& ids,
                                                 std::vector<double>& sums)>& change)
{
    EncodedTexts result;
    GrowingBytes all(cacheFolder());
    // In blocks, because a list of lists for 10 million texts would double the memory.
    constexpr size_t kBlock = 1 << 16;
    constexpr size_t kBytesAText = 1 << 10; // That a text may need until the next check.
    for (size_t begin = 0; begin < texts.size(); begin += kBlock) {
        monitor.throwIfStopped();
        const auto block = texts.part(begin, std::min(kBlock, texts.size() - begin));
        requireMemory(static_cast<int64_t>(block.size() * kBytesAText));
        std::vector<std::vector<int32_t>> found = longTexts == LongTexts::Cut
            ? pipeline.ids(block, monitor)
            : pipeline.allIds(block, monitor);
        for (size_t i = 0; i < found.size(); ++i) {
            std::vector<int32_t>& ids = found[i];
            change(begin + i, ids, result.sums);
            all.append({reinterpret_cast<const char*>(ids.data()), ids.size() * sizeof(int32_t)});
            result.offsets.push_back(static_cast<int64_t>(all.size() / sizeof(int32_t)));
            result.lengths.push_back(static_cast<int32_t>(ids.size()));
        }
        block.release(0, block.size());
    }
    auto [owner, bytes, mapped] = all.finish();
    result.owner = std::move(owner);
    result.ids = {reinterpret_cast<const int32_t*>(bytes.data()), bytes.size() / sizeof(int32_t)};
    return result;
}

EncodedTexts encoded(TextList texts, const TextPipeline& pipeline, const Monitor& monitor,
                     const std::string& key)
{
    return encodedOnce(keptTexts(key, pipeline), monitor, [&] {
        return changedIds(texts, pipeline, LongTexts::Cut, monitor, [](size_t, auto&, auto&) {});
    });
}

} // namespace core
