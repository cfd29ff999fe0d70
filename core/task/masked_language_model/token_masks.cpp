#include "core/task/masked_language_model/token_masks.h"

#include "core/base/seeded_numbers.h"
#include "core/text/tokens/word_marks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// The first `count` values become a random choice of all, in random order.
template <class Value>
void drawFirst(std::vector<Value>& values, size_t count, SeededNumbers& numbers)
{
    for (size_t i = 0; i < std::min(count, values.size()); ++i)
        std::swap(values[i], values[i + numbers.below(static_cast<uint32_t>(values.size() - i))]);
}

} // namespace

TokenMasks::TokenMasks(const MaskedOptions& options, const TextPipeline& pipeline, int64_t seed)
    : m_options(options)
    , m_maskId(pipeline.maskId())
    , m_vocabularySize(pipeline.vocabularySize())
    , m_seed(seed)
{
    if (!options.wholeWords)
        return;
    // Each piece as if it stood behind another one of a word.
    const WordMarks marks = wordMarksOf(pipeline.spec().tokeniser.kind);
    for (int64_t id = 0; id < m_vocabularySize; ++id)
        m_continues.push_back(!beginsWord(marks, pipeline.token(id), "a"));
}

/// The places that may be chosen.
std::vector<int32_t> TokenMasks::candidates(std::span<const int64_t> ids) const
{
    std::vector<int32_t> places;
    for (size_t i = 0; i < ids.size(); ++i)
        if (ids[i] >= kSpecialTokens && ids[i] != m_maskId)
            places.push_back(static_cast<int32_t>(i));
    if (places.empty()) {
        places.resize(ids.size());
        std::iota(places.begin(), places.end(), 0);
    }
    return places;
}

int64_t TokenMasks::wanted(size_t candidates) const
{
    return std::clamp<int64_t>(
        std::llround(m_options.maskedShare * static_cast<double>(candidates)), 1,
        static_cast<int64_t>(candidates));
}

int64_t TokenMasks::count(IdRow ids) const
{
    return wanted(candidates(std::vector<int64_t>(ids.begin(), ids.end())).size());
}

std::vector<int32_t> TokenMasks::chosenWords(std::span<const int64_t> ids,
                                             const std::vector<int32_t>& candidates,
                                             SeededNumbers& numbers) const
{
    std::vector<std::vector<int32_t>> words;
    for (const int32_t place : candidates) {
        const bool continues = !words.empty() && words.back().back() == place - 1
            && m_continues[static_cast<size_t>(ids[static_cast<size_t>(place)])];
        if (!continues)
            words.emplace_back();
        words.back().push_back(place);
    }
    drawFirst(words, words.size(), numbers);
    const auto count = static_cast<size_t>(wanted(candidates.size()));
    std::vector<int32_t> places;
    for (const std::vector<int32_t>& word : words)
        if (places.size() + word.size() <= count)
            places.insert(places.end(), word.begin(), word.end());
    return places.empty() ? words.front() : places;
}

/// Ascending places.
std::vector<int32_t> TokenMasks::chosen(std::span<const int64_t> ids, SeededNumbers& numbers) const
{
    std::vector<int32_t> places = candidates(ids);
    if (m_options.wholeWords) {
        places = chosenWords(ids, places, numbers);
    } else {
        const auto count = static_cast<size_t>(wanted(places.size()));
        drawFirst(places, count, numbers);
        places.resize(count);
    }
    std::sort(places.begin(), places.end());
    return places;
}

int64_t TokenMasks::replaced(int64_t id, SeededNumbers& numbers) const
{
    const double share = numbers.share();
    if (share < m_options.maskShare)
        return m_maskId;
    const int64_t others = m_vocabularySize - kSpecialTokens - 1; // Without the mask.
    if (share >= m_options.maskShare + m_options.randomShare || others < 1)
        return id;
    const int64_t random = kSpecialTokens + numbers.below(static_cast<uint32_t>(others));
    return random < m_maskId ? random : random + 1;
}

SeededNumbers TokenMasks::numbersOf(int32_t item, int64_t epoch) const
{
    const uint64_t seed
        = mixedBits(static_cast<uint64_t>(m_seed) + kSeedStep * (static_cast<uint64_t>(epoch) + 1));
    return {seed, static_cast<uint64_t>(item)};
}

int64_t TokenMasks::count(IdRow ids, int32_t item, int64_t epoch) const
{
    SeededNumbers numbers = numbersOf(item, epoch);
    return std::ssize(chosen(std::vector<int64_t>(ids.begin(), ids.end()), numbers));
}

MaskedTokens TokenMasks::hide(PaddedIds& inputs, std::span<const int32_t> items,
                              int64_t epoch) const
{
    MaskedTokens hidden;
    const auto longest = static_cast<size_t>(inputs.longest);
    for (size_t row = 0; row < items.size(); ++row) {
        const std::span<int64_t> ids
            = std::span(inputs.ids)
                  .subspan(row * longest, static_cast<size_t>(inputs.lengths[row]));
        SeededNumbers numbers = numbersOf(items[row], epoch);
        for (const int32_t place : chosen(ids, numbers)) {
            int64_t& id = ids[static_cast<size_t>(place)];
            hidden.places.push_back(static_cast<int64_t>(row * longest) + place);
            hidden.labels.push_back(id);
            id = replaced(id, numbers);
        }
        hidden.offsets.push_back(static_cast<int64_t>(hidden.places.size()));
    }
    return hidden;
}

} // namespace core
