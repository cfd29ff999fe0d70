#pragma once

#include "core/model/encoder/recurrent_steps.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// What titles, generated Python and estimates need to know of one of torch's cells.
struct CellFacts {
    const char* title; ///< As in the summary.
    const char* pythonClass;
    int64_t keptPerUnit; ///< Floats a hidden unit keeps for backward: gates, cell, output.
};

CellFacts factsOf(CellKind cell);

/// Sizes of the layers of an encoder, or of a decoder.
struct StackedSizes {
    int64_t inputSize = 0;
    int64_t hiddenSize = 0;
    int64_t layers = 1;
    bool bidirectional = false;
    double dropout = 0.0; ///< Between the layers.
    bool lockedDropout = false;
    int64_t projectionSize = 0; ///< Of torch's LSTM.
};

/// How layers are written in exported Python: as the member `self.rnn` of an encoder, or as one of
/// a decoder, with the same classes.
struct LayersPython {
    std::string classes{}; ///< What stands in front of the encoder; may be empty.
    Json values; ///< Of the call that makes them, in resources/python/encoders/recurrent.py.
    bool equations = false; ///< `classes` computes them; otherwise PyTorch's own, on packed texts.
    bool tuple = true; ///< A state is a tuple of tensors, even where it has just one.

    /// Arguments between the inputs of a call, of which all is true, and the states.
    Json beforeState() const { return equations ? Json::array({"None"}) : Json::array(); }
};

/// Stacked, optionally bidirectional layers of one kind of cell, whoever computes them.
class RecurrentLayers {
public:
    virtual ~RecurrentLayers() = default;

    virtual std::shared_ptr<torch::nn::Module> module() const = 0; ///< With all parameters.
    /// @param input    [batch, length, inputSize]  @param lengths  [batch] int64 on the CPU.
    /// @param initial  of each of the graph's states; fewer or undefined: zero.
    virtual CellOutput forward(const torch::Tensor& input, const torch::Tensor& lengths,
                               const CellStates& initial)
        = 0;
    /// One pass token by token. @param known, dropout  as torchSteps().
    /// @pre layers of one direction, without a projection.
    virtual std::unique_ptr<LayerSteps> steps(int64_t known, double dropout) const = 0;
    virtual const CellGraph& graph() const = 0;
    virtual std::vector<int64_t> stateSizes() const = 0; ///< Of one layer and direction; h first.
    virtual std::string title() const = 0; ///< "LSTM"
    virtual int64_t keptPerUnit() const = 0;
    virtual LayersPython python() const = 0;
};

/// RNN, LSTM or GRU with torch's parameters.
std::unique_ptr<RecurrentLayers> torchLayers(CellKind cell, const StackedSizes& sizes);

/// A cell that is given by its equations.
std::unique_ptr<RecurrentLayers> cellLayers(const CellGraph& graph, const StackedSizes& sizes);

/// A cell that a network is given the name of.
struct NamedCell {
    std::string id; ///< "lstm"
    std::string title; ///< "LSTM"
    std::function<std::unique_ptr<RecurrentLayers>(const StackedSizes&)> make;
};

/// torch's, then all that are given by their equations, in the order in which users see them.
const std::vector<NamedCell>& namedCells();
/// @pre there is one with this id.
const NamedCell& namedCell(const std::string& id);

} // namespace core
