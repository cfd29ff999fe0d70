#pragma once

#include "core/exchange/safetensors.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

#include <torch/optim/sgd.h>

namespace parity {

/// Computes one case of a recurrent layer and writes everything of it into one safetensors file.
class RecurrentWriter {
public:
    /// @param initialState  false: the layer starts with zeros.
    RecurrentWriter(const core::RecurrentOptions& options, const std::vector<int64_t>& lengths,
                    bool initialState)
    {
        torch::manual_seed(5);
        m_net = core::Recurrent(options);
        m_lengths = torch::tensor(lengths, torch::kInt64);
        const int64_t batch = m_lengths.size(0);
        m_input = torch::randn({batch, m_lengths.max().item<int64_t>(), options.inputSize});
        m_input.requires_grad_();
        const int64_t rows = options.layers * options.directions();
        if (initialState)
            for (const int64_t size : m_net->stateSizes())
                m_initial.push_back(torch::randn({rows, batch, size}).requires_grad_());
    }

    core::Recurrent& net() { return m_net; }
    int64_t tokens() const { return m_lengths.sum().item<int64_t>(); }

    /// @param stateNames  how the file calls each state
    void write(const std::filesystem::path& path, const std::vector<std::string>& stateNames,
               std::map<std::string, std::string> metadata)
    {
        m_file.metadata = std::move(metadata);
        m_file.metadata["learning_rate"] = std::to_string(kLearningRate);
        store("lengths", m_lengths);
        addResults(stateNames);
        storeParameters("weight/");
        trainTwentyTimes();
        storeParameters("updated/");
        core::writeSafetensors(path, m_file);
    }

private:
    void store(const std::string& name, const torch::Tensor& tensor)
    {
        if (tensor.defined())
            m_file.tensors.emplace_back(name, tensor.detach().clone());
    }

    void storeParameters(const std::string& prefix)
    {
        for (const auto& item : m_net->named_parameters())
            store(prefix + item.key(), item.value());
    }

    /// The squares make the gradients of all outputs differ.
    static torch::Tensor loss(const core::CellOutput& output)
    {
        torch::Tensor sum = output.output.square().mean() + output.states[0].sin().mean();
        for (size_t state = 1; state < output.states.size(); ++state)
            sum = sum + output.states[state].cos().mean();
        return sum;
    }

    void addResults(const std::vector<std::string>& stateNames)
    {
        const core::CellOutput output = m_net->forward(m_input, m_lengths, m_initial);
        loss(output).backward();
        store("input", m_input);
        store("gradient/input", m_input.grad());
        store("result/output", output.output);
        for (size_t state = 0; state < output.states.size(); ++state)
            store("result/" + stateNames[state], output.states[state]);
        for (size_t state = 0; state < m_initial.size(); ++state) {
            store("initial_" + stateNames[state], m_initial[state]);
            store("gradient/initial_" + stateNames[state], m_initial[state].grad());
        }
        for (const auto& item : m_net->named_parameters())
            store("gradient/" + item.key(), item.value().grad());
    }

    void trainTwentyTimes()
    {
        torch::optim::SGD optimiser(m_net->parameters(),
                                    torch::optim::SGDOptions(kLearningRate).momentum(0.9));
        for (int update = 0; update < 20; ++update) {
            optimiser.zero_grad();
            loss(m_net->forward(m_input, m_lengths, m_initial)).backward();
            optimiser.step();
        }
    }

    static constexpr double kLearningRate = 0.2;
    core::Recurrent m_net{nullptr};
    torch::Tensor m_lengths, m_input;
    core::CellStates m_initial;
    core::TensorFile m_file;
};

} // namespace parity
