#include "core/nn/by_hand/attention_by_hand.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// Columns first ... first + count - 1.
NumberTable slice(const NumberTable& table, int64_t first, int64_t count)
{
    NumberTable part(table.rows, count);
    for (int64_t row = 0; row < table.rows; ++row)
        for (int64_t column = 0; column < count; ++column)
            part.at(row, column) = table.at(row, first + column);
    return part;
}

/// Adds `part` to the columns of `table` from `first` on.
void place(NumberTable& table, const NumberTable& part, int64_t first)
{
    for (int64_t row = 0; row < part.rows; ++row)
        for (int64_t column = 0; column < part.columns; ++column)
            table.at(row, first + column) += part.at(row, column);
}

NumberTable turned(const NumberTable& table)
{
    NumberTable result(table.columns, table.rows);
    for (int64_t row = 0; row < table.rows; ++row)
        for (int64_t column = 0; column < table.columns; ++column)
            result.at(column, row) = table.at(row, column);
    return result;
}

NumberTable product(const NumberTable& left, const NumberTable& right)
{
    NumberTable result(left.rows, right.columns);
    for (int64_t row = 0; row < left.rows; ++row)
        for (int64_t column = 0; column < right.columns; ++column)
            for (int64_t i = 0; i < left.columns; ++i)
                result.at(row, column) += left.at(row, i) * right.at(i, column);
    return result;
}

NumberTable times(NumberTable table, double factor)
{
    for (double& value : table.values)
        value *= factor;
    return table;
}

NumberTable softmaxOfRows(const NumberTable& scores)
{
    NumberTable weights(scores.rows, scores.columns);
    for (int64_t row = 0; row < scores.rows; ++row) {
        const double* begin = scores.values.data() + row * scores.columns;
        const double largest = *std::max_element(begin, begin + scores.columns);
        if (std::isinf(largest) && largest < 0.0)
            continue;
        double sum = 0.0;
        for (int64_t column = 0; column < scores.columns; ++column)
            sum += weights.at(row, column) = std::exp(scores.at(row, column) - largest);
        for (int64_t column = 0; column < scores.columns; ++column)
            weights.at(row, column) /= sum;
    }
    return weights;
}

double factorOf(const AttentionByHand& attention)
{
    const double ofHead = static_cast<double>(attention.queries.columns / attention.heads);
    return 1.0 / std::sqrt(attention.scale.value_or(ofHead));
}

/// The tables of one head.
struct Parts {
    Parts(const AttentionByHand& attention, int64_t head)
        : features(attention.queries.columns / attention.heads)
        , valueFeatures(attention.values.columns / attention.heads)
        , queries(slice(attention.queries, head * features, features))
        , keys(slice(attention.keys, head * features, features))
        , values(slice(attention.values, head * valueFeatures, valueFeatures))
    {
    }
    int64_t features, valueFeatures;
    NumberTable queries, keys, values;
};

} // namespace

AttentionSteps::AttentionSteps(const AttentionByHand& attention)
    : output(attention.queries.rows, attention.values.columns)
{
    for (int64_t index = 0; index < attention.heads; ++index) {
        const Parts parts(attention, index);
        AttentionHead head;
        head.scores = product(parts.queries, turned(parts.keys));
        head.scaled = times(head.scores, factorOf(attention));
        head.masked = head.scaled;
        for (int64_t query = 0; attention.causal && query < head.masked.rows; ++query)
            for (int64_t key = query + 1; key < head.masked.columns; ++key)
                head.masked.at(query, key) = -std::numeric_limits<double>::infinity();
        head.weights = softmaxOfRows(head.masked);
        head.output = product(head.weights, parts.values);
        place(output, head.output, index * parts.valueFeatures);
        heads.push_back(std::move(head));
    }
}

AttentionGradients attentionGradients(const AttentionByHand& attention, const AttentionSteps& steps,
                                      std::optional<std::pair<int64_t, int64_t>> cell)
{
    AttentionGradients result;
    result.output = NumberTable(steps.output.rows, steps.output.columns, cell ? 0.0 : 1.0);
    if (cell)
        result.output.at(cell->first, cell->second) = 1.0;
    result.queries = NumberTable(attention.queries.rows, attention.queries.columns);
    result.keys = NumberTable(attention.keys.rows, attention.keys.columns);
    result.values = NumberTable(attention.values.rows, attention.values.columns);
    for (int64_t index = 0; index < attention.heads; ++index) {
        const Parts parts(attention, index);
        const NumberTable& weights = steps.heads[static_cast<size_t>(index)].weights;
        const NumberTable ofOutput
            = slice(result.output, index * parts.valueFeatures, parts.valueFeatures);
        NumberTable ofWeights = product(ofOutput, turned(parts.values));
        NumberTable ofScores(weights.rows, weights.columns);
        for (int64_t row = 0; row < weights.rows; ++row) {
            double mean = 0.0;
            for (int64_t key = 0; key < weights.columns; ++key)
                mean += weights.at(row, key) * ofWeights.at(row, key);
            for (int64_t key = 0; key < weights.columns; ++key)
                ofScores.at(row, key)
                    = weights.at(row, key) * (ofWeights.at(row, key) - mean) * factorOf(attention);
        }
        place(result.queries, product(ofScores, parts.keys), index * parts.features);
        place(result.keys, product(turned(ofScores), parts.queries), index * parts.features);
        place(result.values, product(turned(weights), ofOutput), index * parts.valueFeatures);
        result.weights.push_back(std::move(ofWeights));
        result.scores.push_back(std::move(ofScores));
    }
    return result;
}

} // namespace core
