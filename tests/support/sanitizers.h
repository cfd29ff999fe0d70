#pragma once

/// Whether this build watches every allocation. It reserves terabytes of addresses and ends the
/// process where memory is refused, so what happens under a limit can only be tried without it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kWatchesMemory = true;
#else
inline constexpr bool kWatchesMemory = false;
#endif
