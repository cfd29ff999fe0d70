#include "core/data/source/archive_reader.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/data/source/byte_stream.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>

namespace core {

namespace {

/// Texts shrink to a third or a tenth. A larger ratio suggests an archive made to exhaust memory.
/// Small files may exceed it: a few repeated lines shrink a lot.
constexpr uint64_t kLargestRatio = 200;
constexpr uint64_t kAlwaysAllowedBytes = uint64_t{64} << 20;
constexpr uint64_t kLargestExpansion = uint64_t{64} << 30;

bool startsWith(std::string_view head, std::string_view mark)
{
    return head.substr(0, mark.size()) == mark;
}

bool looksPacked(std::string_view head)
{
    using namespace std::string_view_literals;
    constexpr std::array marks{"\x1f\x8b"sv, "\xfd\x37zXZ\0"sv, "\x28\xb5\x2f\xfd"sv,
                               "PK\3\4"sv,   "PK\5\6"sv,        "PK\7\x08"sv};
    for (const std::string_view mark : marks)
        if (startsWith(head, mark))
            return true;
    constexpr size_t kTarMarkAt = 257;
    const bool bzip
        = startsWith(head, "BZh") && head.size() > 10 && head.substr(4, 6) == "1AY&SY"sv;
    return bzip || (head.size() > kTarMarkAt && startsWith(head.substr(kTarMarkAt), "ustar"));
}

ArchiveReader::MemberKind kindOf(archive_entry* entry)
{
    if (archive_entry_hardlink(entry) || archive_entry_symlink(entry))
        return ArchiveReader::MemberKind::Link;
    switch (archive_entry_filetype(entry)) {
    case AE_IFDIR:
        return ArchiveReader::MemberKind::Folder;
    case AE_IFLNK:
        return ArchiveReader::MemberKind::Link;
    case AE_IFREG:
    case 0: // Zip files made on Windows and single compressed files do not say.
        return ArchiveReader::MemberKind::File;
    default:
        return ArchiveReader::MemberKind::Special;
    }
}

std::string nameOf(archive_entry* entry)
{
    // The first fails where the name's bytes do not fit the locale; the second gives them as
    // stored.
    const char* name = archive_entry_pathname_utf8(entry);
    if (!name)
        name = archive_entry_pathname(entry);
    std::string result = name ? name : "";
    std::replace(result.begin(), result.end(), '\\', '/');
    return result;
}

} // namespace

void ArchiveReader::Close::operator()(archive* handle) const
{
    archive_read_free(handle);
}

bool ArchiveReader::reads(const std::filesystem::path& path)
{
    std::array<char, 512> head{};
    const size_t count = RegularFile(path).read(head.data(), head.size());
    return path.extension() == ".tar" || looksPacked({head.data(), count});
}

ArchiveReader::ArchiveReader(const std::filesystem::path& path)
    : m_input(path), m_archive(archive_read_new()), m_name(path.filename().string())
{
    if (!m_archive)
        throw std::bad_alloc();
    archive* handle = m_archive.get();
    // Not support_filter_all: some of those start other programs. Gzip is unpacked by the input.
    archive_read_support_filter_bzip2(handle);
    archive_read_support_filter_xz(handle);
    archive_read_support_filter_zstd(handle);
    archive_read_support_format_tar(handle);
    archive_read_support_format_zip(handle);
    archive_read_support_format_empty(handle);
    archive_read_support_format_raw(handle);
    // Else a tar archive is left where its last member ends, and what packs it is not checked.
    archive_read_set_format_option(handle, "tar", "read_concatenated_archives", "1");
    m_fileBytes = std::filesystem::file_size(path);
    if (m_input.open(handle) != ARCHIVE_OK)
        fail();
}

bool ArchiveReader::next(Member& member)
{
    archive_entry* entry = nullptr;
    int result = ARCHIVE_RETRY;
    while (result == ARCHIVE_RETRY)
        result = archive_read_next_header(m_archive.get(), &entry);
    if (result == ARCHIVE_EOF)
        return false;
    if (result < ARCHIVE_WARN)
        fail();
    if (archive_entry_is_data_encrypted(entry))
        throw Error(ErrorCode::FileMalformed, {"%1 is protected by a password.", {m_name}},
                    {"Unpack it, and drop the folder.", {}});
    member.kind = kindOf(entry);
    member.name = nameOf(entry);
    const int64_t declared = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : 0;
    member.bytes = static_cast<uint64_t>(std::max<int64_t>(declared, 0));
    // Before it is skipped: skipping a member of a .tar.gz unpacks it.
    m_declaredBytes += std::min(member.bytes, kLargestExpansion + 1);
    checkExpansion(m_declaredBytes);
    return true;
}

size_t ArchiveReader::read(char* buffer, size_t size)
{
    la_ssize_t count = ARCHIVE_RETRY;
    while (count == ARCHIVE_RETRY)
        count = archive_read_data(m_archive.get(), buffer, size);
    if (count < 0)
        fail();
    m_readBytes += static_cast<uint64_t>(count);
    checkExpansion(m_readBytes);
    return static_cast<size_t>(count);
}

bool ArchiveReader::isContainer() const
{
    const int format = archive_format(m_archive.get());
    return format != ARCHIVE_FORMAT_RAW && format != ARCHIVE_FORMAT_EMPTY && format != 0;
}

uint64_t ArchiveReader::consumedBytes() const
{
    return std::min(m_input.consumedBytes(), m_fileBytes);
}

void ArchiveReader::checkExpansion(uint64_t bytes) const
{
    if (bytes <= kAlwaysAllowedBytes)
        return;
    if (bytes / kLargestRatio < m_fileBytes && bytes <= kLargestExpansion)
        return;
    throw Error(ErrorCode::FileMalformed,
                {"%1 unpacks to more than %2 times its size or to more than 64 GB, as archives "
                 "made to exhaust memory do. It was not read.",
                 {m_name, std::to_string(kLargestRatio)}},
                {"If you trust it, unpack it yourself and drop the folder.", {}});
}

void ArchiveReader::fail() const
{
    const char* text = archive_error_string(m_archive.get());
    const std::string why = text ? text : "unknown reason";
    throw Error(ErrorCode::FileMalformed, {"%1 cannot be unpacked: %2.", {m_name, why}},
                {"It may be damaged or cut off: download or pack it again.", {}}, why);
}

} // namespace core
