#pragma once

#include "core/base/text_list.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/batch/text_condition.h"
#include "core/task/encoded_texts.h"
#include "core/task/language_model/language_options.h"
#include "core/text/text_pipeline.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Whether a set measures how much text its tokens encode. That needs the tokens of lines with
/// unknown ones as text, which a training set is spared.
enum class CodedText { Measured, NotMeasured };

/// The condition that each line is written for: none, a class, or standardised numbers.
struct LineConditions {
    std::vector<int32_t> classes{}; ///< [lines]
    std::vector<float> numbers{}; ///< [lines, columns]
    size_t columns = 0;

    TextCondition of(size_t line) const;
    /// Adds those of a line of other conditions.
    void add(const LineConditions& others, size_t line);
};

/// A split as a language model reads it: what is fed and what is to be predicted, item by item. An
/// item is a window of the stream, or a line.
///
/// Every line ends with <eos>. A stream begins as if a line had ended before it; a line that is
/// read by itself begins with <bos>, and is cut at the maximum length.
class LanguageTexts {
public:
    /// @param key  as that of core::encoded().
    /// @throws Error{Helper, Cancelled}.
    static LanguageTexts encoded(TextList lines, const LineConditions& conditions,
                                 const TextPipeline& pipeline, const LanguageOptions& options,
                                 const Monitor& monitor, CodedText coded = CodedText::Measured,
                                 const std::string& key = {});

    int64_t count() const { return static_cast<int64_t>(m_lengths.size()); }
    int64_t lines() const { return m_lines; }
    int64_t cutLines() const { return m_cutLines; } ///< Longer than the maximum length.
    /// Characters that the predicted tokens stand for, line ends among them; what is cut off is
    /// not. @pre measured.
    int64_t characters() const { return m_characters; }
    double spellingNats() const { return m_spellingNats; } ///< As CodedLine's. @pre measured.
    std::span<const int32_t> ids() const { return m_ids; } ///< All that is predicted.
    std::span<const int32_t> lengths() const { return m_lengths; } ///< Predicted tokens of items.
    const LineConditions& conditions() const { return m_conditions; } ///< One for each item.
    /// The line that an item is; of a window of a stream -1.
    int64_t line(int64_t item) const
    {
        return m_stream ? -1 : m_itemLines[static_cast<size_t>(item)];
    }
    int64_t unknownTokens() const;
    double unknownShare() const;
    /// Whether there is any token, line ends aside; and any that is in the vocabulary.
    bool hasToken() const;
    bool hasKnownToken() const;

    /// The tokens that an item predicts; borrowed.
    IdRow predicted(int64_t item) const
    {
        const auto i = static_cast<size_t>(item);
        return IdRow(m_ids).subspan(static_cast<size_t>(m_begins[i]),
                                    static_cast<size_t>(m_lengths[i]));
    }
    /// The token before the first that is predicted.
    int32_t before(int64_t item) const
    {
        const int64_t begin = m_begins[static_cast<size_t>(item)];
        return m_stream && begin > 0 ? m_ids[static_cast<size_t>(begin - 1)]
                                     : static_cast<int32_t>(beginId(m_stream));
    }
    /// The mark at the beginning of texts.
    static int64_t beginId(bool stream) { return stream ? kEndId : kBeginId; }

private:
    void cutIntoWindows(int64_t lines, int64_t window);
    void takeLines(const EncodedTexts& lines, const LineConditions& conditions);

    bool m_stream = true;
    std::shared_ptr<const void> m_owner; ///< The memory of m_ids.
    IdRow m_ids;
    std::vector<int64_t> m_begins; ///< Begin of each item in m_ids.
    std::vector<int32_t> m_lengths;
    LineConditions m_conditions;
    std::vector<int32_t> m_itemLines; ///< Not of a stream.
    int64_t m_lines = 0, m_cutLines = 0, m_characters = 0;
    double m_spellingNats = 0.0;
};

/// Items side by side before they become tensors: made on any thread.
struct PlainLanguageBatch {
    PaddedIds input;
    std::vector<int64_t> labels; ///< [rows, longest], -100 at padding.
    std::vector<TextCondition> conditions; ///< [rows]
};
PlainLanguageBatch plainBatch(const LanguageTexts& texts, std::span<const int32_t> items);

struct LanguageBatch {
    SequenceBatch input;
    torch::Tensor labels; ///< [rows * longest] int64, -100 at padding.
};
LanguageBatch languageBatch(PlainLanguageBatch plain, torch::Device device);

/// Text of tokens that may contain line ends.
std::string linesOf(std::span<const int32_t> ids, const TextPipeline& pipeline);

/// How a stream of tokens is cut: all windows are full but the last.
std::vector<int32_t> windowLengths(int64_t tokens, int64_t window);

/// Tokens of a line at most, without its end: of a stream any number, of lines that are read by
/// themselves the maximum length.
size_t longestLine(const TextPipeline& pipeline, const LanguageOptions& options);

} // namespace core
