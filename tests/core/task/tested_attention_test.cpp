#include "core/decode/translate.h"
#include "core/model/translation_batch.h"
#include "core/probe/attention/attention_changes.h"
#include "core/probe/attention/text_attention.h"
#include "core/probe/network_scope.h"
#include "core/probe/translation/changed_translator.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/core/task/viewed_translator.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

using namespace core;
using probed::kText;
using probed::kTokens;
using probed::near;
using probed::outcomeOf;
using probed::Viewed;
using torch::Tensor;

namespace {

const std::string kTruth = support::kClasses[1];

const Json kPooled = {{"kind", "lstm"},
                      {"layers", 1},
                      {"hidden_size", 5},
                      {"dropout", 0.4},
                      {"pooling", {{"kind", "attention"}, {"hidden_size", 3}}}};
const Json kFourHeads = {{"kind", "transformer"},
                         {"layers", 2},
                         {"heads", 4},
                         {"dropout", 0.3},
                         {"feed_forward_size", 7},
                         {"pooling", {{"kind", "mean"}}}};

struct Opened : probed::OpenedClassifier {
    using OpenedClassifier::OpenedClassifier;

    AttentionTest ask(std::vector<AttentionEdit> edits = {})
    {
        return live.ask(AskAttentionTest{.example = {.text = kText, .reference = kTruth},
                                         .edits = std::move(edits)});
    }
    SequenceBatch batch() const
    {
        return sequenceBatch(live.readText({.text = kText}).ids, torch::kCPU);
    }
    Tensor parameter(const std::string& name) { return network->named_parameters()[name]; }
};

bool agrees(const AttentionOutcome& outcome, const Tensor& logits)
{
    const Tensor expected = torch::softmax(logits.flatten(), 0);
    bool same = true;
    for (int64_t i = 0; i < expected.numel(); ++i)
        same = same
            && near(outcome.saying.probabilities[size_t(i)], expected[i].item<double>(), 1e-5);
    return same && near(*outcome.saying.loss, -std::log(expected[1].item<double>()), 1e-5);
}

/// The ids that a generator writes for the sources.
std::vector<std::vector<int32_t>> written(Generator& generator, const Viewed& viewed,
                                          const Json& search)
{
    const auto ids = viewed.pipelines.source->ids(support::kSources, Monitor());
    TranslationJob job;
    job.search = selectionFromJson(search);
    std::vector<std::vector<int32_t>> all;
    for (const FoundTranslations& each :
         translateAll(generator, std::vector<IdRow>(ids.begin(), ids.end()),
                      viewed.pipelines.target->vocabularySize(), job, torch::kCPU, Monitor()))
        all.push_back(each.best.front().tokens);
    return all;
}

} // namespace

class TestedAttentionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPoolingIsReplacedAsItsFormulaSays()
    {
        Opened opened(kPooled);
        const AttentionTest test = opened.ask();
        QCOMPARE(test.step, 41);
        QCOMPARE(test.heads.size(), size_t{1});
        QCOMPARE(test.heads[0].map.columns, kTokens);
        QVERIFY(test.lossOfTruth);
        const torch::NoGradGuard noGradient;
        const Tensor states = opened.network->encoder().forward(opened.batch()).tokens.states[0];
        const Tensor weights = opened.network->open(opened.batch()).tokenWeights[0];
        const Tensor matrix = opened.parameter("head.output.weight"),
                     bias = opened.parameter("head.output.bias");
        const auto logits = [&](const Tensor& vector) { return matrix.mv(vector) + bias; };
        const AttentionSite site{"pooling", 0, 0};
        const auto of = [&](AttentionChange change) { return outcomeOf(test, change, site); };
        QVERIFY(agrees(of(AttentionChange::Uniform), logits(states.mean(0))));
        QVERIFY(agrees(of(AttentionChange::Off), bias));
        QVERIFY(agrees(of(AttentionChange::BestOnly),
                       logits(states[weights.argmax().item<int64_t>()])));
        // Total variation from the network as it is, whose word is given, too.
        const Tensor plain = torch::softmax(logits(weights.unsqueeze(0).mm(states)[0]), 0);
        QVERIFY(near(test.plain.probabilities[1], plain[1].item<double>(), 1e-5));
        const double distance = 0.5 * (torch::softmax(bias, 0) - plain).abs().sum().item<double>();
        QVERIFY(near(of(AttentionChange::Off).distance, distance, 1e-5));
        QVERIFY(distance > 1e-3);
    }

    void aHeadThatIsOffHasNoValues()
    {
        Opened opened(kFourHeads);
        const AttentionTest test = opened.ask();
        QCOMPARE(test.heads.size(), size_t(2 * 4));
        const torch::NoGradGuard noGradient;
        for (const int64_t layer : {0, 1}) {
            for (const int64_t head : {0, 2}) {
                const std::string name
                    = "encoder.transformer.layers." + std::to_string(layer) + ".self_attn.";
                const Tensor weight = opened.parameter(name + "in_proj_weight"),
                             bias = opened.parameter(name + "in_proj_bias");
                const Tensor weightBefore = weight.clone(), biasBefore = bias.clone();
                weight.narrow(0, 2 * 8 + head * 2, 2).zero_(); // 8 features, 2 a head
                bias.narrow(0, 2 * 8 + head * 2, 2).zero_();
                const Tensor expected = opened.network->forward(opened.batch());
                weight.copy_(weightBefore);
                bias.copy_(biasBefore);
                QVERIFY(agrees(outcomeOf(test, AttentionChange::Off, {"encoder", layer, head}),
                               expected));
            }
        }
    }

    void weightsByHandChangeOnlyWhatFollows()
    {
        Opened opened(kFourHeads);
        const AttentionTest plain = opened.ask();
        const AttentionSite site{"encoder", 1, 3};
        const AttentionTest test = opened.ask({{site, 2, 4, 0.9}});
        QCOMPARE(test.edited.size(), size_t{1}); // Nothing stands behind the last layer.
        const AttentionMap& map = test.edited.front();
        QCOMPARE(map.layer, 1);
        QCOMPARE(map.head, 3);
        QCOMPARE(map.weights[2 * kTokens + 4], 0.9F);
        QVERIFY(test.byHand->distance > 1e-6);
        // In the first layer it changes the second.
        QVERIFY(opened.ask({{{"encoder", 0, 3}, 2, 4, 0.9}}).edited.size() > 1);
        // What the weight is already changes nothing.
        const float same = plain.heads[7].map.weights[2 * kTokens + 4];
        QVERIFY(opened.ask({{site, 2, 4, same}}).byHand->distance < 1e-6);
    }

    void theGradientIsThatOfAFactorOfTheWordsVector_data()
    {
        addColumn<bool>("transformer");
        newRow("pooling", false);
        newRow("transformer", true);
    }
    void theGradientIsThatOfAFactorOfTheWordsVector()
    {
        QFETCH(bool, transformer);
        Opened opened(transformer ? kFourHeads : kPooled);
        const AttentionTest test = opened.ask();
        QCOMPARE(test.gradient.size(), size_t(kTokens));
        const torch::NoGradGuard noGradient;
        const SequenceBatch batch = opened.batch();
        const Tensor table = opened.parameter("encoder.embedding.weight");
        for (int64_t token = 0; token < kTokens; ++token) { // Each occurs once.
            const Tensor row = table[batch.ids[0][token].item<int64_t>()];
            const Tensor before = row.clone();
            const auto loss = [&](double factor) {
                row.copy_(before * factor);
                const Tensor logits = opened.network->forward(batch)[0].to(torch::kDouble);
                row.copy_(before);
                return -torch::log_softmax(logits, 0)[1].item<double>();
            };
            constexpr double kStep = 3e-3;
            const double slope = (loss(1.0 + kStep) - loss(1.0 - kStep)) / (2.0 * kStep);
            QVERIFY2(near(test.gradient[size_t(token)], std::abs(slope), 2e-3),
                     qPrintable(QString("%1 and %2").arg(test.gradient[size_t(token)]).arg(slope)));
        }
        QVERIFY(*std::max_element(test.gradient.begin(), test.gradient.end()) > 0.02);
    }

    void leavingOutIsAsTheTextWithoutTheWord()
    {
        Opened opened(kPooled);
        const AttentionTest test = opened.ask();
        const WordEffects effects = opened.live.ask(AskWordEffects{{kText}, -1, {}});
        QCOMPARE(test.leaveOneOut.size(), size_t(kTokens));
        for (size_t token = 0; token < size_t(kTokens); ++token) {
            double distance = 0.0;
            for (size_t i = 0; i < 3; ++i)
                distance += 0.5
                    * std::abs(effects.without[token].probabilities[i]
                               - effects.whole.probabilities[i]);
            QVERIFY(near(test.leaveOneOut[token], distance, 1e-5));
        }
        QVERIFY(test.heads[0].tauLeaveOneOut && test.heads[0].tauGradient);
    }

    void withoutAttentionThereIsNothingToTest()
    {
        Opened opened({{"kind", "lstm"}, {"hidden_size", 5}, {"pooling", {{"kind", "last"}}}});
        const AttentionTest test = opened.ask();
        QVERIFY(test.heads.empty() && test.outcomes.empty());
        QVERIFY(!test.plain.said.empty());
    }

    void scoresWithoutAChangeAreThoseOfTheNetwork()
    {
        Opened opened(kPooled);
        const std::vector<int32_t> labels{1, 0, 0, 2, 0, 1};
        const auto rows = support::labelledRows(support::kCorpus, labels);
        AskAttentionScores question;
        question.rows = rows;
        const AttentionScores scores = opened.live.ask(question);
        const ScoredTexts expected = opened.live.evaluate(*rows, Monitor());
        QCOMPARE(scores.measure, "accuracy"s);
        QCOMPARE(scores.texts, int64_t{6});
        QCOMPARE(scores.rows.size(), size_t(1 + 4));
        QVERIFY(near(scores.rows[0].measure, expected.scores.accuracy, 1e-9));
        QVERIFY(near(scores.rows[0].loss, expected.scores.loss, 1e-5));
        QCOMPARE(scores.rows[0].turned, 0.0);
        // Every text by itself, with everything off: the bias alone.
        const torch::NoGradGuard noGradient;
        const Tensor logs = torch::log_softmax(opened.parameter("head.output.bias"), 0);
        double sum = 0.0;
        for (const int32_t label : labels)
            sum -= logs[label].item<double>() / 6.0;
        for (const ScoredAttention& row : scores.rows)
            if (row.change == AttentionChange::Off)
                QVERIFY(near(row.loss, sum, 1e-5));
    }

    void aScoreJobSaysHowFarItIsAndEnds()
    {
        Opened opened(kFourHeads);
        AskAttentionScores question;
        question.rows = support::labelledRows(support::kCorpus, {1, 0, 0, 2, 0, 1});
        question.eachHead = true;
        std::vector<double> fractions;
        std::stop_source stop;
        Monitor monitor(stop.get_token(),
                        [&](const Progress& progress) { fractions.push_back(progress.fraction); });
        QCOMPARE(attentionScores(opened.live, question, monitor).rows.size(), size_t(1 + 4 + 8));
        QVERIFY(fractions.size() > 5 && std::is_sorted(fractions.begin(), fractions.end()));
        QCOMPARE(fractions.back(), 1.0);
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, attentionScores(opened.live, question, monitor));
    }

    void unchangedATranslatorWritesTheSame_data() { addTranslators(); }
    void unchangedATranslatorWritesTheSame()
    {
        QFETCH(QString, json);
        const Viewed viewed(Json::parse(json.toStdString()));
        const InspectionScope scope(*viewed.network, torch::kCPU);
        for (const Json& search :
             {Json{{"kind", "greedy"}}, Json{{"kind", "beam"}, {"width", 3}}}) {
            ChangedTranslator changed(*viewed.network, {PlannedChange()});
            QCOMPARE(written(changed, viewed, search), written(*viewed.network, viewed, search));
        }
    }

    /// Each token is the likeliest behind those before it, with the same change all along.
    void aChangedTranslationIsTheOneThatTheChangedNetworkGives_data() { addTranslators(); }
    void aChangedTranslationIsTheOneThatTheChangedNetworkGives()
    {
        QFETCH(QString, json);
        Viewed viewed(Json::parse(json.toStdString()));
        const InspectionScope scope(*viewed.network, torch::kCPU);
        const auto ids = viewed.pipelines.source->ids(support::kSources, Monitor());
        for (const AttentionChange change :
             {AttentionChange::Uniform, AttentionChange::Permuted, AttentionChange::Off}) {
            const PlannedChange planned{change, {"cross"}, {}, 9};
            for (const auto& source : ids) {
                const IdRow row(source);
                ChangedTranslator changed(*viewed.network, {planned});
                TranslationJob job;
                job.search = {"greedy", Json::object()};
                const std::vector<int32_t> said
                    = translateAll(changed, {&row, 1}, viewed.pipelines.target->vocabularySize(),
                                   job, torch::kCPU, Monitor())
                          .front()
                          .best.front()
                          .tokens;
                const IdRow target(said);
                Tensor logits = viewed.network
                                    ->open(translationBatch({&row, 1}, {&target, 1}, torch::kCPU),
                                           changing({planned}))
                                    .logits[0];
                logits.narrow(1, 0, 3).fill_(-1e9); // Marks are never written but the end.
                for (size_t i = 0; i < said.size(); ++i)
                    QCOMPARE(logits[int64_t(i)].argmax().item<int64_t>(), int64_t(said[i]));
            }
        }
    }

    void aTranslationIsPutToTheTest_data() { addTranslators(); }
    void aTranslationIsPutToTheTest()
    {
        QFETCH(QString, json);
        Viewed viewed(Json::parse(json.toStdString()));
        const std::string &source = support::kSources[0], &target = support::kTargets[0];
        const AttentionTest test
            = viewed.view->ask(AskAttentionTest{.example = {.text = source, .reference = target}});
        const TranslationInspection seen = viewed.view->inspect(source, target);
        QCOMPARE(test.heads.size(), seen.attention.size());
        QCOMPARE(test.tokens.size(), seen.sourceTokens.size());
        QCOMPARE(test.targetTokens.size(), seen.targetTokens.size());
        QVERIFY(near(*test.plain.loss, seen.meanLoss, 1e-5));
        QCOMPARE(test.plain.said, viewed.greedy(source));
        QCOMPARE(test.gradient.size(), test.tokens.size() * test.targetTokens.size());
        QCOMPARE(test.leaveOneOut.size(), test.gradient.size());
        for (const AttentionHeadFacts& facts : test.heads) {
            QCOMPARE(facts.tauGradient.has_value(), facts.map.group != "decoder");
            QVERIFY(std::isnan(facts.relativeEntropy)
                    || (facts.relativeEntropy >= 0.0 && facts.relativeEntropy < 1.0001));
        }
        QVERIFY(test.outcomes.size() >= 4);
        QVERIFY(test.outcomes.front().distance > 1e-6);
    }

    /// By finite differences of the source's table.
    void aTranslatorsGradientIsOfEachTargetToken_data() { addTranslators(); }
    void aTranslatorsGradientIsOfEachTargetToken()
    {
        QFETCH(QString, json);
        Viewed viewed(Json::parse(json.toStdString()));
        const std::string &source = support::kSources[0], &target = support::kTargets[0];
        const AttentionTest test
            = viewed.view->ask(AskAttentionTest{.example = {.text = source, .reference = target}});
        const torch::NoGradGuard noGradient;
        viewed.network->eval();
        const auto sourceIds = viewed.pipelines.source->ids(source);
        const auto targetIds = viewed.pipelines.target->ids(target);
        const IdRow from(sourceIds), to(targetIds);
        const Tensor table = viewed.network->named_parameters()["encoder.embedding.weight"];
        const size_t columns = sourceIds.size();
        const size_t token = columns - 1;
        QCOMPARE(std::count(sourceIds.begin(), sourceIds.end(), sourceIds[token]), 1);
        const Tensor row = table[sourceIds[token]];
        const Tensor before = row.clone();
        const auto logs = [&](double factor) {
            row.copy_(before * factor);
            const Tensor logits
                = viewed.network->open(translationBatch({&from, 1}, {&to, 1}, torch::kCPU))
                      .logits[0];
            row.copy_(before);
            return torch::log_softmax(logits.to(torch::kDouble), 1);
        };
        constexpr double kStep = 3e-3;
        const Tensor slopes = (logs(1.0 + kStep) - logs(1.0 - kStep)) / (2.0 * kStep);
        for (size_t t = 0; t < targetIds.size(); ++t) {
            const double slope = slopes[int64_t(t)][targetIds[t]].item<double>();
            QVERIFY2(near(test.gradient[t * columns + token], std::abs(slope), 2e-3),
                     qPrintable(
                         QString("%1 and %2").arg(test.gradient[t * columns + token]).arg(slope)));
        }
    }

    void scoresOfATranslatorWithoutAChangeAreItsOwn_data() { addTranslators(); }
    void scoresOfATranslatorWithoutAChangeAreItsOwn()
    {
        QFETCH(QString, json);
        Viewed viewed(Json::parse(json.toStdString()));
        AskAttentionScores question;
        question.rows = support::pairRows(support::kSources, support::kTargets);
        const AttentionScores scores = viewed.view->ask(question);
        const TranslationScores expected
            = viewed.view->evaluate(support::kSources, support::kTargets,
                                    viewed.searching({{"kind", "greedy"}}), nullptr, Monitor());
        QCOMPARE(scores.measure, "bleu"s);
        QVERIFY(near(scores.rows[0].measure, expected.bleu.score, 1e-9));
        QVERIFY(near(scores.rows[0].loss, expected.loss, 1e-4));
        QVERIFY(std::any_of(scores.rows.begin() + 1, scores.rows.end(), [&](const auto& row) {
            return std::abs(row.loss - expected.loss) > 1e-4;
        }));
    }

private:
    static void addTranslators()
    {
        addColumn<QString>("json");
        Json fed = probed::kRecurrent;
        fed["input_feeding"] = true;
        for (const auto& [name, json] : {std::pair{"recurrent", probed::kRecurrent},
                                         {"with input feeding", fed},
                                         {"transformer", probed::kTransformer}})
            newRow(name, QString::fromStdString(json.dump()));
    }
};

UNROLL_TEST(TestedAttentionTest, QCoreApplication)
#include "tested_attention_test.moc"
