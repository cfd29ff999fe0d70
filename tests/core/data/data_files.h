#pragma once

#include "tests/support/test_case.h"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>

/// Files, folders and archives made for one test and removed after it.
class DataFiles {
public:
    struct Member {
        std::string name;
        std::string content;
        std::string linkTarget{}; ///< Not empty: a symbolic link.
    };

    std::string path(const std::string& name = {}) const
    {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    std::string file(const std::string& name, const std::string& content) const
    {
        const std::filesystem::path target = path(name);
        std::filesystem::create_directories(target.parent_path());
        std::ofstream(target, std::ios::binary) << content;
        return target.string();
    }
    std::string gzip(const std::string& name, const std::string& content) const
    {
        return pack(name, {{"data", content}}, [](archive* handle) {
            archive_write_add_filter_gzip(handle);
            archive_write_set_format_raw(handle);
        });
    }
    std::string tarGz(const std::string& name, const std::vector<Member>& members) const
    {
        return pack(name, members, [](archive* handle) {
            archive_write_add_filter_gzip(handle);
            archive_write_set_format_pax_restricted(handle);
        });
    }
    std::string zip(const std::string& name, const std::vector<Member>& members) const
    {
        return pack(name, members, [](archive* handle) { archive_write_set_format_zip(handle); });
    }
    std::string lockedZip(const std::string& name, const std::vector<Member>& members) const
    {
        return pack(name, members, [](archive* handle) {
            archive_write_set_format_zip(handle);
            archive_write_set_options(handle, "zip:encryption=traditional");
            archive_write_set_passphrase(handle, "secret");
        });
    }

private:
    template <class Setup>
    std::string pack(const std::string& name, const std::vector<Member>& members, Setup setup) const
    {
        const std::string target = path(name);
        archive* handle = archive_write_new();
        setup(handle);
        archive_write_open_filename(handle, target.c_str());
        for (const Member& member : members) {
            archive_entry* entry = archive_entry_new();
            archive_entry_set_pathname(entry, member.name.c_str());
            archive_entry_set_perm(entry, 0644);
            const bool link = !member.linkTarget.empty();
            archive_entry_set_filetype(entry, link ? AE_IFLNK : AE_IFREG);
            if (link)
                archive_entry_set_symlink(entry, member.linkTarget.c_str());
            else
                archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
            archive_write_header(handle, entry);
            if (!link)
                archive_write_data(handle, member.content.data(), member.content.size());
            archive_entry_free(entry);
        }
        archive_write_free(handle);
        return target;
    }

    QTemporaryDir m_folder;
};
