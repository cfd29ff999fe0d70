#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace core {

/// Bytes of main memory that this process can still take: what the machine has left, or less where
/// a control group (of a container, a service, a batch system) allows less. Caches of files that
/// would give way count as free; a part of the whole is left to everything else, so that the value
/// may be negative. Nothing where the system does not say (it is not Linux).
///
/// @param proc  where the system says it; another folder in tests.
std::optional<int64_t> freeMemoryBytes(const std::filesystem::path& proc = "/proc");

/// Bytes of main memory that this process holds at this moment (resident set); 0 when the system
/// does not say.
int64_t residentMemoryBytes();
/// The part of it that does not belong to files.
int64_t ownMemoryBytes();

/// @throws Error{OutOfMemory} that says how many bytes of `wanted` there are.
[[noreturn]] void throwOutOfMemory(int64_t wanted, int64_t left);

/// For data in ordinary memory that grow: Linux promises more memory than there is. When it is
/// used, the machine first stalls and then ends the program without a message.
/// Takes about 50 microseconds. Any thread.
/// @throws Error{OutOfMemory} where `bytes` more cannot be had.
void requireMemory(int64_t bytes);

} // namespace core
