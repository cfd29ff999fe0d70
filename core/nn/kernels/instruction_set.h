#pragma once

#include "core/nn/kernels/recurrent_kernels.h"

#include <string_view>
#include <vector>

namespace core {

/// The kernels of every instruction set that this processor can run, from the plainest to the
/// widest.
const std::vector<const RecurrentKernels*>& supportedKernels();

/// @param name  of an instruction set: "base" (what every processor of this kind has), "avx2" or
///              "avx512"; empty for the widest.
/// @throws Error{BadSetting} when this processor cannot run it, or there is none of this name.
const RecurrentKernels& kernelsOf(std::string_view name);

} // namespace core
