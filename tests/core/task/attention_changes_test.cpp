#include "core/nn/tensors.h"
#include "core/probe/attention/attention_changes.h"
#include "core/probe/attention/attention_facts.h"
#include "tests/support/test_case.h"

using namespace core;
using torch::Tensor;

namespace {

constexpr int64_t kTexts = 2, kHeads = 3, kQueries = 4, kKeys = 5;

/// Rows that sum to 1; query q may look at keys 0 ... q + 1.
Tensor allowed()
{
    return torch::ones({1, 1, kQueries, kKeys}, torch::kBool).tril(1);
}
Tensor weights()
{
    torch::manual_seed(4);
    return torch::randn({kTexts, kHeads, kQueries, kKeys})
        .masked_fill(allowed().logical_not(), -INFINITY)
        .softmax(3);
}

const AttentionPlace kPlace{"encoder", 1};

Tensor changed(PlannedChange second, const AttentionPlace& place = kPlace)
{
    return changing({PlannedChange(), std::move(second)}).weights(place, weights(), allowed());
}

std::vector<double> sorted(const Tensor& row)
{
    std::vector<double> values;
    for (int64_t i = 0; i < row.numel(); ++i)
        values.push_back(row[i].item<double>());
    std::sort(values.begin(), values.end());
    return values;
}

} // namespace

class AttentionChangesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyTheSiteOfItsTextIsChanged()
    {
        const Tensor before = weights();
        const Tensor after = changed({AttentionChange::Uniform, {"encoder", 1, 2}});
        QVERIFY(torch::equal(after[0], before[0]));
        QVERIFY(torch::equal(after[1].narrow(0, 0, 2), before[1].narrow(0, 0, 2)));
        QVERIFY(!torch::equal(after[1][2], before[1][2]));
        for (const AttentionSite& other :
             {AttentionSite{"cross", 1, 2}, AttentionSite{"encoder", 0, 2}})
            QVERIFY(torch::equal(changed({AttentionChange::Uniform, other}), before));
        const Tensor layer = changed({AttentionChange::Off, {"encoder", 1, -1}});
        const Tensor group = changed({AttentionChange::Off, {"encoder"}});
        QCOMPARE(layer[1].abs().sum().item<float>(), 0.0F);
        QVERIFY(torch::equal(group, layer));
    }

    void rowsOfAPlaceAreThoseOfTheBatch()
    {
        const AttentionPlace place{"encoder", 1, 0, {1, 0}}; // Text 0 of the weights is row 1.
        const Tensor after = changed({AttentionChange::Off, {"encoder"}}, place);
        QCOMPARE(after[0].abs().sum().item<float>(), 0.0F);
        QVERIFY(torch::equal(after[1], weights()[1]));
    }

    void uniformIsOverWhatMayBeLookedAt()
    {
        const Tensor after = changed({AttentionChange::Uniform, {"encoder"}})[1];
        for (int64_t query = 0; query < kQueries; ++query)
            for (int64_t key = 0; key < kKeys; ++key)
                QCOMPARE(after[0][query][key].item<float>(),
                         key <= query + 1 ? 1.0F / float(query + 2) : 0.0F);
    }

    void permutationsKeepTheWeightsOfARow()
    {
        const PlannedChange change{AttentionChange::Permuted, {"encoder"}};
        const Tensor before = weights()[1], after = changed(change)[1];
        QVERIFY(!torch::equal(after, before));
        for (int64_t head = 0; head < kHeads; ++head)
            for (int64_t query = 0; query < kQueries; ++query) {
                QCOMPARE(sorted(after[head][query]), sorted(before[head][query]));
                for (int64_t key = query + 2; key < kKeys; ++key)
                    QCOMPARE(after[head][query][key].item<float>(), 0.0F);
            }
        QVERIFY(torch::equal(changed(change)[1], after));
        PlannedChange other = change;
        other.seed = 2;
        QVERIFY(!torch::equal(changed(other)[1], after));
    }

    /// The attention of a row must not depend on how many rows are decoded at once.
    void aRowByItselfIsPermutedAsAmongOthers()
    {
        const PlannedChange change{AttentionChange::Permuted, {"cross"}};
        const Tensor rows = weights().narrow(0, 0, 1);
        const Tensor may = torch::ones({1, 1, 1, kKeys}, torch::kBool);
        const Tensor together = changing({change}).weights({"cross", 0}, rows, may);
        for (int64_t query = 0; query < kQueries; ++query) {
            const Tensor alone
                = changing({change}).weights({"cross", 0, query}, rows.narrow(2, query, 1), may);
            QVERIFY(torch::equal(alone.select(2, 0), together.select(2, query)));
        }
    }

    void theBestIsKeptAlone()
    {
        const Tensor before = weights()[1],
                     after = changed({AttentionChange::BestOnly, {"encoder"}})[1];
        QVERIFY(torch::equal(after.argmax(2), before.argmax(2)));
        QVERIFY(torch::equal(after.sum(2), torch::ones({kHeads, kQueries})));
        QCOMPARE(after.gt(0).sum().item<int64_t>(), kHeads * kQueries);
    }

    void byHandTheOthersKeepTheirProportions()
    {
        const AttentionSite site{"encoder", 1, 0};
        const Tensor before = weights()[1][0];
        const Tensor after = changed(byHand({{site, 2, 1, 0.4}}))[1];
        QVERIFY(torch::equal(after[1], weights()[1][1]));
        QVERIFY(torch::equal(after[0][1], before[1]));
        const Tensor row = after[0][2], was = before[2];
        QCOMPARE(row[1].item<float>(), 0.4F);
        QVERIFY(std::abs(row.sum().item<float>() - 1.0F) < 1e-6F);
        QVERIFY(std::abs((row[0] / row[3] - was[0] / was[3]).item<float>()) < 1e-4F);
        QCOMPARE(row[4].item<float>(), 0.0F); // may not be looked at
        // Of every row where none is named; what may not be looked at cannot be set.
        const Tensor all = changed(byHand({{site, -1, 4, 1.0}}))[1][0];
        QVERIFY(torch::equal(all.narrow(0, 0, 3), before.narrow(0, 0, 3)));
        QCOMPARE(all[3][4].item<float>(), 1.0F);
        QCOMPARE(all[3].sum().item<float>(), 1.0F);
        // More than there is to share out; the later of two counts.
        const Tensor more
            = changed(byHand({{site, 3, 0, 0.1}, {site, 3, 0, 1.0}, {site, 3, 2, 0.6}}))[1][0][3];
        QVERIFY(std::abs(more[0].item<float>() - 0.625F) < 1e-6F);
        QVERIFY(std::abs(more[2].item<float>() - 0.375F) < 1e-6F);
        QCOMPARE(more[1].item<float>(), 0.0F);
    }

    void everySiteIsNamedOnce()
    {
        std::vector<AttentionSite> heads{{"pooling", 0, 0}};
        for (int64_t layer = 0; layer < 2; ++layer)
            for (int64_t head = 0; head < 3; ++head)
                heads.push_back({"encoder", layer, head});
        // Pooling, encoder, its two layers, its six heads; four changes each.
        QCOMPARE(allChanges(heads, 1).size(), size_t((1 + 1 + 2 + 6) * 4));
        QCOMPARE(fewChanges(heads, 1, false).size(), size_t(2 * 4));
        QCOMPARE(fewChanges(heads, 1, true).size(), size_t(2 * 4 + 6));
        QVERIFY((allChanges(heads, 1).front().site == AttentionSite{"pooling", 0, 0}));
    }

    void entropiesAreThoseOfTheRows()
    {
        // Rows: one place of one; (½, ½); (¼, ¼, ½).
        const AttentionMap map{"encoder", 0, 0, 3, 3, {1, 0, 0, 0.5, 0.5, 0, 0.25, 0.25, 0.5},
                               {},        {}};
        const double second = std::log(2.0), third = 1.5 * std::log(2.0);
        const AttentionHeadFacts facts = headFacts(map, true);
        QVERIFY(std::abs(facts.entropy - (second + third) / 2.0) < 1e-6);
        QVERIFY(std::abs(facts.relativeEntropy - (1.0 + third / std::log(3.0)) / 2.0) < 1e-6);
        const AttentionHeadFacts free = headFacts(map, false);
        QVERIFY(std::abs(free.entropy - (second + third) / 3.0) < 1e-6);
        QVERIFY(std::isnan(headFacts({"pooling", 0, 0, 1, 1, {1.0F}, {}, {}}, false).entropy));
    }

    void correlationsAreOfRowsOrOfColumnMeans()
    {
        const AttentionMap map{"cross", 0, 0, 2, 3, {0.5, 0.3, 0.2, 0.1, 0.1, 0.8}, {}, {}};
        // Column means 0.3, 0.2, 0.5.
        QCOMPARE(*correlation(map, std::vector<double>{2, 1, 3}), 1.0);
        // Row by row 1 and (with a tie) 1 of √(2 · 3).
        const auto rows = correlation(map, std::vector<double>{5, 4, 3, 1, 2, 3});
        QVERIFY(std::abs(*rows - (1.0 + 2.0 / std::sqrt(6.0)) / 2.0) < 1e-12);
        QVERIFY(!correlation(map, std::vector<double>{}));
        QVERIFY(!correlation(map, std::vector<double>{1, 1, 1}));
    }
};

UNROLL_TEST(AttentionChangesTest, QCoreApplication)
#include "attention_changes_test.moc"
