#include "core/task/word_vectors/word_texts.h"

#include "core/task/kept_texts.h"

#include <algorithm>
#include <cmath>

namespace core {

WordTexts::WordTexts(TextList lines, const TextPipeline& pipeline, const Monitor& monitor,
                     const std::string& key)
    : m_lineCount(static_cast<int64_t>(lines.size()))
{
    const auto leaveOut = [](size_t, std::vector<int32_t>& ids, std::vector<double>& unknown) {
        unknown.resize(1);
        unknown[0] += static_cast<double>(
            std::erase_if(ids, [](int32_t id) { return id < kSpecialTokens; }));
    };
    const EncodedTexts found = encodedOnce(keptTexts(key, pipeline, "words"), monitor, [&] {
        return changedIds(lines, pipeline, LongTexts::Whole, monitor, leaveOut);
    });
    m_owner = found.owner;
    m_passages.ids = found.ids;
    if (!found.sums.empty())
        m_unknown = std::llround(found.sums[0]);
    for (size_t line = 0; line < found.lengths.size(); ++line)
        for (int32_t left = found.lengths[line]; left > 0; left -= kPassageWords) {
            m_passages.lengths.push_back(std::min(left, kPassageWords));
            m_passages.offsets.push_back(m_passages.offsets.back() + m_passages.lengths.back());
            m_lines.push_back(static_cast<int32_t>(line));
        }
}

double WordTexts::unknownShare() const
{
    const auto known = std::ssize(m_passages.ids);
    return m_unknown == 0 ? 0.0
                          : static_cast<double>(m_unknown) / static_cast<double>(m_unknown + known);
}

std::vector<int64_t> WordTexts::counts(int64_t vocabularySize) const
{
    std::vector<int64_t> counts(static_cast<size_t>(vocabularySize));
    for (const int32_t id : m_passages.ids)
        ++counts[static_cast<size_t>(id)];
    return counts;
}

} // namespace core
