#pragma once

#include "core/text/pieces/piece_model.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Divides a text into words and each word into pieces. The learnt model is stored as a file
/// tokenizer.json, whose ids are those of the vocabulary.
class PieceTokeniser : public Tokeniser {
public:
    LearntVocabulary learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                           const Monitor& monitor) override;
    bool hasModel() const override { return true; }
    bool marksTexts() const override { return pieces().rules.marks; }
    std::string model() const override { return pieceModelJson(pieces()); }
    void restore(const std::string& model) override;

    /// A word that no pieces spell is a token as it is.
    std::vector<std::string> tokens(std::string_view cleaned) const override;
    std::vector<std::vector<int32_t>> ids(const CleanedTexts& texts, const Vocabulary& vocabulary,
                                          int64_t longest, const Monitor& monitor) const override;

    /// The ids that the model itself has for the text.
    std::vector<int32_t> modelIds(std::string_view cleaned) const;

    virtual const PieceModel& pieces() const = 0;

protected:
    virtual void split(std::string_view text, TokenViews& views) const = 0;
    /// The ids of a word's pieces are added to `ids`; PieceModel::kNone where none spell it.
    virtual void divide(std::string_view word, std::vector<int32_t>& ids) const = 0;
    /// Learns from words and their counts. The first pieces are the special tokens.
    virtual PieceModel learnt(const std::vector<TokenCount>& words, PieceModel model,
                              const VocabularyLimits& limits, const Monitor& monitor) const = 0;
    /// @throws Error{FileMalformed} for a model of another kind.
    virtual void take(PieceModel model) = 0;
};

/// The tokeniser of a model that was read from published files.
std::unique_ptr<PieceTokeniser> makePieceTokeniser(PieceModel model);

std::unique_ptr<PieceTokeniser> makeWordPiece(PieceModel model);
std::unique_ptr<PieceTokeniser> makeByteBpe(PieceModel model);

/// The Python of a tokeniser, which reads tokeniser.model.
std::string pieceTokeniserPython(const std::string& piece);

} // namespace core
