#include "core/probe/attention/head_by_hand.h"
#include "core/probe/attention/text_attention.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/core/task/viewed_translator.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using namespace core;
using probed::kText;
using probed::kTokens;
using probed::near;
using probed::outcomeOf;
using probed::Viewed;
using torch::Tensor;

namespace {

Json transformer(int64_t heads)
{
    return {{"kind", "transformer"},  {"layers", 2},
            {"heads", heads},         {"dropout", 0.3},
            {"feed_forward_size", 7}, {"pooling", {{"kind", "mean"}}}};
}

AskHeadByHand wholeHead(const AttentionSite& site)
{
    return {.example = {.text = kText}, .site = site, .queries = kTokens, .keys = kTokens};
}

/// All numbers of a table are set to themselves plus something, or to 0.
std::vector<SetNumber> changed(HeadTable table, const NumberTable& numbers,
                               const std::function<double(double number, int64_t column)>& change)
{
    std::vector<SetNumber> set;
    for (int64_t row = 0; row < numbers.rows; ++row)
        for (int64_t column = 0; column < numbers.columns; ++column)
            set.push_back({table, row, column, change(numbers.at(row, column), column)});
    return set;
}

std::vector<SetNumber> zeros(HeadTable table, const NumberTable& numbers)
{
    return changed(table, numbers, [](double, int64_t) { return 0.0; });
}

bool same(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
               return near(double(x), double(y), 1e-5);
           });
}

} // namespace

