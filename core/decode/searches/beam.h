#pragma once

#include "core/decode/tree_search.h"

namespace core {

struct BeamOptions : SearchRules {
    BeamOptions() { normalisation = "mean"; }

    int64_t width = 5; ///< k.
    std::string stop = "finished"; ///< Or "length".
    int64_t stopCount = 0; ///< n; 0: as many as the beam is wide.
    bool refill = true;
};

/// Beam search: follows the k best hypotheses at once.
///
/// At each step all candidates are put in the order of their penalised scores. Those with an end
/// mark that are among the best k are placed aside; one further down is dropped. Then, refilled,
/// the k best of the others go on, although they may rank below k (as in fairseq and OpenNMT); not
/// refilled, only those among the best k less the finished so far, so that the beam gets narrower
/// with each that finishes (Jurafsky and Martin, Speech and Language Processing, BEAMDECODE). It
/// stops when n have finished or only at the maximum length T: both criteria of lecture 002.
///
/// With k no smaller than the number of hypotheses of any length, and stopping at T, nothing is
/// ever dropped either way: every hypothesis is looked at, and the answer is that of exhaustive
/// search.
class BeamSearch : public TreeSearch {
public:
    BeamSearch(const SearchContext& context, const BeamOptions& options);
    void check() const override;

protected:
    void decide(const NextTokens& next, Decision& decision) override;
    Message enough() const override;
    Message exhausted() const override;

private:
    BeamOptions m_options;
};

} // namespace core
