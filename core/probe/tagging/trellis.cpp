#include "core/probe/tagging/live_tagger.h"

#include "core/base/error.h"
#include "core/metric/tag_scheme.h"
#include "core/probe/plain_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

/// The scores of a CRF as arrays that can be changed.
struct Moves {
    std::vector<float> transitions, start, end;

    CrfWeights weights() const
    {
        return {static_cast<int64_t>(start.size()), transitions.data(), start.data(), end.data()};
    }
};

void forbid(std::vector<float>& scores, const std::vector<bool>& legal)
{
    for (size_t i = 0; i < scores.size(); ++i)
        if (!legal[i])
            scores[i] = kForbidden;
}

/// @throws Error{BadSetting} for a tag that there is not.
void apply(Moves& moves, const std::vector<TransitionChange>& changes)
{
    const auto tags = static_cast<int32_t>(moves.start.size());
    for (const TransitionChange& change : changes) {
        const auto score = static_cast<float>(change.score);
        if (change.from < -1 || change.from >= tags || change.to < -1 || change.to >= tags
            || (change.from == -1 && change.to == -1))
            throw Error(ErrorCode::BadSetting,
                        {"There is no transition from tag %1 to tag %2.",
                         {std::to_string(change.from), std::to_string(change.to)}},
                        {"Use tags from 0 to %1.", {std::to_string(tags - 1)}});
        if (change.from == -1)
            moves.start[static_cast<size_t>(change.to)] = score;
        else if (change.to == -1)
            moves.end[static_cast<size_t>(change.from)] = score;
        else
            moves.transitions[static_cast<size_t>(change.from * tags + change.to)] = score;
    }
}

/// Marginals [tokens * tags] and the logarithm of the sum over all paths.
double marginalsOf(const Moves& moves, const Trellis& trellis, std::vector<float>& marginals)
{
    CrfSweep::Scratch scratch;
    CrfCounts counts(std::ssize(moves.start));
    marginals.resize(trellis.emissions.size());
    return CrfSweep(moves.weights())
        .expectations(trellis.emissions.data(), std::ssize(trellis.tokens), scratch,
                      marginals.data(), counts);
}

TagPath measured(const Moves& moves, const Trellis& trellis, std::vector<int32_t> tags,
                 double logPartition)
{
    const std::vector<int64_t> path(tags.begin(), tags.end());
    const double score = crfPathScore(moves.weights(), trellis.emissions.data(), path.data(),
                                      std::ssize(trellis.tokens));
    const double probability = std::exp(score - logPartition);
    return {std::move(tags), score, std::isfinite(probability) ? probability : 0.0};
}

/// The likeliest tag of each token by itself.
std::vector<int32_t> likeliest(const Trellis& trellis)
{
    const auto tags = std::ssize(trellis.tagNames);
    std::vector<int32_t> best;
    for (auto row = trellis.emissions.begin(); row != trellis.emissions.end(); row += tags)
        best.push_back(static_cast<int32_t>(std::max_element(row, row + tags) - row));
    return best;
}

void fillPaths(Trellis& trellis, const Moves& moves, int64_t count)
{
    CrfPaths paths = crfPaths(moves.weights(), trellis.emissions.data(), std::ssize(trellis.tokens),
                              std::max<int64_t>(count, 1));
    trellis.viterbi = std::move(paths.scores);
    trellis.backPointers = std::move(paths.backPointers);
    for (CrfPaths::Path& path : paths.best)
        trellis.paths.push_back(
            measured(moves, trellis, std::move(path.tags), trellis.logPartition));
}

} // namespace

void fillTrellis(Trellis& trellis, const CrfScores& learned, const AskTrellis& question)
{
    // Probabilities are of all paths, as the loss; illegal moves are only never chosen.
    Moves all{plainFloats(learned.transitions), plainFloats(learned.start),
              plainFloats(learned.end)};
    Moves moves = all;
    trellis.learnedTransitions = moves.transitions;
    const LegalTagMoves legal = legalTagMoves(trellis.tagNames, tagSchemeOf(trellis.tagNames));
    trellis.legal = legal.legal;
    trellis.legalStart = legal.start;
    trellis.legalEnd = legal.end;
    if (trellis.constrained) {
        forbid(moves.transitions, legal.legal);
        forbid(moves.start, legal.start);
        forbid(moves.end, legal.end);
    }
    std::vector<float> unused;
    const double before = marginalsOf(all, trellis, unused);
    CrfPaths own
        = crfPaths(moves.weights(), trellis.emissions.data(), std::ssize(trellis.tokens), 1);
    if (!own.best.empty())
        trellis.withoutChanges = measured(all, trellis, std::move(own.best.front().tags), before);
    apply(all, question.changes);
    apply(moves, question.changes);
    trellis.logPartition = marginalsOf(all, trellis, trellis.marginals);
    fillPaths(trellis, moves, question.paths);
    trellis.withoutCrf = measured(all, trellis, likeliest(trellis), trellis.logPartition);
    trellis.transitions = std::move(moves.transitions);
    trellis.start = std::move(moves.start);
    trellis.end = std::move(moves.end);
}

} // namespace core
