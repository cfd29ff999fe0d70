#pragma once

#include "core/base/monitor.h"
#include "core/projection/vectors.h"

#include <cstdint>
#include <vector>

namespace core {

/// The cluster of each vector, 0 to `clusters` - 1, by k-means from centres that are drawn far
/// apart (k-means++; Arthur & Vassilvitskii 2007). Clusters are numbered from the largest on; the
/// same seed gives the same clusters for any number of threads.
/// @param clusters  at most as many as there are vectors. @throws Error{Cancelled}.
std::vector<int32_t> clustersOf(const VectorsView& vectors, size_t clusters, uint64_t seed,
                                size_t threads, const Monitor& monitor = {});

} // namespace core
