// The names and the order that parameters had in spec version 1, written out: checkpoints of that
// version hold weights by these names and the optimiser's state in this order.
#include "core/model/parameter_names.h"
#include "core/model/text_network.h"
#include "core/model/translator.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

#include <sstream>

namespace {

using core::Json;

std::shared_ptr<torch::nn::Module> namedNetwork(const QString& json)
{
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(Json::parse(json.toStdString()));
    core::EmbeddingSpec embedding;
    embedding.dimension = 8;
    if (spec.network.kind.ends_with("seq2seq"))
        return core::makeTranslator(spec,
                                    {.sourceVocabulary = 11,
                                     .targetVocabulary = 13,
                                     .longestSource = 7,
                                     .longestTarget = 9,
                                     .embedding = embedding});
    return core::makeTextNetwork(spec, core::findHead("class"), {11, 3, 7, embedding});
}

/// "a.{b c}" -> "a.b", "a.c"; names are separated by spaces.
Strings namesIn(const QString& text)
{
    Strings names;
    std::istringstream words(text.toStdString());
    std::string prefix, word;
    while (words >> word) {
        if (const size_t open = word.find('{'); open != std::string::npos) {
            prefix = word.substr(0, open);
            word.erase(0, open + 1);
        }
        const bool last = word.ends_with('}');
        if (last)
            word.pop_back();
        names.push_back(prefix + word);
        if (last)
            prefix.clear();
    }
    return names;
}

/// Each tensor holds the number of its name.
core::TensorFile numbered(const Strings& names)
{
    core::TensorFile file;
    for (size_t i = 0; i < names.size(); ++i)
        file.tensors.emplace_back(names[i], torch::tensor({static_cast<int64_t>(i)}));
    return file;
}

const QString kCell = u"weight_ih_l0 weight_hh_l0 bias_ih_l0 bias_hh_l0"_s;
const QString kBothCells
    = kCell + u" weight_ih_l0_reverse weight_hh_l0_reverse bias_ih_l0_reverse bias_hh_l0_reverse"_s;
const QString kAttention = u"in_proj_weight in_proj_bias out_proj.weight out_proj.bias"_s;
const QString kFeedForward = u"linear1.weight linear1.bias linear2.weight linear2.bias"_s;

} // namespace

