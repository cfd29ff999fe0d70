#include "core/nn/threads/compute_threads.h"
#include "tests/parity/python.h"
#include "tests/parity/recurrent_writer.h"
#include "tests/support/test_case.h"

namespace {

using core::CellKind;
using core::RecurrentOptions;
using core::torchCell;

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

void writeLayer(const RecurrentCase& each, const std::filesystem::path& path)
{
    const RecurrentOptions& options = each.options;
    parity::RecurrentWriter writer(options, each.lengths, each.initialState);
    // Terms of the longest sum: a row of weights, or a gradient over the tokens of the batch.
    const int64_t inputs = std::max(options.inputSize, 2 * writer.net()->outputSize());
    const int64_t longestSum = std::max(inputs + options.hiddenSize, writer.tokens());
    writer.write(path, {"hidden", "cell"},
                 {{"cell", cellName(*options.cell->kernel())},
                  {"input_size", std::to_string(options.inputSize)},
                  {"hidden_size", std::to_string(options.hiddenSize)},
                  {"layers", std::to_string(options.layers)},
                  {"bidirectional", options.bidirectional ? "1" : "0"},
                  {"projection_size", std::to_string(options.projectionSize)},
                  {"longest_sum", std::to_string(longestSum)}});
}

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
                                    writeLayer(each, path.string() + ".safetensors");
                                });
    }
};

UNROLL_TEST(RecurrentParityTest, QCoreApplication)
#include "recurrent_parity_test.moc"
