#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A question and the passage in which its answer stands, both as they are written.
struct QuestionAndPassage {
    std::string_view question, passage;
};

/// Divides a text: the question is its first line, or what stands before the first tab. A text of
/// one line without tabs, as it is typed, is divided behind its first question mark that white
/// space follows; without one, all of it is the passage.
QuestionAndPassage questionAndPassage(std::string_view text);

/// The text that questionAndPassage() divides into these. White space in the question becomes
/// blanks.
std::string joinedQuestion(std::string_view question, std::string_view passage);

/// A span of a passage that answers a question.
struct ReferenceSpan {
    std::string text;
    int64_t start = 0; ///< In code points of the passage.
};

/// The cell of ColumnKind::Spans: a line for each reference answer, with its text, a tab and its
/// start. White space in the text becomes blanks.
void appendReference(std::string& cell, std::string_view text, int64_t start);
/// Lines without a start, as users type them, give the first place in `passage`, or start -1.
std::vector<ReferenceSpan> referenceSpans(std::string_view cell, std::string_view passage);

/// Whether `passage` has the text of the span where it begins, but for the kind of white space.
bool standsAt(std::string_view passage, const ReferenceSpan& span);

/// The byte at which code point `codePoint` of a valid UTF-8 text begins; nothing beyond its end.
std::optional<size_t> byteOfCodePoint(std::string_view text, int64_t codePoint);
/// The number of code points in valid UTF-8.
int64_t codePointsIn(std::string_view text);

} // namespace core
