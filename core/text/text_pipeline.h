#pragma once

#include "core/base/monitor.h"
#include "core/base/regular_file.h"
#include "core/base/text_list.h"
#include "core/experiment/spec.h"
#include "core/text/tokens/vocabulary.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Tokens that are in the vocabulary whatever the training texts have.
struct FurtherTokens {
    /// As far as there is room. A word that no text can have, because cleaning or the tokeniser
    /// changes it, is left out; so are all where tokens are parts of words.
    std::vector<std::string> words{};
    bool mask = false; ///< The last token is a mask.
};

/// Cleaning, tokeniser and vocabulary: raw text in, ids out. The one preprocessing of training,
/// evaluation, the single sentence and the exported model.
///
/// Const members may be called from several threads at once.
class TextPipeline {
public:
    TextPipeline(TextPipeline&&) noexcept;
    TextPipeline& operator=(TextPipeline&&) noexcept;
    ~TextPipeline();

    /// Learns tokeniser and vocabulary from the training texts.
    /// @param further  counted in the largest size.
    /// @throws Error{BadSetting, Helper, Cancelled}; a refused vocabulary size says the largest.
    static TextPipeline learn(const TextSpec& spec, TextList trainTexts, const Monitor& monitor,
                              const FurtherTokens& further = {});

    /// The same tokeniser and vocabulary for other texts, such as those of another language: with
    /// the cleaning and the maximum length of `own`.
    TextPipeline sharing(const TextSpec& own) const;

    /// Learns one tokeniser and one vocabulary from two corpora, each with the cleaning of its
    /// side; all else is as `first` says. The pipeline of the second is sharing(second).
    static TextPipeline learnJoint(const TextSpec& first, const TextSpec& second,
                                   TextList firstTexts, TextList secondTexts,
                                   const Monitor& monitor);

    /// Whether both divide texts in the same way into the same tokens with the same ids.
    bool hasVocabularyOf(const TextPipeline& other) const;

    /// Reads what save() wrote. @throws Error{FileMissing, FileMalformed}.
    static TextPipeline load(const FilePlace& folder);

    /// Writes text.json, vocabulary.txt (one token a line, escaped) and, for subword models,
    /// tokeniser.model into `folder`, each atomically.
    void save(const FilePlace& folder) const;

    std::string clean(std::string_view text) const;
    /// All tokens, not cut at the maximum length.
    std::vector<std::string> tokens(std::string_view text) const;
    /// Whether ids() puts <bos> and <eos> around each text; tokens() and allIds() never do.
    bool marksTexts() const;
    /// Ids of at most maximumLength tokens, marks among them; a text without tokens gives one
    /// <unk>, or the marks alone.
    std::vector<int32_t> ids(std::string_view text) const;
    /// Many texts at once (subword models: one trip to the helper process).
    std::vector<std::vector<int32_t>> ids(TextList texts, const Monitor& monitor) const;
    /// As above, but not cut at the maximum length.
    std::vector<std::vector<int32_t>> allIds(TextList texts, const Monitor& monitor) const;

    /// Ids back into text: special tokens are left out, subword pieces and characters joined,
    /// words set side by side with blanks as the tokeniser's language writes them (no blank before
    /// a comma). Tokenising the result gives the same ids, as far as the vocabulary has them.
    std::string text(std::span<const int32_t> ids) const;

    /// A token as it stands in a text: a piece without the marks of its tokeniser ("##ing": "ing").
    std::string writtenToken(const std::string& token) const;

    int64_t vocabularySize() const;
    const std::string& token(int64_t id) const; ///< @pre 0 <= id < vocabularySize().
    int64_t id(std::string_view token) const; ///< kUnknownId when not in the vocabulary.
    int64_t maskId() const; ///< As Vocabulary::maskId().
    /// Tokens that learn() saw, before maximum size and minimum frequency; 0 after load().
    int64_t distinctTokens() const;
    const TextSpec& spec() const;
    /// All that decides what ids() gives: the same for two pipelines only if they are the same.
    std::string identity() const;

private:
    struct State;
    explicit TextPipeline(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace core
