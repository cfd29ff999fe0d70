#include "core/exchange/safetensors.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <torch/optim/sgd.h>

namespace {

using core::CellStates;
using core::Recurrent;
using core::RecurrentOptions;
using torch::Tensor;

struct CellCase {
    std::string name;
    const core::CellEntry* cell = nullptr;
    RecurrentOptions options;
    std::vector<int64_t> lengths;
    bool initialState = true;
};

constexpr double kLearningRate = 0.2;
constexpr int64_t kLongestCellSum = 74; ///< A row of weights of input and state.

std::vector<CellCase> cellCases()
{
    std::vector<CellCase> cases;
    for (const core::CellEntry& cell : core::cellEntries()) {
        const std::string& id = cell.description.id;
        // Norms over few numbers, trained twenty times: so ill-conditioned that float32 leaves
        // weights no two digits.
        const bool normed = id == "lstm_layer_norm";
        const int64_t size = normed ? 37 : 4, inputs = normed ? 23 : 5;
        cases.push_back({id, &cell, {cell.graph, inputs, size}, {4, 7, 1}});
        cases.push_back(
            {id + "_both", &cell, {cell.graph, inputs, size, 2, true}, {4, 7, 1}, false});
        cases.push_back(
            {id + "_both_carried", &cell, {cell.graph, inputs, size, 2, true}, {4, 7, 1}});
        cases.push_back(
            {id + "_same_size", &cell, {cell.graph, 19, 19, 2, false}, {3, 6, 6, 1}, false});
    }
    return cases;
}

/// One case computed by us, and everything of it written into one safetensors file.
class CellCaseWriter {
public:
    explicit CellCaseWriter(const CellCase& parityCase) : m_case(parityCase)
    {
        const RecurrentOptions& options = m_case.options;
        torch::manual_seed(5);
        m_net = Recurrent(options);
        m_lengths = torch::tensor(m_case.lengths, torch::kInt64);
        const int64_t batch = m_lengths.size(0);
        m_input = torch::randn({batch, m_lengths.max().item<int64_t>(), options.inputSize});
        m_input.requires_grad_();
        const size_t states = m_case.initialState ? m_case.cell->graph->states() : 0;
        for (size_t state = 0; state < states; ++state)
            m_initial.push_back(
                torch::randn({options.layers * options.directions(), batch, options.hiddenSize})
                    .requires_grad_());
    }

    void write(const std::filesystem::path& path)
    {
        const RecurrentOptions& options = m_case.options;
        m_file.metadata = {{"cell", m_case.cell->description.id},
                           {"hidden_size", std::to_string(options.hiddenSize)},
                           {"layers", std::to_string(options.layers)},
                           {"bidirectional", options.bidirectional ? "1" : "0"},
                           {"learning_rate", std::to_string(kLearningRate)},
                           {"longest_sum", std::to_string(kLongestCellSum)},
                           {"states", std::to_string(m_case.cell->graph->states())}};
        store("lengths", m_lengths);
        addResults();
        storeParameters("weight/");
        trainTwentyTimes();
        storeParameters("updated/");
        core::writeSafetensors(path, m_file);
    }

private:
    void store(const std::string& name, const Tensor& tensor)
    {
        m_file.tensors.emplace_back(name, tensor.detach().clone());
    }

    void storeParameters(const std::string& prefix)
    {
        for (const auto& item : m_net->named_parameters())
            store(prefix + item.key(), item.value());
    }

    /// The squares make the gradients of all outputs differ.
    static Tensor loss(const core::CellOutput& output)
    {
        Tensor sum = output.output.square().mean() + output.states[0].sin().mean();
        for (size_t state = 1; state < output.states.size(); ++state)
            sum = sum + output.states[state].cos().mean();
        return sum;
    }

    void addResults()
    {
        const core::CellOutput output = m_net->forward(m_input, m_lengths, m_initial);
        loss(output).backward();
        store("input", m_input);
        store("gradient/input", m_input.grad());
        store("result/output", output.output);
        for (size_t state = 0; state < output.states.size(); ++state)
            store("result/state_" + std::to_string(state), output.states[state]);
        for (size_t state = 0; state < m_initial.size(); ++state) {
            store("initial_" + std::to_string(state), m_initial[state]);
            store("gradient/initial_" + std::to_string(state), m_initial[state].grad());
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

    const CellCase& m_case;
    Recurrent m_net{nullptr};
    Tensor m_lengths, m_input;
    CellStates m_initial;
    core::TensorFile m_file;
};

} // namespace

/// Cells by their equations against the same equations written by hand in Python: outputs, states,
/// all gradients and 20 updates agree as far as float32 can (parity_cases.py).
class CellsParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsAgreeWithPyTorch()
    {
        core::setComputeThreads(1);
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/cells_parity.py", cellCases(),
                                [](const CellCase& each, const std::filesystem::path& path) {
                                    CellCaseWriter(each).write(path.string() + ".safetensors");
                                });
    }
};

UNROLL_TEST(CellsParityTest, QCoreApplication)
#include "cells_parity_test.moc"
