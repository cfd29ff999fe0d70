#include "core/model/translators/recurrent_translator.h"
#include "core/nn/tensors.h"

#include <limits>

// A recurrent translator in a graph. Sources: the encoder's states, which of them are real, and
// with attention their keys. Place: each state of the decoder's cell [batch, layers, size] and,
// with input feeding, the attentional vector.

namespace core {

std::vector<GraphPort> RecurrentTranslator::graphSources() const
{
    std::vector<GraphPort> ports{
        {"memory",
         torch::kFloat,
         {"batch", "source_length", std::to_string(m_options.memorySize())}},
        {"visible", torch::kBool, {"batch", "source_length"}}};
    if (m_decoder.attention != nullptr)
        ports.push_back({"keys", torch::kFloat, {"batch", "source_length", "key"}});
    return ports;
}

std::vector<GraphPort> RecurrentTranslator::graphPlace() const
{
    std::vector<GraphPort> ports;
    for (size_t state = 0; state < m_encoder->cell().states(); ++state)
        ports.push_back(
            {"state_" + m_encoder->cell().stateName(state),
             torch::kFloat,
             {"batch", std::to_string(m_options.layers), std::to_string(m_options.stateSize())}});
    if (m_options.inputFeeding)
        ports.push_back(
            {"fed", torch::kFloat, {"batch", std::to_string(m_options.readoutSize(dimension()))}});
    return ports;
}

GraphValues RecurrentTranslator::graphStart(GraphBuilder& builder, const GraphLayers& read,
                                            size_t state, GraphValue lengths) const
{
    if (m_options.start == "mean") // Outputs are zero at padding.
        return GraphValues(static_cast<size_t>(m_options.layers),
                           builder.sum(read.output, 1)
                               / builder.unsqueeze(builder.cast(lengths, torch::kFloat), 1));
    const GraphValues& last = read.states[state]; // [layer * directions + direction]
    if (!m_options.bidirectional)
        return last;
    GraphValues layers;
    for (size_t row = 0; row < last.size(); row += 2)
        layers.push_back(builder.join({last[row], last[row + 1]}, 1));
    return layers;
}

GraphValue RecurrentTranslator::graphBridged(GraphBuilder& builder, size_t state,
                                             GraphValues vectors) const
{
    for (size_t layer = 0; !m_bridges.empty() && layer < vectors.size(); ++layer) {
        const auto bridge = m_bridges[state]->ptr<torch::nn::LinearImpl>(layer);
        vectors[layer] = tanh(builder.linear(vectors[layer], bridge->weight, bridge->bias));
    }
    return builder.stack(vectors, 1);
}

GraphValues RecurrentTranslator::graphEncoded(GraphBuilder& builder, GraphValue source,
                                              GraphValue lengths) const
{
    const GraphTexts texts{source, lengths, builder.mask(source, lengths)};
    const GraphLayers read = m_encoder->graphLayers(builder, texts);
    GraphValues values{read.output, texts.mask};
    if (m_decoder.attention != nullptr)
        values.push_back(m_decoder.attention->graphKeys(builder, read.output));
    for (size_t state = 0; state < read.states.size(); ++state)
        values.push_back(graphBridged(builder, state, graphStart(builder, read, state, lengths)));
    if (m_options.inputFeeding)
        values.push_back(
            builder.filled({builder.size(source, 0), m_options.readoutSize(dimension())}, 0.0));
    return values;
}

GraphValue RecurrentTranslator::graphContext(GraphBuilder& builder, GraphValue state,
                                             const GraphValues& sources) const
{
    const AttentionScore& score = *m_decoder.attention;
    const GraphValue scores = score.graphScores(
        builder, score.graphQueries(builder, builder.unsqueeze(state, 1)), sources[2]);
    const GraphValue weights
        = builder.softmax(builder.fillWhere(scores, !builder.unsqueeze(sources[1], 1),
                                            -std::numeric_limits<double>::infinity()),
                          2); // [batch, 1, length]
    return builder.squeeze(matmul(weights, sources[0]), 1);
}

GraphValue RecurrentTranslator::graphReadout(GraphBuilder& builder, GraphValue state,
                                             GraphValue context, GraphValue embedded) const
{
    const auto joined = [&](GraphValues parts) {
        std::erase_if(parts, [](const GraphValue& part) { return !part.defined(); });
        return builder.join(parts, 1);
    };
    if (!m_options.hasReadout())
        return m_options.readout == "concat" ? joined({state, context, embedded}) : state;
    const torch::nn::Linear& readout = m_decoder.readout;
    if (m_options.readout == "attentional")
        return tanh(builder.linear(joined({context, state}), readout->weight, readout->bias));
    const GraphValue sum
        = builder.linear(joined({state, context, embedded}), readout->weight, readout->bias);
    return builder.maximum(builder.reshape(sum, {0, -1, 2}), 2);
}

GraphValues RecurrentTranslator::graphStep(GraphBuilder& builder, GraphValue tokens,
                                           const GraphValues& sources,
                                           const GraphValues& place) const
{
    const GraphValue embedded = builder.lookUp(targetRows(), tokens); // [batch, dimension]
    const size_t states = m_encoder->cell().states();
    const int64_t top = m_options.layers - 1;
    GraphValue context, input = embedded;
    if (m_options.feedsContext()) {
        context = graphContext(builder, builder.select(place.front(), 1, top), sources);
        input = builder.join({embedded, context}, 1);
    } else if (m_options.inputFeeding) {
        input = builder.join({embedded, place.back()}, 1);
    }
    std::vector<GraphValues> after(states); // [state][layer]
    for (int64_t layer = 0; layer <= top; ++layer) {
        GraphValues before;
        for (size_t state = 0; state < states; ++state)
            before.push_back(builder.select(place[state], 1, layer));
        const GraphValues stepped = m_decoder.cells->stepInGraph(builder, layer, input, before);
        for (size_t state = 0; state < states; ++state)
            after[state].push_back(stepped[state]);
        input = stepped.front();
    }
    if (m_options.attends() && !m_options.feedsContext())
        context = graphContext(builder, input, sources);
    const GraphValue vector = graphReadout(builder, input, context, embedded);
    GraphValues values{builder.linear(
        vector, m_options.tiedEmbeddings ? targetRows() : m_output->weight, m_output->bias)};
    for (const GraphValues& state : after)
        values.push_back(builder.stack(state, 1));
    if (m_options.inputFeeding)
        values.push_back(vector);
    return values;
}

} // namespace core
