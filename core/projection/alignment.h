#pragma once

#include "core/projection/vectors.h"

namespace core {

/// A map turned, mirrored where that fits better, and moved so that its points lie as near as
/// possible to those of an earlier map (Procrustes). Distances stay.
/// @pre the same points in the same order.
MapPoints aligned(const MapPoints& points, const MapPoints& earlier);

} // namespace core
