#pragma once

#include "core/exchange/safetensors.h"

#include <filesystem>
#include <string_view>

namespace core {

/// Whether a file begins as torch.save() writes it: a zip archive, or the pickles of before
/// PyTorch 1.6.
bool isPytorchFile(std::string_view beginning);

/// Reads the tensors that torch.save() wrote: a state dict, or dictionaries with state dicts in
/// them, whose keys are joined by dots ("model.rnn.weight_ih_l0"). Everything that is no tensor is
/// passed over. Nothing in the file is run: see pickle.h.
///
/// Tensors come in the order of the file, with their own types.
/// @throws Error{FileMissing}; Error{FileMalformed} for a damaged file and one with other objects
/// than tensors, which are named.
TensorFile readPytorchFile(const std::filesystem::path& path,
                           TensorContents contents = TensorContents::Values);

} // namespace core
