#pragma once

#include "core/base/schema.h"
#include "core/model/translator.h"
#include "tests/core/model/translation_pairs.h"

#include <QByteArray>
#include <QTest>

#include <memory>
#include <string>
#include <utility>
#include <vector>

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

/// A row for each score, cell and way to feed, as JSON.
inline void addForms()
{
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const std::string& name, const std::string& options) {
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(
            R"({"kind": "seq2seq", "hidden_size": 5, )" + options + "}");
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
        for (const std::string cell : {"rnn", "lstm", "gru"}) {
            const std::string both = R"("cell": ")" + cell + R"(", "attention": )" + score;
            const std::string title = name + " " + cell;
            row(title, both + R"(, "layers": 2)");
            row(title + " previous", both + R"(, "query": "previous", "readout": "concat")");
            if (name != "none")
                row(title + " fed", both + R"(, "input_feeding": true, "layers": 2)");
        }
    }
    row("maxout", R"("readout": "maxout", "query": "previous", "attention": "additive")");
    row("concat without attention", R"("readout": "concat", "attention": "none")");
    row("no bridge", R"("bridge": "none", "decoder_size": 10, "layers": 2)");
    row("tied", R"("tied_embeddings": true, "input_feeding": true)");
}

} // namespace seq2seq
