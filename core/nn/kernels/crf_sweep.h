#pragma once

#include <cstdint>
#include <vector>

namespace core {

/// The learned scores of a linear-chain CRF as plain arrays; borrowed. -infinity forbids a move.
struct CrfWeights {
    int64_t tags = 0;
    const float* transitions = nullptr; ///< [tags * tags], from row to column.
    const float* start = nullptr; ///< [tags]: of beginning with a tag.
    const float* end = nullptr; ///< [tags]: of ending with it.
};

/// How often each learned score takes part in a path, as expected by the model's distribution.
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
/// hidden Markov models", section V.A, with scaled probabilities in double precision in place of
/// logarithms, so that a step is a product with the exponentials of the transitions, which are
/// taken once for a whole batch.
///
/// A tag that is less likely than e^-690 of the likeliest after the tokens so far counts for
/// nothing. A text that has no path at all has the log-partition -infinity.
class CrfSweep {
public:
    explicit CrfSweep(const CrfWeights& weights);

    /// What one text needs in between; kept for the next one by the same thread.
    struct Scratch {
        std::vector<double> forward; ///< [tokens * tags], the largest of a token is 1.
        std::vector<double> scales; ///< [tokens]: its logarithm.
        std::vector<double> incoming, outgoing, backward; ///< [tags]
    };

    /// log Σ over paths of exp(score).
    /// @param emissions  [tokens * tags]  @pre tokens > 0
    double logPartition(const float* emissions, int64_t tokens, Scratch& scratch) const;
    /// The same, and the probability of each tag at each token.
    /// @param marginals  [tokens * tags], overwritten.  @param counts  added to.
    double expectations(const float* emissions, int64_t tokens, Scratch& scratch, float* marginals,
                        CrfCounts& counts) const;

private:
    void addIncoming(const double* before, Scratch& scratch) const;
    double endSum(const double* last) const;

    CrfWeights m_weights;
    double m_largest = 0.0; ///< Of the transitions.
    std::vector<double> m_powers; ///< [from * to]: exp(transition - m_largest)
    std::vector<double> m_turned; ///< [to * from]: the same.
    std::vector<double> m_endPowers; ///< [tags]: exp(end - m_largestEnd)
    double m_largestEnd = 0.0;
};

/// Start, emissions, transitions and end along `tags` [tokens].
double crfPathScore(const CrfWeights& weights, const float* emissions, const int64_t* tags,
                    int64_t tokens);

/// The likeliest path by Viterbi's algorithm: Viterbi (1967); of equal ones the smaller tag.
/// @param best  [tokens], overwritten. @return its score.
float crfBestPath(const CrfWeights& weights, const float* emissions, int64_t tokens, int64_t* best);

/// The k likeliest ways through a text, and what Viterbi's algorithm knows at each place.
struct CrfPaths {
    std::vector<float> scores; ///< [tokens * tags]: of the best path that reaches the tag there.
    std::vector<int32_t> backPointers; ///< [tokens * tags]: the tag before on it; -1 at the first.
    struct Path {
        std::vector<int32_t> tags;
        double score = 0.0;
    };
    std::vector<Path> best; ///< Best first; fewer where fewer are possible.
};

/// Soong & Huang (1991), the parallel form: the k best of every place come from the k best of all
/// places before it.
CrfPaths crfPaths(const CrfWeights& weights, const float* emissions, int64_t tokens, int64_t count);

} // namespace core
