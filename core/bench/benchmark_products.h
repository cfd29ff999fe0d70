#pragma once

#include <cstdint>
#include <vector>

namespace core {

/// Multiplications and additions of the matrix products that a step cannot do without, counted
/// from the shapes of its case: what an implementation does beside them (padding, gates, softmax,
/// dropout, updates) is not arithmetic that the network asks for.
///
///     forward   [rows, inner] x [inner, columns]     2 rows inner columns
///     backward  as much again for each factor whose gradient is wanted
///
/// The rows are true tokens. Input of embeddings wants its gradient, as the table is trained.
class ProductCount {
public:
    enum class Pass { Training, Forward };
    explicit ProductCount(Pass pass) : m_pass(pass) { }

    enum class Wanted { BothGradients, OneGradient };
    void add(int64_t rows, int64_t inner, int64_t columns, Wanted wanted = Wanted::BothGradients);

    int64_t flops() const { return m_flops; }

private:
    Pass m_pass;
    int64_t m_flops = 0;
};

/// Sizes of stacked recurrent layers.
struct RecurrentShape {
    int64_t gates; ///< 1 of an RNN, 3 of a GRU, 4 of an LSTM.
    int64_t layers, directions;
    int64_t input, hidden;
};

/// Where the first state of a sequence comes from. Zero: the first token needs no product of the
/// state; Given: it needs one, but the state no gradient; Learned: it wants that, too.
enum class FirstState { Zero, Given, Learned };

/// Each token times W of all gates, each state before a token times U of all gates.
void addRecurrent(ProductCount& count, const RecurrentShape& shape, int64_t tokens,
                  int64_t sequences, FirstState first);

/// One layer of attention, whatever its number of heads: queries, keys, values and output
/// projected; scores and weighted sums for `pairs` of a token and one that it looks at. Only this
/// part grows with the square of the length.
/// @param tokens  that look.  @param memory  tokens that are looked at.
void addAttention(ProductCount& count, int64_t features, int64_t tokens, int64_t memory,
                  int64_t pairs);

/// The two linear layers of a Transformer layer.
void addFeedForward(ProductCount& count, int64_t features, int64_t size, int64_t tokens);

/// Sum of all lengths.
int64_t totalOf(const std::vector<int64_t>& lengths);
/// Σ_i a_i b_i: the pairs when every token of `a` looks at every token of its `b`.
int64_t pairsOf(const std::vector<int64_t>& a, const std::vector<int64_t>& b);
/// Σ_i n_i (n_i + 1) / 2: when each looks at itself and those before.
int64_t causalPairsOf(const std::vector<int64_t>& lengths);

} // namespace core
