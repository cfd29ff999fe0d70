#pragma once

#include <torch/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// Named tensors with text metadata: a safetensors file.
struct TensorFile {
    std::vector<std::pair<std::string, torch::Tensor>> tensors; ///< CPU, contiguous.
    std::map<std::string, std::string> metadata;

    const torch::Tensor* find(const std::string& name) const;
};

/// Writes atomically. Tensors of any device and stride; float16/32/64, bfloat16, int8...64, uint8,
/// bool. Metadata gets "format": "pt" and "xxh3": the hash of names, shapes, types and bytes.
/// @throws Error{FileUnwritable}.
void writeSafetensors(const std::filesystem::path& path, const TensorFile& file);

/// Reads and checks everything the format demands (header size, JSON, duplicate names, dtypes,
/// overflow, holes, overlaps, exact end) and, where metadata has "xxh3", the hash: a truncated or
/// bit-flipped file is never accepted. @throws Error{FileMissing, FileMalformed}.
TensorFile readSafetensors(const std::filesystem::path& path);

} // namespace core
