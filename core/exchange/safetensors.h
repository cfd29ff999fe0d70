#pragma once

#include "core/base/regular_file.h"

#include <torch/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// Named tensors with text metadata: a safetensors file.
struct TensorFile {
    std::vector<std::pair<std::string, torch::Tensor>> tensors; ///< CPU, contiguous.
    std::map<std::string, std::string> metadata;

    const torch::Tensor* find(const std::string& name) const; ///< Or nullptr.
};

/// How to treat a file without a hash (every file that another program wrote).
enum class MissingHash { Accept, Refuse };

/// ShapesOnly: tensors of the device Meta, read without what they hold and so without checking the
/// hash, which is over that.
enum class TensorContents { Values, ShapesOnly };

/// Writes atomically, header aligned to 8 bytes, widest types first, then by name: the order of
/// the reference implementation. Tensors of any device and stride; float16/32/64, bfloat16,
/// int8...64, uint8, bool. Tensors that share memory are written once a name. Metadata gets
/// "format": "pt", "xxh3": the XXH3-128 of names, shapes, types, metadata and bytes, and
/// "checksum": "xxh3", which says that there must be one.
/// @throws Error{FileUnwritable}; Error{Internal} for two tensors of one name or another type.
void writeSafetensors(const FilePlace& place, const TensorFile& file);

/// Reads and checks everything the format demands (header size, JSON, duplicate names, dtypes,
/// overflow, holes, overlaps, exact end) and, where metadata has "xxh3", the hash: a truncated or
/// bit-flipped file is never accepted. Tensors come in the order in which they lie in the file.
/// @throws Error{FileMissing, FileMalformed}.
TensorFile readSafetensors(const FilePlace& place, MissingHash missingHash = MissingHash::Accept,
                           Links links = Links::Follow,
                           TensorContents contents = TensorContents::Values);

} // namespace core
