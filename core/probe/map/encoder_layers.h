#pragma once

#include "core/probe/states/live_cells.h"
#include "core/text/tokens/word_marks.h"

#include <string>
#include <utility>
#include <vector>

namespace core {

/// The outputs of the layers of an encoder for one batch of texts of equal length.
class EncoderLayers {
public:
    EncoderLayers(const LiveCells& model, const SequenceBatch& batch);

    std::vector<std::string> tokenLayers() const; ///< Layers with a state for each token.
    /// [tokens, features], texts one after another. @param layer  empty: the last.
    /// @throws Error{BadSetting} for a layer without such states.
    torch::Tensor states(const std::string& layer) const;
    /// [texts, features]: pooled as the head does, or the mean of the last states.
    torch::Tensor texts() const;

    torch::Tensor scores; ///< Undefined for a translator.

private:
    void add(const std::string& name, const torch::Tensor& output);
    /// Recurrent layers inside a stack, whose last one may have been observed as a whole.
    void addRecurrentLayers(const LiveCells& model, const SequenceBatch& batch);

    int64_t m_tokens, m_texts;
    std::vector<std::pair<std::string, torch::Tensor>> m_ofTokens; ///< In the order of the way.
    torch::Tensor m_ofTexts;
};

/// A text as far as LiveEncoder can read it at once: its first tokens, of a language model also the
/// last token of the text, behind which nothing is known.
LiveCells::Text firstWindow(const LiveCells& model, LiveCells::Text text);

/// A word as it is compared: without marks of blanks and without capitals.
std::string comparedWord(std::string word);
/// That of some of a text's tokens.
std::string comparedWord(const std::vector<std::string>& tokens, const TokenRange& range,
                         WordMarks marks);

} // namespace core
