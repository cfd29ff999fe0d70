#include "core/base/error.h"
#include "core/model/model_kinds.h"
#include "core/model/text_network.h"
#include "core/model/translator.h"
#include "tests/support/test_case.h"

/// The descriptions of networks that users read, and the rules between their fields.
class ModelDescriptionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsDescribedInFull();
    void defaultsOfEveryNetworkFit();
    void rulesBetweenFieldsNameTheirPaths_data();
    void rulesBetweenFieldsNameTheirPaths();
    void parametersOfAnLstmAreCounted();
    void parametersOfATransformerAreCounted();
    void layersOfATranslatorKnowTheirSides_data();
    void layersOfATranslatorKnowTheirSides();
    void frozenEmbeddingsAreNotTrainable();
    void memoryFollowsOptimiserAndBatch();
    void largeTablesAreDescribedWithoutBeingMade();
};

namespace {

using core::Json;

core::Catalogue catalogue()
{
    return {{"network", core::networkKinds()},
            {"pooling", core::poolingKinds()},
            {"attention", core::attentionKinds()},
            {"initialisation", core::initialisationKinds()}};
}

core::ExperimentSpec specOf(const std::string& kind)
{
    core::ExperimentSpec spec;
    spec.model.network = core::defaultSelection(catalogue(), "network", kind);
    spec.model.embedding.dimension = 8;
    spec.text.maximumLength = 50;
    return spec;
}

core::ModelSummary summaryOf(const core::ExperimentSpec& spec, int64_t vocabularySize,
                             int64_t classes)
{
    return core::summariseTextNetwork(spec.model, spec.training, core::findHead("class"),
                                      {.vocabularySize = vocabularySize,
                                       .outputs = classes,
                                       .maximumLength = spec.text.maximumLength,
                                       .embedding = spec.model.embedding});
}

const core::LayerSummary& layer(const core::ModelSummary& summary, const std::string& name)
{
    for (const core::LayerSummary& each : summary.layers)
        if (each.name == name)
            return each;
    throw std::runtime_error("no layer " + name);
}

void checkOption(const core::OptionDescription& option)
{
    QVERIFY2(!option.label.empty(), option.name.c_str());
    QVERIFY2(option.help.size() > 20 && option.help.back() == '.', option.name.c_str());
    if (option.type == core::OptionType::Integer || option.type == core::OptionType::Real) {
        const double standard = option.defaultValue.get<double>();
        QVERIFY2(option.minimum <= standard && standard <= option.maximum, option.name.c_str());
        QVERIFY2(std::isfinite(option.maximum), option.name.c_str());
    }
}

} // namespace

void ModelDescriptionTest::everyKindIsDescribedInFull()
{
    for (const auto& [family, kinds] : catalogue()) {
        QVERIFY(kinds.size() >= 4);
        for (const core::KindDescription& kind : kinds) {
            QVERIFY2(!kind.title.empty() && !kind.formula.empty(), kind.id.c_str());
            QVERIFY2(kind.summary.size() > 40 && kind.summary.back() == '.', kind.id.c_str());
            for (const core::OptionDescription& option : kind.options)
                checkOption(option);
        }
    }
}

void ModelDescriptionTest::defaultsOfEveryNetworkFit()
{
    core::ModelSpec model;
    for (const core::KindDescription& kind : core::networkKinds()) {
        model.network = core::defaultSelection(catalogue(), "network", kind.id);
        QVERIFY2(core::checkModel(model).empty(), kind.id.c_str());
    }
}

void ModelDescriptionTest::rulesBetweenFieldsNameTheirPaths_data()
{
    addColumns<QString, QString, int, int, QString>("kind", "option", "value", "dimension",
                                                    "sentence");
    newRow("heads", "transformer", "heads", 3, 8,
           "model.network.heads is 3; it must divide model.embedding.dimension, "
           "which is 8.");
    newRow("positions", "transformer", "heads", 1, 7,
           "model.network.positions is \"sinusoidal\", which needs an even "
           "model.embedding.dimension; it is 7.");
    newRow("projection", "lstm", "projection_size", 128, 8,
           "model.network.projection_size is 128; it must be smaller than "
           "model.network.hidden_size, which is 128, or 0 for none.");
}

void ModelDescriptionTest::rulesBetweenFieldsNameTheirPaths()
{
    QFETCH(QString, kind);
    QFETCH(QString, option);
    QFETCH(int, value);
    QFETCH(int, dimension);
    QFETCH(QString, sentence);
    core::ModelSpec model = specOf(kind.toStdString()).model;
    model.network.options[option.toStdString()] = value;
    model.embedding.dimension = dimension;
    const std::vector<core::Problem> problems = core::checkModel(model);
    QCOMPARE(problems.size(), size_t{1});
    QCOMPARE(QString::fromStdString(problems[0].what.plain()), sentence);
    QVERIFY(sentence.startsWith(QString::fromStdString(problems[0].path)));
}

void ModelDescriptionTest::parametersOfAnLstmAreCounted()
{
    core::ExperimentSpec spec = specOf("lstm");
    spec.model.network.options["hidden_size"] = 5;
    spec.model.network.options["layers"] = 2;
    spec.model.network.options["pooling"] = {{"kind", "attention"}, {"hidden_size", 3}};
    const core::ModelSummary summary = summaryOf(spec, 20, 4);
    QCOMPARE(layer(summary, "encoder.embedding").parameters, 20 * 8);
    // Each direction of a layer: 4 gates of 5 units over input, state and two biases.
    const int64_t rnn = 2 * 4 * 5 * (8 + 5 + 2) + 2 * 4 * 5 * (10 + 5 + 2);
    QCOMPARE(layer(summary, "encoder.rnn").parameters, rnn);
    QCOMPARE(layer(summary, "encoder.rnn").type, "Bidirectional LSTM, 2 layers"s);
    QCOMPARE(layer(summary, "encoder.rnn").outputShape, "batch x length x 10"s);
    QCOMPARE(layer(summary, "head.pooling").parameters, 10 * 3 + 3 + 3);
    QCOMPARE(layer(summary, "head.output").parameters, 10 * 4 + 4);
    QCOMPARE(summary.parameters, 160 + rnn + 36 + 44);
    QCOMPARE(summary.trainableParameters, summary.parameters);
    QCOMPARE(summary.weightBytes, 4 * summary.parameters);
}

