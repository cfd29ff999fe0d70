#include "core/probe/classification/live_classifier.h"
#include "core/probe/data_questions.h"
#include "core/probe/network_scope.h"
#include "tests/support/failure.h"
#include "tests/support/rows.h"
#include "tests/support/stored_run_files.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <torch/optim/sgd.h>

using namespace core;

namespace {

const Json kLstm = {{"kind", "lstm"},
                    {"layers", 2},
                    {"hidden_size", 5},
                    {"dropout", 0.4},
                    {"pooling", {{"kind", "attention"}}}};
const Json kTwoLayers
    = {{"kind", "transformer"}, {"layers", 2}, {"heads", 4}, {"feed_forward_size", 6}};

struct ViewedClassifier {
    explicit ViewedClassifier(const Json& networkJson)
        : spec(support::smallSpec(networkJson))
        , pipeline(std::make_shared<const TextPipeline>(
              TextPipeline::learn(spec.text, support::kCorpus, Monitor())))
        , network(support::scatteredNetwork(spec, *pipeline))
        , opened(classificationAnswers().open(support::classifierParts(network, pipeline,
                                                                       [] {
                                                                           // A summary that draws.
                                                                           torch::randn(3);
                                                                           return ModelSummary{};
                                                                       }),
                                              [this] { return std::pair(step, int64_t{1}); }))
        , view(static_cast<LiveClassifier*>(opened.get()))
    {
    }
    ExperimentSpec spec;
    std::shared_ptr<const TextPipeline> pipeline;
    std::shared_ptr<TextNetwork> network;
    int64_t step = 0;
    std::unique_ptr<LiveModel> opened;
    LiveClassifier* view;
};

/// Losses of a few updates with dropout; `look` is called between two of them.
std::vector<float> trainedLosses(const std::function<void(LiveClassifier&)>& look)
{
    ViewedClassifier viewed(kLstm);
    torch::manual_seed(17);
    torch::optim::SGD optimiser(viewed.network->parameters(), 0.1);
    const auto ids = viewed.pipeline->ids(support::kCorpus, Monitor());
    const std::vector<size_t> rows{0, 1, 2, 3, 4, 5};
    const torch::Tensor labels = torch::tensor({1, 0, 0, 2, 0, 1}, torch::kLong);
    std::vector<float> losses;
    viewed.network->train();
    for (int update = 0; update < 6; ++update) {
        viewed.network->zero_grad();
        const torch::Tensor loss = torch::nn::functional::cross_entropy(
            viewed.network->forward(sequenceBatch(ids, rows, torch::kCPU)), labels);
        loss.backward();
        optimiser.step();
        losses.push_back(loss.item<float>());
        look(*viewed.view);
    }
    return losses;
}

float sumOf(const float* first, int64_t count)
{
    return std::accumulate(first, first + count, 0.0F);
}

} // namespace

class ClassifierViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lookingBetweenUpdatesDoesNotChangeTheTraining()
    {
        const auto alone = trainedLosses([](LiveClassifier&) {});
        const auto watched = trainedLosses([](LiveClassifier& model) {
            model.inspect({"the film was not bad"});
            model.predict(support::kCorpus, Monitor());
            model.wordEffects({{"the film was not bad"}, 3, "good"}, Monitor());
            model.summary();
        });
        QCOMPARE(watched, alone); // to the bit
        // Dropout is on: another seed would give other losses, so equality means something.
        QVERIFY(alone.front() != alone.back());
    }

    void eachModuleGetsItsOwnModeBack()
    {
        ViewedClassifier viewed(kLstm);
        viewed.network->train();
        const auto child = viewed.network->children().front();
        child->eval();
        viewed.view->inspect({"good"});
        QVERIFY(viewed.network->is_training());
        QVERIFY(!child->is_training());
        QVERIFY(torch::GradMode::is_enabled());
    }

    void anInspectionShowsWhatTheNetworkSaw()
    {
        ViewedClassifier viewed(kLstm);
        viewed.step = 41;
        const Inspection seen = viewed.view->inspect({"The  film was UNHEARD-OF"});
        QCOMPARE(seen.cleaned, "the film was unheard-of");
        QCOMPARE(seen.tokens, (Strings{"the", "film", "was", "unheard-of"}));
        QCOMPARE(seen.ids.size(), 4U);
        QCOMPARE(seen.ids[1], viewed.pipeline->id("film"));
        QCOMPARE(seen.ids[3], kUnknownId);
        QCOMPARE(seen.cutTokens, 0);
        QCOMPARE(seen.step, 41);
        QCOMPARE(seen.epoch, 1);
        QCOMPARE(seen.classes, support::kClasses);
        QVERIFY(seen.milliseconds > 0.0);

        const torch::NoGradGuard noGrad;
        viewed.network->eval();
        const torch::Tensor expected = torch::softmax(
            viewed.network->forward({torch::tensor(seen.ids).unsqueeze(0), torch::tensor({4L})})[0],
            0);
        for (int64_t i = 0; i < 3; ++i)
            QVERIFY(std::abs(seen.probabilities[size_t(i)] - expected[i].item<float>()) < 1e-6);
        QCOMPARE(int64_t{seen.predicted}, expected.argmax().item<int64_t>());
        QCOMPARE(seen.tokenWeights.size(), 4U);
        QVERIFY(std::abs(sumOf(seen.tokenWeights.data(), 4) - 1.0F) < 1e-5);
        QVERIFY(seen.attention.empty());
    }

    void attentionComesWithAllLayersAndHeads()
    {
        ViewedClassifier viewed(kTwoLayers);
        const Inspection seen = viewed.view->inspect({"it was not bad"});
        QCOMPARE(seen.attention.size(), 8U); // 2 layers, 4 heads
        for (size_t i = 0; i < 8; ++i) {
            const AttentionMap& map = seen.attention[i];
            QCOMPARE(map.group, "encoder");
            QCOMPARE(map.layer, int64_t(i / 4));
            QCOMPARE(map.head, int64_t(i % 4));
            QCOMPARE(map.rows, 4);
            QCOMPARE(map.columns, 4);
            QCOMPARE(map.weights.size(), 16U);
            for (int64_t row = 0; row < 4; ++row)
                QVERIFY(std::abs(sumOf(map.weights.data() + 4 * row, 4) - 1.0F) < 1e-5);
        }
        QVERIFY(seen.attention[0].weights != seen.attention[1].weights);
    }

    void emptyAndLongTextsAreSeenAsTheNetworkSeesThem()
    {
        ViewedClassifier viewed(kLstm);
        const Inspection empty = viewed.view->inspect({""});
        QCOMPARE(empty.tokens, Strings{"<unk>"});
        QCOMPARE(empty.ids, std::vector<int64_t>{kUnknownId});
        QCOMPARE(empty.cutTokens, 0);
        const Inspection longer = viewed.view->inspect({"a b c d e f g h i j k"});
        QCOMPARE(longer.tokens.size(), 9U);
        QCOMPARE(longer.tokens.back(), "i");
        QCOMPARE(longer.cutTokens, 2);
    }

    void predictionsKeepTheOrderAndDoNotDependOnTheBatch()
    {
        ViewedClassifier viewed(kTwoLayers);
        Strings texts;
        for (int i = 0; i < 150; ++i) {
            std::string text = "film";
            for (int k = 0; k < i % 7; ++k)
                text += k % 2 == 0 ? " not" : " good";
            texts.push_back(text + (i % 3 == 0 ? " bad" : ""));
        }
        double last = 0.0;
        int reports = 0;
        const Monitor monitor({}, [&](const Progress& progress) {
            if (progress.stage.text != "Predicting")
                return;
            QVERIFY(progress.fraction > last && progress.fraction <= 1.0);
            last = progress.fraction;
            ++reports;
        });
        const auto predictions = viewed.view->predict(texts, monitor);
        QCOMPARE(predictions.size(), texts.size());
        QVERIFY(reports > 1);
        QCOMPARE(last, 1.0);
        for (size_t i = 0; i < texts.size(); i += 13) {
            const Inspection single = viewed.view->inspect({texts[i]});
            QCOMPARE(predictions[i].text, texts[i]);
            QCOMPARE(predictions[i].predicted, single.predicted);
            QCOMPARE(predictions[i].label, -1);
            for (size_t c = 0; c < 3; ++c)
                QVERIFY(std::abs(predictions[i].probabilities[c] - single.probabilities[c]) < 1e-5);
            QCOMPARE(float(predictions[i].confidence),
                     predictions[i].probabilities[size_t(single.predicted)]);
        }
        QVERIFY(viewed.view->predict({}, Monitor()).empty());
    }

    void scoresFollowFromTheProbabilities()
    {
        ViewedClassifier viewed(kLstm);
        const std::vector<int32_t> labels{2, 0, 1, 1, 0, 2};
        const auto [scores, predictions, epoch]
            = viewed.view->evaluate(*support::labelledRows(support::kCorpus, labels), Monitor());
        double loss = 0.0;
        int64_t right = 0;
        for (size_t i = 0; i < labels.size(); ++i) {
            loss -= std::log(double{predictions[i].probabilities[size_t(labels[i])]});
            right += predictions[i].predicted == labels[i] ? 1 : 0;
            QCOMPARE(predictions[i].label, labels[i]);
        }
        QCOMPARE(epoch, 1);
        QCOMPARE(scores.count, 6);
        QVERIFY(std::abs(scores.loss - loss / 6.0) < 1e-5);
        QVERIFY(std::abs(scores.accuracy - double(right) / 6.0) < 1e-12);
        QCOMPARE(scores.confusion.size(), 9U);
    }

    void labelsOutsideTheClassesAreRefused()
    {
        ViewedClassifier viewed(kLstm);
        for (const int32_t label : {-1, 3}) {
            const core::Failure failure = support::failureOf([&] {
                viewed.view->evaluate(
                    *support::labelledRows({support::kCorpus[0], support::kCorpus[1]}, {0, label}),
                    Monitor());
            });
            QVERIFY(failure.code == ErrorCode::BadData);
            QVERIFY(support::contains(failure.sentence(), "Text 2"));
        }
    }

    void aStopIsHeardBetweenTwoBatches()
    {
        ViewedClassifier viewed(kLstm);
        viewed.network->train();
        const Strings texts(200, "good film");
        std::stop_source stop;
        int reports = 0;
        const Monitor monitor(stop.get_token(), [&](const Progress& progress) {
            if (progress.stage.text == "Predicting" && ++reports == 2)
                stop.request_stop();
        });
        QVERIFY(support::failureOf([&] { viewed.view->predict(texts, monitor); }).code
                == ErrorCode::Cancelled);
        QCOMPARE(reports, 2);
        QVERIFY(viewed.network->is_training());
    }

    void aBriefAnswerIsTheLikeliestClass()
    {
        ViewedClassifier viewed(kLstm);
        const std::string text = "the film was not bad";
        const BriefAnswer brief = viewed.view->ask(AskBriefly{text});
        const Inspection whole = viewed.view->inspect({text});
        QCOMPARE(brief.text, whole.classes[size_t(whole.predicted)]);
        QVERIFY(std::abs(brief.probability - double(whole.probabilities[size_t(whole.predicted)]))
                < 1e-6);
        QCOMPARE(brief.epoch, 1);
    }

    void examplesAreAShortALongAndAWrongOne()
    {
        ViewedClassifier viewed(kLstm);
        const Strings texts{"good", "the film was not bad",
                            "a film that is bad and bad and not good at all, "
                            "although the plot was not bad",
                            std::string(500, 'x')};
        const auto said = viewed.view->predict(texts, Monitor());
        std::vector<int32_t> labels;
        for (const Prediction& each : said)
            labels.push_back(each.predicted);
        const auto other = [&](size_t row) { return (labels[row] + 1) % 3; };
        const auto examples = [&](std::vector<int32_t> truth) {
            AskExamples question;
            question.rows = support::labelledRows(texts, std::move(truth));
            return viewed.view->ask(question);
        };
        using Kind = DataExample::Kind;
        const auto name = [&](int32_t label) { return support::kClasses[size_t(label)]; };
        const std::vector<DataExample> allRight{{Kind::Short, texts[1], name(labels[1])},
                                                {Kind::Long, texts[2], name(labels[2])}};
        QVERIFY(examples(labels) == allRight);
        std::vector<int32_t> truth = labels;
        truth[0] = other(0);
        auto withOne = allRight;
        withOne.push_back({Kind::Wrong, texts[0], name(truth[0])});
        QVERIFY(examples(truth) == withOne);
        truth[3] = other(3); // Of two the one of which it is more certain.
        const size_t surer = said[0].confidence >= said[3].confidence ? 0 : 3;
        QCOMPARE(examples(truth).back().text, texts[surer]);
    }

    void positionsOfATransformerAreShown()
    {
        QVERIFY(ViewedClassifier(kLstm).view->positions(5).empty());
        ViewedClassifier sinusoidal(kTwoLayers);
        const auto tables = sinusoidal.view->positions(5);
        QCOMPARE(tables.size(), size_t{1});
        QCOMPARE(tables[0].length, 5);
        const int64_t features = sinusoidal.spec.model.embedding.dimension;
        QCOMPARE(tables[0].features, features);
        QCOMPARE(tables[0].values.size(), size_t(5 * features));
        // sin and cos of place 3 at the first frequency
        QVERIFY(std::abs(tables[0].values[size_t(3 * features)] - std::sin(3.0)) < 1e-6);
        QVERIFY(std::abs(tables[0].values[size_t(3 * features + 1)] - std::cos(3.0)) < 1e-6);
        Json network = kTwoLayers;
        network["positions"] = "learned";
        ViewedClassifier learned(network);
        learned.network->train();
        const auto whole = learned.view->positions(0);
        QVERIFY(learned.network->is_training());
        QCOMPARE(whole.at(0).length, learned.spec.text.maximumLength);
        const torch::Tensor weight
            = learned.network->named_parameters()["encoder.positions.weight"].detach().contiguous();
        QVERIFY(std::equal(whole[0].values.begin(), whole[0].values.end(), weight.data_ptr<float>(),
                           weight.data_ptr<float>() + weight.numel()));
    }
};

UNROLL_TEST(ClassifierViewTest, QCoreApplication)
#include "classifier_view_test.moc"
