#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <utility>
#include <vector>

/// Archives made in memory.
namespace fuzzed {

enum class Packing { Zip, StoredZip, TarGzip };

/// @param members  names and contents.
inline std::string packed(Packing packing,
                          const std::vector<std::pair<std::string, std::string>>& members)
{
    size_t size = size_t{1} << 16;
    for (const auto& [name, content] : members)
        size += content.size() + 2 * name.size() + 1024;
    std::string buffer(size, '\0');
    size_t used = 0;
    archive* handle = archive_write_new();
    if (packing == Packing::TarGzip) {
        archive_write_add_filter_gzip(handle);
        archive_write_set_format_ustar(handle);
    } else {
        archive_write_set_format_zip(handle);
    }
    if (packing == Packing::StoredZip)
        archive_write_set_options(handle, "zip:compression=store");
    archive_write_open_memory(handle, buffer.data(), buffer.size(), &used);
    for (const auto& [name, content] : members) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_write_header(handle, entry);
        archive_write_data(handle, content.data(), content.size());
        archive_entry_free(entry);
    }
    archive_write_close(handle);
    archive_write_free(handle);
    buffer.resize(used);
    return buffer;
}

} // namespace fuzzed