void ModelDescriptionTest::parametersOfATransformerAreCounted()
{
    core::ExperimentSpec spec = specOf("transformer");
    spec.model.network.options["layers"] = 2;
    spec.model.network.options["feed_forward_size"] = 6;
    spec.model.network.options["norm"] = "pre";
    spec.model.network.options["positions"] = "learned";
    const core::ModelSummary summary = summaryOf(spec, 20, 4);
    QCOMPARE(layer(summary, "encoder.positions").parameters, 50 * 8);
    // Attention 4 matrices of 8 x 8 with biases, feed-forward 8 x 6 and 6 x 8, two norms.
    QCOMPARE(layer(summary, "encoder.transformer.layers.1").parameters,
             4 * 64 + 4 * 8 + 48 + 6 + 48 + 8 + 2 * 16);
    QCOMPARE(layer(summary, "encoder.transformer.norm").parameters, 16);
    int64_t sum = 0;
    for (const core::LayerSummary& each : summary.layers)
        sum += each.parameters;
    QCOMPARE(sum, summary.parameters);
}

void ModelDescriptionTest::layersOfATranslatorKnowTheirSides_data()
{
    addColumn<QString>("network");
    addColumn<QString>("attends"); ///< The layer that looks at the source.
    addColumn<QString>("starts"); ///< The layer that starts from the encoder; empty: none.
    newRow("recurrent", "seq2seq", "attention", "decoder");
    newRow("transformer", "transformer_seq2seq", "decoder.layers.0", "");
}

void ModelDescriptionTest::layersOfATranslatorKnowTheirSides()
{
    QFETCH(QString, network);
    QFETCH(QString, attends);
    QFETCH(QString, starts);
    core::ExperimentSpec spec = specOf(network.toStdString());
    const core::ModelSummary summary
        = core::summariseTranslator(spec.model, spec.training,
                                    {.sourceVocabulary = 40,
                                     .targetVocabulary = 30,
                                     .longestSource = 50,
                                     .longestTarget = 258,
                                     .embedding = spec.model.embedding});
    for (const core::LayerSummary& each : summary.layers) {
        const bool source = each.name.starts_with("encoder.") || each.name.starts_with("bridge_");
        QVERIFY2(each.side == (source ? core::LayerSide::Source : core::LayerSide::Target),
                 each.name.c_str());
        const QString name = QString::fromStdString(each.name);
        if (name == attends)
            QVERIFY(each.source == core::SourceUse::Attention);
        else if (name == starts)
            QVERIFY(each.source == core::SourceUse::Start);
        else if (source || each.name == "output")
            QVERIFY(each.source == core::SourceUse::None);
    }
    QVERIFY(layer(summary, attends.toStdString()).parameters > 0);
    QVERIFY(layer(summaryOf(specOf("lstm"), 40, 2), "encoder.rnn").side == core::LayerSide::Whole);
}

void ModelDescriptionTest::frozenEmbeddingsAreNotTrainable()
{
    core::ExperimentSpec spec = specOf("mean");
    spec.model.embedding.frozen = true;
    const core::ModelSummary summary = summaryOf(spec, 20, 4);
    QVERIFY(!layer(summary, "encoder.embedding").trainable);
    QVERIFY(layer(summary, "encoder.hidden").trainable);
    QCOMPARE(summary.trainableParameters, summary.parameters - 160);
}

void ModelDescriptionTest::memoryFollowsOptimiserAndBatch()
{
    core::ExperimentSpec spec = specOf("gru");
    spec.training.optimiser = {"sgd", {{"momentum", 0.0}}};
    const core::ModelSummary plain = summaryOf(spec, 20, 4);
    spec.training.optimiser = {"sgd", {{"momentum", 0.9}}};
    const core::ModelSummary momentum = summaryOf(spec, 20, 4);
    spec.training.optimiser = {"adamw", Json::object()};
    const core::ModelSummary adam = summaryOf(spec, 20, 4);
    QCOMPARE(momentum.trainingBytes - plain.trainingBytes, plain.weightBytes);
    QCOMPARE(adam.trainingBytes - plain.trainingBytes, 2 * plain.weightBytes);

    const int64_t activations = plain.trainingBytes - 2 * plain.weightBytes;
    QVERIFY(activations > 0);
    spec.training.optimiser = {"sgd", {{"momentum", 0.0}}};
    spec.training.batchSize *= 2;
    QCOMPARE(summaryOf(spec, 20, 4).trainingBytes, plain.trainingBytes + activations);
    spec.training.batchTokens = 64 * 50; // What the batch was before.
    QCOMPARE(summaryOf(spec, 20, 4).trainingBytes, plain.trainingBytes);
}

void ModelDescriptionTest::largeTablesAreDescribedWithoutBeingMade()
{
    // 32 TB if it were made.
    core::ExperimentSpec spec = specOf("fasttext");
    spec.model.embedding.dimension = 8000;
    const core::ModelSummary summary = summaryOf(spec, 1000000000, 2);
    QCOMPARE(layer(summary, "encoder.embedding").parameters, int64_t{8000000000000});
}

UNROLL_TEST(ModelDescriptionTest, QCoreApplication)
#include "model_description_test.moc"
