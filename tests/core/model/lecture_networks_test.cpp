// The networks that the lectures write down as modules of PyTorch, rebuilt from options: the same
// number of parameters and the same scores.
#include "core/base/error.h"
#include "core/model/model_kinds.h"
#include "core/model/text_network.h"
#include "core/model/translator.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/rnn.h>
#include <torch/nn/utils/rnn.h>

namespace {

using core::Json;
using torch::Tensor;

const made::Rows kLectureTexts{{5, 9, 4, 21, 7, 8}, {6, 2}, {4, 5, 11}};

struct Wanted {
    std::string kind = "lstm";
    Json options = Json::object();
    int64_t dimension = 6;
    int64_t vocabulary = 30;
    core::TextHeadOptions head{};
    int64_t outputs = 2;
};

std::shared_ptr<core::TextNetwork> lectureNetwork(const Wanted& wanted)
{
    core::ModelSpec model;
    model.network = {wanted.kind, wanted.options};
    core::NetworkContext context{.vocabularySize = wanted.vocabulary,
                                 .outputs = wanted.outputs,
                                 .maximumLength = 12,
                                 .embedding = {}};
    context.embedding.dimension = wanted.dimension;
    context.textHead = wanted.head;
    torch::manual_seed(5);
    auto made = core::makeTextNetwork(model, core::findHead("class"), context);
    made->eval();
    return made;
}

int64_t countedParameters(const torch::nn::Module& module)
{
    int64_t count = 0;
    for (const Tensor& each : module.parameters())
        count += each.numel();
    return count;
}

/// Gives `to` the values of `from`, by the names that follow each prefix.
void copyParameters(const torch::nn::Module& from, const std::string& prefix, torch::nn::Module& to)
{
    const torch::NoGradGuard noGradient;
    const auto values = from.named_parameters();
    for (auto& item : to.named_parameters())
        item.value().copy_(values[prefix + item.key()]);
}

torch::nn::LSTM torchLstm(int64_t input, int64_t hidden, int64_t layers, bool bidirectional)
{
    return torch::nn::LSTM(torch::nn::LSTMOptions(input, hidden)
                               .num_layers(layers)
                               .batch_first(true)
                               .bidirectional(bidirectional));
}

/// The states of all layers and directions after the last tokens [layers * directions, batch, size]
Tensor lastOf(torch::nn::LSTM& layers, const Tensor& words, const Tensor& lengths)
{
    const auto packed = torch::nn::utils::rnn::pack_padded_sequence(words, lengths, true, false);
    return std::get<0>(std::get<1>(layers->forward_with_packed_input(packed)));
}

Json recurrentOptions(int64_t layers, int64_t hidden, bool bidirectional, const Json& more)
{
    Json options{{"layers", layers}, {"hidden_size", hidden}, {"bidirectional", bidirectional}};
    options.update(more);
    return options;
}

} // namespace

class LectureNetworksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Lecture 001. There the state before the first token is random and the text ends at its last
    /// padding; here it is zero and the text ends at its last token.
    void tweetClassifier()
    {
        const Wanted wanted{.options = recurrentOptions(2, 6, false, Json::object()),
                            .head = {{257}, "relu", true}};
        const auto network = lectureNetwork(wanted);
        torch::nn::Embedding embedding(30, 6);
        torch::nn::LSTM lstm = torchLstm(6, 6, 2, false);
        torch::nn::Linear fc1(6, 257), fc2(257, 1);
        QCOMPARE(countedParameters(*network),
                 countedParameters(*embedding) + countedParameters(*lstm) + countedParameters(*fc1)
                     + countedParameters(*fc2));
        copyParameters(*network, "encoder.embedding.", *embedding);
        copyParameters(*network, "encoder.rnn.", *lstm);
        copyParameters(*network, "head.hidden.0.", *fc1);
        copyParameters(*network, "head.output.", *fc2);
        const core::SequenceBatch batch = made::batchOf(kLectureTexts);
        const Tensor last = lastOf(lstm, embedding(batch.ids), batch.lengths)[-1];
        const Tensor probability = fc2(fc1(last).relu()).sigmoid().squeeze(1);
        const Tensor predicted = network->forward(batch).softmax(1).select(1, 1);
        QVERIFY(rounding::agree(predicted, probability, rounding::kLayer));
    }
    /// With the sizes of a real data set, counted by hand: 25,000 rows of 128; two layers of 4 ·
    /// 128 · (128 + 128) and 8 · 128 numbers; 128 · 257 + 257; 257 + 1.
    void tweetClassifierHasTheParametersOfTheLecture()
    {
        const auto network
            = lectureNetwork({.options = recurrentOptions(2, 128, false, Json::object()),
                              .dimension = 128,
                              .vocabulary = 25000,
                              .head = {{257}, "relu", true}});
        QCOMPARE(countedParameters(*network), int64_t{3200000 + 2 * (131072 + 1024) + 33153 + 258});
    }

    /// Lecture 004.
    void sentimentLstm()
    {
        const Wanted wanted{.options = recurrentOptions(2, 5, true, Json::object()),
                            .head = {{5}, "relu", false}};
        const auto network = lectureNetwork(wanted);
        torch::nn::Embedding embedding(30, 6);
        torch::nn::LSTM lstm = torchLstm(6, 5, 2, true);
        torch::nn::Linear fc1(10, 5), fc2(5, 2);
        copyParameters(*network, "encoder.embedding.", *embedding);
        copyParameters(*network, "encoder.rnn.", *lstm);
        copyParameters(*network, "head.hidden.0.", *fc1);
        copyParameters(*network, "head.output.", *fc2);
        const core::SequenceBatch batch = made::batchOf(kLectureTexts);
        const Tensor hidden = lastOf(lstm, embedding(batch.ids), batch.lengths);
        const Tensor scores = fc2(fc1(torch::cat({hidden[-2], hidden[-1]}, 1)).relu());
        QVERIFY(rounding::agree(network->forward(batch), scores, rounding::kLayer));
    }
    /// Dimension 300, 256 units, two layers both ways, a hidden layer of 256, two classes.
    void sentimentLstmHasTheParametersOfTheLecture()
    {
        const auto network
            = lectureNetwork({.options = recurrentOptions(2, 256, true, Json::object()),
                              .dimension = 300,
                              .vocabulary = 25000,
                              .head = {{256}, "relu", false}});
        const int64_t first = 2 * (4 * 256 * (300 + 256) + 8 * 256);
        const int64_t second = 2 * (4 * 256 * (512 + 256) + 8 * 256);
        QCOMPARE(countedParameters(*network), 25000 * 300 + first + second + 512 * 256 + 256 + 514);
        QCOMPARE(countedParameters(*network), int64_t{10351586});
    }

    void aSingleOutputServesTwoClasses()
    {
        Wanted wanted{.options = recurrentOptions(1, 4, false, Json::object()),
                      .head = {{}, "relu", true},
                      .outputs = 3};
        QVERIFY_THROWS_EXCEPTION(core::Error, lectureNetwork(wanted));
    }

    void hiddenLayersHaveTheirActivation_data()
    {
        addColumn<QString>("activation");
        for (const char* each : {"relu", "tanh", "sigmoid", "gelu"})
            newRow(each, each);
    }
    void hiddenLayersHaveTheirActivation()
    {
        QFETCH(QString, activation);
        const auto network = lectureNetwork(
            {.kind = "mean", .head = {{7, 3}, activation.toStdString(), false}, .outputs = 4});
        const auto values = network->named_parameters();
        const auto phi = [&](const Tensor& x) {
            return activation == "relu"_L1 ? x.clamp_min(0.0)
                : activation == "tanh"_L1  ? (2.0 * x).sigmoid() * 2.0 - 1.0
                : activation == "gelu"_L1  ? 0.5 * x * (1.0 + (x / std::sqrt(2.0)).erf())
                                           : 1.0 / (1.0 + (-x).exp());
        };
        const core::SequenceBatch batch = made::batchOf(kLectureTexts);
        const auto layer = [&](const Tensor& x, const std::string& name) {
            return x.matmul(values["head." + name + ".weight"].t())
                + values["head." + name + ".bias"];
        };
        const Tensor texts = network->encoder().forward(batch).texts;
        const Tensor scores
            = layer(phi(layer(phi(layer(texts, "hidden.0")), "hidden.1")), "output");
        QVERIFY(rounding::agree(network->forward(batch), scores, rounding::kLayer));
    }

    void directionsAreJoined_data()
    {
        addColumn<QString>("fusion");
        for (const char* each : {"sum", "mean", "maximum"})
            newRow(each, each);
    }
    void directionsAreJoined()
    {
        QFETCH(QString, fusion);
        const auto states = [&](const std::string& value) {
            return lectureNetwork({.options = recurrentOptions(2, 4, true, {{"fusion", value}})})
                ->encoder()
                .forward(made::batchOf(kLectureTexts))
                .tokens;
        };
        const auto joined = [&](const Tensor& both) {
            const Tensor forwards = both.slice(-1, 0, 4), backwards = both.slice(-1, 4, 8);
            return fusion == "sum"_L1 ? forwards + backwards
                : fusion == "mean"_L1 ? (forwards + backwards) / 2.0
                                      : torch::where(forwards > backwards, forwards, backwards);
        };
        const core::TokenStates both = states("concatenation"), one = states(fusion.toStdString());
        QVERIFY(rounding::agree(one.states, joined(both.states), rounding::kLayer));
        QVERIFY(rounding::agree(one.last, joined(both.last), rounding::kLayer));
    }

    /// [h; c], of both directions.
    void theCellBelongsToTheLastState()
    {
        const auto network
            = lectureNetwork({.options = recurrentOptions(2, 4, true, {{"last_with_cell", true}})});
        torch::nn::LSTM lstm = torchLstm(6, 4, 2, true);
        copyParameters(*network, "encoder.rnn.", *lstm);
        const core::SequenceBatch batch = made::batchOf(kLectureTexts);
        const auto packed = torch::nn::utils::rnn::pack_padded_sequence(
            network->encoder().table()(batch.ids), batch.lengths, true, false);
        const auto [h, c] = std::get<1>(lstm->forward_with_packed_input(packed));
        const Tensor last = network->encoder().forward(batch).tokens.last;
        QVERIFY(
            rounding::agree(last, torch::cat({h[-2], h[-1], c[-2], c[-1]}, 1), rounding::kLayer));
        QCOMPARE(network->forward(batch).size(1), int64_t{2});
    }

    void layersAreConnected_data()
    {
        addColumns<QString, bool>("connections", "bidirectional");
        for (const char* each : {"residual", "dense"})
            for (const bool both : {false, true})
                newRow(qPrintable(each + (both ? u" both ways"_s : u""_s)), each, both);
    }
    /// Against torch.nn.LSTM, one layer at a time.
    void layersAreConnected()
    {
        QFETCH(QString, connections);
        QFETCH(bool, bidirectional);
        const bool residual = connections == "residual"_L1;
        const auto network = lectureNetwork(
            {.options = recurrentOptions(3, 4, bidirectional,
                                         {{"connections", connections.toStdString()}})});
        const core::SequenceBatch batch = made::batchOf(kLectureTexts);
        const int64_t size = bidirectional ? 8 : 4;
        Tensor values = network->encoder().table()(batch.ids), output;
        for (int64_t layer = 0; layer < 3; ++layer) {
            torch::nn::LSTM lstm = torchLstm(values.size(2), 4, 1, bidirectional);
            const auto own = network->named_parameters();
            const torch::NoGradGuard noGradient;
            for (auto& item : lstm->named_parameters()) {
                std::string name = "encoder.rnn." + item.key();
                name.replace(name.find("_l0"), 3, "_l" + std::to_string(layer));
                item.value().copy_(own[name]);
            }
            const auto packed
                = torch::nn::utils::rnn::pack_padded_sequence(values, batch.lengths, true, false);
            output = std::get<0>(torch::nn::utils::rnn::pad_packed_sequence(
                std::get<0>(lstm->forward_with_packed_input(packed)), true));
            if (residual && layer > 0)
                output = output + values;
            values = residual ? output : torch::cat({values, output}, 2);
        }
        const core::TokenStates states = network->encoder().forward(batch).tokens;
        QCOMPARE(states.states.size(2), size);
        QVERIFY(rounding::agree(states.states, output, rounding::kLayer));
        for (int64_t text = 0; text < 3; ++text) {
            const Tensor own = output[text][batch.lengths[text].item<int64_t>() - 1].slice(0, 0, 4);
            const Tensor last
                = bidirectional ? torch::cat({own, output[text][0].slice(0, 4)}) : own;
            QVERIFY(rounding::agree(states.last[text], last, rounding::kLayer));
        }
    }
    /// What views look into computes the same, and names layers by their numbers.
    void connectedLayersAreObserved()
    {
        for (const char* connections : {"none", "residual", "dense"}) {
            const auto network = lectureNetwork(
                {.options = recurrentOptions(3, 4, true, {{"connections", connections}})});
            const core::SequenceBatch batch = made::batchOf(kLectureTexts);
            std::set<int64_t> layers;
            const core::CellLook look{[&](const core::CellMoment& moment, const Tensor& value) {
                layers.insert(moment.layer);
                return value;
            }};
            QVERIFY(rounding::agree(network->forwardSeen(batch, look), network->forward(batch),
                                    rounding::kLayer));
            QCOMPARE(layers, (std::set<int64_t>{0, 1, 2}));
        }
    }

    /// Without positions a Transformer gives each word the same state wherever it stands.
    void withoutPositionsTheOrderDoesNotMatter_data()
    {
        addColumns<QString, bool>("positions", "isRead");
        newRow("none", "none", false);
        newRow("sinusoidal", "sinusoidal", true);
        newRow("learned", "learned", true);
        newRow("rotary", "rotary", true);
    }
    void withoutPositionsTheOrderDoesNotMatter()
    {
        QFETCH(QString, positions);
        QFETCH(bool, isRead);
        const auto network = lectureNetwork({.kind = "transformer",
                                             .options = {{"layers", 2},
                                                         {"heads", 2},
                                                         {"feed_forward_size", 10},
                                                         {"positions", positions.toStdString()}},
                                             .dimension = 8});
        const auto states = [&](const made::Rows& texts) {
            return network->encoder().forward(made::batchOf(texts)).tokens.states[0];
        };
        const Tensor before = states({{5, 9, 4, 21, 7, 8}}), after = states({{8, 5, 21, 9, 7, 4}});
        const Tensor places = torch::tensor({5, 0, 3, 1, 4, 2}, torch::kInt64);
        QCOMPARE(rounding::agree(after, before.index_select(0, places), rounding::kNetwork),
                 !isRead);
    }

    /// s_0 = tanh(W mean of the encoder's states + b): a decoder of one layer that reads nothing of
    /// the last states translates alike whatever these are.
    void decodersBeginWithTheMean()
    {
        const auto made = [](const char* start, const char* bridge) {
            core::ModelSpec model;
            model.network = {"seq2seq",
                             {{"hidden_size", 4},
                              {"decoder_size", 8},
                              {"attention", {{"kind", "none"}}},
                              {"bridge", bridge},
                              {"start", start}}};
            return core::checkModel(model);
        };
        QVERIFY(made("mean", "linear").empty());
        const std::vector<core::Problem> problems = made("mean", "none");
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, "model.network.start");
    }
};

UNROLL_TEST(LectureNetworksTest, QCoreApplication)
#include "lecture_networks_test.moc"
