#pragma once

#include "core/nn/layers/residual_stream.h"
#include "core/optimise/optimiser.h"
#include "core/probe/updates/layer_quantity.h"
#include "core/train/gradients.h"

#include <torch/nn/module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Measures a network at each update: see LayerQuantity. Only reads it.
class LayerMeasures {
public:
    /// @param optimiser  of the layers' parameters; its steps are measured from now on.
    LayerMeasures(const torch::nn::Module& network, const ParameterLayers& layers,
                  Optimiser& optimiser);

    /// Names of the places of each quantity; empty: the network or the optimiser does not have it.
    ByQuantity<std::vector<std::string>> names() const;

    void begin(int64_t step); ///< An update begins.
    void add(const std::vector<StreamSum>& batch); ///< The stream of one of its batches.
    /// Numbers that are still on the device, [] float64 each: one trip fetches them with others.
    std::vector<torch::Tensor> waiting() const;
    void take(const double* values); ///< waiting(), fetched.
    /// Sums over the items of this process, to be replaced by those of all processes.
    std::vector<double>& sums() { return m_sums; }
    /// The values of the update. @param gradientNorms  of each layer.
    ByQuantity<std::vector<float>> values(std::vector<float> gradientNorms,
                                          double learningRate) const;

private:
    std::vector<float> stepSizes(double learningRate) const;

    ParameterLayers m_layers;
    Optimiser& m_optimiser;
    bool m_isOnCpu = true;
    std::vector<std::string> m_weightNames;
    std::vector<torch::Tensor> m_weights; ///< ReZero's α.
    std::vector<double> m_weightValues;
    std::vector<StreamPlace> m_places;
    std::vector<torch::Tensor> m_squares; ///< [places] sums; undefined before the first batch.
    std::vector<double> m_sums; ///< Squares of each place, then its number of values.
};

} // namespace core
