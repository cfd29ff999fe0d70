#include "core/nn/layers/positions.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

torch::Tensor sinusoidalPositions(int64_t length, int64_t features)
{
    if (features % 2 != 0)
        throw Error(
            ErrorCode::BadSetting,
            {"Sinusoidal positions need an even dimension; it is %1.", {std::to_string(features)}},
            {"Choose an even embedding dimension, or learned positions.", {}});
    const auto options = torch::TensorOptions(torch::kFloat64);
    const torch::Tensor places = torch::arange(length, options).unsqueeze(1); // [length, 1]
    const torch::Tensor even = torch::arange(0, features, 2, options); // [features / 2]
    const torch::Tensor angles
        = places / torch::pow(10000.0, even / static_cast<double>(features)); // [length, f / 2]
    return torch::stack({angles.sin(), angles.cos()}, 2) // [length, features / 2, 2]
        .flatten(1, 2)
        .to(torch::kFloat32);
}

torch::Tensor RotaryTurns::operator()(const torch::Tensor& vectors, const torch::Tensor& places,
                                      int64_t longest)
{
    const torch::Device device = vectors.device();
    if (!m_turns.defined() || m_turns.size(0) < longest) {
        const auto options = torch::TensorOptions(torch::kFloat64);
        const torch::Tensor even = torch::arange(0, m_size, 2, options); // [size / 2]
        const torch::Tensor angles = torch::arange(2 * longest, options).unsqueeze(1)
            / torch::pow(10000.0, even / static_cast<double>(m_size)); // [places, size / 2]
        m_turns = torch::polar(torch::ones_like(angles), angles).to(torch::kComplexFloat);
    }
    if (m_turns.device() != device)
        m_turns = m_turns.to(device);
    const torch::Tensor points = torch::view_as_complex(
        vectors.to(torch::kFloat32).reshape({vectors.size(0), -1, 2}).contiguous());
    const torch::Tensor turned = points.view({vectors.size(0), -1, m_size / 2})
        * m_turns.index_select(0, places).unsqueeze(1); // [tokens, n, size / 2]
    return torch::view_as_real(turned).reshape(vectors.sizes()).to(vectors.scalar_type());
}

namespace {

/// Sine and cosine of t / 10000^(2j / features) [..., length, features / 2], of `places`
/// [..., length]. A frequency is the sum of one that has so few digits that its product with a
/// place is exact, and of the small rest: the angles of far places would else lose theirs.
std::pair<GraphValue, GraphValue> turnsInGraph(GraphBuilder& builder, GraphValue places,
                                               int64_t features)
{
    constexpr double kDigits = 1 << 10;
    const torch::Tensor frequencies
        = torch::pow(10000.0, torch::arange(0, features, 2, torch::kFloat64) / -features);
    const torch::Tensor scale = torch::pow(2.0, frequencies.log2().floor()) / kDigits;
    const torch::Tensor coarse = (frequencies / scale).floor() * scale;
    const GraphValue t = builder.unsqueeze(builder.cast(places, torch::kFloat), -1);
    const GraphValue a = t * builder.constant(coarse.to(torch::kFloat));
    const GraphValue b = t * builder.constant((frequencies - coarse).to(torch::kFloat));
    return {sine(a) * cosine(b) + cosine(a) * sine(b), cosine(a) * cosine(b) - sine(a) * sine(b)};
}

} // namespace

GraphValue RotaryTurns::graph(GraphBuilder& builder, GraphValue vectors, GraphValue places) const
{
    const auto [sines, cosines] = turnsInGraph(builder, places, m_size);
    const GraphValue sin = builder.unsqueeze(sines, 2); // [batch or 1, length, 1, size / 2]
    const GraphValue cos = builder.unsqueeze(cosines, 2);
    const GraphValue points = builder.reshape(vectors, {0, 0, -1, m_size}); // [.., n, size]
    const GraphValue pairs = builder.reshape(points, {0, 0, 0, m_size / 2, 2});
    const GraphValue x = builder.select(pairs, 4, 0), y = builder.select(pairs, 4, 1);
    const GraphValue turned = builder.stack({x * cos - y * sin, x * sin + y * cos}, 4);
    return builder.reshape(builder.reshape(turned, {0, 0, 0, -1}), {0, 0, -1});
}

GraphValue PositionsImpl::graph(GraphBuilder& builder, GraphValue places) const
{
    if (m_kind == PositionKind::Learned)
        return builder.lookUp(m_table, places);
    const auto [sines, cosines] = turnsInGraph(builder, places, m_features);
    return builder.reshape(builder.stack({sines, cosines}, 3), {0, 0, m_features});
}

PositionsImpl::PositionsImpl(PositionKind kind, int64_t longest, int64_t features)
    : m_kind(kind), m_features(features)
{
    constexpr double kDeviation = 0.02;
    if (kind == PositionKind::Learned)
        m_table = register_parameter("weight", torch::randn({longest, features}) * kDeviation);
    else
        m_table = sinusoidalPositions(0, features);
}

torch::Tensor PositionsImpl::first(int64_t length, torch::Device device)
{
    if (m_kind == PositionKind::Sinusoidal && m_table.size(0) < length) // A decoder asks for one
        m_table = sinusoidalPositions(2 * length, m_features).to(device); // more at every step.
    if (m_kind == PositionKind::Sinusoidal && m_table.device() != device)
        m_table = m_table.to(device);
    if (length > m_table.size(0))
        throw Error(ErrorCode::BadSetting,
                    {"A text of %1 tokens is longer than the %2 learned positions.",
                     {std::to_string(length), std::to_string(m_table.size(0))}},
                    {"Shorten the text, or train with a larger text.maximum_length.", {}});
    return m_table.narrow(0, 0, length);
}

torch::Tensor PositionsImpl::atMost(int64_t length, torch::Device device)
{
    return first(reach() > 0 ? std::min(length, reach()) : length, device);
}

torch::Tensor PositionsImpl::forward(const TokenLayout& layout)
{
    const int64_t longest = *std::max_element(layout.lengths().begin(), layout.lengths().end());
    torch::Tensor table = first(longest, layout.places().device()); // [longest, features]
    if (layout.length() > longest) // Places beyond are padding only.
        table = torch::constant_pad_nd(table, {0, 0, 0, layout.length() - longest});
    // Unpacked first: the derivative of a sum over texts is cheap, of a look-up by place it is not.
    return layout.pack(
        table.unsqueeze(0).expand({layout.batch(), -1, -1})); // [batch, length, features]
}

} // namespace core
