#include "core/base/mapped_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/main_memory.h"
#include "core/base/text_list.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace core {

namespace {

constexpr size_t kWrittenAtOnce = size_t{1} << 20;

uintptr_t pageSize()
{
    static const auto size = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

/// A mapped file as the signal handler sees it, which may only touch what is atomic.
struct Mapping {
    std::atomic<uintptr_t> begin = 0; ///< 0: free.
    std::atomic<size_t> size = 0;
    std::atomic<bool> cut = false;
    std::atomic<const std::filesystem::path*> path = nullptr;
};
std::array<Mapping, 512> mappings; // More are not guarded.
std::mutex mappingsMutex; // For everybody but the handler.
std::atomic<int> cutMappings = 0;
struct sigaction formerAction;

/// Replaces pages that the file has lost by zeros; the read is then repeated.
bool replaceLost(uintptr_t address)
{
    for (Mapping& each : mappings) {
        const uintptr_t begin = each.begin.load();
        const uintptr_t end = begin + (each.size.load() + pageSize() - 1) / pageSize() * pageSize();
        if (begin == 0 || address < begin || address >= end)
            continue;
        auto* const page = reinterpret_cast<char*>(address / pageSize() * pageSize());
        const size_t rest = end - reinterpret_cast<uintptr_t>(page);
        if (::mmap(page, rest, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
            == MAP_FAILED)
            return false;
        if (!each.cut.exchange(true))
            ++cutMappings;
        return true;
    }
    return false;
}

void handleBusError(int, siginfo_t* information, void*)
{
    const int saved = errno;
    if (!replaceLost(reinterpret_cast<uintptr_t>(information->si_addr)))
        ::sigaction(SIGBUS, &formerAction, nullptr); // It comes again, to whom it belongs.
    errno = saved;
}

void installHandler()
{
    pageSize(); // The handler only reads it.
    struct sigaction action { };
    action.sa_sigaction = handleBusError;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &action, &formerAction);
}

void guard(uintptr_t begin, size_t size, const std::filesystem::path& path)
{
    static std::once_flag installed;
    std::call_once(installed, installHandler);
    const std::lock_guard lock(mappingsMutex);
    for (Mapping& each : mappings) {
        if (each.begin != 0)
            continue;
        each.size = size;
        each.path = &path;
        each.begin = begin;
        return;
    }
}

void unguard(uintptr_t begin)
{
    const std::lock_guard lock(mappingsMutex);
    for (Mapping& each : mappings) {
        if (each.begin != begin)
            continue;
        each.begin = 0;
        if (each.cut.exchange(false))
            --cutMappings;
    }
}

} // namespace

MappedFile::MappedFile(const FileDescriptor& file, size_t size, const std::filesystem::path& path)
    : m_size(size), m_path(path)
{
    if (size == 0)
        return;
    m_begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (m_begin == MAP_FAILED)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be mapped into memory.", {path.string()}});
    guard(reinterpret_cast<uintptr_t>(m_begin), m_size, m_path);
}

MappedFile::~MappedFile()
{
    if (m_size == 0)
        return;
    unguard(reinterpret_cast<uintptr_t>(m_begin));
    ::munmap(m_begin, m_size);
}

void MappedFile::throwIfCut()
{
    if (cutMappings == 0)
        return;
    const std::lock_guard lock(mappingsMutex);
    for (const Mapping& each : mappings)
        if (each.begin != 0 && each.cut)
            throw Error(ErrorCode::FileMissing,
                        {"%1 was shortened, or could not be read, while it was in use.",
                         {each.path.load()->string()}},
                        {"Start again: the data are then read anew.", {}});
}

void releaseMapped(std::string_view bytes)
{
    const uintptr_t page = pageSize();
    const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
    const uintptr_t first = (begin + page - 1) / page * page;
    const uintptr_t last = (begin + bytes.size()) / page * page;
    if (last > first)
        ::madvise(const_cast<char*>(bytes.data()) + (first - begin), last - first, MADV_DONTNEED);
}

void GrowingBytes::append(std::string_view bytes)
{
    if (m_inMemory && m_waiting.size() + bytes.size() > m_waiting.capacity())
        requireMemory(static_cast<int64_t>(2 * (m_waiting.size() + bytes.size())));
    m_waiting += bytes;
    if (!m_inMemory && m_waiting.size() >= (m_written > 0 ? kWrittenAtOnce : kFew))
        spill();
}

bool GrowingBytes::open()
{
    std::error_code error;
    if (m_folder.empty())
        return false;
    std::filesystem::create_directories(m_folder, error);
    m_file = openUnnamedFile(m_folder);
    return m_file.get() >= 0;
}

void GrowingBytes::spill()
{
    if (m_file.get() < 0 && !open()) {
        m_inMemory = true;
        return;
    }
    if (!writeAll(m_file.get(), m_waiting)) {
        takeBack();
        return;
    }
    m_written += m_waiting.size();
    m_waiting.clear();
}

/// The disk is full: everything comes back into memory.
void GrowingBytes::takeBack()
{
    m_inMemory = true;
    requireMemory(static_cast<int64_t>(size()));
    const MappedFile written(m_file, m_written, m_folder);
    m_waiting.insert(0, written.bytes());
    m_written = 0;
    m_file = FileDescriptor();
}

GrowingBytes::Finished GrowingBytes::finish()
{
    if (m_written > 0 && !m_waiting.empty())
        spill();
    if (m_written == 0) {
        m_waiting.shrink_to_fit();
        auto bytes = std::make_shared<const std::string>(std::move(m_waiting));
        return {bytes, *bytes, false};
    }
    auto file = std::make_shared<const MappedFile>(m_file, m_written, m_folder);
    return {file, file->bytes(), true};
}

TextList TextList::part(size_t first, size_t count) const
{
    TextList result = *this;
    if (m_views.empty())
        result.m_strings = m_strings.subspan(first, count);
    else
        result.m_views = m_views.subspan(first, count);
    return result;
}

void TextList::release(size_t first, size_t count) const
{
    if (m_memory == Memory::Own || count == 0)
        return;
    MappedFile::throwIfCut();
    const std::string_view begin = m_views[first], end = m_views[first + count - 1];
    if (end.data() >= begin.data()) // In the order of the file.
        releaseMapped({begin.data(), static_cast<size_t>(end.data() - begin.data()) + end.size()});
}

} // namespace core
