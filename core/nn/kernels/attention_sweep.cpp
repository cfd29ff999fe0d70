#include "core/nn/kernels/attention_sweep.h"

#include "core/nn/threads/scratch_tasks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace core {

namespace {

/// One head of one text: where its part of everything stands.
class Head {
public:
    Head(const AttentionSweep& sweep, int64_t task)
        : text(sweep.texts[static_cast<size_t>(task / sweep.heads)])
        , m_sweep(sweep)
        , m_head(task % sweep.heads)
    {
    }

    template <class Block> Block atQueries(Block rows) const { return at(rows, text.query); }
    template <class Block> Block atKeys(Block rows) const { return at(rows, text.key); }
    int64_t weight() const { return text.weight + m_head * text.queries * text.keys; }
    /// [queries, keys] with dropout of the weights, whose mask depends on text and head.
    void drop(float* out, const float* in) const
    {
        const int64_t mark = tokenMark(&text - m_sweep.texts.data(), m_head);
        applyDropout(out, in, 1, text.queries * text.keys, m_sweep.dropout, &mark);
    }
    float scale() const { return 1.0F / std::sqrt(static_cast<float>(m_sweep.size)); }
    /// Keys that query `row` may look at: the first ones.
    int64_t visible(int64_t row) const
    {
        return m_sweep.sight == Sight::All ? text.keys : text.keys - text.queries + row + 1;
    }
    /// Floats of the largest factor of a product, laid out for it.
    int64_t packedSize() const
    {
        const RecurrentKernels& kernels = recurrentKernels();
        return std::max({kernels.packedSize(m_sweep.size, text.keys),
                         kernels.packedSize(text.keys, m_sweep.size),
                         kernels.packedSize(text.queries, m_sweep.size)});
    }

    const AttentionText& text;

private:
    template <class Block> Block at(Block rows, int64_t row) const
    {
        rows.first += row * rows.stride + m_head * m_sweep.size;
        return rows;
    }

    const AttentionSweep& m_sweep;
    int64_t m_head;
};

/// B [inner, columns] with contiguous rows, laid out for a product.
void packPlain(ConstRows rows, int64_t inner, int64_t columns, float* packed)
{
    recurrentKernels().pack(rows.first, rows.stride, 1, inner, columns, packed);
}

/// B^T of rows [columns, inner].
void packTransposed(ConstRows rows, int64_t inner, int64_t columns, float* packed)
{
    recurrentKernels().pack(rows.first, 1, rows.stride, inner, columns, packed);
}

/// softmax(Q K^T / sqrt(size)), dropped out, times V.
void forwardHead(const AttentionSweep& sweep, const Head& head, float* weights, Rows output,
                 float* packed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const auto [queries, keys] = std::pair{head.text.queries, head.text.keys};
    packTransposed(head.atKeys(sweep.keys), sweep.size, keys, packed);
    kernels.multiply(queries, sweep.size, keys, head.atQueries(sweep.queries), packed,
                     {weights, keys});
    for (int64_t row = 0; row < queries; ++row) {
        float* scores = weights + row * keys;
        kernels.softmax(head.visible(row), head.scale(), scores);
        std::fill(scores + head.visible(row), scores + keys, 0.0F);
    }
    const float* used = weights;
    if (sweep.dropout.probability > 0.0) {
        float* dropped = packed + wholeLines(head.packedSize());
        head.drop(dropped, weights);
        used = dropped;
    }
    packPlain(head.atKeys(sweep.values), keys, sweep.size, packed);
    kernels.multiply(queries, keys, sweep.size, {used, keys}, packed, head.atQueries(output));
}

/// From dL/d(output of the head) to dL/d(scores before scaling) in `slopes` [queries, keys], and
/// the gradient of the values.
void backwardWeights(const AttentionSweep& sweep, const Head& head, const float* weights,
                     ConstRows gradient, Rows values, float* packed, float* slopes)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const auto [queries, keys] = std::pair{head.text.queries, head.text.keys};
    const bool drops = sweep.dropout.probability > 0.0;
    const float* used = weights;
    if (drops) {
        head.drop(slopes, weights);
        used = slopes;
    }
    packPlain(gradient, queries, sweep.size, packed);
    kernels.multiplyTransposed(keys, queries, sweep.size, {used, keys}, packed, values);

