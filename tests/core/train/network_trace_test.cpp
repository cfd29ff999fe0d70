#include "core/model/model_kinds.h"
#include "core/probe/classification/classification_questions.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/texts/inspection.h"
#include "core/probe/trace/trace_question.h"
#include "core/train/open_run.h"
#include "core/train/untrained_network.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using core::Trace;
using core::TraceRow;

namespace {

double normOf(const float* values, int64_t count)
{
    return std::sqrt(std::inner_product(values, values + count, values, 0.0));
}

/// The row of the layer `name`, of a depth and a direction.
const TraceRow* rowOf(const Trace& trace, const std::string& name, int64_t depth = 0,
                      int64_t direction = 0)
{
    for (const TraceRow& row : trace.rows)
        if (trace.layers[size_t(row.layer)].name == name && row.depth == depth
            && row.direction == direction)
            return &row;
    return nullptr;
}

/// Empty if each layer has vectors, norms of them and gradients; else the layer that has not.
QString layerWithout(const Trace& trace)
{
    std::vector<bool> seen(trace.layers.size());
    for (const TraceRow& row : trace.rows) {
        const core::LayerSummary& layer = trace.layers[size_t(row.layer)];
        const QString name = QString::fromStdString(layer.name);
        seen[size_t(row.layer)] = true;
        if (layer.flow.kind == core::TokenFlow::Unknown)
            return name + QStringLiteral(": flow");
        if (layer.flow.kind == core::TokenFlow::Chain)
            continue;
        const core::TraceVectors& output = row.output;
        if (output.steps < 1 || int64_t(output.values.size()) != output.steps * output.units
            || int64_t(output.norms.size()) != output.steps)
            return name + QStringLiteral(": values");
        if (row.features == output.units)
            for (int64_t step = 0; step < output.steps; ++step)
                if (std::abs(normOf(&output.values[size_t(step * output.units)], output.units)
                             - output.norms[size_t(step)])
                    > 1e-4)
                    return name + QStringLiteral(": norms");
        if (int64_t(output.gradientNorms.size()) != output.steps)
            return name + QStringLiteral(": gradients");
        const bool counts = layer.flow.kind == core::TokenFlow::Steps;
        const int64_t tokens
            = std::ssize(layer.side == core::LayerSide::Target ? trace.targetTokens : trace.tokens);
        if (counts && output.steps != tokens)
            return name + QStringLiteral(": steps");
    }
    const auto missing = std::find(seen.begin(), seen.end(), false);
    return missing == seen.end()
        ? QString()
        : QString::fromStdString(trace.layers[size_t(missing - seen.begin())].name);
}

using Operation = core::TraceOperation::Kind;

/// The value of an operation from those of its operands; none behind weights.
std::optional<double> computedBy(const core::TraceOperation& operation,
                                 const std::vector<std::optional<double>>& values)
{
    if (operation.weighted || operation.operands.empty())
        return std::nullopt;
    double sum = 0.0, product = 1.0;
    for (const int operand : operation.operands) {
        if (!values[size_t(operand)])
            return std::nullopt;
        sum += *values[size_t(operand)];
        product *= *values[size_t(operand)];
    }
    switch (operation.kind) {
    case Operation::Product:
        return product;
    case Operation::Sum:
        return sum;
    case Operation::OneMinus:
        return 1.0 - sum;
    case Operation::Tanh:
        return std::tanh(sum);
    default:
        return std::nullopt;
    }
}

} // namespace

class NetworkTraceTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    int m_runs = 0;

    /// @throws core::Error when the training fails.
    std::unique_ptr<core::LiveModel> trained(core::ExperimentSpec spec)
    {
        const std::filesystem::path run
            = m_folder.path().toStdString() + "/run" + std::to_string(m_runs++);
        spec.training.epochs = 1;
        const std::string shortfall
            = small::shortfall(small::train(core::completedSpec(spec), run));
        if (!shortfall.empty())
            throw core::Error(core::ErrorCode::Internal, {shortfall, {}});
        return core::openRun(run, "best");
    }
    core::ExperimentSpec classifier(const core::Json& network)
    {
        core::ExperimentSpec spec = small::spec(m_folder.path().toStdString());
        spec.model = {};
        spec.model.embedding.dimension = 6;
        core::Json options = network;
        const std::string kind = options.at("kind");
        options.erase("kind");
        spec.model.network = {kind, options};
        return spec;
    }

