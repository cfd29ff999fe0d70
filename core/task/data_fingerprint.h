#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace core {

/// FNV-1a, 64 bits: changes when the data does.
class DataFingerprint {
public:
    void add(std::span<const int32_t> values)
    {
        for (const int32_t value : values)
            m_hash = (m_hash ^ static_cast<uint32_t>(value)) * kPrime;
    }
    void add(std::string_view text)
    {
        for (const char letter : text)
            m_hash = (m_hash ^ static_cast<unsigned char>(letter)) * kPrime;
    }
    std::string text() const { return std::to_string(m_hash); }

private:
    static constexpr uint64_t kPrime = 0x100000001B3ULL;

    uint64_t m_hash = 0xCBF29CE484222325ULL;
};

/// Where a checkpoint that can be resumed from has its fingerprints: this key of its metadata is
/// JSON, whose "data" has one for each split.
inline constexpr const char* kTrainingState = "training";

/// Fingerprint of the training split that the run was trained with; empty if unknown: there is
/// no checkpoint yet, or an earlier version wrote it, which computed fingerprints differently.
/// @throws Error{FileMalformed}.
std::string trainedFingerprint(const std::filesystem::path& run);

} // namespace core
