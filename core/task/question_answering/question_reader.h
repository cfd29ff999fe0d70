#pragma once

#include "core/base/text_list.h"
#include "core/task/encoded_texts.h"
#include "core/text/text_pipeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A word of a passage as it is written, or a sign that is no part of a word.
struct PassageWord {
    int32_t begin = 0, end = 0; ///< Bytes of the passage.
    int32_t first = 0, last = 0; ///< Its tokens in ReadQuestion::ids; at least one.
};

/// Which part of a sequence a token belongs to. 0 is padding.
enum class TokenPart : int32_t {
    Question = 1, ///< With the <eos> behind it.
    Passage,
    /// A word of the passage that the question has as well, in any case of its letters ("exact
    /// match" of Chen et al., 2017, arXiv:1704.00051; "word in question" of Weissenborn et al.,
    /// 2017, arXiv:1703.04816).
    QuestionWord
};
inline constexpr int64_t kTokenParts = 4; ///< With padding.

/// Whether tokens are told their part.
enum class TokenParts { Untold, Told };

/// A question and its passage as one sequence: the tokens of the question, <eos>, those of the
/// passage (Devlin et al., 2018, section 4.2), all without the marks of texts.
struct ReadQuestion {
    std::string_view passage; ///< Borrows from the text.
    std::vector<int32_t> ids;
    /// The word as written of each token that is a whole word; else empty.
    std::vector<std::string_view> wholeWords;
    std::vector<int32_t> parts; ///< TokenPart of each token; empty: tokens are not told theirs.
    int32_t passageStart = 0; ///< Where the tokens of the passage begin.
    std::vector<PassageWord> words; ///< Those that are read, at least one.
    int64_t cutWords = 0; ///< Words at the end of the passage that are beyond the maximum length.

    std::string_view written(size_t word) const
    {
        return passage.substr(static_cast<size_t>(words[word].begin),
                              static_cast<size_t>(words[word].end - words[word].begin));
    }
};

/// The first and the last word of an answer.
struct WordSpan {
    int32_t first = -1, last = -1; ///< -1: it is not among the words that are read.

    bool isRead() const { return first >= 0; }
    friend bool operator==(const WordSpan&, const WordSpan&) = default;
};

/// The words between the first and the last of a span, as the passage has them.
std::string answerText(const ReadQuestion& question, const WordSpan& span);

/// How texts of a question and a passage become ids. Questions and passages are divided into
/// words of letters and digits and other signs, as in BERT's first step; each of these is cleaned
/// and divided into tokens by itself, so that the place of every token in the passage is known.
class QuestionReader {
public:
    QuestionReader(std::shared_ptr<const TextPipeline> pipeline, TokenParts parts);

    ReadQuestion read(std::string_view text) const;
    /// Reads many texts in their order.
    /// @param take  gets each by its number.
    /// @throws Error{Cancelled}.
    void read(TextList texts, const Monitor& monitor,
              const std::function<void(size_t text, ReadQuestion question)>& take) const;

    const TextPipeline& pipeline() const { return *m_pipeline; }
    bool tellsParts() const { return m_parts == TokenParts::Told; }
    /// Tokens of a sequence, without marks.
    int64_t longest() const;

private:
    std::shared_ptr<const TextPipeline> m_pipeline;
    TokenParts m_parts;
};

/// Puts questions together, as batches are made of them.
class QuestionBlock {
public:
    void add(const ReadQuestion& question);
    EncodedTexts finish(const QuestionReader& reader);

private:
    std::vector<int32_t> m_ids;
    EncodedTexts m_texts;
};

/// The fewest tokens that a sequence may be limited to.
inline constexpr int64_t kFewestQuestionTokens = 8;

/// The words of a text as they are written, for learning a vocabulary: a blank between two.
std::string wordsWithBlanks(std::string_view text);

/// The words that hold the bytes of a reference answer.
/// @param start  in code points of the passage. @param text  of the answer.
WordSpan wordsOfReference(const ReadQuestion& question, int64_t start, std::string_view text);

} // namespace core
