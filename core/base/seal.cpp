#include "core/base/seal.h"

#include <xxhash.h>

#include <cstdint>
#include <string>

namespace core {

static std::string hexadecimal(uint64_t number, size_t digits)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text(digits, '0');
    for (size_t i = digits; i-- > 0; number >>= 4)
        text[i] = kDigits[number & 15U];
    return text;
}

Json seal(std::string_view content)
{
    const uint64_t hash = XXH64(content.data(), content.size(), 0);
    return {{"bytes", content.size()}, {"xxh64", hexadecimal(hash, 16)}};
}

namespace {

constexpr std::string_view kBegin = R"(,"xxh32":")";
constexpr std::string_view kEnd = R"("})";
constexpr size_t kDigits = 8;
constexpr size_t kLength = kBegin.size() + kDigits + kEnd.size();

std::string checksumText(std::string_view content)
{
    const uint32_t hash = XXH32(content.data(), content.size(), 0);
    return std::string(kBegin) + hexadecimal(hash, kDigits) + std::string(kEnd);
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
