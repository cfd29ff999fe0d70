#pragma once

#include "core/base/monitor.h"
#include "core/projection/nearest.h"
#include "core/projection/repulsion.h"
#include "core/projection/vectors.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

struct TsneOptions {
    double perplexity = 30.0; ///< Neighbours that a point is drawn to, about.
    int iterations = 750;
    double exaggeration = 12.0; ///< Factor of the attraction in the first iterations.
    int exaggerated = 250; ///< Number of these.
    double learningRate = 0.0; ///< 0: max(200, points / 12).
    uint64_t seed = 1; ///< Draws the small disturbance of the start.
    double pull = 0.0; ///< See Tsne::startFrom().
    double spacing = Repulsion::kSpacing;
    size_t threads = 1; ///< Does not change the map.
    friend bool operator==(const TsneOptions&, const TsneOptions&) = default;
};

/// The attraction of t-SNE: probabilities of neighbours, symmetric, sum 1 over all pairs. Rows are
/// filled up to whole vectors of lanes by the point itself with probability 0.
struct Affinities {
    std::vector<size_t> first; ///< [points + 1]
    std::vector<int32_t> rows;
    std::vector<float> probabilities;
};

/// Gaussian probabilities over the neighbours of each point, as wide as the perplexity demands.
/// @param nearest  about three times the perplexity of each point.
Affinities affinitiesOf(const NearestRows& nearest, double perplexity);

/// The probabilities of the neighbours of one point, so that their perplexity is the wished one.
std::vector<double> calibrated(std::span<const float> distances, double perplexity);

/// The perplexity that this number of points allows: a third of the others at most.
double usedPerplexity(double wished, size_t points);

/// A map by t-SNE (van der Maaten & Hinton 2008) that is computed step by step: the picture moves.
/// The same seed gives the same map to the bit, for any number of threads and any division into
/// steps.
class Tsne {
public:
    /// Finds the neighbours and starts from the principal components, scaled to a deviation of
    /// 1e-4.
    /// @throws Error{Cancelled}.
    Tsne(const VectorsView& vectors, const TsneOptions& options, const Monitor& monitor = {});

    /// Starts from an earlier map of the same points instead, without exaggeration. With
    /// options.pull = lambda, lambda / (2 points) times the squared distances from it are added to
    /// what is minimised (dynamic t-SNE; Rauber et al. 2016).
    void startFrom(MapPoints earlier);

    void step(int iterations); ///< No further than to the last.
    int iteration() const { return m_iteration; }
    bool isDone() const { return m_iteration >= m_options.iterations; }
    const MapPoints& points() const { return m_points; }
    const NearestRows& nearest() const { return m_nearest; } ///< In the full space.
    size_t count() const { return m_points.size() / 2; }

    /// A quarter of the gradient of the Kullback-Leibler divergence. [2 * points]
    std::vector<float> gradient(double exaggeration);

private:
    void attract(double exaggeration, std::vector<float>& forces) const;
    void descend(const std::vector<float>& gradient, double momentum);
    void centre();

    TsneOptions m_options;
    NearestRows m_nearest;
    Affinities m_affinities;
    Repulsion m_repulsion;
    MapPoints m_points, m_earlier; ///< Empty: none.
    std::vector<float> m_steps, m_gains, m_forces;
    int m_iteration = 0;
};

} // namespace core
