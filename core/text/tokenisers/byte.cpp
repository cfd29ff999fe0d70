#include "core/base/python_piece.h"
#include "core/text/tokenisers/byte_names.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/tokens/unicode.h"
#include "core/text/tokens/vocabulary.h"

#include <array>

namespace core {

namespace {

/// Printable ASCII as it is, other bytes as <0xC3>, so that a token is always valid text.
std::string byteName(unsigned value)
{
    const bool printable = value >= 0x20 && value < 0x7F;
    return printable ? std::string(1, static_cast<char>(value))
                     : escapedByte(static_cast<unsigned char>(value));
}

const std::array<std::string, 256>& byteNames()
{
    static const std::array<std::string, 256> names = [] {
        std::array<std::string, 256> all;
        for (unsigned value = 0; value < 256; ++value)
            all[value] = byteName(value);
        return all;
    }();
    return names;
}

void splitIntoBytes(std::string_view text, TokenViews& views)
{
    const auto& names = byteNames();
    views.tokens.clear();
    for (const char c : text)
        views.tokens.push_back(names[static_cast<unsigned char>(c)]);
}

std::string joinedBytes(std::span<const std::string> tokens)
{
    std::string text;
    for (const std::string& token : tokens) {
        if (const std::optional<unsigned char> byte = byteOf(token))
            text += static_cast<char>(*byte);
        else
            text += token;
    }
    repairUtf8(text);
    return text;
}

/// Its vocabulary is not counted: all 256 values, so that nothing is ever unknown.
class ByteTokeniser : public WordTokeniser {
public:
    ByteTokeniser() : WordTokeniser(splitIntoBytes, joinedBytes) { }

    LearntVocabulary learn(const CleanedTexts&, const VocabularyLimits&, const Monitor&) override
    {
        std::vector<std::string> all = Vocabulary().tokens();
        all.insert(all.end(), byteNames().begin(), byteNames().end());
        return {Vocabulary::fromTokens(std::move(all)), 256};
    }
};

} // namespace

TokeniserRegistry::Entry byteEntry()
{
    return TokeniserRegistry::entry<NoOptions>(
        {.id = "byte",
         .title = "Byte",
         .summary = "Each byte of the UTF-8 text is a token. The vocabulary is always the 256 byte "
                    "values, whatever its limits say, and nothing is unknown; sequences are long.",
         .example = "\u00e9 \u2192 <0xC3> | <0xA9>"},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<ByteTokeniser>();
        },
        [] { return pythonPiece("tokenisers/byte"); });
}

} // namespace core
