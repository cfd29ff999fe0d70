#include "core/exchange/safetensors.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <torch/optim/sgd.h>

namespace {

using core::CellKind;
using core::CellStates;
using core::Recurrent;
using core::RecurrentOptions;
using core::torchCell;
using torch::Tensor;

struct RecurrentCase {
    std::string name;
    RecurrentOptions options;
    std::vector<int64_t> lengths;
    bool initialState = true;
};

std::string caseName(const std::string& cell, int64_t layers, bool both)
{
    std::string name = cell;
    name += layers == 1 ? "_1" : "_2";
    if (both)
        name += "_both";
    return name;
}

std::vector<RecurrentCase> recurrentCases()
{
    std::vector<RecurrentCase> cases;
    const std::vector<std::pair<std::string, CellKind>> cells{{"rnn_tanh", CellKind::RnnTanh},
                                                              {"rnn_relu", CellKind::RnnRelu},
                                                              {"lstm", CellKind::Lstm},
                                                              {"gru", CellKind::Gru}};
    for (const auto& [name, cell] : cells) {
        for (const int64_t layers : {1, 2}) {
            for (const bool both : {false, true}) {
                const std::string longName = caseName(name, layers, both);
                cases.push_back({longName, {&torchCell(cell), 5, 4, layers, both}, {4, 7, 1}});
                cases.push_back({longName + "_wide",
                                 {&torchCell(cell), 9, 45, layers, both},
                                 {3, 11, 11, 6, 1},
                                 false});
            }
        }
    }
    for (const bool both : {false, true}) {
        const std::string ending = both ? "_both" : "";
        cases.push_back({"lstm_projection" + ending,
                         {&torchCell(CellKind::Lstm, true), 5, 4, 2, both, 0.0, 3},
                         {4, 7, 1}});
        cases.push_back({"lstm_projection_wide" + ending,
                         {&torchCell(CellKind::Lstm, true), 9, 45, 1, both, 0.0, 33},
                         {3, 11, 6},
                         false});
    }
    cases.push_back({"lstm_alone", {&torchCell(CellKind::Lstm), 5, 4, 2, true}, {6}});
    cases.push_back({"gru_single_tokens", {&torchCell(CellKind::Gru), 5, 4, 2, true}, {1, 1}});
    return cases;
}

const char* cellName(CellKind cell)
{
    switch (cell) {
    case CellKind::RnnTanh:
        return "rnn_tanh";
    case CellKind::RnnRelu:
        return "rnn_relu";
    case CellKind::Lstm:
        return "lstm";
    case CellKind::Gru:
        break;
    }
    return "gru";
}

/// One case computed by us, and everything of it written into one safetensors file.
class RecurrentCaseWriter {
public:
    explicit RecurrentCaseWriter(const RecurrentCase& parityCase) : m_options(parityCase.options)
    {
        torch::manual_seed(5);
        m_net = Recurrent(m_options);
        m_lengths = torch::tensor(parityCase.lengths, torch::kInt64);
        const int64_t batch = m_lengths.size(0);
        m_input = torch::randn({batch, m_lengths.max().item<int64_t>(), m_options.inputSize});
        const int64_t rows = m_options.layers * m_options.directions();
        if (parityCase.initialState)
            for (const int64_t size : m_net->stateSizes())
                m_initial.push_back(torch::randn({rows, batch, size}));
    }

    void write(const std::filesystem::path& path)
    {
        const auto number = [](int64_t value) { return std::to_string(value); };
        m_file.metadata = {{"cell", cellName(*m_options.cell->kernel())},
                           {"input_size", number(m_options.inputSize)},
                           {"hidden_size", number(m_options.hiddenSize)},
                           {"layers", number(m_options.layers)},
                           {"bidirectional", number(m_options.bidirectional ? 1 : 0)},
                           {"projection_size", number(m_options.projectionSize)},
                           {"learning_rate", "0.2"},
                           {"longest_sum", number(longestSum())}};
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
        if (tensor.defined())
            m_file.tensors.emplace_back(name, tensor.detach().clone());
    }

    /// Terms of the longest sum: a row of weights, or a gradient over the tokens of the batch.
    int64_t longestSum() const
    {
        const int64_t inputs = std::max(m_options.inputSize, 2 * m_net->outputSize());
        return std::max(inputs + m_options.hiddenSize, m_lengths.sum().item<int64_t>());
    }

    void storeParameters(const std::string& prefix)
    {
        for (const auto& item : m_net->named_parameters())
            store(prefix + item.key(), item.value());
    }

    /// The squares make the gradients of all outputs differ.
    static Tensor loss(const core::CellOutput& output)
    {
        const Tensor sum = output.output.square().mean() + output.states[0].sin().mean();
        return output.states.size() > 1 ? sum + output.states[1].cos().mean() : sum;
    }

    void addResults()
    {
        m_input.requires_grad_();
        for (Tensor& state : m_initial)
            state.requires_grad_();
        const auto output = m_net->forward(m_input, m_lengths, m_initial);
        loss(output).backward();
        store("input", m_input);
        store("result/output", output.output);
        store("gradient/input", m_input.grad());
        const char* const names[] = {"hidden", "cell"};
        for (size_t state = 0; state < output.states.size(); ++state) {
            store(std::string("result/") + names[state], output.states[state]);
            if (m_initial.empty())
                continue;
            store(std::string("initial_") + names[state], m_initial[state]);
            store(std::string("gradient/initial_") + names[state], m_initial[state].grad());
        }
        for (const auto& item : m_net->named_parameters())
            store("gradient/" + item.key(), item.value().grad());
    }

    void trainTwentyTimes()
    {
        torch::optim::SGD optimiser(m_net->parameters(),
                                    torch::optim::SGDOptions(0.2).momentum(0.9));
        for (int update = 0; update < 20; ++update) {
            optimiser.zero_grad();
            loss(m_net->forward(m_input, m_lengths, m_initial)).backward();
            optimiser.step();
        }
    }

    RecurrentOptions m_options;
    Recurrent m_net{nullptr};
    Tensor m_lengths;
    Tensor m_input;
    CellStates m_initial;
    core::TensorFile m_file;
};

} // namespace

/// Our recurrent layers against torch.nn's over packed sequences: outputs, states, all gradients
/// and 20 updates agree as far as float32 can (parity_cases.py).
class RecurrentParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layersAgreeWithPyTorch()
    {
        core::setComputeThreads(1);
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/recurrent_parity.py", recurrentCases(),
                                [](const RecurrentCase& each, const std::filesystem::path& path) {
                                    RecurrentCaseWriter(each).write(path.string() + ".safetensors");
                                });
    }
};

UNROLL_TEST(RecurrentParityTest, QCoreApplication)
#include "recurrent_parity_test.moc"
