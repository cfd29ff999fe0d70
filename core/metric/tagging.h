#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Tokens that belong together and their type: "PER" over "John Smith".
struct TagSpan {
    std::string type;
    int64_t first = 0, last = 0; ///< Tokens, `last` is the one after the span.
    friend bool operator==(const TagSpan&, const TagSpan&) = default;
};

/// Precision, recall and F1 as conlleval has them, 0 where nothing is to be counted.
struct SpanScore {
    std::string type; ///< Empty: all types together.
    int64_t gold = 0, predicted = 0, correct = 0;
    double precision = 0.0, recall = 0.0, f1 = 0.0;
};

/// How taggings compare with what the data say.
struct TaggingScores {
    std::vector<std::string> tags; ///< All tags of the task.
    int64_t tokens = 0, texts = 0;
    double loss = 0.0; ///< Mean over tokens, nats.
    double accuracy = 0.0; ///< Share of tokens.
    double textAccuracy = 0.0; ///< Texts without a mistake.
    std::vector<int64_t> confusion; ///< [tags * tags]: rows the truth, columns what was predicted.
    bool hasSpans = false; ///< The tags mark spans: BIO, BIOES.
    SpanScore spans; ///< All types together.
    std::vector<SpanScore> spansByType;
    /// Predicted moves that the scheme forbids ("O I-PER"), and the same by emissions alone.
    int64_t illegalMoves = 0, illegalMovesWithoutCrf = 0;
};

/// Counts taggings text by text.
class TaggingCounter {
public:
    /// @param tags  all of the task; whether they mark spans their names say (tagSchemeOf()).
    explicit TaggingCounter(std::vector<std::string> tags);

    /// @param truth, predicted  indices into the tags, one a token.
    /// @param withoutCrf  the likeliest tags by emissions alone; empty: there is no CRF.
    /// @pre equal sizes; every value is in [0, tags).
    void add(std::span<const int32_t> truth, std::span<const int32_t> predicted,
             std::span<const int32_t> withoutCrf = {});

    /// Spans are scored as conlleval does: right is one with the type, the beginning and the end of
    /// a true one. @param lossSum  over all tokens, nats.
    TaggingScores scores(double lossSum) const;

private:
    std::vector<TagSpan> spansOf(std::span<const int32_t> tags) const;
    int64_t illegalMovesOf(std::span<const int32_t> tags) const;
    SpanScore& ofType(const std::string& type);

    TaggingScores m_counts; ///< Without what is computed from counts.
    std::vector<bool> m_legal, m_legalStart, m_legalEnd;
    int64_t m_right = 0, m_rightTexts = 0;
};

} // namespace core
