#include "core/model/word_vectors/context_learner.h"

#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <cmath>

namespace core {

int64_t wordsTogether(std::span<const int64_t> counts, std::span<const float> keep, double exponent,
                      const ContextSizes& sizes)
{
    constexpr double kAdditions = 8.0, kMost = 256.0;
    double positives = 0.0, mostPositive = 0.0, negatives = 0.0, mostNegative = 0.0;
    for (size_t id = 0; id < counts.size(); ++id) {
        if (counts[id] == 0)
            continue;
        const auto count = static_cast<double>(counts[id]);
        const double kept = count * double(keep[id]), drawn = std::pow(count, exponent);
        positives += kept;
        negatives += drawn;
        mostPositive = std::max(mostPositive, kept);
        mostNegative = std::max(mostNegative, drawn);
    }
    if (positives <= 0.0)
        return 1;
    // A window has size + 1 words on average.
    const double additions = static_cast<double>(sizes.window + 1)
        * (mostPositive / positives
           + static_cast<double>(sizes.negatives) * mostNegative / negatives);
    return static_cast<int64_t>(std::clamp(kAdditions / additions, 1.0, kMost));
}

ContextLearner::ContextLearner(const Rules& rules, const Tables& tables)
    : m_rules(rules)
    , m_tables(tables)
    , m_chunkWords((rules.wordsTogether + kChunks - 1) / kChunks)
    , m_kernels(recurrentKernels())
{
    const auto floats = static_cast<size_t>(m_chunkWords * tables.columns);
    for (Chunk& chunk : m_chunks) {
        chunk.means.resize(floats);
        chunk.slopes.resize(floats);
    }
}

PredictionSums ContextLearner::run(const Passages& text, std::span<const int32_t> items,
                                   uint64_t seed, Mode mode, float learningRate)
{
    keepWords(text, items, seed);
    for (Chunk& chunk : m_chunks)
        chunk.sums = {};
    const int64_t together = m_rules.wordsTogether, all = std::ssize(m_centres);
    const auto predictChunk = [&](int64_t update, int64_t index) {
        const int64_t end = std::min((update + 1) * together, all);
        const int64_t first = std::min(update * together + index * m_chunkWords, end);
        const int64_t count = std::min(m_chunkWords, end - first);
        predict(
            m_chunks[static_cast<size_t>(index)],
            std::span(m_centres).subspan(static_cast<size_t>(first), static_cast<size_t>(count)),
            static_cast<size_t>(first), seed, mode, learningRate);
    };
    const int64_t updates = (all + together - 1) / together;
    if (mode == Mode::Measure)
        runTaskSteps(
            updates, [](int64_t) { return kChunks; }, predictChunk);
    else
        runTaskSteps(
            2 * updates, [](int64_t step) { return step % 2 == 0 ? kChunks : int64_t{kShards}; },
            [&](int64_t step, int64_t index) {
                if (step % 2 == 0)
                    predictChunk(step / 2, index);
                else
                    add(static_cast<size_t>(index));
            });
    PredictionSums sums;
    for (const Chunk& chunk : m_chunks) {
        sums.nats += chunk.sums.nats;
        sums.predictions += chunk.sums.predictions;
    }
    return sums;
}

/// Leaves out frequent words and draws the windows.
void ContextLearner::keepWords(const Passages& text, std::span<const int32_t> items, uint64_t seed)
{
    m_kept.clear();
    m_centres.clear();
    const auto window = static_cast<uint32_t>(m_rules.sizes.window);
    for (const int32_t item : items) {
        SeededNumbers numbers(seed, ~static_cast<uint64_t>(item));
        const auto begin = static_cast<int32_t>(m_kept.size());
        for (const int32_t word : text.passage(item))
            if (const float keep = m_rules.keep[static_cast<size_t>(word)];
                keep >= 1.0F || numbers.share() < keep)
                m_kept.push_back(word);
        const auto end = static_cast<int32_t>(m_kept.size());
        for (int32_t place = begin; place < end; ++place) {
            const auto reach = static_cast<int32_t>(1 + numbers.below(window));
            m_centres.push_back(
                {place, std::max(begin, place - reach), std::min(end, place + reach + 1)});
        }
    }
}

/// @param first  the number of the first of `centres` among all of the update.
void ContextLearner::predict(Chunk& chunk, std::span<const Centre> centres, size_t first,
                             uint64_t seed, Mode mode, float learningRate) const
{
    const int64_t columns = m_tables.columns;
    for (size_t shard = 0; shard < kShards; ++shard) {
        chunk.input[shard].clear();
        chunk.output[shard].clear();
    }
    for (size_t i = 0; i < centres.size(); ++i) {
        SeededNumbers numbers(seed, first + i);
        chunk.inputs.clear();
        chunk.targets.clear();
        chunk.signs.clear();
        gather(chunk, centres[i], numbers);
        if (chunk.inputs.empty() || chunk.targets.empty())
            continue;
        const auto source = static_cast<int32_t>(i);
        float* mean = chunk.means.data() + source * columns;
        const auto inputs = static_cast<int64_t>(chunk.inputs.size());
        chunk.shares.assign(chunk.inputs.size(), 1.0F / static_cast<float>(inputs));
        std::fill_n(mean, columns, 0.0F);
        m_kernels.addGathered(inputs, columns, chunk.inputs.data(), chunk.shares.data(),
                              m_tables.input, mean);
        const auto targets = static_cast<int64_t>(chunk.targets.size());
        chunk.scores.resize(chunk.targets.size());
        m_kernels.gatheredDots(targets, columns, chunk.targets.data(), m_tables.output, mean,
                               chunk.scores.data());
        chunk.sums.nats
            += m_kernels.logisticSlopes(targets, chunk.signs.data(), chunk.scores.data());
        chunk.sums.predictions += targets / (m_rules.sizes.negatives + 1);
        if (mode == Mode::Measure)
            continue;
        for (float& slope : chunk.scores)
            slope *= learningRate;
        float* slopes = chunk.slopes.data() + source * columns;
        std::fill_n(slopes, columns, 0.0F);
        m_kernels.addGathered(targets, columns, chunk.targets.data(), chunk.scores.data(),
                              m_tables.output, slopes);
        for (size_t target = 0; target < chunk.targets.size(); ++target)
            chunk.output[static_cast<size_t>(chunk.targets[target]) % kShards].push_back(
                {chunk.targets[target], source, chunk.scores[target]});
        for (const int32_t row : chunk.inputs)
            chunk.input[static_cast<size_t>(row) % kShards].push_back({row, source, 1.0F});
    }
}

/// Collects the input rows of a prediction, and its targets with their signs.
void ContextLearner::gather(Chunk& chunk, const Centre& centre, SeededNumbers& numbers) const
{
    const auto addInput = [&](int32_t word) {
        const std::span<const int32_t> rows = m_rules.rows->of(word);
        chunk.inputs.insert(chunk.inputs.end(), rows.begin(), rows.end());
    };
    const int32_t middle = m_kept[static_cast<size_t>(centre.place)];
    const bool predictsContext = m_rules.rule == ContextRule::PredictContext;
    if (predictsContext)
        addInput(middle);
    for (int32_t place = centre.begin; place < centre.end; ++place) {
        if (place == centre.place)
            continue;
        const int32_t word = m_kept[static_cast<size_t>(place)];
        if (predictsContext)
            addTarget(chunk, word, numbers);
        else
            addInput(word);
    }
    if (!predictsContext)
        addTarget(chunk, middle, numbers);
}

void ContextLearner::addTarget(Chunk& chunk, int32_t word, SeededNumbers& numbers) const
{
    chunk.targets.push_back(word);
    chunk.signs.push_back(1.0F);
    for (int64_t i = 0; i < m_rules.sizes.negatives; ++i) {
        int32_t negative = m_rules.sampler->draw(numbers);
        while (negative == word && m_rules.sampler->hasChoice())
            negative = m_rules.sampler->draw(numbers);
        chunk.targets.push_back(negative);
        chunk.signs.push_back(-1.0F);
    }
}

void ContextLearner::add(size_t shard)
{
    for (const Chunk& chunk : m_chunks) {
        const auto& output = chunk.output[shard];
        m_kernels.addScattered(static_cast<int64_t>(output.size()), m_tables.columns, output.data(),
                               chunk.means.data(), m_tables.output);
        const auto& input = chunk.input[shard];
        m_kernels.addScattered(static_cast<int64_t>(input.size()), m_tables.columns, input.data(),
                               chunk.slopes.data(), m_tables.input);
    }
}

} // namespace core