/// A trained head in small tables, and its numbers set in the network.
class HeadByHandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTablesGiveTheWeightsOfTheNetwork_data()
    {
        addColumn<int>("dimension");
        addColumn<int>("heads");
        newRow("two features a head", 8, 4);
        newRow("twelve, rotated", 12, 1);
    }
    void theTablesGiveTheWeightsOfTheNetwork()
    {
        QFETCH(int, dimension);
        QFETCH(int, heads);
        probed::OpenedClassifier opened(transformer(heads), dimension);
        const AttentionSite site{"encoder", 1, heads - 1};
        const HeadByHand head = opened.live.ask(wholeHead(site));
        QCOMPARE(head.features, dimension / heads);
        QCOMPARE(head.rotatedKeys, dimension / heads > HeadByHand::kLargest);
        QCOMPARE(head.attention.keys.columns, std::min<int64_t>(dimension / heads, kTokens));
        QCOMPARE(head.queryTokens, wordsOf(kText));
        const AttentionSteps steps(head.attention);
        const Tensor weights
            = opened.network
                  ->open(sequenceBatch(opened.live.readText({.text = kText}).ids, torch::kCPU))
                  .attention[1][0][heads - 1];
        for (int64_t query = 0; query < kTokens; ++query)
            for (int64_t key = 0; key < kTokens; ++key) {
                const double weight = weights[query][key].item<double>();
                QVERIFY(near(steps.heads[0].weights.at(query, key), weight, 1e-5));
                QVERIFY(near(head.weights.at(query, key), weight, 1e-6));
            }
    }

    void fewKeysAreThoseWithTheLargestWeights()
    {
        probed::OpenedClassifier opened(transformer(1), 12);
        const AttentionSite site{"encoder", 0, 0};
        const HeadByHand whole = opened.live.ask(wholeHead(site));
        std::vector<int64_t> order{0, 1, 2, 3, 4};
        std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
            return whole.weights.at(2, a) > whole.weights.at(2, b);
        });
        AskHeadByHand question{
            .example = {.text = kText}, .site = site, .query = 2, .key = order[4], .keys = 3};
        std::vector<int64_t> expected{order[0], order[1], order[4]};
        std::sort(expected.begin(), expected.end());
        const HeadByHand head = opened.live.ask(question);
        QCOMPARE(head.keys, expected);
        QCOMPARE(head.queries, std::vector<int64_t>{2});
        // Scores are those of the whole head, though fewer directions are written.
        const AttentionSteps few(head.attention), all(whole.attention);
        for (size_t key = 0; key < 3; ++key)
            QVERIFY(near(few.heads[0].scaled.at(0, int64_t(key)),
                         all.heads[0].scaled.at(2, expected[key]), 1e-5));
        question.keyTokens = {4, 0};
        QCOMPARE(opened.live.ask(question).keys, (std::vector<int64_t>{0, 4}));
    }

    /// Queries, keys and values of all tokens that grow alike are those of another bias.
    void aNumberThatIsSetIsThatOfTheNetwork_data()
    {
        addColumn<int>("table");
        newRow("queries", 0);
        newRow("keys", 1);
        newRow("values", 2);
    }
    void aNumberThatIsSetIsThatOfTheNetwork()
    {
        QFETCH(int, table);
        probed::OpenedClassifier opened(transformer(4));
        const AttentionSite site{"encoder", 0, 2};
        AskHeadByHand question = wholeHead(site);
        const HeadByHand plain = opened.live.ask(question);
        const NumberTable* tables[]
            = {&plain.attention.queries, &plain.attention.keys, &plain.attention.values};
        question.set = changed(HeadTable(table), *tables[table], [](double number, int64_t column) {
            return number + (column == 1 ? 1.5 : 0.0);
        });
        const HeadByHand head = opened.live.ask(question);
        const torch::NoGradGuard noGradient;
        opened.network->named_parameters()["encoder.transformer.layers.0.self_attn.in_proj_bias"]
                                          [table * 8 + 2 * 2 + 1]
            += 1.5;
        const Tensor expected = torch::softmax(
            opened.network
                ->forward(sequenceBatch(opened.live.readText({.text = kText}).ids, torch::kCPU))
                .flatten(),
            0);
        for (int64_t i = 0; i < expected.numel(); ++i)
            QVERIFY(near(head.changed->saying.probabilities[size_t(i)], expected[i].item<double>(),
                         1e-5));
        // The softmax does not see what all keys have in common.
        QCOMPARE(head.changed->distance < 1e-5, table == 1);
    }

    /// Without scores all weights are equal, and a head without values is one that is off.
    void rotatedNumbersAreRotatedBack_data()
    {
        addColumn<int>("table");
        newRow("queries", 0);
        newRow("keys", 1);
        newRow("values", 2);
    }
    void rotatedNumbersAreRotatedBack()
    {
        QFETCH(int, table);
        probed::OpenedClassifier opened(transformer(1), 12);
        const AttentionSite site{"encoder", 1, 0};
        AskHeadByHand question = wholeHead(site);
        const HeadByHand plain = opened.live.ask(question);
        QVERIFY(plain.rotatedKeys && plain.rotatedValues);
        const NumberTable* tables[]
            = {&plain.attention.queries, &plain.attention.keys, &plain.attention.values};
        question.set = zeros(HeadTable(table), *tables[table]);
        const HeadByHand head = opened.live.ask(question);
        const AttentionTest test = opened.live.ask(AskAttentionTest{.example = {.text = kText}});
        const AttentionOutcome& expected
            = outcomeOf(test, table == 2 ? AttentionChange::Off : AttentionChange::Uniform, site);
        QVERIFY(same(head.changed->saying.probabilities, expected.saying.probabilities));
        QVERIFY(near(head.changed->distance, expected.distance, 1e-5));
        QVERIFY(expected.distance > 1e-3);
        for (int64_t key = 0; key < kTokens; ++key)
            QCOMPARE(near(head.changedWeights->at(0, key), 1.0 / kTokens, 1e-5), table != 2);
    }

    void translatorsWriteAnewFromThere_data()
    {
        addColumn<QString>("json");
        addColumn<QString>("group");
        const auto add = [](const char* name, const Json& json, const char* group) {
            newRow(name, QString::fromStdString(json.dump()), QString(group));
        };
        add("transformer", probed::kTransformer, "cross");
        add("on itself", probed::kTransformer, "decoder");
        Json products = probed::kRecurrent;
        products["attention"] = "general";
        add("one step after another", products, "cross");
    }
    void translatorsWriteAnewFromThere()
    {
        QFETCH(QString, json);
        QFETCH(QString, group);
        Viewed viewed(Json::parse(json.toStdString()));
        const Example pair{.text = support::kSources[0], .reference = support::kTargets[0]};
        const AttentionSite site{group.toStdString(), 0, 0};
        AskHeadByHand question{.example = pair, .site = site, .query = 1, .keys = 8};
        const HeadByHand plain = viewed.view->ask(question);
        const AttentionSteps steps(plain.attention);
        double sum = 0.0;
        for (int64_t key = 0; key < plain.weights.columns; ++key) {
            QVERIFY(near(steps.heads[0].weights.at(0, key), plain.weights.at(0, key), 1e-5));
            sum += plain.weights.at(0, key);
        }
        QVERIFY(near(sum, 1.0, 1e-5)); // All keys that are not masked.
        question.set = zeros(HeadTable::Values, plain.attention.values);
        const HeadByHand head = viewed.view->ask(question);
        if (group == "decoder") { // Later queries see other keys as well.
            QVERIFY(head.changed->distance > 1e-6);
            return;
        }
        const AttentionOutcome expected = outcomeOf(
            viewed.view->ask(AskAttentionTest{.example = pair}), AttentionChange::Off, site);
        QVERIFY(near(*head.changed->saying.loss, *expected.saying.loss, 1e-5));
        QCOMPARE(head.changed->saying.said, expected.saying.said);
        QVERIFY(near(head.changed->distance, expected.distance, 1e-5));
    }

    void whatIsNotThereIsNamed()
    {
        probed::OpenedClassifier opened(transformer(4));
        const auto asked = [&](const AskHeadByHand& question) {
            return support::sentenceOf([&] { opened.live.ask(question); });
        };
        AskHeadByHand question = wholeHead({"encoder", 0, 4});
        QVERIFY(asked(question).find("no head 4 in layer 0") != std::string::npos);
        question.site.head = 0;
        question.query = 5;
        QVERIFY(asked(question).find("no query 5: the head has 5") != std::string::npos);
        question.query = 0;
        question.key = 7;
        QVERIFY(asked(question).find("no key 7") != std::string::npos);
        question.key = -1;
        question.set = {{HeadTable::Keys, 0, 2, 1.0}};
        QVERIFY(asked(question).find("row 0, column 2") != std::string::npos);
        probed::OpenedClassifier pooled({{"kind", "lstm"},
                                         {"hidden_size", 5},
                                         {"pooling", {{"kind", "attention"}, {"hidden_size", 3}}}});
        QVERIFY(support::sentenceOf([&] {
                    pooled.live.ask(
                        AskHeadByHand{.example = {.text = kText}, .site = {"pooling", 0, 0}});
                }).find("no products")
                != std::string::npos);
        probed::OpenedClassifier without(
            {{"kind", "lstm"}, {"hidden_size", 5}, {"pooling", {{"kind", "last"}}}});
        QVERIFY(support::sentenceOf([&] {
                    without.live.ask(wholeHead({"encoder", 0, 0}));
                }).find("has no attention")
                != std::string::npos);
    }
};

UNROLL_TEST(HeadByHandTest, QCoreApplication)
#include "head_by_hand_test.moc"
