#pragma once

#include "core/projection/fourier.h"
#include "core/projection/vectors.h"

#include <memory>
#include <span>
#include <vector>

namespace core {

/// The forces by which all points of a map repel each other, pair by pair: for each point the sum
/// of q^2 (a - b) over all others b, with q = 1 / (1 + |a - b|^2). Fast for up to about a thousand.
/// @param forces  [2 * points], overwritten. @return the sum of q over all ordered pairs.
double repulsionOfPairs(std::span<const float> points, std::span<float> forces);

/// The same in time that grows with the points and
/// the area of the map (Linderman et al. 2019, arXiv:1712.09005): points are spread to the nodes of
/// a regular grid, their sums over all nodes are a convolution, which Fourier transforms compute,
/// and the forces are read off between the nodes. The same for any number of threads.
class Repulsion {
public:
    /// @param spacing  of the nodes: smaller is more exact and takes longer.
    explicit Repulsion(double spacing = kSpacing) : m_spacing(spacing) { }

    /// The spacing from which on finer grids do not find more neighbours.
    static constexpr double kSpacing = 1.0 / 3.0;

    /// As repulsionOfPairs().
    double add(std::span<const float> points, std::span<float> forces, size_t threads);

private:
    /// Transforms of the kernels on a grid. Real numbers: q is even, q^2 x and q^2 y are odd.
    struct Kernels {
        double spacing = 0.0;
        std::unique_ptr<ColumnTransform> transform;
        std::vector<float> even; ///< [length * length] of q.
        std::vector<float> odd; ///< [length * length] of q^2 x, imaginary; of q^2 y transposed.
    };
    struct Box {
        float left = 0.0F, bottom = 0.0F, scale = 1.0F; ///< scale: nodes a unit.
        size_t nodes = 0; ///< Along each side.
    };

    Box place(std::span<const float> points);
    void makeKernels(size_t length, double spacing);
    void spread(std::span<const float> points, const Box& box);
    double convolve(const Box& box, size_t threads);
    void readOff(std::span<const float> points, const Box& box, std::span<float> forces,
                 size_t threads) const;

    double m_spacing;
    Kernels m_kernels;
    std::vector<float> m_weights; ///< [nodes * nodes] points at each node.
    std::vector<float> m_real, m_imaginary; ///< [nodes * length] transformed along one side.
    std::vector<float> m_x, m_y; ///< [nodes * nodes] forces at each node.
};

} // namespace core
