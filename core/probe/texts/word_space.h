#pragma once

#include "core/probe/texts/neighbours.h"
#include "core/text/text_pipeline.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A word of a sum with its sign, 1 or -1.
struct SignedWord {
    std::string word;
    double sign = 1.0;
};

/// The vectors of a network's tokens, compared by their cosines. Compute thread.
class WordSpace {
public:
    /// The vector of a word that is not in the vocabulary; undefined: it has none.
    using Unseen = std::function<torch::Tensor(std::string_view word)>;

    /// @param table  [vocabulary, features], or undefined: then nothing has neighbours.
    WordSpace(const torch::Tensor& table, const TextPipeline& pipeline, Unseen unseen = {});

    int64_t words() const { return m_table.defined() ? m_table.size(0) : 0; }
    int64_t features() const { return m_table.defined() ? m_table.size(1) : 0; }
    /// [features] float32; undefined where the token has none, as special ones.
    torch::Tensor vector(int64_t id, std::string_view token) const;
    /// Tokens of the vocabulary, most similar first, `without` some.
    std::vector<Neighbour> nearest(const torch::Tensor& vector, int64_t count,
                                   const std::vector<int64_t>& without) const;

    /// The answer to AskNeighbours but for text and moment.
    void addNeighbours(Neighbours& result, int64_t count) const;
    /// @throws Error{BadSetting} where a word has no vector, or the sum cannot be read.
    WordSum sum(const AskWordSum& question) const;

private:
    std::string exampleSum() const;
    std::string tokenOf(const std::string& word) const;
    /// @throws Error{BadSetting} that names all words without a vector.
    void checkWords(const std::vector<SignedWord>& words) const;

    torch::Tensor m_table; ///< float32 on its device, without history.
    const TextPipeline& m_pipeline;
    Unseen m_unseen;
};

} // namespace core
