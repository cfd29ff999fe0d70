#pragma once

#include <cstddef>

namespace spm {

// SentencePiece parses models that others made, and no parser is without faults. So the helper
// first drops all rights that it does not need: code of a malicious model finds no file, no
// network, no other program, and little memory and time.

enum class Work { Training, Serving };

/// For good, before a model or a text is read: no new privileges, no core dump, no file to open or
/// to write, no socket, no other program; threads only for training; addresses for the machine's
/// memory at most. Measures that the system does not offer are left out (seccomp where Unroll was built
/// without it or under a sanitizer).
void confine(Work work);

/// Limits for the next `bytes` to read: so much computing (then the process ends) and so many
/// addresses (then std::bad_alloc is thrown).
void allowFor(std::size_t bytes);

} // namespace spm
