#include "core/nn/by_hand/attention_by_hand.h"

#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

namespace {

using core::NumberTable;
using torch::Tensor;

NumberTable tableOf(const std::vector<std::vector<double>>& rows)
{
    NumberTable table(static_cast<int64_t>(rows.size()), static_cast<int64_t>(rows[0].size()));
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t column = 0; column < rows[row].size(); ++column)
            table.at(static_cast<int64_t>(row), static_cast<int64_t>(column)) = rows[row][column];
    return table;
}

Tensor tensorOf(const NumberTable& table)
{
    return torch::tensor(table.values, torch::kFloat64).view({table.rows, table.columns});
}

NumberTable drawn(int64_t rows, int64_t columns)
{
    NumberTable table(rows, columns);
    const Tensor numbers = torch::randn({rows * columns}, torch::kFloat64);
    for (int64_t i = 0; i < rows * columns; ++i)
        table.values[static_cast<size_t>(i)] = numbers[i].item<double>();
    return table;
}

double distance(const NumberTable& table, const Tensor& tensor)
{
    return (tensorOf(table) - tensor).abs().max().item<double>();
}

/// The equations by LibTorch: heads as a dimension of their own.
struct Expected {
    explicit Expected(const core::AttentionByHand& attention)
        : queries(tensorOf(attention.queries).set_requires_grad(true))
        , keys(tensorOf(attention.keys).set_requires_grad(true))
        , values(tensorOf(attention.values).set_requires_grad(true))
    {
        const auto split = [&](const Tensor& table) { // [heads, rows, features]
            return table.view({table.size(0), attention.heads, -1}).transpose(0, 1);
        };
        const double divisor = attention.scale.value_or(
            static_cast<double>(attention.queries.columns / attention.heads));
        Tensor scores = split(queries).matmul(split(keys).transpose(1, 2)) / std::sqrt(divisor);
        if (attention.causal)
            scores = scores.masked_fill(torch::ones_like(scores[0]).triu(1).to(torch::kBool),
                                        -std::numeric_limits<double>::infinity());
        weights = scores.softmax(-1);
        output = weights.matmul(split(values)).transpose(0, 1).reshape({queries.size(0), -1});
    }
    Tensor queries, keys, values, weights, output;
};

} // namespace

/// Attention in plain numbers beside LibTorch's.
class AttentionByHandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(3); }

    void lectureExampleHasItsNumbers()
    {
        core::AttentionByHand attention;
        attention.queries = tableOf({{0, 10, 0}});
        attention.keys = tableOf({{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}});
        attention.values = tableOf({{1, 0, 0}, {10, 0, 0}, {100, 5, 0}, {1000, 6, 0}});
        attention.scale = 64; // 512 features in 8 heads.
        const core::AttentionSteps steps(attention);
        const NumberTable& weights = steps.heads[0].weights;
        for (const int64_t other : {0, 2, 3})
            QCOMPARE(QString::number(weights.at(0, other), 'g', 5), u"3.7266e-06"_s);
        QCOMPARE(QString::number(weights.at(0, 1), 'f', 5), u"0.99999"_s);
        QVERIFY(std::abs(steps.output.at(0, 0) - 10.0040) < 1e-4);
    }

    void stepsAndGradientsAreThoseOfLibTorch_data()
    {
        addColumns<int, bool, double>("heads", "causal", "scale");
        newRow("one head", 1, false, 0.0);
        newRow("two heads", 2, false, 0.0);
        newRow("causal", 1, true, 0.0);
        newRow("two causal heads, not scaled", 2, true, 1.0);
        newRow("scaled otherwise", 1, false, 7.0);
    }
    void stepsAndGradientsAreThoseOfLibTorch()
    {
        QFETCH(int, heads);
        QFETCH(bool, causal);
        QFETCH(double, scale);
        core::AttentionByHand attention;
        attention.queries = drawn(3, 4);
        attention.keys = drawn(5, 4);
        attention.values = drawn(5, 6);
        attention.heads = heads;
        attention.causal = causal;
        if (scale > 0.0)
            attention.scale = scale;
        const core::AttentionSteps steps(attention);
        Expected expected(attention);
        QVERIFY(distance(steps.output, expected.output) < 1e-12);
        for (int64_t head = 0; head < heads; ++head)
            QVERIFY(distance(steps.heads[static_cast<size_t>(head)].weights, expected.weights[head])
                    < 1e-12);
        for (const bool one : {false, true}) {
            const auto found = core::attentionGradients(
                attention, steps,
                one ? std::optional(std::pair<int64_t, int64_t>(2, 5)) : std::nullopt);
            const auto slopes = torch::autograd::grad(
                {one ? expected.output[2][5] : expected.output.sum()},
                {expected.queries, expected.keys, expected.values, expected.weights}, {},
                /*retain_graph=*/true);
            QVERIFY(distance(found.queries, slopes[0]) < 1e-12);
            QVERIFY(distance(found.keys, slopes[1]) < 1e-12);
            QVERIFY(distance(found.values, slopes[2]) < 1e-12);
            for (int64_t head = 0; head < heads; ++head)
                QVERIFY(distance(found.weights[static_cast<size_t>(head)], slopes[3][head])
                        < 1e-12);
        }
    }
};

UNROLL_TEST(AttentionByHandTest, QCoreApplication)
#include "attention_by_hand_test.moc"
