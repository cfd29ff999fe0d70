#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spm {

inline constexpr std::string_view kOutOfMemory = "it needs more memory than it may take.";

// The two conversations of subword_protocol.h. Both return when theirs is over and throw
// std::runtime_error when the other side does not keep to it.

void train();
/// @param modelType  "bpe" or "unigram".
void serve(std::string_view modelType);

/// Keeps standard output for frames: what a library prints goes to standard error instead. Closes
/// what else was left open.
void openStreams();

/// The next frame of standard input; nothing at its end or at the mark behind the last text.
/// @param expect  is told its length before any of it is read.
/// @throws std::runtime_error when it ends within a frame or is longer than `most`.
std::optional<std::string> readFrame(size_t most, void (*expect)(size_t) = nullptr);

/// True once readFrame() met the mark behind the last text, rather than the end of the input.
bool textsWereWhole();

/// Writes one frame of `head` and `body`; ends the process when the reader is gone.
void writeFrame(char head, std::string_view body);

/// Ends the process as soon as the input ends: whoever wanted the answer is gone.
void endWithInput();

} // namespace spm
