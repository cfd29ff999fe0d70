#pragma once

#include "core/probe/states/live_cells.h"
#include "core/probe/states/state_tools.h"

#include <torch/autograd.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace core {

/// The states of one layer and direction as they stand in the graph of autograd.
class StateNodes {
public:
    StateNodes(CellPlace place, const CellGraph& graph, int64_t tokens) : m_place(place)
    {
        for (size_t state = 0; state < graph.states(); ++state)
            m_quantities.push_back(quantityNamed(graph, graph.stateName(state)));
        m_nodes.resize(graph.states(), std::vector<torch::Tensor>(static_cast<size_t>(tokens)));
    }

    CellHook hook()
    {
        return [this](const CellMoment& moment, const torch::Tensor& computed) {
            if (moment.layer != m_place.layer || moment.direction != m_place.direction)
                return computed;
            const auto found = std::find(m_quantities.begin(), m_quantities.end(), moment.quantity);
            if (found == m_quantities.end())
                return computed;
            // Where all weights are frozen nothing has asked for gradients yet.
            const torch::Tensor value
                = computed.requires_grad() ? computed : computed.detach().requires_grad_();
            m_nodes[static_cast<size_t>(found - m_quantities.begin())]
                   [static_cast<size_t>(moment.token)]
                = value;
            return value;
        };
    }

    /// The first state after the last step: of the last token, backwards of the first.
    const torch::Tensor& end() const
    {
        return m_place.direction == 1 ? m_nodes[0].front() : m_nodes[0].back();
    }

    /// Of each state d(value)/d(state) [tokens, rows, size], zero where there is no way and where a
    /// decoder is done with a row.
    std::vector<torch::Tensor> gradients(const torch::Tensor& value) const
    {
        torch::autograd::variable_list all;
        for (const auto& nodes : m_nodes)
            all.insert(all.end(), nodes.begin(), nodes.end());
        torch::autograd::variable_list found = torch::autograd::grad(
            {value}, all, {}, /*retain_graph=*/false, /*create_graph=*/false,
            /*allow_unused=*/true);
        std::vector<torch::Tensor> result;
        auto next = found.begin();
        for (const auto& nodes : m_nodes) {
            std::vector<torch::Tensor> ofState;
            for (const torch::Tensor& node : nodes) {
                const torch::Tensor gradient
                    = next->defined() ? *next : torch::zeros_like(node); // [rows left, size]
                ofState.push_back(torch::constant_pad_nd(
                    gradient, {0, 0, 0, nodes.front().size(0) - gradient.size(0)}));
                ++next;
            }
            result.push_back(torch::stack(ofState));
        }
        return result;
    }

private:
    CellPlace m_place;
    std::vector<size_t> m_quantities; ///< Of the states.
    std::vector<std::vector<torch::Tensor>> m_nodes; ///< [state][token]
};

/// What every answer about the way back through the steps begins with: the network's state, its
/// cell, and the layer asked for with the names of its states. Nothing: it has no recurrent layers.
template <class Answer>
std::optional<CellPlace> beginFlow(Answer& answer, const LiveCells& cells,
                                   const std::vector<CellLayers>& stacks, int64_t layer,
                                   int64_t direction)
{
    std::tie(answer.step, answer.epoch) = cells.stepAndEpoch();
    answer.cell = describedCell(stacks);
    if (stacks.front().graph == nullptr)
        return std::nullopt;
    const CellPlace place = placeIn(stacks, layer, direction);
    answer.layer = place.layer;
    answer.direction = place.direction;
    const CellGraph& graph = *stacks[place.stack].graph;
    for (size_t state = 0; state < graph.states(); ++state)
        answer.states.push_back(graph.stateName(state));
    return place;
}

} // namespace core
