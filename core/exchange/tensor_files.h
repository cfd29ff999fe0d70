#pragma once

#include "core/exchange/safetensors.h"

#include <filesystem>

namespace core {

/// Reads the tensors of a file of another program: safetensors, a file of torch.save() (.pt, .bin),
/// or the list of several such files, NAME.index.json, beside them. The form is recognised by the
/// content.
/// @throws Error{FileMissing, FileMalformed}.
TensorFile readTensorFile(const std::filesystem::path& path,
                          TensorContents contents = TensorContents::Values);

/// The file of tensors in a folder of a published network: model.safetensors, pytorch_model.bin, or
/// the list of their parts. @throws Error{FileMissing} when there is none.
std::filesystem::path tensorFileIn(const std::filesystem::path& folder);

} // namespace core
