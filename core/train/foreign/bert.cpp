#include "core/catalogue/spec_json.h"
#include "core/train/foreign/foreign_network.h"

#include <algorithm>

namespace core {

namespace {

Selection bertLayers(const Json& config)
{
    for (const auto& [key, wanted] :
         {std::pair<const char*, Json>("position_embedding_type", "absolute"),
          {"is_decoder", false},
          {"add_cross_attention", false}})
        refuseOther(config, key, wanted);
    Selection network = defaultSelection(catalogue(), "network", "transformer");
    network.options.update({{"layers", configSize(config, "num_hidden_layers")},
                            {"heads", configSize(config, "num_attention_heads")},
                            {"feed_forward_size", configSize(config, "intermediate_size")},
                            {"dropout", configNumber(config, "hidden_dropout_prob", 0.1)},
                            {"norm", "post"},
                            {"positions", "learned"},
                            {"activation", configActivation(config, "hidden_act", "gelu")},
                            {"norm_epsilon", configNumber(config, "layer_norm_eps", 1e-12)},
                            {"norm_embedding", true},
                            {"segments", configSize(config, "type_vocab_size")}});
    return network;
}

void addBertLayer(std::vector<TensorSource>& all, int64_t number)
{
    const std::string ours = "encoder.transformer.layers." + std::to_string(number) + ".";
    const std::string theirs = "encoder.layer." + std::to_string(number) + ".";
    TensorSource weight{ours + "self_attn.in_proj_weight", {}};
    TensorSource offset{ours + "self_attn.in_proj_bias", {}};
    for (const char* part : {"query", "key", "value"}) {
        weight.theirs.push_back(theirs + "attention.self." + part + ".weight");
        offset.theirs.push_back(theirs + "attention.self." + part + ".bias");
    }
    all.push_back(std::move(weight));
    all.push_back(std::move(offset));
    addBoth(all, ours + "self_attn.out_proj", {theirs + "attention.output.dense"});
    addBoth(all, ours + "linear1", {theirs + "intermediate.dense"});
    addBoth(all, ours + "linear2", {theirs + "output.dense"});
    addBoth(all, ours + "norm1", {theirs + "attention.output.LayerNorm"});
    addBoth(all, ours + "norm2", {theirs + "output.LayerNorm"});
}

TensorSources bertSources(const PublishedFiles& files, int64_t layers, bool tied)
{
    using Change = TensorSource::Change;
    constexpr float kNeverPredicted = -1e4F;
    TensorSources sources;
    sources.rows = sources.outputs = files.pieces.rows;
    std::vector<TensorSource>& all = sources.all;
    all.push_back(
        {"encoder.embedding.weight", {"embeddings.word_embeddings.weight"}, Change::Rows});
    all.push_back({"encoder.positions.weight", {"embeddings.position_embeddings.weight"}});
    all.push_back({"encoder.segments.weight", {"embeddings.token_type_embeddings.weight"}});
    addBoth(all, "encoder.embedding_norm", {"embeddings.LayerNorm"});
    for (int64_t i = 0; i < layers; ++i)
        addBertLayer(all, i);
    sources.constants.push_back("embeddings.position_ids");
    const bool predicts
        = std::any_of(files.tensors.begin(), files.tensors.end(),
                      [](const std::string& name) { return name.starts_with("cls.predictions."); });
    if (!predicts) {
        sources.drawn = {"head.transform.weight", "head.transform.bias", "head.norm.weight",
                         "head.norm.bias", "head.output.bias"};
        return sources;
    }
    addBoth(all, "head.transform", {"cls.predictions.transform.dense"});
    addBoth(all, "head.norm", {"cls.predictions.transform.LayerNorm"});
    all.push_back({"head.output.bias", {"cls.predictions.bias"}, Change::Outputs, kNeverPredicted});
    const std::string decoder = "cls.predictions.decoder.";
    if (tied)
        sources.constants.push_back(decoder + "weight"); // The word embeddings once more.
    else
        all.push_back({"head.output.weight", {decoder + "weight"}, Change::Outputs});
    sources.constants.push_back(decoder + "bias"); // A second name of cls.predictions.bias.
    return sources;
}

ForeignNetwork bertNetwork(const PublishedFiles& files)
{
    const Json& config = files.config;
    const bool tied = config.value("tie_word_embeddings", Json(true)) != Json(false)
        || !files.tensors.contains("cls.predictions.decoder.weight");
    ForeignNetwork foreign;
    ExperimentSpec& spec = foreign.spec;
    spec.task = defaultSelection(catalogue(), "task", "masked_language_model");
    spec.task.options.update({{"tied", tied},
                              {"transform", configActivation(config, "hidden_act", "gelu")},
                              {"norm_epsilon", configNumber(config, "layer_norm_eps", 1e-12)}});
    spec.text = textSpecOf(files.pieces.model, configSize(config, "max_position_embeddings"));
    spec.model.embedding.dimension = configSize(config, "hidden_size");
    spec.model.network = bertLayers(config);
    foreign.sources = bertSources(files, configSize(config, "num_hidden_layers"), tied);
    return foreign;
}

/// Without the prefix "bert.", and with today's names of a LayerNorm's parameters.
std::string bertName(const std::string& name)
{
    constexpr std::string_view kBertPrefix = "bert.", kOldGain = ".gamma", kOldOffset = ".beta";
    std::string plain = name.starts_with(kBertPrefix) ? name.substr(kBertPrefix.size()) : name;
    if (plain.ends_with(kOldGain))
        plain.replace(plain.size() - kOldGain.size(), kOldGain.size(), ".weight");
    else if (plain.ends_with(kOldOffset))
        plain.replace(plain.size() - kOldOffset.size(), kOldOffset.size(), ".bias");
    return plain;
}

} // namespace

ForeignFamily bertFamily()
{
    return {"bert", "Bert", "BERT", PieceKind::WordPiece, &bertName, &bertNetwork};
}

} // namespace core
