#include "core/bench/benchmark_products.h"

#include <numeric>

namespace core {

void ProductCount::add(int64_t rows, int64_t inner, int64_t columns, Wanted wanted)
{
    const int64_t gradients
        = m_pass == Pass::Forward ? 0 : (wanted == Wanted::BothGradients ? 2 : 1);
    m_flops += (1 + gradients) * 2 * rows * inner * columns;
}

void addRecurrent(ProductCount& count, const RecurrentShape& shape, int64_t tokens,
                  int64_t sequences, FirstState first)
{
    const int64_t columns = shape.gates * shape.hidden;
    for (int64_t layer = 0; layer < shape.layers; ++layer) {
        const int64_t input = layer == 0 ? shape.input : shape.directions * shape.hidden;
        for (int64_t direction = 0; direction < shape.directions; ++direction) {
            count.add(tokens, input, columns);
            count.add(tokens - sequences, shape.hidden, columns);
            if (first == FirstState::Given)
                count.add(sequences, shape.hidden, columns, ProductCount::Wanted::OneGradient);
            else if (first == FirstState::Learned)
                count.add(sequences, shape.hidden, columns);
        }
    }
}

void addAttention(ProductCount& count, int64_t features, int64_t tokens, int64_t memory,
                  int64_t pairs)
{
    count.add(tokens, features, features); // queries
    count.add(memory, features, 2 * features); // keys and values
    count.add(pairs, features, 1); // scores
    count.add(pairs, 1, features); // weighted sums
    count.add(tokens, features, features); // output
}

void addFeedForward(ProductCount& count, int64_t features, int64_t size, int64_t tokens)
{
    count.add(tokens, features, size);
    count.add(tokens, size, features);
}

int64_t totalOf(const std::vector<int64_t>& lengths)
{
    return std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
}

int64_t pairsOf(const std::vector<int64_t>& a, const std::vector<int64_t>& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), int64_t{0});
}

int64_t causalPairsOf(const std::vector<int64_t>& lengths)
{
    return (pairsOf(lengths, lengths) + totalOf(lengths)) / 2;
}

} // namespace core
