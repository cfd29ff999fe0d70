#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace core {

/// The characters by which GPT-2 writes the 256 bytes: printable ones of Latin-1 stand for
/// themselves, the others for U+0100 and the following ("\u0120" is the blank). In UTF-8.
const std::array<std::string, 256>& byteCharacters();
/// The bytes in the order of GPT-2's vocabulary.
const std::array<unsigned char, 256>& byteOrder();
/// The byte that a character stands for.
std::optional<unsigned char> byteOfCharacter(char32_t character);
/// A piece of byte-level BPE as its bytes read: "\u0120film" is " film". Pieces whose bytes are no
/// whole characters stay as they are.
std::string textOfByteCharacters(std::string_view piece);

} // namespace core
