#pragma once

#include "core/base/schema.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/translator.h"
#include "tests/core/model/translation_pairs.h"
#include "tests/support/test_case.h"

/// The recurrent encoder-decoder in all its forms, with small sizes.
namespace seq2seq {

using pairs::kSource, pairs::kTarget;

inline core::TranslatorContext context(int64_t dimension = 6, bool joint = false)
{
    core::TranslatorContext result;
    result.sourceVocabulary = joint ? kTarget : kSource;
    result.targetVocabulary = kTarget;
    result.joint = joint;
    result.longestSource = result.longestTarget = 12;
    result.embedding.dimension = dimension;
    return result;
}

/// @param json  options with "kind": "seq2seq".
inline std::shared_ptr<core::Translator> network(const QByteArray& json,
                                                 const core::TranslatorContext& sizes = context())
{
    torch::manual_seed(3);
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(core::Json::parse(json.toStdString()));
    spec.network.kind = "seq2seq";
    return core::makeTranslator(spec, sizes);
}

/// A row for each score, cell of torch and way to feed, and with one score for all other cells, as
/// JSON.
inline void addForms()
{
    addColumn<QByteArray>("json");
    const auto row = [](const std::string& name, const std::string& options, int size = 5) {
        newRow(name.c_str(),
               QByteArray::fromStdString(R"({"kind": "seq2seq", "hidden_size": )"
                                         + std::to_string(size) + ", " + options + "}"));
    };
    const std::vector<std::pair<std::string, std::string>> scores
        = {{"none", R"("none")"},
           {"dot", R"("dot", "bidirectional": false)"},
           {"scaled_dot", R"("scaled_dot", "decoder_size": 10)"},
           {"general", R"("general", "decoder_size": 7)"},
           {"concat", R"({"kind": "concat", "size": 4})"},
           {"additive", R"({"kind": "additive", "size": 3})"},
           {"reduced_rank", R"({"kind": "reduced_rank", "rank": 2})"}};
    for (const auto& [name, score] : scores) {
        for (const core::NamedCell& each : core::namedCells()) {
            const std::string& cell = each.id;
            const bool ofTorch = cell == "rnn" || cell == "lstm" || cell == "gru";
            if (!ofTorch && name != "general")
                continue;
            // Two layers of norms over 5 numbers are so ill-conditioned that float32 leaves
            // gradients two digits.
            const int size = cell == "lstm_layer_norm" ? 23 : 5;
            const std::string both = R"("cell": ")" + cell + R"(", "attention": )" + score;
            const std::string title = name + " " + cell;
            row(title, both + R"(, "layers": 2)", size);
            row(title + " previous", both + R"(, "query": "previous", "readout": "concat")", size);
            if (name != "none")
                row(title + " fed", both + R"(, "input_feeding": true, "layers": 2)", size);
        }
    }
    row("maxout", R"("readout": "maxout", "query": "previous", "attention": "additive")");
    row("concat without attention", R"("readout": "concat", "attention": "none")");
    row("no bridge", R"("bridge": "none", "decoder_size": 10, "layers": 2)");
    row("mean", R"("start": "mean", "layers": 2)");
    row("typed", R"("cell": "typed_cell", "attention": "general", "layers": 2)");
    row("another typed, previous",
        R"j("cell": "typed_cell", "query": "previous", "readout": "concat",
            "cell_text": "z = sigmoid(W_z x + U_z h)\nh = z * h + (1 - z) * tanh(W x + b)")j");
    row("tied", R"("tied_embeddings": true, "input_feeding": true)");
    row("nested, no bridge",
        R"("cell": "lstm_nested", "bridge": "none", "decoder_size": 10, "layers": 2)");
    // Where x_t itself stands in the equations: as large as the state, with what is fed and
    // without.
    row("mut1 as large as an embedding", R"("cell": "mut1", "decoder_size": 6)");
    row("mut1 as large as its input", R"("cell": "mut1", "decoder_size": 16, "query": "previous")");
}

} // namespace seq2seq
