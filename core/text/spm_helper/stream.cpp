#include "core/text/spm_helper/stream.h"

#include "core/text/subword/subword_protocol.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

namespace spm {

namespace {

constexpr size_t kBufferBytes = 1U << 16;
int outputDescriptor = STDOUT_FILENO;
bool metEndOfTexts = false;

ssize_t readSome(char* to, size_t most)
{
    ssize_t count = 0;
    do {
        count = ::read(STDIN_FILENO, to, most);
    } while (count < 0 && errno == EINTR);
    return count;
}

/// Standard input through a buffer; returns how many bytes there were.
size_t readBytes(char* to, size_t wanted)
{
    static std::vector<char> buffer(kBufferBytes);
    static size_t taken = 0;
    static size_t filled = 0;
    size_t got = 0;
    while (got < wanted) {
        if (taken == filled) {
            const ssize_t count = readSome(buffer.data(), buffer.size());
            if (count <= 0)
                break;
            taken = 0;
            filled = static_cast<size_t>(count);
        }
        const size_t part = std::min(wanted - got, filled - taken);
        std::copy_n(buffer.data() + taken, part, to + got);
        taken += part;
        got += part;
    }
    return got;
}

void writeAll(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(outputDescriptor, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            std::_Exit(1);
        if (count > 0)
            bytes.remove_prefix(static_cast<size_t>(count));
    }
}

} // namespace

void openStreams()
{
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    outputDescriptor = ::dup(STDOUT_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

std::optional<std::string> readFrame(size_t most, void (*expect)(size_t))
{
    uint32_t length = 0;
    const size_t got = readBytes(reinterpret_cast<char*>(&length), sizeof length);
    metEndOfTexts = got == sizeof length && length == core::subword::kEndOfTexts;
    if (got == 0 || metEndOfTexts)
        return std::nullopt;
    if (got < sizeof length || length > most)
        throw std::runtime_error("the input is not made of frames");
    if (expect != nullptr)
        expect(length);
    std::string frame(length, '\0');
    if (readBytes(frame.data(), length) < length)
        throw std::runtime_error("the input ended within a frame");
    return frame;
}

bool textsWereWhole()
{
    return metEndOfTexts;
}

void writeFrame(char head, std::string_view body)
{
    std::string frame;
    frame.reserve(body.size() + 1 + sizeof(uint32_t));
    core::subword::appendNumber(frame, static_cast<uint32_t>(body.size() + 1));
    frame += head;
    frame.append(body);
    writeAll(frame);
}

void endWithInput()
{
    std::thread([] {
        char unused = 0;
        while (readSome(&unused, 1) > 0) { }
        std::_Exit(1);
    }).detach();
}

} // namespace spm
