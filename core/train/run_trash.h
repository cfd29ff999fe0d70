#pragma once

#include <filesystem>
#include <vector>

namespace core {

/// Where deleted runs wait, so that they can be brought back for as long as this lives: a hidden
/// folder of this process inside the runs folder. What processes that are gone have left there is
/// removed with it.
class RunTrash {
public:
    /// @param runs  the runs folder; nothing is made in it before a run is deleted.
    explicit RunTrash(std::filesystem::path runs);
    ~RunTrash(); ///< Empties it, for good.
    RunTrash(const RunTrash&) = delete;
    RunTrash& operator=(const RunTrash&) = delete;

    /// Whether `run` is one that may be deleted: it lies directly in the runs folder.
    bool takes(const std::filesystem::path& run) const;
    /// Takes a run away. @throws Error{BadSetting} where it is not taken or somebody trains in it,
    /// Error{FileUnwritable}.
    void put(const std::filesystem::path& run);
    /// Brings back the run that was deleted last, under another name where its own has been given
    /// to a new run. @pre !empty(). @throws Error{FileUnwritable}.
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
    int m_number = 0; ///< Of the next: two runs deleted may have had one name.
};

} // namespace core
