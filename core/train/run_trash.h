#pragma once

#include <filesystem>
#include <vector>

namespace core {

/// Keeps deleted runs while it lives, so that they can be restored: in a hidden folder of this
/// process inside the runs folder. Also removes the folders that terminated processes left
/// there.
class RunTrash {
public:
    /// @param runs  the runs folder; nothing is made in it before a run is deleted.
    explicit RunTrash(std::filesystem::path runs);
    ~RunTrash(); ///< Deletes the runs for good.
    RunTrash(const RunTrash&) = delete;
    RunTrash& operator=(const RunTrash&) = delete;

    /// Whether `run` may be deleted: it is directly in the runs folder.
    bool takes(const std::filesystem::path& run) const;
    /// Deletes a run. @throws Error{BadSetting} if it may not be deleted or is being trained,
    /// Error{FileUnwritable}.
    void put(const std::filesystem::path& run);
    /// Restores the run that was deleted last, under another name if its own is used by a new
    /// run. @pre !empty(). @throws Error{FileUnwritable}.
    std::filesystem::path takeBack();
    bool empty() const { return m_deleted.empty(); }

private:
    struct Deleted {
        std::filesystem::path was, now;
    };
    void removeLeftOver() const;

    std::filesystem::path m_runs;
    std::filesystem::path m_folder; ///< This process's.
    std::vector<Deleted> m_deleted; ///< In the order in which they were deleted.
    int m_number = 0; ///< Number of the next run, since names may repeat.
};

} // namespace core
