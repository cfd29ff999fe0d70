#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace core {

/// A quantity that a training measures at several places of its network at every update.
enum class LayerQuantity {
    GradientNorm, ///< L2 norm of a layer's gradient, before clipping.
    StepSize, ///< Root mean square of the step of a layer's weights, divided by the learning rate.
    StreamScale, ///< Root mean square of the residual stream over tokens and features.
    ResidualWeight, ///< ReZero's α of a layer, with which the batch was computed.
    Rectification, ///< RAdam's ρ_t, and r_t, NaN while ρ_t <= 5 and the step is not adaptive.
};
inline constexpr size_t kLayerQuantities = 5;

/// A value for each quantity.
template <class Value> struct ByQuantity {
    std::array<Value, kLayerQuantities> all{};

    Value& operator[](LayerQuantity quantity) { return all[static_cast<size_t>(quantity)]; }
    const Value& operator[](LayerQuantity quantity) const
    {
        return all[static_cast<size_t>(quantity)];
    }
    friend bool operator==(const ByQuantity&, const ByQuantity&) = default;
};

/// Names of the quantities in files and questions.
inline constexpr ByQuantity<const char*> kLayerQuantityNames{
    {"gradient_norm", "step_size", "residual_stream", "residual_weight", "rectification"}};

/// Whether the mean over several updates is a root mean square; else it is the plain mean.
inline constexpr bool isMagnitude(LayerQuantity quantity)
{
    return quantity != LayerQuantity::ResidualWeight && quantity != LayerQuantity::Rectification;
}

/// The measures of an update.
struct MeasuredUpdate {
    int64_t step = 0;
    double gradientNorm = 0.0; ///< L2 norm over all layers, before clipping.
    double clippedNorm = std::numeric_limits<double>::quiet_NaN(); ///< NaN: nothing was clipped.
    bool clipped = false;
    ByQuantity<std::vector<float>> layers = {}; ///< By place; empty: not measured.
};

} // namespace core
