#include "core/base/mapped_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/main_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace core {

namespace {

constexpr size_t kWrittenAtOnce = size_t{1} << 20;

} // namespace

MappedFile::MappedFile(const FileDescriptor& file, size_t size, const std::filesystem::path& path)
    : m_size(size)
{
    if (size == 0)
        return;
    m_begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (m_begin == MAP_FAILED)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be mapped into memory.", {path.string()}});
}

MappedFile::~MappedFile()
{
    if (m_size > 0)
        ::munmap(m_begin, m_size);
}

void releaseMapped(std::string_view bytes)
{
    static const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
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

} // namespace core
