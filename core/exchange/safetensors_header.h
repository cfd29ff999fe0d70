#pragma once

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The JSON header of a safetensors file, parsed and checked without touching the data.
/// Format and checks: github.com/huggingface/safetensors, README "Format" and tensor.rs validate().
namespace core::safetensors {

inline constexpr uint64_t kLargestHeader = 100'000'000; ///< Bytes, as in the reference.
inline constexpr const char* kMetadataKey = "__metadata__";

struct Entry {
    std::string name;
    torch::ScalarType type = torch::kFloat;
    std::vector<int64_t> shape;
    uint64_t begin = 0, end = 0; ///< Bytes from the start of the data.
};

struct Header {
    std::vector<Entry> entries; ///< In the order of the data, gapless from 0.
    std::map<std::string, std::string> metadata;
};

/// @param dataBytes  length of what follows the header; the entries must cover it exactly.
/// @throws Error{FileMalformed} saying what is wrong.
Header parseHeader(std::string_view text, uint64_t dataBytes, const std::filesystem::path& path);

/// "F32" for float32. @throws Error{Internal} for a type the format does not have.
const char* typeName(torch::ScalarType type);

[[noreturn]] void throwDamaged(const std::filesystem::path& path, const std::string& why);

} // namespace core::safetensors
