#pragma once

#include "core/nn/batch/sequence_batch.h"
#include "core/task/masked_language_model/masked_options.h"
#include "core/text/text_pipeline.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// The tokens of a batch that are predicted.
struct MaskedTokens {
    std::vector<int64_t> places; ///< In the padded batch: row * longest + place, ascending.
    std::vector<int64_t> labels; ///< Their ids before masking.
    std::vector<int64_t> offsets{0}; ///< [rows + 1]: row i is places offsets[i] to offsets[i + 1].
};

/// Chooses the tokens of a text that are predicted, and hides them.
///
/// Source: Devlin et al. (2018), arXiv:1810.04805, section 3.1, and the published code: 15 % of the
/// tokens, at least one; of these 80 % become the mask, 10 % a random token, 10 % stay. Whole
/// words: words in random order, without those whose pieces would be more than that share.
/// Differs: masks are drawn anew in each epoch (Liu et al. 2019, arXiv:1907.11692); special tokens,
/// among them unknown ones, are not predicted, because to predict <unk> teaches nothing, unless a
/// text has no others.
///
/// A mask depends on seed, epoch and item alone.
class TokenMasks {
public:
    /// @pre the pipeline has a mask token.
    TokenMasks(const MaskedOptions& options, const TextPipeline& pipeline, int64_t seed);

    /// How many tokens of a text are predicted; with whole words about as many.
    int64_t count(IdRow ids) const;
    /// The same of one epoch, exactly.
    int64_t count(IdRow ids, int32_t item, int64_t epoch) const;
    /// Hides tokens of the items, one a row.
    MaskedTokens hide(PaddedIds& inputs, std::span<const int32_t> items, int64_t epoch) const;

private:
    class SeededNumbers numbersOf(int32_t item, int64_t epoch) const;
    std::vector<int32_t> candidates(std::span<const int64_t> ids) const;
    int64_t wanted(size_t candidates) const;
    std::vector<int32_t> chosen(std::span<const int64_t> ids, SeededNumbers& numbers) const;
    std::vector<int32_t> chosenWords(std::span<const int64_t> ids,
                                     const std::vector<int32_t>& candidates,
                                     SeededNumbers& numbers) const;
    int64_t replaced(int64_t id, SeededNumbers& numbers) const;

    MaskedOptions m_options;
    int64_t m_maskId, m_vocabularySize, m_seed;
    std::vector<bool> m_continues; ///< By id: a piece that does not begin a word.
};

} // namespace core
