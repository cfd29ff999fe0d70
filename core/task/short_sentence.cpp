#include "core/task/short_sentence.h"

#include <algorithm>

namespace core {

std::string shortSentence(core::TextList texts)
{
    constexpr auto kFewest = 4, kMost = 12; // words
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto words = std::count(texts[i].begin(), texts[i].end(), ' ') + 1;
        if (words >= kFewest && words <= kMost)
            return std::string(texts[i]);
    }
    return texts.empty() ? std::string() : std::string(texts[0]);
}

} // namespace core
