#include "core/catalogue/spec_json.h"
#include "core/task/language_model/language_parts.h"
#include "core/task/task_kinds.h"
#include "core/text/tokens/vocabulary.h"
#include "core/train/foreign/foreign_network.h"

namespace core {

namespace {

/// The score of a token that GPT-2 does not have, such as padding: its probability is 0.
constexpr float kNever = -1e4F;

Selection gpt2Layers(const Json& config)
{
    for (const auto& [key, wanted] : {std::pair<const char*, Json>("scale_attn_weights", true),
                                      {"scale_attn_by_inverse_layer_idx", false},
                                      {"add_cross_attention", false}})
        refuseOther(config, key, wanted);
    const int64_t features = configSize(config, "n_embd");
    const bool fourTimes = config.value("n_inner", Json()).is_null();
    Selection network = defaultSelection(catalogue(), "network", "transformer_decoder");
    network.options.update(
        {{"layers", configSize(config, "n_layer")},
         {"heads", configSize(config, "n_head")},
         {"feed_forward_size", fourTimes ? 4 * features : configSize(config, "n_inner")},
         {"dropout", configNumber(config, "resid_pdrop", 0.1)},
         {"norm", "pre"},
         {"positions", "learned"},
         {"activation", configActivation(config, "activation_function", "gelu_new")},
         {"norm_epsilon", configNumber(config, "layer_norm_epsilon", 1e-5)}});
    return network;
}

TensorSources gpt2Sources(const PublishedFiles& files, int64_t layers, bool tied)
{
    using Change = TensorSource::Change;
    TensorSources sources;
    sources.rows = sources.outputs = files.pieces.rows;
    // <|endoftext|> stands for <bos> and <eos>, so that texts begin and end with it; it is
    // predicted once only.
    sources.outputs[kBeginId] = PieceModel::kNone;
    std::vector<TensorSource>& all = sources.all;
    all.push_back({"encoder.embedding.weight", {"wte.weight"}, Change::Rows});
    all.push_back({"encoder.positions.weight", {"wpe.weight"}});
    for (int64_t i = 0; i < layers; ++i) {
        const std::string ours = "encoder.transformer.layers." + std::to_string(i) + ".";
        const std::string theirs = "h." + std::to_string(i) + ".";
        all.push_back({ours + "self_attn.in_proj_weight",
                       {theirs + "attn.c_attn.weight"},
                       Change::Transposed});
        all.push_back({ours + "self_attn.in_proj_bias", {theirs + "attn.c_attn.bias"}});
        addBoth(all, ours + "self_attn.out_proj", {theirs + "attn.c_proj"}, Change::Transposed);
        addBoth(all, ours + "linear1", {theirs + "mlp.c_fc"}, Change::Transposed);
        addBoth(all, ours + "linear2", {theirs + "mlp.c_proj"}, Change::Transposed);
        addBoth(all, ours + "norm1", {theirs + "ln_1"});
        addBoth(all, ours + "norm2", {theirs + "ln_2"});
        sources.constants.push_back(theirs + "attn.bias"); // The mask of the past.
        sources.constants.push_back(theirs + "attn.masked_bias");
    }
    addBoth(all, "encoder.transformer.norm", {"ln_f"});
    if (tied)
        sources.constants.push_back("lm_head.weight"); // A second name of wte.weight.
    else
        all.push_back({"head.output.weight", {"lm_head.weight"}, Change::Outputs});
    all.push_back({"head.output.bias", {}, Change::Outputs, kNever});
    return sources;
}

ForeignNetwork gpt2Network(const PublishedFiles& files)
{
    const Json& config = files.config;
    const bool tied = config.value("tie_word_embeddings", Json(true)) != Json(false)
        || !files.tensors.contains("lm_head.weight");
    ForeignNetwork foreign;
    ExperimentSpec& spec = foreign.spec;
    spec.task = defaultSelection(catalogue(), "task", kLanguageModelTask);
    spec.task.options.update({{"reading", "lines"}, {"tied", tied}});
    // A text begins with <|endoftext|>, which takes the first position.
    spec.text = textSpecOf(files.pieces.model, configSize(config, "n_positions") - 1);
    spec.model.embedding.dimension = configSize(config, "n_embd");
    spec.model.embedding.dropout = configNumber(config, "embd_pdrop", 0.1);
    spec.model.network = gpt2Layers(config);
    foreign.sources = gpt2Sources(files, configSize(config, "n_layer"), tied);
    LanguageFacts facts; // Nothing is known of the texts of its training.
    facts.counts.resize(files.pieces.model.pieces.size());
    foreign.files[taskDescription(kLanguageModelTask).files.front()] = toJson(facts).dump();
    return foreign;
}

std::string gpt2Name(const std::string& name)
{
    constexpr std::string_view kTransformerPrefix = "transformer.";
    return name.starts_with(kTransformerPrefix) ? name.substr(kTransformerPrefix.size()) : name;
}

} // namespace

ForeignFamily gpt2Family()
{
    return {"gpt2", "GPT2", "GPT-2", PieceKind::ByteBpe, &gpt2Name, &gpt2Network};
}

} // namespace core
