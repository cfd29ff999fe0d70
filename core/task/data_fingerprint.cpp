#include "core/task/data_fingerprint.h"

namespace core {

namespace {

constexpr uint64_t kPrime = 0x100000001B3ULL;

} // namespace

void DataFingerprint::add(std::span<const int32_t> values)
{
    for (const int32_t value : values)
        m_hash = (m_hash ^ static_cast<uint32_t>(value)) * kPrime;
}

void DataFingerprint::add(std::string_view text)
{
    for (const char letter : text)
        m_hash = (m_hash ^ static_cast<unsigned char>(letter)) * kPrime;
}

} // namespace core
