#include "core/train/run_trash.h"

#include "core/base/error.h"
#include "core/train/run_lock.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <string>

#include <unistd.h>

namespace core {

namespace {

/// In a name that no run has: lists of runs pass it over.
std::filesystem::path trashIn(const std::filesystem::path& runs)
{
    return runs / ".deleted";
}

void move(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::error_code error;
    std::filesystem::rename(from, to, error);
    if (error)
        throw Error(
            ErrorCode::FileUnwritable,
            {"%1 cannot be moved to %2: %3.", {from.string(), to.string(), error.message()}},
            {"Check that you can write to both folders.", {}});
    syncFolderOf(to);
    syncFolderOf(from);
}

std::filesystem::path freePath(const std::filesystem::path& wanted)
{
    std::filesystem::path path = wanted;
    std::error_code error;
    for (int number = 1; std::filesystem::exists(path, error); ++number)
        path = wanted.string() + "-restored" + (number > 1 ? std::to_string(number) : "");
    return path;
}

bool isAlive(const std::string& process)
{
    long id = 0;
    const char* end = process.data() + process.size();
    const bool isNumber = std::from_chars(process.data(), end, id).ptr == end && id > 0;
    return !isNumber || ::kill(static_cast<pid_t>(id), 0) == 0 || errno != ESRCH;
}

} // namespace

RunTrash::RunTrash(std::filesystem::path runs)
    : m_runs(std::filesystem::absolute(runs).lexically_normal())
    , m_folder(trashIn(m_runs) / std::to_string(::getpid()))
{
    removeLeftOver();
}

RunTrash::~RunTrash()
{
    std::error_code error; // What cannot be removed is left to the next process.
    for (const Deleted& each : m_deleted)
        std::filesystem::remove_all(each.now, error);
    std::filesystem::remove(m_folder, error); // Only if it is empty.
    std::filesystem::remove(trashIn(m_runs), error);
}

void RunTrash::removeLeftOver() const
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(trashIn(m_runs), error)) {
        std::error_code ignored;
        if (!isAlive(entry.path().filename().string()))
            std::filesystem::remove_all(entry.path(), ignored);
    }
}

bool RunTrash::takes(const std::filesystem::path& run) const
{
    return std::filesystem::absolute(run).lexically_normal().parent_path() == m_runs;
}

void RunTrash::put(const std::filesystem::path& run)
{
    if (!takes(run))
        throw Error(
            ErrorCode::BadSetting,
            {"%1 is not in the folder of runs and is not deleted from here.", {run.string()}},
            {"Remove it from the list, or delete its folder on the desktop.", {}});
    if (RunLock::isHeld(run))
        throw Error(ErrorCode::BadSetting, {"%1 is being trained.", {run.string()}},
                    {"Stop its training first; then delete it.", {}});
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    const auto place = m_folder / (std::to_string(m_number++) + "-" + run.filename().string());
    move(run, place);
    m_deleted.push_back({run, place});
}

std::filesystem::path RunTrash::takeBack()
{
    const Deleted last = m_deleted.back();
    const auto path = freePath(last.was);
    move(last.now, path);
    m_deleted.pop_back();
    return path;
}

} // namespace core