private Q_SLOTS:
    void everyNetworkShowsEachOfItsLayers_data()
    {
        QTest::addColumn<QString>("kind");
        for (const core::KindDescription& each :
             core::networkKinds({{.task = "classification", .head = "class"}}))
            if (std::find(each.tasks.begin(), each.tasks.end(), "classification")
                != each.tasks.end())
                QTest::newRow(each.id.c_str()) << QString::fromStdString(each.id);
    }

    void everyNetworkShowsEachOfItsLayers()
    {
        QFETCH(QString, kind);
        core::ExperimentSpec spec = classifier({{"kind", kind.toStdString()}});
        spec.model.embedding.dimension = 8; // Divisible by the heads of a Transformer.
        const auto model = trained(spec);
        const Trace trace
            = model->ask(core::AskTrace{{.text = "the film was a very long story"}, true});
        QCOMPARE(layerWithout(trace), QString());
    }

    void everyTaskShowsEachOfItsLayers_data()
    {
        QTest::addColumn<QString>("task");
        for (const char* task : {"regression", "tagging", "crf", "letters", "stream",
                                 "class_to_text", "translation", "transformer"})
            QTest::newRow(task) << QString::fromUtf8(task);
    }

    void everyTaskShowsEachOfItsLayers()
    {
        QFETCH(QString, task);
        QTemporaryDir data;
        const auto model = trained(small::ofTask(task.toStdString(), data.path().toStdString()));
        core::Example example{.text = "ann sees the dog"};
        if (task == QStringLiteral("regression"))
            example.reference = "4.5";
        const Trace trace = model->ask(core::AskTrace{example, true});
        QCOMPARE(layerWithout(trace), QString());
        const bool pair
            = task == QStringLiteral("translation") || task == QStringLiteral("transformer");
        QCOMPARE(trace.targetTokens.empty(), !pair);
        if (pair) // The last one is the token after the translation.
            QCOMPARE(trace.outputs.size(), trace.targetTokens.size());
        QCOMPARE(std::any_of(trace.attention.begin(), trace.attention.end(),
                             [](const auto& map) { return map.group == "cross"; }),
                 pair);
    }

    /// Without a target a number has neither a loss nor a gradient.
    void aTypedTextOfARegressionHasNoGradient()
    {
        QTemporaryDir data;
        const auto model = trained(small::ofTask("regression", data.path().toStdString()));
        const Trace trace = model->ask(core::AskTrace{{.text = "ann sees the dog"}, true});
        QVERIFY(trace.verdict.number && !trace.verdict.loss);
        for (const TraceRow& row : trace.rows)
            QVERIFY(row.output.steps > 0 && row.output.gradientNorms.empty());
    }

    void everyDecoderShowsEachOfItsLayers_data()
    {
        QTest::addColumn<QString>("options");
        for (const char* options :
             {R"("attention": "none")", R"("attention": "additive", "readout": "maxout")",
              R"("attention": "general", "input_feeding": true)",
              R"("attention": "general", "layers": 2, "tied_embeddings": false)"})
            QTest::newRow(options) << QString::fromUtf8(options);
    }

    void everyDecoderShowsEachOfItsLayers()
    {
        QFETCH(QString, options);
        const core::Json network
            = core::Json::parse(R"({"kind": "seq2seq", "cell": "lstm", "hidden_size": 5, )"
                                + options.toStdString() + "}");
        const auto model = trained(small::translation(network));
        const Trace trace = model->ask(core::AskTrace{{.text = "1 4 2"}, true});
        QCOMPARE(layerWithout(trace), QString());
    }

    /// Gates, states and their gradients are those of the questions about recurrent layers.
    void recurrentLayersAreThoseOfStates_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("directions joined") << QStringLiteral("lstm");
        QTest::newRow("directions apart") << QStringLiteral("directions_apart");
    }

    void recurrentLayersAreThoseOfStates()
    {
        QFETCH(QString, kind);
        core::Json network{{"kind", kind.toStdString()},
                           {"hidden_size", 5},
                           {"layers", 2},
                           {"pooling", {{"kind", "attention"}}}};
        const bool joined = kind == QStringLiteral("lstm");
        if (joined)
            network["bidirectional"] = true;
        const auto model = trained(classifier(network));
        const core::Example example{.text = "the film was awful", .reference = "pos"};
        const Trace trace = model->ask(core::AskTrace{example, true});
        for (int64_t depth = 0; depth < 2; ++depth)
            for (int64_t direction = 0; direction < 2; ++direction) {
                const TraceRow* row = joined
                    ? rowOf(trace, "encoder.rnn", depth, direction)
                    : rowOf(trace, "encoder.layers." + std::to_string(depth), 0, direction);
                QVERIFY(row != nullptr);
                const core::States states = model->ask(
                    core::AskStates{.example = example, .layer = depth, .direction = direction});
                const core::GradientFlow flow = model->ask(core::AskGradientFlow{
                    .example = example, .layer = depth, .direction = direction});
                QCOMPARE(row->quantities.size(), states.cell.quantities.size());
                for (size_t i = 0; i < row->quantities.size(); ++i) {
                    const core::TraceQuantity& quantity = row->quantities[i];
                    QCOMPARE(quantity.description.name, states.cell.quantities[i].name);
                    // A linear layer in front may compute for gradients in another way.
                    QCOMPARE(quantity.vectors.values.size(), states.plain.values[i].size());
                    for (size_t at = 0; at < quantity.vectors.values.size(); ++at)
                        QVERIFY(support::near(double(quantity.vectors.values[at]),
                                              double(states.plain.values[i][at]), 1e-6));
                    const auto state = std::find(flow.states.begin(), flow.states.end(),
                                                 quantity.description.name);
                    for (size_t step = 0; state != flow.states.end() && step < 4; ++step)
                        QVERIFY(std::abs(quantity.vectors.gradientNorms[step]
                                         - flow.norms[size_t(state - flow.states.begin())][step])
                                < 1e-7);
                }
            }
        QVERIFY(support::near(*trace.verdict.loss,
                              *model->ask(core::AskStates{example}).plain.verdict.loss, 1e-6));
    }

    void theOperationsOfACellComputeItsValues_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"rnn", "lstm", "gru"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    /// Sums and products of one unit's values are those that the network computes.
    void theOperationsOfACellComputeItsValues()
    {
        QFETCH(QString, kind);
        const auto model = trained(classifier({{"kind", kind.toStdString()}, {"hidden_size", 5}}));
        const Trace trace = model->ask(core::AskTrace{{.text = "the film was awful"}});
        const TraceRow* row = rowOf(trace, "encoder.rnn");
        QVERIFY(row != nullptr);
        QCOMPARE(std::count_if(trace.cell.begin(), trace.cell.end(),
                               [](const auto& each) { return each.kind == Operation::Input; }),
                 std::ptrdiff_t{1});
        const size_t step = 2, unit = 3;
        int checked = 0;
        std::vector<std::optional<double>> values;
        for (size_t i = 0; i < trace.cell.size(); ++i) {
            const core::TraceOperation& each = trace.cell[i];
            for (const int operand : each.operands)
                QVERIFY(operand < int(i));
            std::optional<double> known;
            if (each.quantity >= 0) {
                const size_t at = each.kind == Operation::State ? step - 1 : step;
                known = row->quantities[size_t(each.quantity)].vectors.values[at * 5 + unit];
            }
            const std::optional<double> computed = computedBy(each, values);
            if (known && computed) {
                ++checked;
                QVERIFY2(std::abs(*known - *computed) < 1e-6, each.text.c_str());
            }
            values.push_back(known ? known : computed);
        }
        // c_t and h_t of an LSTM, h_t of a GRU; an RNN's state stands behind weights.
        QCOMPARE(checked, kind == u"lstm"_s ? 2 : kind == u"gru"_s ? 1 : 0);
    }

    void layersDescribeTheirResidualStream()
    {
        const auto model = trained([&] {
            core::ExperimentSpec spec = classifier({{"kind", "transformer"}, {"layers", 2}});
            spec.model.embedding.dimension = 8;
            return spec;
        }());
        int residual = 0;
        for (const core::LayerSummary& layer :
             model->ask(core::AskTrace{{.text = "the film"}}).layers) {
            residual += layer.flow.residual ? 1 : 0;
            QCOMPARE(layer.flow.residual, layer.flow.kind == core::TokenFlow::Attention);
        }
        QCOMPARE(residual, 2);
    }

    /// The derivative of the cross-entropy with respect to the scores is p - y.
    void theGradientOfTheScoresIsThatOfTheCrossEntropy()
    {
        const auto model = trained(classifier({{"kind", "mean"}, {"hidden_size", 5}}));
        const core::Example example{.text = "the film was awful", .reference = "pos"};
        const Trace trace = model->ask(core::AskTrace{example, true});
        const core::Inspection seen = model->ask(core::AskInspection{example.text});
        const size_t truth = seen.classes[0] == "pos" ? 0 : 1;
        double squares = 0.0;
        for (size_t i = 0; i < seen.probabilities.size(); ++i)
            squares += std::pow(double(seen.probabilities[i]) - (i == truth ? 1.0 : 0.0), 2);
        const TraceRow* output = rowOf(trace, "head.output");
        QVERIFY(output != nullptr);
        QVERIFY(std::abs(output->output.gradientNorms[0] - std::sqrt(squares)) < 1e-6);
        QCOMPARE(trace.outputs.size(), size_t{1});
        QVERIFY(std::abs(trace.outputs[0][0].probability
                         - double(*std::max_element(seen.probabilities.begin(),
                                                    seen.probabilities.end())))
                < 1e-6);
        // The mean is that of the vectors, each of which moves it by 1 / tokens.
        const TraceRow *words = rowOf(trace, "encoder.embedding"),
                       *mean = rowOf(trace, "encoder.mean");
        QVERIFY(words != nullptr && mean != nullptr);
        for (size_t unit = 0; unit < 6; ++unit) {
            double sum = 0.0;
            for (size_t token = 0; token < 4; ++token)
                sum += double(words->output.values[token * 6 + unit]);
            QVERIFY(std::abs(sum / 4.0 - double(mean->output.values[unit])) < 1e-6);
        }
        for (const double gradient : words->output.gradientNorms)
            QVERIFY(std::abs(gradient - mean->output.gradientNorms[0] / 4.0) < 1e-7);
    }

    /// More than a picture shows is read all the same.
    void longTextsAndWideLayersAreReduced()
    {
        core::ExperimentSpec spec = classifier(
            {{"kind", "lstm"}, {"hidden_size", 150}, {"pooling", {{"kind", "attention"}}}});
        spec.text.maximumLength = 150;
        const auto model = trained(spec);
        std::string text;
        for (int i = 0; i < Trace::kSteps + 10; ++i)
            text += "film ";
        const Trace trace = model->ask(core::AskTrace{{.text = text}, false});
        QCOMPARE(int64_t(trace.tokens.size()), Trace::kSteps);
        QCOMPARE(trace.cutTokens, int64_t{10});
        const TraceRow* row = rowOf(trace, "encoder.rnn");
        QVERIFY(row != nullptr);
        QCOMPARE(row->features, int64_t{150});
        QCOMPARE(row->output.units, int64_t{75});
        QCOMPARE(row->output.steps, Trace::kSteps);
        QCOMPARE(trace.attention.size(), size_t{1});
        QCOMPARE(trace.attention[0].columns, Trace::kSteps);
        QVERIFY(row->output.gradientNorms.empty());
    }

    /// Each filter of a maximum pooling comes from the window with its largest value.
    void aMaximumPoolingNamesItsWinners()
    {
        const auto model
            = trained(classifier({{"kind", "cnn"}, {"widths", {2, 3}}, {"filters", 7}}));
        const Trace trace = model->ask(core::AskTrace{{.text = "the film was a long story"}});
        int seen = 0;
        for (const TraceRow& row : trace.rows) {
            if (row.passedShares.empty())
                continue;
            ++seen;
            const core::TraceVectors& output = row.output;
            QCOMPARE(output.units, int64_t{7}); // The filters; steps are windows.
            std::vector<double> wins(size_t(output.steps));
            for (int64_t unit = 0; unit < output.units; ++unit) {
                std::vector<size_t> best{0};
                const auto at = [&](size_t step) {
                    return output.values[step * size_t(output.units) + size_t(unit)];
                };
                for (size_t step = 1; step < wins.size(); ++step) {
                    if (at(step) > at(best.front()))
                        best = {step};
                    else if (!(at(step) < at(best.front())))
                        best.push_back(step);
                }
                if (!(at(best.front()) > 0.0F)) // Cut off by the rectifier.
                    continue;
                for (const size_t step : best)
                    wins[step] += 1.0 / double(best.size()) / double(output.units);
            }
            for (size_t step = 0; step < wins.size(); ++step)
                QVERIFY(std::abs(wins[step] - row.passedShares[step]) < 1e-6);
        }
        QCOMPARE(seen, 2);
    }

    /// The last state of each direction is passed on alone; a mean passes no value on.
    void aPoolingOfTheLastStateNamesIt()
    {
        const core::AskTrace question{{.text = "the film was awful"}};
        const auto last = trained(classifier({{"kind", "gru"},
                                              {"hidden_size", 5},
                                              {"bidirectional", true},
                                              {"pooling", {{"kind", "last"}}}}));
        const Trace trace = last->ask(question);
        QCOMPARE(rowOf(trace, "encoder.rnn", 0, 0)->passedShares,
                 (std::vector<double>{0.0, 0.0, 0.0, 1.0}));
        QCOMPARE(rowOf(trace, "encoder.rnn", 0, 1)->passedShares,
                 (std::vector<double>{1.0, 0.0, 0.0, 0.0}));
        const auto mean = trained(classifier({{"kind", "mean"}, {"hidden_size", 5}}));
        for (const TraceRow& row : mean->ask(question).rows)
            QVERIFY(row.passedShares.empty());
    }

    void aCrfNamesItsTransitions()
    {
        QTemporaryDir data;
        const auto model = trained(small::ofTask("crf", data.path().toStdString()));
        const core::Example example{.text = "ann sees the dog"};
        const Trace trace = model->ask(core::AskTrace{example});
        const core::Trellis trellis = model->ask(core::AskTrellis{example.text});
        QVERIFY(trace.chain.has_value());
        const core::TraceChain& chain = *trace.chain;
        const size_t shown = chain.tags.size(), all = trellis.tagNames.size();
        QVERIFY(shown >= 2 && int64_t(shown) <= core::TraceChain::kTags);
        std::vector<size_t> tags;
        for (const std::string& tag : chain.tags)
            tags.push_back(size_t(std::find(trellis.tagNames.begin(), trellis.tagNames.end(), tag)
                                  - trellis.tagNames.begin()));
        for (size_t from = 0; from < shown; ++from)
            for (size_t to = 0; to < shown; ++to) {
                QCOMPARE(chain.transitions[from * shown + to],
                         trellis.learnedTransitions[tags[from] * all + tags[to]]);
                QCOMPARE(chain.legal[from * shown + to],
                         trellis.legal[tags[from] * all + tags[to]]);
            }
        QCOMPARE(chain.path.size(), trellis.tokens.size());
        for (size_t step = 0; step < chain.path.size(); ++step) {
            QCOMPARE(tags[size_t(chain.path[step])], size_t(trellis.paths[0].tags[step]));
            double sum = 0.0; // The softmax of one tag against all.
            for (size_t tag = 0; tag < all; ++tag)
                sum += std::exp(double(trellis.emissions[step * all + tag])
                                - double(trellis.emissions[step * all + tags[0]]));
            QVERIFY(std::abs(double(chain.probabilities[step * shown]) - 1.0 / sum) < 1e-6);
        }
    }

    /// To the bit: a rate that is too small to change any weight leaves what it begins with.
    void anUntrainedNetworkIsWhatItsTrainingBeginsWith()
    {
        core::ExperimentSpec spec = classifier({{"kind", "lstm"}, {"hidden_size", 5}});
        spec.training.optimiser
            = {"sgd", {{"learning_rate", 1e-30}, {"momentum", 0.0}, {"weight_decay", 0.0}}};
        spec = core::completedSpec(spec);
        const core::AskTrace question{{.text = "the film was awful"}};
        const Trace begun = trained(spec)->ask(question);
        core::UntrainedNetwork untrained;
        const Trace shown = untrained.open(spec, {}).ask(question);
        QCOMPARE(shown.step, int64_t{0});
        QCOMPARE(shown.rows.size(), begun.rows.size());
        for (size_t row = 0; row < shown.rows.size(); ++row)
            QCOMPARE(shown.rows[row].output.values, begun.rows[row].output.values);
        core::ExperimentSpec other = spec;
        other.name = "another name";
        other.training.epochs = 7;
        QVERIFY(core::beginAlike(spec, other));
        QCOMPARE(&untrained.open(other, {}), &untrained.open(spec, {}));
        other.model.network.options["layers"] = 2;
        QVERIFY(!core::beginAlike(spec, other));
        QVERIFY(rowOf(untrained.open(other, {}).ask(question), "encoder.rnn", 1) != nullptr);
        other.training.seed = 5;
        QVERIFY(!core::beginAlike(spec, other));
    }
};
UNROLL_TEST(NetworkTraceTest, QCoreApplication)
#include "network_trace_test.moc"
