#pragma once

#include "core/projection/vectors.h"

#include <vector>

namespace core {

/// The directions in which vectors vary most.
struct PrincipalComponents {
    size_t count = 0; ///< At most as many as a vector has numbers.
    std::vector<float> positions; ///< [vectors * count] along each direction, from the mean.
    std::vector<double> shares; ///< [count] of the variance, 0 to 1.
    /// [count * size] of length 1. The signs are chosen so that the number of the largest absolute
    /// value is positive, which makes pictures repeatable.
    std::vector<double> directions;
};

/// The first components of `vectors`, by subspace iteration on their covariance: the same for any
/// number of threads.
PrincipalComponents principalComponents(const VectorsView& vectors, size_t count = 2);

/// Those of two components as points; one component lies on the x axis.
MapPoints mapOf(const PrincipalComponents& components);

} // namespace core
