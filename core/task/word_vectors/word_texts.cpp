#include "core/task/word_vectors/word_texts.h"

#include "core/text/tokens/vocabulary.h"

#include <algorithm>

namespace core {

WordTexts::WordTexts(TextList lines, const TextPipeline& pipeline, const Monitor& monitor)
    : m_lineCount(static_cast<int64_t>(lines.size()))
{
    constexpr size_t kBlock = 1 << 16;
    for (size_t first = 0; first < lines.size(); first += kBlock) {
        monitor.throwIfStopped();
        const auto block = lines.part(first, std::min(kBlock, lines.size() - first));
        auto line = static_cast<int32_t>(first);
        for (std::vector<int32_t>& ids : pipeline.allIds(block, monitor)) {
            const auto all = std::ssize(ids);
            std::erase_if(ids, [](int32_t id) { return id < kSpecialTokens; });
            m_unknown += all - std::ssize(ids);
            addPassages(line++, ids);
        }
        block.release(0, block.size());
    }
    m_passages.ids = m_ids;
}

void WordTexts::addPassages(int32_t line, const std::vector<int32_t>& words)
{
    for (size_t begin = 0; begin < words.size(); begin += kPassageWords) {
        const size_t length = std::min(kPassageWords, words.size() - begin);
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(begin);
        m_ids.insert(m_ids.end(), first, first + static_cast<std::ptrdiff_t>(length));
        m_passages.offsets.push_back(std::ssize(m_ids));
        m_passages.lengths.push_back(static_cast<int32_t>(length));
        m_lines.push_back(line);
    }
}

double WordTexts::unknownShare() const
{
    const auto known = std::ssize(m_ids);
    return m_unknown == 0 ? 0.0
                          : static_cast<double>(m_unknown) / static_cast<double>(m_unknown + known);
}

std::vector<int64_t> WordTexts::counts(int64_t vocabularySize) const
{
    std::vector<int64_t> counts(static_cast<size_t>(vocabularySize));
    for (const int32_t id : m_ids)
        ++counts[static_cast<size_t>(id)];
    return counts;
}

} // namespace core
