#include "core/task/short_sentence.h"

#include <algorithm>

namespace core {

std::string shortSentence(const std::vector<std::string>& texts)
{
    constexpr auto kFewest = 4, kMost = 12; // words
    const auto fits = [](const std::string& text) {
        const auto words = std::count(text.begin(), text.end(), ' ') + 1;
        return words >= kFewest && words <= kMost;
    };
    const auto found = std::find_if(texts.begin(), texts.end(), fits);
    return found != texts.end() ? *found : texts.empty() ? std::string() : texts.front();
}

} // namespace core
