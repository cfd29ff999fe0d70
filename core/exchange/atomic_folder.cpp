#include "core/exchange/atomic_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/base/seal.h"
#include "core/exchange/temporary_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace core {

namespace fs = std::filesystem;

namespace {

constexpr const char* kListName = "exported_files.json";
constexpr const char* kFormatName = "unroll-export";

/// Everything in `folder` that is no folder, from there on, sorted. Links are not followed.
std::vector<std::string> filesIn(const fs::path& folder)
{
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (!fs::is_directory(entry.symlink_status()))
            files.push_back(entry.path().lexically_relative(folder).generic_string());
    std::sort(files.begin(), files.end());
    return files;
}

void writeList(const fs::path& folder)
{
    Json files = Json::object();
    for (const std::string& file : filesIn(folder))
        files[file] = seal(readFile(folder / file));
    const Json list = {{"format", kFormatName}, {"version", 1}, {"files", files}};
    writeFileAtomically(folder / kListName, list.dump(2) + "\n");
}

/// A name in a list may come from anybody; it must not lead out of the folder.
bool staysInside(const fs::path& name)
{
    return !name.empty() && name.is_relative()
        && std::none_of(name.begin(), name.end(),
                        [](const fs::path& part) { return part == ".." || part == "."; });
}

/// Whether the file is as it was written; one that is gone, too.
bool isUnchanged(const fs::path& folder, const fs::path& name, const Json& expected)
{
    for (fs::path inner = name.parent_path(); !inner.empty(); inner = inner.parent_path())
        if (fs::is_symlink(folder / inner))
            return false;
    const auto status = fs::symlink_status(folder / name);
    return !fs::exists(status)
        || (fs::is_regular_file(status)
            && seal(readFile(folder / name, UINT64_MAX, Links::Refuse)) == expected);
}

/// The files of the export that stands in `folder`, its list among them.
/// @throws Error{BadSetting} when it is none, or when one of them was changed since.
std::vector<std::string> exportedFiles(const fs::path& folder)
{
    const fs::path path = folder / kListName;
    const Json list
        = fs::exists(fs::symlink_status(path)) ? readJsonFile(path, Links::Refuse) : Json();
    if (!list.is_object() || list.value("format", Json()) != kFormatName
        || !list.value("files", Json()).is_object())
        throw Error(
            ErrorCode::BadSetting, {"The folder %1 is not empty.", {folder.string()}},
            {"Choose a new folder, or an earlier export, whose files are then replaced.", {}});
    std::vector<std::string> files{kListName};
    for (const auto& [name, expected] : list["files"].items()) {
        if (!staysInside(name) || !isUnchanged(folder, name, expected))
            throw Error(
                ErrorCode::BadSetting,
                {"%1 was changed since it was exported.", {(folder / shown(name)).string()}},
                {"Put it into another folder, or choose a new one for the export.", {}});
        files.push_back(name);
    }
    return files;
}

struct Move {
    fs::path from, to;
};

/// Renames back what was renamed. False where one could not be.
bool moveBack(const std::vector<Move>& moves, size_t done)
{
    bool all = true;
    while (done-- > 0) {
        std::error_code error;
        fs::rename(moves[done].to, moves[done].from, error);
        all = all && !error;
    }
    return all;
}

/// Renames all or, where one cannot be renamed, none.
/// @param aside  holds what was there; it stays where that cannot be put back.
void moveAll(const std::vector<Move>& moves, TemporaryFolder& aside)
{
    for (size_t done = 0; done < moves.size(); ++done) {
        const Move& move = moves[done];
        std::error_code error;
        if (move.to.has_parent_path())
            fs::create_directories(move.to.parent_path(), error);
        if (!error)
            fs::rename(move.from, move.to, error);
        if (!error)
            continue;
        if (moveBack(moves, done))
            throwUnwritable(move.to, error.value());
        aside.keep();
        throw Error(ErrorCode::FileUnwritable,
                    {"%1 could not be written, and what was there could not be put back.",
                     {move.to.string()}},
                    {"The earlier files are in %1. Move them back when the disk allows it.",
                     {aside.path().string()}},
                    error.message());
    }
    for (const Move& move : moves)
        syncFolderOf(move.to);
}

/// Gives each of two folders the name of the other in one instant. False where the file system
/// cannot, or where it failed; then nothing has changed.
bool exchanged(const fs::path& a, const fs::path& b)
{
    return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
}

/// Whether one of `others`, which are no folders, has the name of `file` or of a folder around it.
bool isInTheWay(const std::vector<std::string>& others, const std::string& file)
{
    return std::any_of(others.begin(), others.end(), [&](const std::string& other) {
        return file == other || file.starts_with(other + "/");
    });
}

/// Folders of former files in which nothing is left.
void removeEmptyFolders(const fs::path& place, const std::vector<std::string>& former)
{
    for (const std::string& file : former)
        for (fs::path inner = fs::path(file).parent_path(); !inner.empty();
             inner = inner.parent_path()) {
            std::error_code ignored;
            if (fs::is_directory(fs::symlink_status(place / inner, ignored)))
                fs::remove(place / inner, ignored);
        }
}

/// Replaces the `former` files, which move to `aside`, by those of `fresh`.
void replaceExport(const fs::path& place, const std::vector<std::string>& former,
                   const fs::path& fresh, TemporaryFolder& aside)
{
    const fs::path& old = aside.path();
    std::vector<std::string> others;
    for (const std::string& file : filesIn(place))
        if (std::find(former.begin(), former.end(), file) == former.end())
            others.push_back(file);
    if (others.empty()) {
        if (exchanged(fresh, place))
            syncFolderOf(place);
        else
            moveAll({{place, old / "export"}, {fresh, place}}, aside);
        return;
    }
    std::vector<Move> moves;
    for (const std::string& file : former)
        if (fs::exists(fs::symlink_status(place / file)))
            moves.push_back({place / file, old / file});
    for (const std::string& file : filesIn(fresh)) {
        if (isInTheWay(others, file))
            throw Error(ErrorCode::BadSetting,
                        {"%1 is in the way of an exported file.", {(place / file).string()}},
                        {"Put it into another folder, or choose a new one for the export.", {}});
        moves.push_back({fresh / file, place / file});
    }
    moveAll(moves, aside);
    removeEmptyFolders(place, former);
}

} // namespace

void writeFolderAtomically(const fs::path& target, const std::function<void(const fs::path&)>& fill)
{
    // "out/" and "out" are the same folder.
    const fs::path place = target.has_filename() ? target : target.parent_path();
    std::error_code error;
    const bool isFull = fs::is_directory(place, error) && !fs::is_empty(place, error);
    const std::vector<std::string> former
        = isFull ? exportedFiles(place) : std::vector<std::string>();
    const TemporaryFolder fresh(place);
    fill(fresh.path());
    writeList(fresh.path());
    TemporaryFolder old(place);
    if (isFull)
        replaceExport(place, former, fresh.path(), old);
    else
        moveAll({{fresh.path(), place}}, old);
}

} // namespace core
