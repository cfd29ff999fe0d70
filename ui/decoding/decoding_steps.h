#pragma once

#include "core/probe/translation/translation_questions.h"
#include "core/text/tokens/word_marks.h"

#include <QString>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ui {

/// A decoding as it was known after each of its decisions: at step 0 the begin mark alone, at step
/// n what the n-th decision weighed and all before it. Nothing here looks ahead.
class DecodingSteps {
public:
    DecodingSteps() = default; ///< None: no nodes, no steps.
    explicit DecodingSteps(core::Decoding decoding);

    bool empty() const { return m_decoding.trace.nodes.empty(); }
    const core::Decoding& decoding() const { return m_decoding; }
    const std::vector<core::TraceNode>& nodes() const { return m_decoding.trace.nodes; }
    const core::TraceNode& node(int32_t id) const { return nodes()[size_t(id)]; }
    bool has(int32_t id) const { return id >= 0 && size_t(id) < nodes().size(); }

    int count() const { return int(m_decoding.trace.steps.size()); } ///< Decisions.
    /// The decision that weighed this candidate, from 1; 0 for the root.
    int stepOf(int32_t id) const { return m_stepOf[size_t(id)]; }
    /// Candidates of a decision, best first, blocked ones last. Empty for step 0.
    std::span<const int32_t> candidates(int step) const;
    /// @pre step is 1 ... count().
    const core::TraceStep& step(int step) const { return m_decoding.trace.steps[size_t(step - 1)]; }
    const std::vector<int32_t>& children(int32_t id) const { return m_children[size_t(id)]; }

    /// State of a candidate at a step: before the last step the answer is one of the finished
    /// candidates, and candidates that will be cut off or left open are still active.
    core::Fate fateAt(int32_t id, int step) const;
    /// It went on or was put aside; no root.
    bool survived(int32_t id) const;
    /// The best hypothesis that is known at a step: among those that survived it and those that
    /// had finished before. The search's answer at the last step; the root at step 0.
    int32_t bestAt(int step) const;
    /// The node to show first at a step: the best that the decision kept; at the end the answer.
    int32_t leaderAt(int step) const;
    /// The node that is reached by these tokens; -1: there is none.
    int32_t find(const std::vector<int32_t>& tokenIds) const;
    /// Hypotheses that had ended by then, best first.
    std::vector<int32_t> endedAt(int step) const;
    /// How many survived a decision, and the worst of them (-1: none).
    int survivorsOf(int step) const;
    int32_t worstSurvivorOf(int step) const;
    /// Whether the prefix was forced here: siblings fell because another token was.
    bool forced(int32_t id) const;

    std::vector<int32_t> path(int32_t id) const; ///< From the root's child down to `id`.
    bool onPath(int32_t id, int32_t descendant) const; ///< Also when they are the same.
    std::vector<int32_t> tokenIds(int32_t id) const; ///< Tokens of the path: a prefix to force.
    QString text(int32_t id) const; ///< Text of the path; empty for the root.
    /// The same token by token, each with the blank that parts it from the one before.
    std::vector<std::pair<int32_t, QString>> pieces(int32_t id) const;
    /// The same as the model writes it, where the hypothesis is on the way to an answer: then it
    /// reads as the answer does.
    std::vector<std::pair<int32_t, QString>> writtenPieces(int32_t id) const;
    bool startsWord(int32_t id) const; ///< A blank parts the hypothesis from what stands before it.
    QString tokenText(int32_t token) const; ///< By the vocabulary.
    /// The end mark: nothing can follow. Not a line end where writing goes on behind it.
    bool isEnd(int32_t id) const;
    bool ends(int32_t id) const { return isEnd(id) || node(id).stopped; } ///< Or stopped.
    /// Whether a found hypothesis stopped at the length limit, without an end mark.
    bool isCutOff(int32_t id) const;
    /// The text of a hypothesis with its line ends: for answers the text of the model, for others
    /// their tokens.
    QString wholeText(int32_t id) const;

private:
    enum class Writing { Words, Characters, Pieces }; ///< Kind of the tokens.
    static Writing writingOf(core::WordMarks marks, const std::vector<std::string>& vocabulary);
    /// Its place among the hypotheses that were found; of none the number of them.
    size_t placeOf(int32_t id) const;

    core::Decoding m_decoding;
    core::WordMarks m_marks = core::WordMarks::None; ///< Those of the vocabulary.
    Writing m_writing = Writing::Words;
    bool m_endsAreLineEnds = false; ///< An end mark is a token as any other.
    std::vector<int> m_stepOf;
    std::vector<std::vector<int32_t>> m_children; ///< Best first, blocked ones last.
};

/// The first token, from 0, at which the answers of several searches differ; -1: they are the same
/// as far as there are answers.
int firstDifference(const std::vector<const DecodingSteps*>& searches);

} // namespace ui
