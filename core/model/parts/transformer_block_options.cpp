#include "core/model/parts/transformer_block_options.h"

namespace core {

TransformerOptions TransformerBlockOptions::layerOptions(int64_t features, int64_t count) const
{
    TransformerOptions layers;
    layers.features = features;
    layers.heads = heads;
    layers.feedForwardSize = feedForwardSize;
    layers.layers = count;
    layers.dropout = dropout;
    layers.norm = norm == "pre" ? NormPlace::Pre
        : norm == "rezero"      ? NormPlace::ReZero
                                : NormPlace::Post;
    layers.rotary = turnsByPlaces();
    layers.activation = activation == "gelu" ? Activation::Gelu
        : activation == "gelu_tanh"          ? Activation::TanhGelu
                                             : Activation::Relu;
    layers.normEpsilon = normEpsilon;
    return layers;
}

std::string TransformerBlockOptions::normTitle() const
{
    return norm == "pre" ? "pre-norm" : norm == "rezero" ? "ReZero" : "post-norm";
}

void checkTransformerBlock(const Json& options, const EmbeddingSpec& embedding,
                           std::vector<Problem>& problems)
{
    const auto heads = options.at("heads").get<int64_t>();
    const std::string dimension = std::to_string(embedding.dimension);
    const std::string headsPath = "model.network.heads";
    const std::string positionsPath = "model.network.positions";
    if (embedding.dimension % heads != 0)
        problems.push_back({headsPath,
                            {"%1 is %2; it must divide model.embedding.dimension, which is %3.",
                             {headsPath, std::to_string(heads), dimension}}});
    const auto positions = options.at("positions").get<std::string>();
    if (positions == "rotary" && embedding.dimension % (2 * heads) != 0
        && embedding.dimension % heads == 0)
        problems.push_back({positionsPath,
                            {"%1 is \"rotary\", which needs heads of an even size; %2 features "
                             "for %3 heads are %4 each.",
                             {positionsPath, dimension, std::to_string(heads),
                              std::to_string(embedding.dimension / heads)}}});
    if (positions == "sinusoidal" && embedding.dimension % 2 != 0)
        problems.push_back({positionsPath,
                            {"%1 is \"sinusoidal\", which needs an even "
                             "model.embedding.dimension; it is %2.",
                             {positionsPath, dimension}}});
}

std::string pythonFunction(Activation activation)
{
    return activation == Activation::TanhGelu ? "gelu_tanh"
        : activation == Activation::Gelu      ? "F.gelu"
                                              : "F.relu";
}

Json pythonValues(const TransformerOptions& layers)
{
    const bool pre = layers.norm == NormPlace::Pre, rezero = layers.norm == NormPlace::ReZero;
    return {{"LAYERS", layers.layers},
            {"HEADS", layers.heads},
            {"FEED_FORWARD", layers.feedForwardSize},
            {"DROPOUT", numberText(layers.dropout)},
            {"FUNCTION", pythonFunction(layers.activation)},
            {"EPSILON", numberText(layers.normEpsilon)},
            {"PRE_NORM", pre},
            {"REZERO", rezero},
            {"LAST_NORM", pre || (layers.lastNorm && !rezero)}};
}

} // namespace core
