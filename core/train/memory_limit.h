#pragma once

namespace core {

/// Makes an array that the machine has no room for fail where it is asked for. Without this Linux
/// promises more memory than there is, and when it is used the machine first stands still and the
/// program is then ended without a word.
///
/// The limit is on what the process may write to (RLIMIT_DATA): what it has now and most of what
/// is free now. It replaces an earlier one, but never exceeds the limit the process was started
/// with. Does nothing where the system does not say what is free. Any thread.
void limitMemoryToWhatIsFree();

/// Back to the limit that the process was started with: drivers of GPUs claim far more than they
/// use. Any thread.
void liftMemoryLimit();

} // namespace core
