#include "core/base/checked_line.h"

#include <xxhash.h>

#include <cstdint>

namespace core {

namespace {

constexpr std::string_view kBegin = R"(,"xxh32":")";
constexpr std::string_view kEnd = R"("})";
constexpr size_t kDigits = 8;
constexpr size_t kLength = kBegin.size() + kDigits + kEnd.size();

std::string checksumText(std::string_view content)
{
    constexpr std::string_view kDigitNames = "0123456789abcdef";
    const uint32_t hash = XXH32(content.data(), content.size(), 0);
    std::string text(kBegin);
    for (int shift = 28; shift >= 0; shift -= 4)
        text += kDigitNames[(hash >> shift) & 15U];
    return text.append(kEnd);
}

} // namespace

std::string withChecksum(std::string object)
{
    object.pop_back(); // The closing brace.
    object += checksumText(object);
    return object;
}

std::string_view checksumOf(std::string_view line)
{
    if (line.size() <= kLength)
        return {};
    const std::string_view end = line.substr(line.size() - kLength);
    return end.starts_with(kBegin) && end.ends_with(kEnd) ? end : std::string_view();
}

bool isIntact(std::string_view line)
{
    const std::string_view checksum = checksumOf(line);
    return checksum.empty()
        || checksumText(line.substr(0, line.size() - checksum.size())) == checksum;
}

} // namespace core
