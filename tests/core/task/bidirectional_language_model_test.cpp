#include "core/model/text_network.h"
#include "core/nn/tensors.h"
#include "core/probe/both_sides/both_sides_question.h"
#include "core/probe/in_context/in_context_question.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/trace/trace_question.h"
#include "core/task/bidirectional_language_model/bidirectional_parts.h"
#include "core/task/task.h"
#include "core/train/open_run.h"
#include "tests/core/model/made_batch.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/near.h"
#include "tests/support/rounding.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <map>
#include <tuple>

using namespace core;
using made::batchOf;

namespace {

namespace fs = std::filesystem;

constexpr int64_t kApartVocabulary = 31;

/// Sizes that differ on every axis.
std::shared_ptr<TextNetwork> apartNetwork(const Json& more = Json::object())
{
    torch::manual_seed(3);
    ModelSpec spec;
    spec.network = {"directions_apart",
                    {{"layers", 3}, {"hidden_size", 7}, {"projection_size", 5}, {"dropout", 0.4}}};
    spec.network.options.update(more);
    NetworkContext context;
    context.vocabularySize = context.outputs = kApartVocabulary;
    context.maximumLength = 12;
    context.embedding.dimension = 6;
    const auto network = makeTextNetwork(spec, findHead("neighbour_token"), context);
    network->eval();
    const torch::NoGradGuard noGradient;
    for (const char* edge : {"head.begin", "head.end"})
        network->named_parameters()[edge].normal_();
    return network;
}

/// [tokens, 2, vocabulary]
torch::Tensor sidesOf(TextNetwork& network, const made::Rows& texts, int64_t more = 0)
{
    const torch::NoGradGuard noGradient;
    return network.forward(batchOf(texts, 0, more)).reshape({-1, 2, kApartVocabulary});
}

/// Sentences whose middle follows from either end.
void writeThreeWordLines(const fs::path& path)
{
    const std::array<std::array<const char*, 3>, 4> kinds{{{"sea", "carries", "ship"},
                                                           {"oven", "bakes", "bread"},
                                                           {"farmer", "grows", "corn"},
                                                           {"tailor", "sews", "coat"}}};
    std::ofstream file(path);
    for (size_t line = 0; line < 240; ++line) {
        const auto& [subject, verb, object] = kinds[line % 4];
        file << subject << ' ' << verb << ' ' << (line % 3 == 0 ? "much " : "") << object << '\n';
    }
}

} // namespace

class BidirectionalLanguageModelTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path path(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }

    Json experiment() const
    {
        return {{"task", {{"kind", "bidirectional_language_model"}}},
                {"data", {{"train", {path("sentences.txt").string()}}, {"valid_fraction", 0.1}}},
                {"text", {{"minimum_frequency", 1}}},
                {"model",
                 {{"embedding", {{"dimension", 10}}},
                  {"network",
                   {{"kind", "directions_apart"}, {"hidden_size", 16}, {"projection_size", 12}}}}},
                {"training",
                 {{"epochs", 12},
                  {"batch_size", 16},
                  {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
                  {"threads", 1},
                  {"checkpoint_seconds", 0.0}}}};
    }

private Q_SLOTS:
    void initTestCase() { writeThreeWordLines(path("sentences.txt")); }

    /// To the bit, with and without residual connections, in texts with padding.
    void noPredictionDependsOnTheTokenItPredicts_data()
    {
        addColumn<QString>("options");
        newRow("residual", "{}");
        newRow("plain", R"({"residual":false})");
        newRow("wide", R"({"projection_size":0})");
    }
    void noPredictionDependsOnTheTokenItPredicts()
    {
        QFETCH(QString, options);
        const auto network = apartNetwork(Json::parse(options.toStdString()));
        const made::Rows texts{{5, 9, 4, 21, 7}, {6}, {8, 11, 30}};
        const torch::Tensor before = sidesOf(*network, texts);
        QCOMPARE(before.sizes().vec(), (std::vector<int64_t>{9, 2, kApartVocabulary}));
        int64_t first = 0;
        for (size_t row = 0; row < texts.size(); ++row) {
            const auto length = std::ssize(texts[row]);
            for (int64_t place = 0; place < length; ++place) {
                made::Rows changed = texts;
                changed[row][size_t(place)] = 17;
                const torch::Tensor after = sidesOf(*network, changed);
                for (int64_t token = 0; token < before.size(0); ++token) {
                    const int64_t other = token - first;
                    const bool here = other >= 0 && other < length;
                    QCOMPARE(after[token][0].equal(before[token][0]), !here || other <= place);
                    QCOMPARE(after[token][1].equal(before[token][1]), !here || other >= place);
                }
            }
            first += length;
        }
    }

    /// The backward layers begin at the true end of each text.
    void paddingChangesNothing()
    {
        const auto network = apartNetwork();
        const made::Rows texts{{5, 9, 4, 21, 7}, {6, 8}, {8, 11, 30}};
        const torch::Tensor among = sidesOf(*network, texts, 2);
        int64_t first = 0;
        for (const auto& text : texts) {
            const torch::Tensor alone = sidesOf(*network, {text});
            QVERIFY(
                rounding::agree(among.narrow(0, first, alone.size(0)), alone, rounding::kNetwork));
            first += alone.size(0);
        }
        // Without a token on a side the state is the learnt one.
        const torch::Tensor one = sidesOf(*network, {{6}}), other = sidesOf(*network, {{7}});
        QVERIFY(one.equal(other));
        QVERIFY(!one[0][0].equal(one[0][1]));
    }

    /// Other tasks read the sum of all layers, the embedding among them.
    void layersAreSummedWithLearntWeights()
    {
        torch::manual_seed(4);
        ModelSpec spec;
        spec.network = {"directions_apart", {{"layers", 2}, {"hidden_size", 4}}};
        NetworkContext context;
        context.vocabularySize = kApartVocabulary;
        context.outputs = 3;
        context.maximumLength = 9;
        context.embedding.dimension = 4;
        const auto network = makeTextNetwork(spec, findHead("tag"), context);
        network->eval();
        const auto parameters = network->named_parameters();
        const auto batch = batchOf({{5, 9, 4}, {6, 7}});
        const auto statesWith = [&](std::vector<double> weights, double scale) {
            const torch::NoGradGuard noGradient;
            parameters["encoder.mix.weights"].copy_(torch::tensor(weights));
            parameters["encoder.mix.scale"].fill_(scale);
            return network->encoder().forward(batch).tokens.states;
        };
        const torch::Tensor embedded = network->encoder().table()(batch.ids);
        QVERIFY(rounding::agree(statesWith({40.0, 0.0, 0.0}, 1.5),
                                1.5 * torch::cat({embedded, embedded}, 2), rounding::kSum));
        const torch::Tensor first = statesWith({0.0, 40.0, 0.0}, 1.0);
        const torch::Tensor second = statesWith({0.0, 0.0, 40.0}, 1.0);
        QVERIFY(rounding::agree(statesWith({-40.0, std::log(3.0), 0.0}, 2.0),
                                2.0 * (0.75 * first + 0.25 * second), rounding::kLayer));
        network->forward(batch).sum().backward();
        for (const char* name : {"encoder.mix.weights", "encoder.mix.scale"})
            QVERIFY(parameters[name].grad().abs().max().item<float>() > 0.0F);
    }

    /// With the bias alone all predictions are the same, so that the loss is known.
    /// By the plain equations of the cell, each quantity is seen at its layer, direction and token,
    /// and the states are those of the fused layers.
    void cellsCanBeInspected()
    {
        for (const bool residual : {true, false}) {
            const auto network = apartNetwork({{"residual", residual}});
            const SequenceBatch batch = batchOf({{4, 9, 2, 17, 30}, {8, 3}}, 0, 1);
            std::map<std::tuple<int64_t, int64_t, int64_t>, int> seen;
            const CellHook hook = [&](const CellMoment& moment, const torch::Tensor& value) {
                ++seen[{moment.layer, moment.direction, moment.token}];
                return value;
            };
            const torch::NoGradGuard noGradient;
            Encoder& encoder = network->encoder();
            const torch::Tensor fused = encoder.forward(batch).tokens.states;
            const torch::Tensor plain = encoder.forwardSeen(batch, {hook}).tokens.states;
            for (int64_t text = 0; text < 2; ++text) {
                const int64_t length = batch.lengths[text].item<int64_t>();
                QVERIFY(torch::allclose(fused[text].narrow(0, 0, length),
                                        plain[text].narrow(0, 0, length), 1e-5, 1e-6));
            }
            QCOMPARE(seen.size(), size_t(3 * 2 * batch.ids.size(1)));
            QCOMPARE(encoder.cells().weights.size(), size_t(3 * 2));
        }
    }

    void theLossIsTheMeanOfBothDirections()
    {
        const fs::path run = path("loss");
        fs::create_directories(run);
        const auto task = makeTask(specFromJson(experiment()));
        const PreparedData data = task->prepare(run, Task::Preparation::Learn, Monitor());
        std::vector<Message> notes;
        torch::nn::Module& network
            = task->makeNetwork(torch::kCPU, Task::Weights::Fresh, Monitor(), notes);
        network.eval();
        const torch::NoGradGuard noGradient;
        const auto parameters = network.named_parameters();
        parameters["head.output.weight"].zero_();
        const torch::Tensor bias = parameters["head.output.bias"];
        bias.copy_(torch::linspace(-1.0, 2.0, bias.size(0)));
        const std::vector<int32_t> items{4, 0, 9};
        const BatchLoss loss = task->loss(items, {});
        QCOMPARE(loss.rowLosses.values.numel(), 2 * data.items.units(items));
        QCOMPARE(loss.rowLosses.offsets.back(), 2 * data.items.units(items));
        QVERIFY(std::abs(loss.rowLosses.values.sum().item<double>() - loss.lossSum.item<double>())
                < 1e-4);
        const SplitScores scores = task->evaluate(Split::Valid, Monitor());
        for (const char* name : {"perplexity", "forward_perplexity", "backward_perplexity"})
            QVERIFY(support::near(scoreValue(scores.scores, name), std::exp(scores.loss), 1e-4));
    }

    void bothDirectionsAreLearnt()
    {
        const fs::path run = path("learnt");
        const EndReport end = small::train(specFromJson(experiment()), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const auto scores = readRunHistory(run).epochs.back().validScores;
        // Of three tokens one has four equally likely values, from either side.
        QVERIFY(scoreValue(scores, "forward_perplexity") < 2.3);
        QVERIFY(scoreValue(scores, "backward_perplexity") < 2.3);

        const auto model = openRun(run, "last");
        const BothSides found = model->ask(AskBothSides{"oven bakes corn", 3});
        QCOMPARE(found.tokens, (Strings{"oven", "bakes", "corn"}));
        QCOMPARE(found.left[1].best.front().token, "bakes"s);
        QCOMPARE(found.right[1].best.front().token, "grows"s);
        QCOMPARE(found.left[2].best.size(), size_t{3});
        const BothSidesScores scored = model->ask(
            AskBothSidesScores{{.rows = support::labelledRows({"oven bakes corn"}, {0})}});
        QCOMPARE(scored.tokens, int64_t{3});
        double nats = 0.0;
        for (const FilledPlace& place : found.right)
            nats += place.nats();
        QVERIFY(
            support::near(scoreValue(scored.scores, "backward_perplexity"), std::exp(nats / 3.0)));
        const InContext context
            = model->ask(AskInContext{.word = "bakes",
                                      .sentences = {"oven bakes bread", "oven bakes much bread"},
                                      .rows = support::labelledRows({"oven bakes bread"}, {0})});
        Strings layers;
        for (const LayerUses& each : context.layers)
            layers.push_back(each.layer);
        QCOMPARE(layers,
                 (Strings{"encoder.embedding", "encoder.joined", "encoder.layers.0",
                          "encoder.layers.1"}));
    }

    /// That of training, by which each view tells of the same network.
    void everyQuestionHasTheLossOfBothDirections()
    {
        const fs::path run = path("inspected");
        QVERIFY(small::trainUntil(specFromJson(experiment()), run, 3).state == RunState::Stopped);
        const auto model = openRun(run, "last");
        inspect(*model, "oven xyzzy corn");
        inspect(*model, "oven bakes corn");
    }
    static void inspect(LiveModel& opened, const std::string& text)
    {
        LiveModel* const model = &opened;
        const BothSides sides = model->ask(AskBothSides{text, 1});
        const double loss = (meanKnownNats(sides.left) + meanKnownNats(sides.right)) / 2.0;
        const Example example{.text = sides.text};
        const Trace trace = model->ask(AskTrace{.example = example});
        QVERIFY(support::near(trace.verdict.loss.value(), loss, 1e-5));
        QVERIFY(support::near(model->ask(AskStates{.example = example}).plain.verdict.loss.value(),
                              loss, 1e-5));
        for (const int64_t direction : {0, 1}) { // Of the token that it reads last.
            const GradientFlow flow
                = model->ask(AskGradientFlow{.example = example, .direction = direction});
            const size_t token = direction == 0 ? 2 : 0;
            QVERIFY(support::near(flow.verdict.loss.value(),
                                  (sides.left[token].nats() + sides.right[token].nats()) / 2.0,
                                  1e-5));
            const std::vector<double>& norms = flow.norms.front();
            QVERIFY(direction == 0 ? norms[0] > 0.0 && norms[1] > norms[2]
                                   : norms[2] > 0.0 && norms[1] > norms[0]);
        }
        // The predictions are the normalised products.
        for (size_t token = 0; token < sides.left.size(); ++token)
            QVERIFY(trace.outputs[token][0].probability > sides.left[token].best[0].probability
                        * sides.right[token].best[0].probability);
    }

    /// The probability of <unk> is none of the word.
    void unknownWordsAreSaidToBeUnknown()
    {
        const fs::path run = path("unknown");
        QVERIFY(small::trainUntil(specFromJson(experiment()), run, 3).state == RunState::Stopped);
        const auto model = openRun(run, "last");
        const BothSides found = model->ask(AskBothSides{"oven xyzzy corn", 3});
        QVERIFY(!found.left[0].unknown && found.left[1].unknown && found.right[1].unknown);
        const double known = (found.left[0].nats() + found.left[2].nats()) / 2.0;
        const Json said = toJson(readoutOf<AskBothSides>(found));
        QVERIFY(support::near(said.at("forward_perplexity").get<double>(), std::exp(known)));
        QVERIFY(!said.at("tokens")[0].at("unknown").get<bool>());
        QCOMPARE(said.at("left_out"), Json(1));
        const Json& place = said.at("tokens")[1];
        QCOMPARE(place.at("token").get<std::string>(), "xyzzy"s);
        QVERIFY(place.at("unknown").get<bool>());
        for (const char* of : {"left", "right", "left_rank", "right_rank"})
            QVERIFY2(place.at(of).is_null(), of);
    }

    void aResumedRunAndOneOnTwoThreadsAreTheSame()
    {
        Json json = experiment();
        json["training"]["epochs"] = 3;
        const ExperimentSpec spec = specFromJson(json);
        const EndReport end = small::train(spec, path("whole"));
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        small::trainUntil(spec, path("stopped"), end.step / 2 + 1);
        QVERIFY(small::resume(path("stopped")).state == RunState::Completed);
        QCOMPARE(small::difference(path("whole"), path("stopped"), {"last", "best"}), ""s);
        json["training"]["threads"] = 2;
        QVERIFY(small::train(specFromJson(json), path("two")).state == RunState::Completed);
        QCOMPARE(small::difference(path("whole"), path("two"), {"last", "best"}), ""s);
    }

    void networksWhoseDirectionsMeetAreRefused()
    {
        Json json = experiment();
        json["model"]["network"] = {{"kind", "lstm"}};
        QVERIFY_THROWS_EXCEPTION(Error, specFromJson(json));
    }

    /// The encoder with its vocabulary is the start of a tagger, which adds the sum of layers.
    void aTaggerStartsFromTheEncoder()
    {
        const fs::path first = path("first");
        QVERIFY(small::trainUntil(specFromJson(experiment()), first, 3).state == RunState::Stopped);
        std::ofstream file(path("tagged.conll"));
        for (int i = 0; i < 40; ++i)
            file << (i % 2 == 0 ? "oven N\nbakes V\nbread N\n\n" : "farmer N\ngrows V\n\n");
        file.close();
        Json json = experiment();
        json["task"] = {{"kind", "tagging"}};
        json["data"] = {{"train", {path("tagged.conll").string()}}, {"valid_fraction", 0.2}};
        json["model"]["start"] = {{"from", first.string()}};
        const fs::path second = path("second");
        const EndReport end = small::trainUntil(specFromJson(json), second, 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        std::ifstream events(second / "events.jsonl");
        std::string notes;
        std::getline(events, notes);
        QVERIFY2(notes.find("encoder.embedding, encoder.joined, encoder.layers.0.forwards, "
                            "encoder.layers.0.backwards, encoder.layers.1.forwards")
                     != std::string::npos,
                 notes.c_str());
        QVERIFY2(notes.find("Begun anew: encoder.mix") != std::string::npos, notes.c_str());
    }
};

UNROLL_TEST(BidirectionalLanguageModelTest, QCoreApplication)
#include "bidirectional_language_model_test.moc"
