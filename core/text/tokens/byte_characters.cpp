#include "core/text/tokens/byte_characters.h"

#include "core/text/tokens/unicode.h"

namespace core {

namespace {

bool standsForItself(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xFF && byte != 0xAD);
}

constexpr char32_t kFirstOther = 0x100;

struct ByteTable {
    std::array<std::string, 256> characters;
    std::array<unsigned char, 256> order{};
    size_t themselves = 0; ///< So many at the front of `order` stand for themselves.

    ByteTable()
    {
        size_t next = 0;
        for (const bool itself : {true, false}) {
            for (unsigned byte = 0; byte < 256; ++byte)
                if (standsForItself(byte) == itself)
                    order[next++] = static_cast<unsigned char>(byte);
            themselves = itself ? next : themselves;
        }
        for (size_t i = 0; i < order.size(); ++i)
            appendUtf8(characters[order[i]],
                       i < themselves ? order[i]
                                      : kFirstOther + static_cast<char32_t>(i - themselves));
    }
};

const ByteTable& byteTable()
{
    static const ByteTable table;
    return table;
}

} // namespace

const std::array<std::string, 256>& byteCharacters()
{
    return byteTable().characters;
}

const std::array<unsigned char, 256>& byteOrder()
{
    return byteTable().order;
}

std::optional<unsigned char> byteOfCharacter(char32_t character)
{
    if (character < kFirstOther)
        return standsForItself(character) ? std::optional(static_cast<unsigned char>(character))
                                          : std::nullopt;
    const size_t i = byteTable().themselves + (character - kFirstOther);
    return i < 256 ? std::optional(byteTable().order[i]) : std::nullopt;
}

std::string textOfByteCharacters(std::string_view piece)
{
    std::string bytes;
    for (size_t at = 0; at < piece.size();) {
        const std::optional<unsigned char> byte = byteOfCharacter(nextCodePoint(piece, at));
        if (!byte)
            return std::string(piece);
        bytes += static_cast<char>(*byte);
    }
    std::string text = bytes;
    repairUtf8(text);
    return text == bytes ? text : std::string(piece);
}

} // namespace core
