#pragma once

#include "core/base/text_list.h"
#include "core/model/word_vectors.h"
#include "core/text/text_pipeline.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// The longest passage that word vectors are learnt from at a time; a longer line is several. As in
/// word2vec.
inline constexpr int32_t kPassageWords = 1000;

/// A split as word vectors read it: the words of each line that are in the vocabulary, the others
/// left out, so that windows reach over them.
class WordTexts {
public:
    WordTexts() = default;
    /// @param key  as that of encoded(). @throws Error{Helper, Cancelled}.
    WordTexts(TextList lines, const TextPipeline& pipeline, const Monitor& monitor,
              const std::string& key = {});

    const Passages& passages() const { return m_passages; }
    /// The line that a passage is of.
    int32_t line(int32_t item) const { return m_lines[static_cast<size_t>(item)]; }
    int64_t lineCount() const { return m_lineCount; }
    double unknownShare() const; ///< Share of all tokens; 0 to 1.
    /// Occurrences of each id. @param vocabularySize  its size.
    std::vector<int64_t> counts(int64_t vocabularySize) const;

private:
    std::shared_ptr<const void> m_owner; ///< The memory of the passages' ids.
    std::vector<int32_t> m_lines;
    Passages m_passages;
    int64_t m_lineCount = 0, m_unknown = 0;
};

} // namespace core
