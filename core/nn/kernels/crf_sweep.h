#pragma once

#include <cstdint>
#include <vector>

namespace core {

/// The learned scores of a linear-chain CRF as plain arrays; borrowed. -infinity forbids a
/// transition.
struct CrfWeights {
    int64_t tags = 0;
    const float* transitions = nullptr; ///< [tags * tags], from row to column.
    const float* start = nullptr; ///< [tags]: score of beginning with a tag.
    const float* end = nullptr; ///< [tags]: score of ending with a tag.
};

/// The expected number of times that a path uses each learned score, under the model's
/// distribution.
struct CrfCounts {
    explicit CrfCounts(int64_t tags)
        : transitions(static_cast<size_t>(tags * tags))
        , start(static_cast<size_t>(tags))
        , end(static_cast<size_t>(tags))
    {
    }
    std::vector<double> transitions, start, end;
};

/// The forward-backward algorithm over one text after another: Rabiner (1989), "A tutorial on
/// hidden Markov models", section V.A, with scaled probabilities in double precision instead of
/// logarithms. A step is then a product with the exponentials of the transitions, which are
/// computed once for a whole batch.
///
/// A tag with a probability below e^-690 of the most likely tag at a token is ignored. A text
/// without any path has the log-partition -infinity.
class CrfSweep {
public:
    explicit CrfSweep(const CrfWeights& weights);

    /// The working memory for one text; a thread reuses it for the next one.
    struct Scratch {
        std::vector<double> forward; ///< [tokens * tags], scaled to a maximum of 1 for each token.
        std::vector<double> scales; ///< [tokens]: logarithms of the unscaled maxima.
        std::vector<double> incoming, outgoing, backward; ///< [tags]
    };

    /// log Σ over paths of exp(score).
    /// @param emissions  [tokens * tags]  @pre tokens > 0
    double logPartition(const float* emissions, int64_t tokens, Scratch& scratch) const;
    /// Also computes the probability of each tag at each token.
    /// @param marginals  [tokens * tags], overwritten.  @param counts  incremented.
    double expectations(const float* emissions, int64_t tokens, Scratch& scratch, float* marginals,
                        CrfCounts& counts) const;

private:
    void addIncoming(const double* before, Scratch& scratch) const;
    double endSum(const double* last) const;

    CrfWeights m_weights;
    double m_largest = 0.0; ///< The largest transition score.
    std::vector<double> m_powers; ///< [from * to]: exp(transition - m_largest)
    std::vector<double> m_turned; ///< [to * from]: the transpose of m_powers.
    std::vector<double> m_endPowers; ///< [tags]: exp(end - m_largestEnd)
    double m_largestEnd = 0.0;
};

/// The sum of start, emissions, transitions and end along `tags` [tokens].
double crfPathScore(const CrfWeights& weights, const float* emissions, const int64_t* tags,
                    int64_t tokens);

/// The most likely path by the algorithm of Viterbi (1967). Ties are resolved in favour of the
/// smaller tag.
/// @param best  [tokens], overwritten. @return its score.
float crfBestPath(const CrfWeights& weights, const float* emissions, int64_t tokens, int64_t* best);

/// The k most likely paths through a text, and the tables of Viterbi's algorithm.
struct CrfPaths {
    std::vector<float> scores; ///< [tokens * tags]: score of the best path up to this tag.
    std::vector<int32_t> backPointers; ///< [tokens * tags]: its previous tag; -1 at the first.
    struct Path {
        std::vector<int32_t> tags;
        double score = 0.0;
    };
    std::vector<Path> best; ///< Best first; fewer if fewer are possible.
};

/// The parallel form of Soong & Huang (1991): the k best paths to each tag extend the k best paths
/// to the tags of the previous token.
CrfPaths crfPaths(const CrfWeights& weights, const float* emissions, int64_t tokens, int64_t count);

} // namespace core
