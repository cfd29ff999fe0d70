#pragma once

#include <filesystem>

namespace core {

/// A new hidden folder beside `target`, removed with all it contains unless it was renamed or is
/// kept.
class TemporaryFolder {
public:
    /// @throws Error{FileUnwritable}.
    explicit TemporaryFolder(const std::filesystem::path& target);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return m_path; }
    void keep() { m_kept = true; }

private:
    std::filesystem::path m_path;
    bool m_kept = false;
};

} // namespace core
