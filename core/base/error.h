#pragma once

#include "core/base/message.h"

#include <stdexcept>
#include <string>

namespace core {

enum class ErrorCode {
    FileMissing, ///< A path that does not exist or cannot be read.
    FileMalformed, ///< A file whose content is not what it should be.
    FileUnwritable, ///< No permission, a full disk, a read-only place.
    BadData, ///< Data that was read but cannot be trained on (one class only, no rows ...).
    BadSetting, ///< A spec or an argument out of its range.
    DeviceMissing, ///< A device that was asked for and is not there.
    OutOfMemory,
    Diverged, ///< The loss is not finite.
    Cancelled, ///< The user stopped a long job; shown quietly, never as an error.
    Helper, ///< A helper process failed.
    Internal
};

/// A failure as a plain value: small, copyable, safe to queue between threads.
struct Failure {
    ErrorCode code = ErrorCode::Internal;
    Message what; ///< The fault and its place (file, line, field), a whole sentence.
    Message advice; ///< How to correct it, a whole sentence; may be empty.
    std::string detail; ///< Technical text for the log; never shown as the headline.

    /// what and advice in English, one line.
    std::string sentence() const;
};

/// The only exception type that core throws on purpose.
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, Message what, Message advice = {}, std::string detail = {});
    const Failure& failure() const noexcept { return m_failure; }

private:
    Failure m_failure;
};

/// Turns the exception being handled into a value. Call only inside a catch block, at a thread's
/// edge. core::Error keeps its failure; memory errors become OutOfMemory; anything else Internal
/// with its text as detail.
Failure currentFailure() noexcept;

} // namespace core
