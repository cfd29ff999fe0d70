#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace core {

/// FNV-1a, 64 bits: changes when the data does.
class DataFingerprint {
public:
    void add(std::span<const int32_t> values);
    void add(std::string_view text);
    std::string text() const { return std::to_string(m_hash); }

private:
    uint64_t m_hash = 0xCBF29CE484222325ULL;
};

} // namespace core
