#pragma once

#include "core/projection/nearest.h"
#include "core/projection/vectors.h"

namespace core {

/// A map turned, mirrored where that fits better, and moved so that its points lie as near as
/// possible to those of an earlier map (Procrustes). Distances stay.
/// @pre the same points in the same order.
MapPoints aligned(const MapPoints& points, const MapPoints& earlier);

/// New points in an old map: the median, along each axis, of the places of the nearest old points.
/// @param nearest  rows of the old points for each new one.
MapPoints placedAmong(const NearestRows& nearest, const MapPoints& old);

} // namespace core
