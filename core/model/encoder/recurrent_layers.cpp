#include "core/model/encoder/recurrent_layers.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/encoder/cells/cell_python.h"
#include "core/nn/cells/torch_cells.h"

#include <algorithm>

namespace core {

CellFacts factsOf(CellKind cell)
{
    switch (cell) {
    case CellKind::Lstm:
        return {"LSTM", "LSTM", 6};
    case CellKind::Gru:
        return {"GRU", "GRU", 5};
    case CellKind::RnnTanh:
    case CellKind::RnnRelu:
        break;
    }
    return {"RNN", "RNN", 2};
}

namespace {

using torch::Tensor;

/// @param cell  the class of the layers. @param layout, extra  its further arguments.
Json pythonSizes(const std::string& cell, const StackedSizes& sizes, Json layout, Json extra)
{
    const bool isTorch = !layout.empty();
    return {{"CELL", cell},
            {"INPUT", sizes.inputSize},
            {"HIDDEN", sizes.hiddenSize},
            {"LAYERS", sizes.layers},
            {"BETWEEN",
             sizes.layers > 1 ? numberText(sizes.dropout)
                 : isTorch    ? "0.0"
                              : "0"},
            {"BIDIRECTIONAL", sizes.bidirectional},
            {"LAYOUT", std::move(layout)},
            {"EXTRA", std::move(extra)}};
}

class TorchLayers : public RecurrentLayers {
public:
    TorchLayers(CellKind cell, const StackedSizes& sizes)
        : m_sizes(sizes)
        , m_rnn(RecurrentOptions{.cell = cell,
                                 .inputSize = sizes.inputSize,
                                 .hiddenSize = sizes.hiddenSize,
                                 .layers = sizes.layers,
                                 .bidirectional = sizes.bidirectional,
                                 .dropout = sizes.layers > 1 ? sizes.dropout : 0.0,
                                 .projectionSize = sizes.projectionSize,
                                 .lockedDropout = sizes.lockedDropout})
    {
    }

    std::shared_ptr<torch::nn::Module> module() const override { return m_rnn.ptr(); }

    CellOutput forward(const Tensor& input, const Tensor& lengths,
                       const CellStates& initial) override
    {
        const auto state
            = [&](size_t index) { return index < initial.size() ? initial[index] : Tensor(); };
        const RecurrentOutput done = m_rnn(input, lengths, RecurrentState{state(0), state(1)});
        CellOutput output{done.output, {done.state.hidden}};
        if (done.state.cell.defined())
            output.states.push_back(done.state.cell);
        return output;
    }

    std::unique_ptr<LayerSteps> steps(int64_t known, double dropout) const override
    {
        return torchSteps(*m_rnn, known, dropout);
    }

    const CellGraph& graph() const override
    {
        return torchCell(m_rnn->options().cell, m_sizes.projectionSize > 0);
    }

    std::vector<int64_t> stateSizes() const override
    {
        std::vector<int64_t> sizes{m_rnn->outputSize()};
        if (m_rnn->options().cell == CellKind::Lstm)
            sizes.push_back(m_sizes.hiddenSize);
        return sizes;
    }

    std::string title() const override { return factsOf(m_rnn->options().cell).title; }
    int64_t keptPerUnit() const override { return factsOf(m_rnn->options().cell).keptPerUnit; }

    LayersPython python() const override
    {
        const CellKind cell = m_rnn->options().cell;
        Json extra = Json::object();
        if (m_sizes.projectionSize > 0)
            extra["proj_size"] = m_sizes.projectionSize;
        if (cell == CellKind::RnnRelu)
            extra["nonlinearity"] = pythonLiteral("relu");
        return {.values = pythonSizes("nn." + std::string(factsOf(cell).pythonClass), m_sizes,
                                      {{"batch_first", true}}, extra),
                .tuple = cell == CellKind::Lstm};
    }

private:
    StackedSizes m_sizes;
    mutable Recurrent m_rnn;
};

class EquationLayers : public RecurrentLayers {
public:
    EquationLayers(const CellGraph& graph, const StackedSizes& sizes)
        : m_sizes(sizes)
        , m_cells(graph,
                  CellsOptions{sizes.inputSize, sizes.hiddenSize, sizes.layers, sizes.bidirectional,
                               sizes.layers > 1 ? sizes.dropout : 0.0, sizes.lockedDropout})
    {
    }

    std::shared_ptr<torch::nn::Module> module() const override { return m_cells.ptr(); }

    CellOutput forward(const Tensor& input, const Tensor& lengths,
                       const CellStates& initial) override
    {
        return m_cells(input, lengths, initial);
    }

    std::unique_ptr<LayerSteps> steps(int64_t, double dropout) const override
    {
        return cellSteps(*m_cells, dropout);
    }

    const CellGraph& graph() const override { return m_cells->graph(); }

    std::vector<int64_t> stateSizes() const override
    {
        return std::vector<int64_t>(graph().states(), m_sizes.hiddenSize);
    }

    std::string title() const override { return graph().title(); }
    int64_t keptPerUnit() const override { return m_cells->keptPerUnit(); }

    LayersPython python() const override
    {
        return {.classes = cellPython(graph()),
                .values = pythonSizes("Recurrent", m_sizes, Json::object(), Json::object()),
                .equations = true};
    }

private:
    StackedSizes m_sizes;
    mutable Cells m_cells;
};

} // namespace

std::unique_ptr<RecurrentLayers> torchLayers(CellKind cell, const StackedSizes& sizes)
{
    return std::make_unique<TorchLayers>(cell, sizes);
}

std::unique_ptr<RecurrentLayers> cellLayers(const CellGraph& graph, const StackedSizes& sizes)
{
    return std::make_unique<EquationLayers>(graph, sizes);
}

const std::vector<NamedCell>& namedCells()
{
    static const std::vector<NamedCell> all = [] {
        std::vector<NamedCell> cells;
        const std::pair<const char*, CellKind> ofTorch[]
            = {{"rnn", CellKind::RnnTanh}, {"lstm", CellKind::Lstm}, {"gru", CellKind::Gru}};
        for (const auto& [id, cell] : ofTorch)
            cells.push_back({id, factsOf(cell).title, [cell = cell](const StackedSizes& sizes) {
                                 return torchLayers(cell, sizes);
                             }});
        for (const CellEntry& cell : cellEntries())
            cells.push_back({cell.description.id, cell.description.title,
                             [graph = cell.graph](const StackedSizes& sizes) {
                                 return cellLayers(*graph, sizes);
                             }});
        return cells;
    }();
    return all;
}

const NamedCell& namedCell(const std::string& id)
{
    return *std::find_if(namedCells().begin(), namedCells().end(),
                         [&](const NamedCell& cell) { return cell.id == id; });
}

} // namespace core
