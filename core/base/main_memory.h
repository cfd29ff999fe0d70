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
/// Of these what it holds for itself, files left out.
int64_t ownMemoryBytes();

/// @throws Error{OutOfMemory} that says how many bytes of `wanted` there are.
[[noreturn]] void throwOutOfMemory(int64_t wanted, int64_t left);

/// For what is kept in ordinary memory and grows: Linux promises more than there is, and when that
/// is used the machine first stands still and the program is then ended without a word.
/// Takes about 50 microseconds. Any thread.
/// @throws Error{OutOfMemory} where `bytes` more cannot be had.
void requireMemory(int64_t bytes);

} // namespace core
