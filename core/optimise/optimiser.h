#pragma once

#include "core/base/registry.h"
#include "core/optimise/step_meter.h"

#include <torch/types.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// The state of an optimiser as stored in a checkpoint: tensors by name, and numbers.
struct OptimiserState {
    std::vector<std::pair<std::string, torch::Tensor>> tensors; ///< "exp_avg/0": parameter 0.
    Json numbers = Json::object();
};

/// Parameters that have had as many updates and are updated together: each by itself on the CPU,
/// where one pass over its memory is all that counts; all at once on a GPU, where each operation
/// has to be launched.
struct ParameterGroup {
    std::vector<size_t> indices; ///< Their numbers in the optimiser.
    std::vector<torch::Tensor> parameters;
    std::vector<torch::Tensor> gradients; ///< Those of a table may be its used rows only.
    double factor = 1.0; ///< The gradients are to be multiplied with it.
    std::vector<StepMeter*> meters = {}; ///< One for each parameter; empty: nothing is measured.
};

/// A number of an optimiser that changes over the training, for all parameters.
struct OptimiserFactor {
    std::string name;
    double value = 0.0;
};

/// Changes parameters along their gradients.
///
/// Own code rather than torch::optim: LibTorch's C++ lacks RAdam and NAdam, and its state changes
/// its form between versions. Equations and defaults are those of Python's torch.optim (1.13).
/// State is kept in the order of the parameters.
class Optimiser {
public:
    explicit Optimiser(std::vector<torch::Tensor> parameters);
    virtual ~Optimiser() = default;
    Optimiser(const Optimiser&) = delete;
    Optimiser& operator=(const Optimiser&) = delete;

    /// One update with the gradients that stand in the parameters. A parameter without one is
    /// left alone, as in PyTorch.
    ///
    /// @param gradientFactor  what clipping to a norm multiplies all gradients with: here it costs
    ///        no pass of its own over them. The gradients themselves stay as they are.
    void step(double learningRate, double gradientFactor = 1.0);

    /// A copy-free view of the state: valid until the next step().
    virtual OptimiserState state() const;
    /// Takes over what state() gave. @throws Error{FileMalformed} when it is of other parameters
    /// or of another optimiser.
    virtual void restore(const OptimiserState& state);

    const std::vector<torch::Tensor>& parameters() const { return m_parameters; }

    /// Factors of the last update, such as RAdam's rectification; NaN before the first.
    virtual std::vector<OptimiserFactor> factors() const { return {}; }
    /// Ranges of the values of each parameter whose steps can be measured: see StepMeter.
    void setMeters(std::vector<StepMeter> meters) { m_meters = std::move(meters); }
    /// Whether the next steps are measured.
    void setMeasured(bool on) { m_measured = on; }
    /// Sums of squares of the last step, of each parameter range by range, 0 where a parameter had
    /// no gradient; empty: it was not measured.
    std::vector<std::vector<double>> stepSquares() const;

protected:
    /// One value an element of each parameter, beginning as `fill`.
    /// @return the number by which slot() finds it.
    size_t addSlot(const std::string& name, double fill = 0.0);
    std::vector<torch::Tensor>& slot(size_t number) { return m_slots[number].values; }
    /// How many updates the parameters have had, this one included.
    int64_t steps(const ParameterGroup& group) const { return m_steps[group.indices.front()]; }
    int64_t mostSteps() const; ///< Updates that any parameter has had.

    /// Updates some parameters. Called without gradient recording.
    virtual void update(const ParameterGroup& group, double learningRate) = 0;

private:
    struct Slot {
        std::string name;
        std::vector<torch::Tensor> values; ///< One of each parameter.
    };
    std::vector<ParameterGroup> groups();

    std::vector<torch::Tensor> m_parameters;
    std::vector<int64_t> m_steps;
    std::vector<Slot> m_slots;
    std::vector<StepMeter> m_meters;
    bool m_measured = false;
};

using OptimiserRegistry = Registry<std::unique_ptr<Optimiser>, std::vector<torch::Tensor>>;

const OptimiserRegistry& optimiserRegistry();

} // namespace core
