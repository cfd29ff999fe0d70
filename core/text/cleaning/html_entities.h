#pragma once

#include <optional>
#include <string_view>

namespace core {

/// The character that `&name;` stands for: the 252 entities of HTML 4.01 (section 24) and
/// `apos`. Names are case-sensitive: `Auml` and `auml` differ.
std::optional<char32_t> namedEntity(std::string_view name);

/// The character that `&#code;` stands for. As HTML 5 says, 128-159 mean Windows-1252, because
/// pages written with that encoding did.
char32_t numberedEntity(char32_t code);

} // namespace core