class ParameterNamesTest : public QObject {
    Q_OBJECT
private:
    static void addNetworks()
    {
        addColumns<QString, QString>("json", "names");
        newRow("mean", R"({"kind":"mean"})",
               "embedding.weight hidden.{weight bias} output.{weight bias}");
        newRow("fasttext", R"({"kind":"fasttext","buckets":9})",
               "embedding.weight bigrams.weight output.{weight bias}");
        newRow("cnn", R"({"kind":"cnn","widths":[2,3]})",
               "embedding.weight convolutions.0.{weight bias} "
               "convolutions.1.{weight bias} output.{weight bias}");
        newRow("lstm", R"({"kind":"lstm","pooling":{"kind":"attention","hidden_size":5}})",
               u"embedding.weight rnn.{%1} pooling.hidden.{weight bias} "
               "pooling.score.weight output.{weight bias}"_s.arg(kBothCells));
        newRow("transformer",
               R"({"kind":"transformer","layers":1,"norm":"pre","positions":"learned",
                   "norm_embedding":true})",
               u"embedding.weight positions.weight embedding_norm.{weight bias} "
               "encoder.layers.0.self_attn.{%1} encoder.layers.0.{%2} "
               "encoder.layers.0.{norm1.weight norm1.bias norm2.weight norm2.bias} "
               "encoder.norm.{weight bias} output.{weight bias}"_s.arg(kAttention, kFeedForward));
        newRow("recurrent translator", R"({"kind":"seq2seq","cell":"lstm","readout":"maxout"})",
               u"source_embedding.weight target_embedding.weight encoder.{%1} "
               "bridge_hidden.0.{weight bias} bridge_cell.0.{weight bias} "
               "decoder.{%2} attention.key.weight readout.{weight bias} "
               "output.{weight bias}"_s.arg(kBothCells, kCell));
        newRow("translator of nested cells") // Of no earlier version.
            << R"({"kind":"seq2seq","cell":"lstm_nested","bidirectional":false})"
            << u"encoder.embedding.weight target_embedding.weight encoder.rnn.{%1} "
               "bridge_hidden.0.{weight bias} bridge_cell.0.{weight bias} "
               "bridge_inner_c.0.{weight bias} decoder.{%1} attention.key.weight "
               "readout.weight output.{weight bias}"_s.arg(
                   u"bias_l0 weight_hh_l0 weight_ih_l0 inner_bias_l0 inner_weight_hh_l0 "
                   "inner_weight_ih_l0"_s);
        // Cells by their equations, of no earlier version either.
        const std::pair<const char*, QString> cells[]
            = {{"lstm_written_out", "bias weight_hh weight_ih"},
               {"lstm_peephole", "bias weight_hh weight_ih peephole"},
               {"lstm_coupled", "bias weight_hh weight_ih"},
               {"lstm_layer_norm", "weight_ih gain_ih weight_hh gain_hh bias offset_c gain_c"},
               {"mgu", "weight_ih bias weight_hh weight_ch"},
               {"gru_nested",
                "weight_ih bias weight_hh weight_ch inner_bias inner_weight_ih inner_weight_hh "
                "inner_weight_ch"},
               {"rnn_linear", "weight_ih bias weight_hh"},
               {"mut1", "weight_ih weight_x bias weight_hh weight_ch"},
               {"mut2", "weight_ih weight_x bias weight_hh weight_ch"},
               {"mut3", "weight_ih bias weight_th weight_hh weight_ch"}};
        for (const auto& [cell, parameters] : cells)
            newRow(cell, uR"({"kind":"%1","bidirectional":false})"_s.arg(cell),
                   u"encoder.embedding.weight encoder.rnn.{%1_l0} "
                   "head.output.{weight bias}"_s.arg(QString(parameters).replace(' ', "_l0 ")));
        newRow("transformer translator",
               R"({"kind":"transformer_seq2seq","encoder_layers":1,"decoder_layers":1,
                   "norm":"pre","positions":"learned"})",
               u"source_embedding.weight target_embedding.weight source_positions.weight "
               "target_positions.weight encoder.layers.0.self_attn.{%1} encoder.layers.0.{%2} "
               "encoder.layers.0.{norm1.weight norm1.bias norm2.weight norm2.bias} "
               "encoder.norm.{weight bias} decoder.layers.0.self_attn.{%1} "
               "decoder.layers.0.multihead_attn.{%1} decoder.layers.0.{%2} "
               "decoder.layers.0.{norm1.weight norm1.bias norm2.weight norm2.bias "
               "norm3.weight norm3.bias} decoder.norm.{weight bias} output.{weight bias}"_s.arg(
                   kAttention, kFeedForward));
    }

private Q_SLOTS:
    void earlierNamesAndTheirOrderAreKnown_data() { addNetworks(); }
    void earlierNamesAndTheirOrderAreKnown()
    {
        QFETCH(QString, json);
        QFETCH(QString, names);
        const auto network = namedNetwork(json);
        const core::TensorFile file = core::withPresentNames(numbered(namesIn(names)));
        const auto parameters = network->named_parameters();
        const std::vector<torch::Tensor> inOrder = core::parametersInOrder(*network);
        QCOMPARE(file.tensors.size(), parameters.size());
        QCOMPARE(inOrder.size(), parameters.size());
        for (size_t i = 0; i < inOrder.size(); ++i) {
            const std::string& name = file.tensors[i].first;
            QVERIFY2(parameters.contains(name), name.c_str());
            QVERIFY2(parameters[name].is_same(inOrder[i]), name.c_str());
            QCOMPARE(file.tensors[i].second.item<int64_t>(), static_cast<int64_t>(i));
        }
    }

    void presentNamesStay_data() { addNetworks(); }
    void presentNamesStay()
    {
        QFETCH(QString, json);
        Strings names;
        for (const auto& parameter : namedNetwork(json)->named_parameters())
            names.push_back(parameter.key());
        names.emplace_back("training/optimiser/exp_avg/0");
        const core::TensorFile file = core::withPresentNames(numbered(names));
        for (size_t i = 0; i < names.size(); ++i)
            QCOMPARE(file.tensors[i].first, names[i]);
    }
};

UNROLL_TEST(ParameterNamesTest, QCoreApplication)
#include "parameter_names_test.moc"
