#include "core/base/json.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_text.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/core/nn/random_cells.h"
#include "tests/parity/python.h"
#include "tests/parity/recurrent_writer.h"
#include "tests/support/test_case.h"

namespace {

using core::RecurrentOptions;

struct CellCase {
    std::string name;
    const core::CellEntry* cell = nullptr;
    RecurrentOptions options;
    std::vector<int64_t> lengths;
    bool initialState = true;
};

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
        const bool bounded = id != "rnn_linear"; // Its states grow with what they begin with.
        cases.push_back({id, &cell, {cell.graph, inputs, size}, {4, 7, 1}, bounded});
        cases.push_back(
            {id + "_both", &cell, {cell.graph, inputs, size, 2, true}, {4, 7, 1}, false});
        cases.push_back(
            {id + "_both_carried", &cell, {cell.graph, inputs, size, 2, true}, {4, 7, 1}});
        cases.push_back(
            {id + "_same_size", &cell, {cell.graph, 19, 19, 2, false}, {3, 6, 6, 1}, false});
        if (normed || !bounded)
            continue;
        RecurrentOptions connected{cell.graph, inputs, size, 3, true};
        connected.connections = core::LayerConnections::Residual;
        cases.push_back({id + "_residual", &cell, connected, {4, 7, 1}});
        connected.connections = core::LayerConnections::Dense;
        cases.push_back({id + "_dense", &cell, connected, {4, 7, 1}});
    }
    return cases;
}

void writeCell(const CellCase& each, const std::filesystem::path& path)
{
    const RecurrentOptions& options = each.options;
    Strings states;
    for (size_t state = 0; state < each.cell->graph->states(); ++state)
        states.push_back("state_" + std::to_string(state));
    const bool residual = options.connections == core::LayerConnections::Residual;
    const bool dense = options.connections == core::LayerConnections::Dense;
    parity::RecurrentWriter(options, each.lengths, each.initialState)
        .write(path, states,
               {{"connections",
                 residual    ? "residual"
                     : dense ? "dense"
                             : "none"},
                {"cell", each.cell->description.id},
                {"hidden_size", std::to_string(options.hiddenSize)},
                {"layers", std::to_string(options.layers)},
                {"bidirectional", options.bidirectional ? "1" : "0"},
                {"longest_sum", std::to_string(kLongestCellSum)},
                {"states", std::to_string(states.size())}});
}

struct TypedCase {
    std::string name, text;
};

std::vector<TypedCase> typedCases()
{
    constexpr size_t kRandomCells = 50;
    std::vector<TypedCase> cases;
    for (const core::NamedCell& each : core::namedCells())
        if (each.id != "lstm_layer_norm" && !each.id.ends_with("nested") && each.id != "rnn_linear"
            && !each.id.starts_with("mut"))
            cases.push_back({each.id, core::textOfCell(*each.graph)});
    support::RandomCells cells(3);
    for (size_t i = 0; i < kRandomCells; ++i)
        cases.push_back({"random_" + std::to_string(i), cells.text()});
    return cases;
}

/// The parameter, the block and the number of blocks of each name of a text.
core::Json layoutOf(const core::CellGraph& graph)
{
    core::Json layout = core::Json::object();
    for (const core::CellParameter& each : graph.parameters())
        for (size_t block = 0; block < each.blocks.size(); ++block)
            layout[each.symbol + (each.blocks[block].empty() ? "" : "_" + each.blocks[block])]
                = {each.name, block, each.blocks.size()};
    return layout;
}

void writeTyped(const TypedCase& each, const std::filesystem::path& path)
{
    const core::CellGraph& graph = core::cellOfText(each.text);
    const RecurrentOptions options{&graph, 5, 4, 1, false};
    Strings states;
    core::Json names = core::Json::array();
    for (size_t state = 0; state < graph.states(); ++state) {
        states.push_back("state_" + std::to_string(state));
        names.push_back(graph.stateName(state));
    }
    parity::RecurrentWriter(options, {4, 7, 1}, true)
        .write(path, states,
               {{"cell", "typed"},
                {"text", each.text},
                {"layout", layoutOf(graph).dump()},
                {"state_names", names.dump()},
                {"hidden_size", "4"},
                {"layers", "1"},
                {"bidirectional", "0"},
                {"longest_sum", std::to_string(kLongestCellSum)},
                {"states", std::to_string(states.size())}});
}

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
                                    writeCell(each, path.string() + ".safetensors");
                                });
    }
    /// Python reads the texts by itself, as its own expressions.
    void typedCellsAgreeWithPyTorch()
    {
        core::setComputeThreads(1);
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/cells_parity.py", typedCases(),
                                [](const TypedCase& each, const std::filesystem::path& path) {
                                    writeTyped(each, path.string() + ".safetensors");
                                });
    }
};

UNROLL_TEST(CellsParityTest, QCoreApplication)
#include "cells_parity_test.moc"
