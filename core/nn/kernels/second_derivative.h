#pragma once

#include "core/base/error.h"

#include <c10/core/GradMode.h>

namespace core {

/// For the backward pass of an autograd function that computes with its own kernels. Under
/// create_graph LibTorch would take what these compute for a constant, and the gradients of
/// gradients would be wrong.
/// @throws Error{Internal} when a second derivative is asked for.
inline void refuseSecondDerivative()
{
    if (c10::GradMode::is_enabled())
        throw Error(ErrorCode::Internal,
                    {"The fused layers on the CPU have no second derivative.", {}},
                    {"Compute gradients of gradients in double precision.", {}});
}

} // namespace core
