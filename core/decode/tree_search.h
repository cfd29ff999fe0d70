#pragma once

#include "core/decode/likeliest_tokens.h"
#include "core/decode/search.h"
#include "core/decode/search_rules.h"

#include <optional>

namespace core {

/// A hypothesis and one more token, as it is weighed.
struct Candidate {
    double score = 0.0; ///< total / length penalty + coverage penalty.
    double total = 0.0; ///< Log probability of the hypothesis with this token, nats.
    float logProbability = 0.0F; ///< For this token, in nats.
    int32_t row = 0; ///< Row of the hypothesis in Search::open().
    int32_t token = 0;
    int32_t rank = 0; ///< As TraceNode.
    Fate fate = Fate::Kept;
    std::optional<size_t> stoppedAt{}; ///< As Hypothesis.
};

/// Best score first; of equals the earlier row, then the likelier token, then the smaller id: one
/// order on every machine, whatever the order of the work.
inline bool operator<(const Candidate& a, const Candidate& b)
{
    if (a.score != b.score)
        return a.score > b.score;
    if (a.row != b.row)
        return a.row < b.row;
    if (a.logProbability != b.logProbability)
        return a.logProbability > b.logProbability;
    return a.token < b.token;
}

inline bool isBlocked(const Candidate& candidate)
{
    return candidate.fate == Fate::RepeatsNgram || candidate.fate == Fate::TooShort;
}

/// Whether it is kept: it continues, or is one of the finished hypotheses.
inline bool isTaken(const Candidate& candidate)
{
    return candidate.fate == Fate::Kept || candidate.fate == Fate::Finished;
}

/// The base of all searches: hypotheses as a tree of back-pointers, those that finished, the
/// forced prefix, blocked tokens, penalties and the trace. A search itself only decides, step by
/// step, what becomes of the candidates.
///
/// All candidates of a step are equally long, so they share one length penalty, and penalised
/// scores put them in the order of their log probabilities unless there is a coverage penalty.
class TreeSearch : public Search {
public:
    std::span<const OpenRow> open() const final { return m_open; }
    void advance(const NextTokens& next) final;
    std::vector<Hypothesis> best(int64_t count) const final;
    const DecodingTrace& trace() const final { return m_trace; }
    void check() const override;

protected:
    /// @param places  Maximum number of hypotheses that continue side by side.
    TreeSearch(const SearchContext& context, const SearchRules& rules, int64_t places);

    /// The decision about the candidates of one step.
    struct Decision {
        std::vector<Candidate> candidates; ///< Best first, blocked ones last when listed.
        int64_t weighed = 0; ///< All that there were; counted only for a trace.
        int64_t unlisted = 0;
        double bestUnlisted = 0.0;
    };

    /// Fills in candidates with rank and fate; with tracing off Kept and Finished suffice.
    virtual void decide(const NextTokens& next, Decision& decision) = 0;
    /// The reason to stop, evaluated after each step; empty: the search continues.
    virtual Message enough() const = 0;
    /// The reason for the end when some hypotheses finished and none can continue.
    virtual Message exhausted() const { return {"No open hypothesis was left.", {}}; }

    const SearchContext& context() const { return m_context; }
    int64_t places() const { return m_places; }
    /// Tokens of the candidates that are being weighed.
    int64_t length() const { return m_length; }
    bool lastStep() const { return m_length >= m_context.maximumLength; }
    bool tracing() const { return m_context.trace != TraceDetail::Off; }
    int64_t finishedCount() const { return m_finishedCount; }
    bool mayEnd() const { return m_length > m_rules.minimumLength; }
    LikeliestTokens& likeliest() { return m_likeliest; }
    bool hasStopSequences() const;
    /// Whether the hypothesis ends with this candidate: by the end mark, or because its text now
    /// contains a stop sequence, which is noted in the candidate.
    bool ends(Candidate& candidate);
    /// Whether the last hypothesis to finish did so by a stop sequence.
    bool stoppedLast() const { return m_stoppedLast; }

    std::span<const float> rowOf(const NextTokens& next, size_t row) const;
    Candidate candidate(size_t row, WeighedToken token) const;
    /// The tokens that may not follow the hypothesis of `row`. Valid until the next call.
    std::span<const int32_t> blockedAfter(size_t row);
    /// Appends the best of each row: at least `perRow` that are not blocked, more for a trace, and
    /// what is blocked among them; all sorted, best first.
    void weigh(const NextTokens& next, int64_t perRow, Decision& decision);
    /// The candidates of the only row with `taken` among them, whatever its place, and with ranks;
    /// it alone without a trace.
    void weighAround(const NextTokens& next, WeighedToken taken, Decision& decision);
    /// Cuts the sorted candidates to what a trace lists, or without a trace to what is taken.
    void list(Decision& decision) const;

private:
    struct Link {
        int32_t parent; ///< In m_links.
        int32_t token;
    };
    /// A hypothesis that is open, beside its row.
    struct Leaf {
        int32_t link;
        int32_t node;
        double total;
        double score;
    };
    struct Found {
        int32_t link; ///< Its last token but the end mark.
        int32_t node;
        double total;
        double score;
        bool ended;
        std::optional<size_t> stoppedAt{};
    };

    NextTokens penalised(const NextTokens& next);
    void readHistory(int32_t link);
    void cover(const NextTokens& next);
    void recordRows(const NextTokens& next);
    void force(const NextTokens& next);
    void settle();
    Message reasonToEnd(bool anyKept) const;
    void grow();
    void record();
    void giveUpLeaves();
    void finish(Message ending);
    std::vector<int32_t> tokensOf(int32_t link) const;

    SearchContext m_context;
    SearchRules m_rules;
    int64_t m_places;
    LikeliestTokens m_likeliest;

    int64_t m_length = 0;
    int64_t m_finishedCount = 0;
    double m_lengthPenalty = 1.0;
    std::vector<double> m_coveragePenalties; ///< [rows]
    std::vector<float> m_coverage; ///< [rows * sourceLength]: attention so far; empty without beta.
    std::vector<Link> m_links;
    std::vector<Leaf> m_leaves;
    std::vector<OpenRow> m_open;
    std::vector<Found> m_found;
    Decision m_decision;
    std::vector<int32_t> m_nodes; ///< Nodes of the decision's candidates; empty without a trace.
    std::vector<int32_t> m_history, m_blocked;
    std::vector<float> m_penalised; ///< Rows with penalties for repetition.
    size_t m_prefixText = 0; ///< Bytes of the forced prefix's text, in which nothing stops.
    bool m_stoppedLast = false;
    DecodingTrace m_trace;
};

} // namespace core
