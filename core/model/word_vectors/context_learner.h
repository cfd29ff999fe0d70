#pragma once

#include "core/model/word_vectors.h"
#include "core/model/word_vectors/word_sampler.h"
#include "core/nn/kernels/recurrent_kernels.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// The words that a word vector is learnt from and the words that it is to predict.
enum class ContextRule {
    PredictContext, ///< Skip-gram: the word in the middle predicts each word around it.
    PredictWord ///< CBOW: the mean of the words around predicts the one in the middle.
};

struct ContextSizes {
    int64_t window = 5;
    int64_t negatives = 5;
};

/// The rows of a table of vectors that belong to each word: its own, then those of its n-grams.
struct WordRows {
    std::vector<int64_t> offsets; ///< [words + 1]
    std::vector<int32_t> rows;

    std::span<const int32_t> of(int32_t word) const
    {
        const auto begin = static_cast<size_t>(offsets[static_cast<size_t>(word)]);
        const auto end = static_cast<size_t>(offsets[static_cast<size_t>(word) + 1]);
        return std::span(rows).subspan(begin, end - begin);
    }
};

/// The number of words in the middle that are predicted from the same tables: at most 256, for
/// which threads are worth their synchronisation, and so few that no row is expected to get more
/// than some 8 additions at once. With more, as in a vocabulary of a dozen words, these would
/// overshoot where a loop over single words does not.
int64_t wordsTogether(std::span<const int64_t> counts, std::span<const float> keep, double exponent,
                      const ContextSizes& sizes);

/// Skip-gram and CBOW with negative sampling: Mikolov et al. (2013), arXiv:1310.4546; with n-grams
/// Bojanowski et al. (2017), arXiv:1607.04606. For the mean h of the input rows and each predicted
/// word and its negatives with output rows o:
///
///   L = -ln σ(o_word · h) - Σ_negatives ln σ(-o_negative · h)
///
/// As in fastText, the gradient with respect to h is added to every input row undivided, and the
/// window is drawn from 1 up to its size after frequent words were left out.
///
/// Unlike the reference programs, whose threads write to the same tables at once, predictions are
/// made for some words (wordsTogether()) from the same tables, and then all additions to a row are
/// made in the order of the text. The result therefore does not depend on the number of threads.
/// All predictions of one word in the middle share one h.
class ContextLearner {
public:
    struct Tables {
        float* input = nullptr; ///< [rows of words and n-grams, columns]
        float* output = nullptr; ///< [words, columns]
        int64_t columns = 0;
    };
    /// Borrows `rows`, `sampler` and `keep`.
    struct Rules {
        ContextRule rule = ContextRule::PredictContext;
        ContextSizes sizes;
        const WordRows* rows = nullptr;
        const WordSampler* sampler = nullptr;
        std::span<const float> keep; ///< keepProbabilities()
        int64_t wordsTogether = 1;
    };

    ContextLearner(const Rules& rules, const Tables& tables);
    void setTables(const Tables& tables) { m_tables = tables; } ///< Their size stays.

    enum class Mode { Update, Measure };
    PredictionSums run(const Passages& text, std::span<const int32_t> items, uint64_t seed,
                       Mode mode, float learningRate);

private:
    /// A word in the middle, with the kept words of its passage around it.
    struct Centre {
        int32_t place = 0; ///< In m_kept.
        int32_t begin = 0, end = 0; ///< The words around it, itself among them.
    };
    static constexpr int64_t kChunks = 16; ///< Tasks that predict.
    static constexpr size_t kShards = 32; ///< Groups of rows whose additions are one task.

    /// The additions of a task's words to the tables, and its working memory.
    struct Chunk {
        std::vector<float> means, slopes; ///< [words, columns]: h and -dL/dh times the rate.
        std::array<std::vector<RowAddition>, kShards> input, output;
        std::vector<int32_t> inputs, targets;
        std::vector<float> shares, signs, scores;
        PredictionSums sums;
    };

    void keepWords(const Passages& text, std::span<const int32_t> items, uint64_t seed);
    void predict(Chunk& chunk, std::span<const Centre> centres, size_t first, uint64_t seed,
                 Mode mode, float learningRate) const;
    void gather(Chunk& chunk, const Centre& centre, SeededNumbers& numbers) const;
    void addTarget(Chunk& chunk, int32_t word, SeededNumbers& numbers) const;
    void add(size_t shard);

    Rules m_rules;
    Tables m_tables;
    int64_t m_chunkWords; ///< Words of one task.
    const RecurrentKernels& m_kernels;
    std::vector<int32_t> m_kept; ///< Words of the update's passages that are left.
    std::vector<Centre> m_centres;
    std::array<Chunk, kChunks> m_chunks;
};

} // namespace core
