#include "core/base/error.h"

#include <new>
#include <system_error>

namespace core {

namespace {

/// LibTorch's CPU allocator throws a plain c10::Error on exhaustion, and base knows no torch: its
/// text is the only sign.
bool speaksOfMemory(const std::string& text)
{
    return text.find("can't allocate memory") != std::string::npos
        || text.find("out of memory") != std::string::npos;
}

Failure outOfMemory(std::string detail)
{
    return {ErrorCode::OutOfMemory,
            {"There is not enough memory for this step.", {}},
            {"Lower the batch size, the maximum length or the network's sizes.", {}},
            std::move(detail)};
}

Failure unexpected(std::string detail)
{
    // LibTorch appends a backtrace to what(): the first line is the message.
    Message what{"Something unexpected went wrong: %1", {detail.substr(0, detail.find('\n'))}};
    return {ErrorCode::Internal, std::move(what), {}, std::move(detail)};
}

} // namespace

std::string Failure::sentence() const
{
    return advice.empty() ? what.plain() : what.plain() + " " + advice.plain();
}

Error::Error(ErrorCode code, Message what, Message advice, std::string detail)
    : std::runtime_error(what.plain())
    , m_failure{code, std::move(what), std::move(advice), std::move(detail)}
{
}

Failure currentFailure() noexcept
{
    try {
        throw;
    } catch (const Error& error) {
        return error.failure();
    } catch (const std::bad_alloc& error) {
        return outOfMemory(error.what());
    } catch (const std::system_error& error) {
        // A thread needs memory for its stack; the system says this where a limit refuses it.
        const bool full = error.code() == std::errc::resource_unavailable_try_again
            || error.code() == std::errc::not_enough_memory;
        return full ? outOfMemory(error.what()) : unexpected(error.what());
    } catch (const std::exception& error) {
        const std::string text = error.what();
        return speaksOfMemory(text) ? outOfMemory(text) : unexpected(text);
    } catch (...) {
        return unexpected("an exception of unknown type");
    }
}

} // namespace core
