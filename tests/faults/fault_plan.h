#pragma once

#include <sys/types.h>

#include <cstddef>

/// Which call into the system is to fail, by the environment of the process:
///
/// - FAULT_UNDER: a folder. Only calls about files below it count; those about no file (memory,
///   threads) count from the first use of such a file on.
/// - FAULT_CALL: a name from kNames, or "change": every call that changes files.
/// - FAULT_NUMBER: which of these calls fails, from 1; 0: none does.
/// - FAULT_KIND: a number of errno; "short": half is read or written; "kill": the process is killed
///   before the call; "torn": it is killed after half a write; "power": it is killed, and files
///   lose what was not synced (renames stay).
/// - FAULT_LASTING: with "1" all later calls of this name fail, too; a full disk takes half first.
/// - FAULT_REPORT: a file for a line "struck NAME NUMBER" when the call fails and, when the process
///   ends, a line "calls NAME NUMBER" for each name.
namespace plan {

/// Kinds of calls; their names stand in fault_plan.cpp.
enum Call {
    Write,
    Read,
    Sync,
    Rename,
    Link,
    Unlink,
    Open,
    Folder,
    Truncate,
    Close,
    Status,
    Map,
    Lock,
    Memory,
    Thread,
    kCalls
};

enum class Verdict {
    Pass,
    Fail, ///< With errno set.
    Half, ///< Of the bytes.
};

/// Whether a call may pass that counts where `counts`. It does not return where the process is to
/// be killed.
Verdict judge(Call call, bool counts);
bool fails(Call call, bool counts);
/// After half of the bytes: kills the process where that is the fault.
void afterHalf();
/// A file below the folder was used: calls about no file count from then on.
bool hasBegun();

/// Whether a path, a descriptor's file or a path relative to an open folder is below the folder.
bool isUnder(const char* path);
bool isUnder(int descriptor);
bool isUnderAt(int folder, const char* path);

// What a power cut leaves of files follows from these.
void noteWritten(int descriptor); ///< Before it is written to.
void noteSynced(int descriptor);
void noteRenamed(int fromFolder, const char* from, int toFolder, const char* to);
void noteRemoved(int folder, const char* path);

} // namespace plan
