#include "core/model/text_network.h"

#include "core/base/python_piece.h"
#include "core/model/parts/network_options.h"
#include "core/nn/tensors.h"

#include <regex>

namespace core {

namespace {

void checkContext(const NetworkContext& context)
{
    constexpr int64_t kFewestOutputs = 1;
    if (context.vocabularySize < 1 || context.outputs < kFewestOutputs || context.maximumLength < 1)
        throw Error(ErrorCode::BadSetting,
                    {"A network needs at least one token, class and place; it was given %1, %2 "
                     "and %3.",
                     {std::to_string(context.vocabularySize), std::to_string(context.outputs),
                      std::to_string(context.maximumLength)}});
}

/// @pre the head does not fit the encoder.
Message reasonAgainst(const HeadEntry& head, const EncoderEntry& encoder)
{
    const std::string& network = encoder.entry.description.id;
    if (!encoder.tokenStates && head.needsTokens)
        return {"The network \"%1\" has no state for each token, which this task needs.",
                {network}};
    if (head.needsCausal)
        return {"This task needs a network that reads only earlier tokens; \"%1\" also reads later "
                "ones.",
                {network}};
    if (head.needsDirectionsApart && !encoder.alwaysCausal)
        return {"This task needs a network whose two directions never meet; those of \"%1\" do.",
                {network}};
    return {"This task needs a network that reads the tokens on both sides of a masked one; \"%1\" "
            "reads only earlier ones.",
            {network}};
}

} // namespace

TextNetwork::TextNetwork(std::shared_ptr<Encoder> encoder, std::shared_ptr<Head> head,
                         TextMarks marks)
    : m_encoder(register_module("encoder", std::move(encoder)))
    , m_head(register_module("head", std::move(head)))
    , m_marks(marks)
{
}

HeadOutput TextNetwork::predicted(Encoded encoded)
{
    if (m_marks == TextMarks::Around) {
        TokenStates& tokens = encoded.tokens;
        const int64_t inner = tokens.states.size(1) - 2;
        tokens.states = tokens.states.narrow(1, 1, inner); // [batch, inner, features]
        tokens.mask = tokens.mask.narrow(1, 2, inner); // True for two tokens less of each text.
        tokens.lengths = tokens.lengths - 2;
    }
    return m_head->forward(encoded);
}

OpenedNetwork TextNetwork::open(const SequenceBatch& batch, const AttentionHook& hook,
                                const CellLook& cells)
{
    AttentionLook look{hook};
    Encoded encoded = cells.hook && m_encoder->cells().graph != nullptr
        ? m_encoder->forwardSeen(batch, cells)
        : m_encoder->forward(batch, &look);
    encoded.tokens.weightsHook = hookAt(hook, {"pooling"});
    HeadOutput output = predicted(std::move(encoded));
    OpenedNetwork opened{std::move(output.scores), std::move(output.tokenWeights), {}};
    for (const AttentionResult& layer : look.layers)
        opened.attention.push_back(layer.weights);
    return opened;
}

std::vector<LayerSummary> TextNetwork::describe() const
{
    std::vector<LayerSummary> layers;
    appendLayers(layers, "encoder", m_encoder->describe("length"));
    appendLayers(layers, "head", m_head->describe());
    return layers;
}

std::string TextNetwork::pythonSource() const
{
    const std::string source = joinedPython({m_encoder->pythonSource(), m_head->pythonSource(),
                                             m_head->pythonNetwork(m_encoder->pythonWords())});
    return std::regex_replace(source, std::regex("\\bclasses\\b"), m_encoder->pythonCondition());
}

namespace {

/// Names that outputs have, so that they differ from those of the inputs: "next_state_h".
std::vector<GraphPort> carriedOn(std::vector<GraphPort> state)
{
    for (GraphPort& port : state) {
        port.name = "next_" + port.name;
        for (std::string& axis : port.axes)
            axis = axis == "places" ? "next_places" : axis;
    }
    return state;
}

void append(std::vector<GraphPort>& ports, std::vector<GraphPort> more)
{
    for (GraphPort& port : more)
        ports.push_back(std::move(port));
}

} // namespace

GraphValues TextNetwork::graphOutputs(GraphBuilder& builder, const GraphTexts& texts,
                                      bool carries) const
{
    GraphEncoded encoded = m_encoder->graph(builder, texts);
    if (m_marks == TextMarks::Around) {
        GraphStates& tokens = encoded.tokens;
        tokens.states = builder.slice(tokens.states, 1, 1, -1);
        tokens.mask = builder.slice(tokens.mask, 1, 2);
        tokens.lengths = tokens.lengths - 2.0;
    }
    GraphValues outputs = m_head->graph(builder, encoded);
    if (carries)
        outputs.insert(outputs.end(), encoded.state.begin(), encoded.state.end());
    return outputs;
}

std::vector<GraphFunction> TextNetwork::graphs() const
{
    const std::vector<GraphPort> more = m_encoder->graphInputs();
    const bool carries = m_encoder->traits().carriesState && m_head->goesOn();
    const std::vector<GraphPort> state
        = carries ? m_encoder->graphState() : std::vector<GraphPort>();
    GraphFunction whole{
        "forward",
        "Whole texts.",
        {{"ids", torch::kLong, {"batch", "length"}}, {"lengths", torch::kLong, {"batch"}}},
        m_head->graphOutputs(),
        [this, carries](GraphBuilder& builder, const GraphValues& inputs) {
            GraphTexts texts{inputs[0], inputs[1], builder.mask(inputs[0], inputs[1])};
            m_encoder->takeGraphInputs(texts, {inputs.begin() + 2, inputs.end()});
            return graphOutputs(builder, texts, carries);
        }};
    append(whole.inputs, more);
    append(whole.outputs, carriedOn(state));
    if (!carries)
        return {whole};
    GraphFunction step{
        "step",
        "More tokens of the same texts, all of them real, from the state that was left behind.",
        {{"ids", torch::kLong, {"batch", "length"}}},
        whole.outputs,
        [this, count = more.size()](GraphBuilder& builder, const GraphValues& inputs) {
            const auto behind = inputs.begin() + 1 + static_cast<std::ptrdiff_t>(count);
            GraphTexts texts{inputs[0]};
            m_encoder->takeGraphInputs(texts, {inputs.begin() + 1, behind});
            texts.state.assign(behind, inputs.end());
            return graphOutputs(builder, texts, true);
        }};
    append(step.inputs, more);
    append(step.inputs, state);
    return {whole, step};
}

std::shared_ptr<TextNetwork> makeTextNetwork(const ModelSpec& spec, const HeadEntry& head,
                                             const NetworkContext& context)
{
    checkContext(context);
    ModelSpec model = completedModel(spec, context.embedding);
    if (head.needsCausal && model.network.options.contains(kBidirectional))
        model.network.options[kBidirectional] = false;
    if (head.needsDirectionsApart && model.network.options.contains(kLayersUsed))
        model.network.options[kLayersUsed] = "last";
    const EncoderEntry& kind = chosenEntry(encoderEntries(), model);
    if (!head.fits(kind))
        throw Error(ErrorCode::BadSetting, reasonAgainst(head, kind),
                    {"Choose a recurrent network or a Transformer in model.network.", {}});
    const std::shared_ptr<Encoder> encoder
        = kind.entry.make(model.network.options,
                          {.vocabularySize = context.vocabularySize,
                           .maximumLength = context.maximumLength,
                           .embedding = context.embedding,
                           .weights = context.weights,
                           .parts = context.parts,
                           .classes = context.classes,
                           .numbers = context.numbers,
                           .condition = context.condition});
    auto network = std::make_shared<TextNetwork>(
        encoder,
        head.make({.features = encoder->features(),
                   .lastFeatures = encoder->lastFeatures(),
                   .tokenStates = kind.tokenStates,
                   .options = encoder->headOptions(),
                   .outputs = context.outputs,
                   .tied = context.tied ? encoder->table() : Embedding(nullptr),
                   .transform = context.transform,
                   .text = context.textHead,
                   .weights = context.weights}),
        context.marks);
    if (context.weights == Weights::Fresh) {
        initialise(*network, model);
        network->head().drawn();
    }
    return network;
}

void setEmbedding(Encoder& encoder, const VectorTable& vectors)
{
    torch::Tensor weight = encoder.table()->weight;
    const int64_t rows = weight.size(0);
    const int64_t dimension = weight.size(1);
    if (vectors.dimension != dimension || static_cast<int64_t>(vectors.covered.size()) != rows
        || static_cast<int64_t>(vectors.values.size()) != rows * dimension)
        throw Error(ErrorCode::BadSetting,
                    {"The vectors are %1 rows of %2 numbers; the embedding has %3 rows of %4.",
                     {std::to_string(vectors.covered.size()), std::to_string(vectors.dimension),
                      std::to_string(rows), std::to_string(dimension)}},
                    {"Set model.embedding.dimension to that of the vectors.", {}});
    std::vector<int64_t> covered;
    for (int64_t row = 0; row < rows; ++row)
        if (vectors.covered[static_cast<size_t>(row)])
            covered.push_back(row);
    const torch::NoGradGuard noGradient;
    const torch::Tensor table
        = torch::tensor(at::ArrayRef<float>(vectors.values)).view({rows, dimension});
    const torch::Tensor index = torch::tensor(at::ArrayRef<int64_t>(covered), torch::kInt64);
    weight.index_copy_(0, index.to(weight.device()),
                       table.index_select(0, index).to(weight.options()));
}

} // namespace core