    packTransposed(head.atKeys(sweep.values), sweep.size, keys, packed);
    kernels.multiply(queries, sweep.size, keys, gradient, packed, {slopes, keys});
    if (drops)
        head.drop(slopes, slopes);
    for (int64_t row = 0; row < queries; ++row) {
        float* slope = slopes + row * keys;
        kernels.softmaxBackward(head.visible(row), head.scale(), weights + row * keys, slope);
        std::fill(slope + head.visible(row), slope + keys, 0.0F);
    }
}

void backwardHead(const AttentionSweep& sweep, const Head& head, const float* weights,
                  ConstRows gradient, const AttentionSlopes& slopes, float* packed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const auto [queries, keys] = std::pair{head.text.queries, head.text.keys};
    float* ofScores = packed + wholeLines(head.packedSize());
    backwardWeights(sweep, head, weights, head.atQueries(gradient), head.atKeys(slopes.values),
                    packed, ofScores);

    packPlain(head.atKeys(sweep.keys), keys, sweep.size, packed);
    kernels.multiply(queries, keys, sweep.size, {ofScores, keys}, packed,
                     head.atQueries(slopes.queries));
    packPlain(head.atQueries(sweep.queries), queries, sweep.size, packed);
    kernels.multiplyTransposed(keys, queries, sweep.size, {ofScores, keys}, packed,
                               head.atKeys(slopes.keys));
}

/// Calls work(head, scratch) for every head of every text. The scratch holds a factor laid out and,
/// from the next cache line on, one matrix of weights.
template <class Work> void forEachHead(const AttentionSweep& sweep, const Work& work)
{
    int64_t scratch = 0;
    for (size_t text = 0; text < sweep.texts.size(); ++text) {
        const Head head(sweep, static_cast<int64_t>(text) * sweep.heads);
        scratch
            = std::max(scratch, wholeLines(head.packedSize()) + head.text.queries * head.text.keys);
    }
    runTasksWithScratch(static_cast<int64_t>(sweep.texts.size()) * sweep.heads, scratch,
                        [&](int64_t task, float* own) { work(Head(sweep, task), own); });
}

} // namespace

std::vector<AttentionText> attentionTexts(const std::vector<int64_t>& queryLengths,
                                          const std::vector<int64_t>& keyLengths, int64_t heads)
{
    std::vector<AttentionText> texts;
    texts.reserve(queryLengths.size());
    AttentionText text;
    for (size_t i = 0; i < queryLengths.size(); ++i) {
        text.queries = queryLengths[i];
        text.keys = keyLengths[i];
        texts.push_back(text);
        text.query += text.queries;
        text.key += text.keys;
        text.weight += heads * text.queries * text.keys;
    }
    return texts;
}

int64_t weightCount(const std::vector<AttentionText>& texts, int64_t heads)
{
    if (texts.empty())
        return 0;
    return texts.back().weight + heads * texts.back().queries * texts.back().keys;
}

void attendForward(const AttentionSweep& sweep, float* weights, Rows output)
{
    forEachHead(sweep, [&](const Head& head, float* scratch) {
        forwardHead(sweep, head, weights + head.weight(), output, scratch);
    });
}

void attendBackward(const AttentionSweep& sweep, const float* weights, ConstRows gradient,
                    const AttentionSlopes& slopes)
{
    forEachHead(sweep, [&](const Head& head, float* scratch) {
        backwardHead(sweep, head, weights + head.weight(), gradient, slopes, scratch);
    });
}

} // namespace core
