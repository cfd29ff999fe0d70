#pragma once

#include "core/data/cells/column.h"
#include "core/experiment/spec.h"
#include "core/metric/translation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Family "sample": the bundled samples, which the program generates; "none" first, then those of
/// generateSample(), then those of generatePairs().
/// @param tasks  all that there are: each kind lists those that it serves.
std::vector<KindDescription> sampleKinds(const std::vector<TaskColumns>& tasks);

/// Texts with the indices of their classes, with numbers, with tags, or with spans.
struct LabelledTexts {
    std::vector<std::string> texts;
    std::vector<int32_t> labels;
    std::vector<double> numbers;
    /// For each text its tags, separated by blanks. Without any answers, the texts are the lines of
    /// running text.
    std::vector<std::string> tags;
    /// For each text, a question and a passage, the cell of its answers (cells/spans.h).
    std::vector<std::string> spans{};

    size_t size() const { return texts.size(); }
};

/// A corpus made by our own code: no file is read, and the same options give the same texts on
/// every machine.
struct GeneratedCorpus {
    LabelledTexts train, valid, test; ///< No text occurs twice, neither within nor across splits.
    std::vector<std::string> classes; ///< Or tags. Sorted; the index is the label. Empty: numbers.
};

/// Makes the corpus that `sample` (family "sample") names. @pre its options are complete.
/// @param answer  Class, Number, Tags or Spans; Text: no answer at all, running text.
/// @throws Error{BadSetting} when there is no such sample with such answers, or for "none".
GeneratedCorpus generateSample(const Selection& sample, ColumnKind answer);

/// Sentences and their translations.
struct SentencePairs {
    std::vector<std::string> source, target;

    size_t size() const { return source.size(); }
};

/// As GeneratedCorpus, for pairs.
struct GeneratedPairs {
    SentencePairs train, valid, test; ///< No source occurs twice, neither within nor across splits.
};

/// Makes the pairs that `sample` (family "sample") names. @pre its options are complete.
/// @throws Error{BadSetting} when there is no such sample of pairs, or it has not so many pairs.
GeneratedPairs generatePairs(const Selection& sample);

/// How the words of a pair belong together by the rule of the sample that made it; nothing when
/// the sample has no such rule or `target` is no right translation of `source`. Indices count
/// words between spaces, or characters where the sample is read by character (dates).
std::optional<std::vector<AlignmentLink>> goldAlignment(const Selection& sample,
                                                        std::string_view source,
                                                        std::string_view target);

inline constexpr const char* kSensesSample = "senses";
/// The words of a sample that have several meanings; mostly none.
std::vector<std::string> ambiguousWords(const Selection& sample);
/// The meaning of such a word in a text of the sample; empty: not known.
std::string senseOf(const Selection& sample, std::string_view word, std::string_view text);

} // namespace core
