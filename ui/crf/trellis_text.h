#pragma once

#include "core/probe/tagging/tagging_questions.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace ui {

/// A trellis that several widgets show; never null where it is used, empty at first.
using ShownTrellis = std::shared_ptr<const core::Trellis>;

/// A score this low is never taken: what forbidding a move by hand sets.
constexpr double kForbidden = -10000.0;
inline bool isForbidden(double score)
{
    return score <= kForbidden / 2.0;
}

/// Viterbi's algorithm in steps: 1 to n fill in the scores of a token each; n + 1 to 2n go back
/// along the pointers, from the last token to the first.
int viterbiSteps(const core::Trellis& trellis);
/// At this step the scores of the token are known.
bool isFilled(int token, int step);
/// At this step the best path is known from the token on.
bool isTraced(const core::Trellis& trellis, int token, int step);

/// Tags that matter in this text: of a probability above 1 % somewhere, on a path that is shown, or
/// of a move that was changed.
std::vector<int> tagsThatMatter(const core::Trellis& trellis,
                                const std::vector<core::TransitionChange>& changes);

/// Score of a transition between tags; -1: before the first token, after the last.
double moveScore(const core::Trellis& trellis, int from, int to);
bool isLegal(const core::Trellis& trellis, int from, int to);
QString moveName(const core::Trellis& trellis, int from, int to); ///< "NOUN → VERB".
/// For each token: whether the path reaches its tag by a forbidden transition.
std::vector<bool> illegalMoves(const core::Trellis& trellis, const core::TagPath& path);

/// "VERB at “plays”: best before it (NOUN) 1.20 + transition 0.85 + emission 2.10 = 4.15".
/// @param step  of Viterbi, as isFilled(): before its score is found, the emission alone.
QString nodeText(const core::Trellis& trellis, int token, int tag, int step);
QString stepText(const core::Trellis& trellis, int step); ///< Describes the algorithm's step.
/// The path's tags; of another path than the best the tokens at which they part.
QString pathText(const core::Trellis& trellis, size_t path);
/// The changes without the CRF, and the number of illegal transitions.
QString withoutCrfText(const core::Trellis& trellis);
/// The changes by scores that were set by hand; empty without any.
QString changesText(const core::Trellis& trellis, size_t changes);
/// Everything in words.
QString trellisText(const core::Trellis& trellis, size_t changes);

} // namespace ui
