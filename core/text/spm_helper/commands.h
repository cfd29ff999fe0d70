#pragma once

#include <string_view>

namespace spm {

inline constexpr std::string_view kOutOfMemory = "it needs more memory than it may take.";

// The two conversations of subword_protocol.h. Both return when theirs is over and throw
// std::runtime_error when the other side does not keep to it.

void train();
/// @param modelType  "bpe" or "unigram".
void serve(std::string_view modelType);

} // namespace spm
