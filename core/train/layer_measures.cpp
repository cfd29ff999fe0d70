#include "core/train/layer_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace core {

namespace {

constexpr std::string_view kResidualWeight = "resweight";
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Meters of whole parameters, or of their parts where those have names of their own.
std::vector<StepMeter> metersOf(const std::vector<torch::Tensor>& parameters,
                                const ParameterLayers& layers)
{
    std::vector<std::vector<int64_t>> ends(parameters.size());
    for (const ParameterLayers::Part& part : layers.parts) {
        const torch::Tensor& parameter = parameters[part.parameter];
        ends[part.parameter].push_back((part.row + part.rows) * parameter.numel()
                                       / parameter.size(0));
    }
    std::vector<StepMeter> meters;
    for (size_t i = 0; i < parameters.size(); ++i) {
        if (ends[i].empty() || ends[i].back() != parameters[i].numel())
            ends[i].push_back(parameters[i].numel());
        meters.emplace_back(std::move(ends[i]));
    }
    return meters;
}

double rootMean(double sum, double count)
{
    return count > 0.0 ? std::sqrt(sum / count) : kUnknown;
}

} // namespace

LayerMeasures::LayerMeasures(const torch::nn::Module& network, const ParameterLayers& layers,
                             Optimiser& optimiser)
    : m_layers(layers), m_optimiser(optimiser), m_places(streamPlaces(network))
{
    const std::vector<torch::Tensor>& parameters = optimiser.parameters();
    m_isOnCpu = std::all_of(parameters.begin(), parameters.end(),
                            [](const torch::Tensor& each) { return each.is_cpu(); });
    for (const auto& named : network.named_parameters())
        if (named.key().ends_with(kResidualWeight)) {
            m_weightNames.push_back(named.key());
            m_weights.push_back(named.value());
        }
    optimiser.setMeters(metersOf(parameters, layers));
}

ByQuantity<std::vector<std::string>> LayerMeasures::names() const
{
    ByQuantity<std::vector<std::string>> names;
    names[LayerQuantity::GradientNorm] = names[LayerQuantity::StepSize] = m_layers.names;
    for (const StreamPlace& place : m_places)
        names[LayerQuantity::StreamScale].push_back(place.name);
    names[LayerQuantity::ResidualWeight] = m_weightNames;
    for (const OptimiserFactor& factor : m_optimiser.factors())
        names[LayerQuantity::Rectification].push_back(factor.name);
    return names;
}

void LayerMeasures::begin(int64_t step)
{
    // On a GPU a measured step costs a copy of all weights and a wait.
    constexpr int64_t kEach = 16;
    m_optimiser.setMeasured(m_isOnCpu || step % kEach == 1);
    m_squares.assign(m_places.size(), torch::Tensor());
    m_sums.assign(2 * m_places.size(), 0.0);
    m_weightValues.assign(m_weights.size(), kUnknown);
}

void LayerMeasures::add(const std::vector<StreamSum>& batch)
{
    for (const StreamSum& sum : batch)
        for (size_t i = 0; i < m_places.size(); ++i)
            if (m_places[i].owner == sum.owner && m_places[i].index == sum.index) {
                m_squares[i] = m_squares[i].defined() ? m_squares[i] + sum.squares : sum.squares;
                m_sums[m_places.size() + i] += static_cast<double>(sum.values);
            }
}

std::vector<torch::Tensor> LayerMeasures::waiting() const
{
    std::vector<torch::Tensor> all;
    for (const torch::Tensor& weight : m_weights)
        all.push_back(weight.detach().reshape({}).to(torch::kFloat64));
    for (const torch::Tensor& squares : m_squares)
        if (squares.defined())
            all.push_back(squares);
    return all;
}

void LayerMeasures::take(const double* values)
{
    for (double& weight : m_weightValues)
        weight = *values++;
    for (size_t i = 0; i < m_squares.size(); ++i)
        if (m_squares[i].defined())
            m_sums[i] = *values++;
}

std::vector<float> LayerMeasures::stepSizes(double learningRate) const
{
    const std::vector<std::vector<double>> squares = m_optimiser.stepSquares();
    if (squares.empty() || !(learningRate > 0.0))
        return {};
    std::vector<double> sums(m_layers.names.size()), counts(m_layers.names.size());
    for (size_t i = 0; i < squares.size(); ++i) {
        for (const double sum : squares[i])
            sums[m_layers.ofParameter[i]] += sum;
        counts[m_layers.ofParameter[i]] += static_cast<double>(m_optimiser.parameters()[i].numel());
        size_t range = 0;
        for (const ParameterLayers::Part& part : m_layers.parts)
            if (part.parameter == i) {
                const torch::Tensor& parameter = m_optimiser.parameters()[i];
                sums[part.name] = squares[i][range++];
                counts[part.name]
                    = static_cast<double>(part.rows * parameter.numel() / parameter.size(0));
            }
    }
    std::vector<float> sizes;
    for (size_t i = 0; i < sums.size(); ++i)
        sizes.push_back(static_cast<float>(rootMean(sums[i], counts[i]) / learningRate));
    return sizes;
}

ByQuantity<std::vector<float>> LayerMeasures::values(std::vector<float> gradientNorms,
                                                     double learningRate) const
{
    ByQuantity<std::vector<float>> values;
    values[LayerQuantity::GradientNorm] = std::move(gradientNorms);
    values[LayerQuantity::StepSize] = stepSizes(learningRate);
    for (size_t i = 0; i < m_places.size(); ++i)
        values[LayerQuantity::StreamScale].push_back(
            static_cast<float>(rootMean(m_sums[i], m_sums[m_places.size() + i])));
    for (const double weight : m_weightValues)
        values[LayerQuantity::ResidualWeight].push_back(static_cast<float>(weight));
    for (const OptimiserFactor& factor : m_optimiser.factors())
        values[LayerQuantity::Rectification].push_back(static_cast<float>(factor.value));
    return values;
}

} // namespace core
