#include "core/text/subword/training_log.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {

namespace {

/// The whole number behind the first `mark` in `text`, or `otherwise`.
int64_t numberBehind(std::string_view text, std::string_view mark, int64_t otherwise)
{
    const size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return otherwise;
    const std::string_view digits = text.substr(at + mark.size());
    int64_t number = otherwise;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

} // namespace

double TrainingLog::fraction(std::string_view line)
{
    const int64_t size = numberBehind(line, " size=", 0);
    if (size <= 0)
        return -1.0;
    const auto pieces = static_cast<double>(size);
    const auto wanted = static_cast<double>(m_wanted);
    if (line.find("Added:") != std::string_view::npos)
        return std::clamp(pieces / wanted, 0.0, 1.0);
    if (line.find("EM sub_iter") == std::string_view::npos)
        return -1.0;
    m_firstPruned = std::max(m_firstPruned, size);
    const double all = std::log(static_cast<double>(m_firstPruned) / wanted);
    if (all <= 0.0)
        return -1.0;
    return std::clamp(1.0 - std::log(pieces / wanted) / all, 0.0, 1.0);
}

int64_t largestVocabulary(std::string_view message)
{
    return numberBehind(message, "Please set it to a value <= ", 0);
}

int64_t requiredCharacters(std::string_view message)
{
    const size_t at = message.find("smaller than required_chars");
    return at == std::string_view::npos ? 0 : numberBehind(message.substr(at), " vs ", 0);
}

} // namespace core
