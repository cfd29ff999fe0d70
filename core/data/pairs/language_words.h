#pragma once

#include <string_view>
#include <vector>

namespace core {

/// The most frequent short words of a language in lower case, by which its texts are told from
/// those of others; empty for a language that is not known here.
/// @param language  as files and users name it: "de", "deu", "German", "pt-BR".
const std::vector<std::string_view>& frequentWords(std::string_view language);

} // namespace core
