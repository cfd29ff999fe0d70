#include "core/exchange/packed_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/data/source/archive_reader.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string_view>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMembersLookedAt = 1000;
constexpr size_t kBlockBytes = size_t{1} << 20;

/// "a/b/" of "a/b/c".
std::string folderOf(const std::string& name)
{
    return name.substr(0, name.rfind('/') + 1);
}

std::string nameWithoutFolder(const std::string& name)
{
    return name.substr(name.rfind('/') + 1);
}

/// The content of the archive's folders, by telling names.
struct Telling {
    std::set<std::string> specs, events, lists, pickles;

    void add(const std::string& name)
    {
        const std::string file = nameWithoutFolder(name), folder = folderOf(name);
        if (file == "spec.json")
            specs.insert(folder);
        else if (file == "events.jsonl")
            events.insert(folder);
        else if (file == "exported_files.json")
            lists.insert(folder);
        else if (file == "data.pkl")
            pickles.insert(folder);
    }
    PackedFolder folder() const
    {
        for (const std::string& each : specs)
            if (events.contains(each))
                return {PackedFolder::Kind::Run, each};
        if (!lists.empty())
            return {PackedFolder::Kind::Export, *lists.begin()};
        return {pickles.empty() ? PackedFolder::Kind::None : PackedFolder::Kind::Weights, {}};
    }
};

/// Where a member comes to lie in the new folder; empty: nowhere.
fs::path placeOf(const ArchiveReader::Member& member, const std::string& inside)
{
    if (member.kind != ArchiveReader::MemberKind::File || !member.name.starts_with(inside))
        return {};
    const fs::path place = fs::path(member.name.substr(inside.size())).lexically_normal();
    const bool stays = place.is_relative() && place.has_filename()
        && std::none_of(place.begin(), place.end(),
                        [](const fs::path& part) { return part == ".." || part == "."; });
    return stays ? place : fs::path();
}

[[noreturn]] void throwUnpackable(const fs::path& path)
{
    throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {path.string()}},
                {"Check that you may write there and that the disk is not full.", {}});
}

/// The file takes its name once it is whole.
void writeMember(ArchiveReader& archive, const fs::path& path, const Monitor& monitor)
{
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::string hidden = path.string() + ".XXXXXX";
    const int file = ::mkstemp(hidden.data());
    if (file < 0)
        throwUnpackable(path);
    const auto close = [](const int* descriptor) { ::close(*descriptor); };
    bool good = ::fchmod(file, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH) == 0;
    {
        const std::unique_ptr<const int, decltype(close)> closed(&file, close);
        std::string block(kBlockBytes, '\0');
        while (const size_t count = archive.read(block.data(), block.size())) {
            monitor.throwIfStopped();
            good = good && writeAll(file, std::string_view(block).substr(0, count));
        }
    }
    fs::rename(hidden, path, error);
    if (!good || error)
        throwUnpackable(path);
}

/// A folder that was not there before: "reviews", "reviews-2" ...
fs::path newFolder(const fs::path& parent, const std::string& name)
{
    std::error_code error;
    fs::create_directories(parent, error);
    fs::path folder = parent / name;
    for (int number = 2; !fs::create_directory(folder, error); ++number) {
        if (error)
            throwUnpackable(folder);
        folder = parent / (name + "-" + std::to_string(number));
    }
    return folder;
}

} // namespace

PackedFolder lookForFolder(const fs::path& archive)
{
    if (!ArchiveReader::reads(archive))
        return {};
    ArchiveReader reader(archive);
    ArchiveReader::Member member;
    Telling telling;
    for (size_t seen = 0; seen < kMembersLookedAt && reader.next(member); ++seen) {
        if (!reader.isContainer())
            return {};
        telling.add(member.name);
    }
    return telling.folder();
}

fs::path unpackFolder(const fs::path& archive, const std::string& inside, const fs::path& parent,
                      const Monitor& monitor)
{
    const std::string named
        = inside.empty() ? std::string() : nameWithoutFolder(inside.substr(0, inside.size() - 1));
    const bool telling = !named.empty() && named != "." && named != "..";
    const fs::path folder = newFolder(parent, telling ? named : archive.stem().string());
    try {
        ArchiveReader reader(archive);
        ArchiveReader::Member member;
        while (reader.next(member)) {
            if (const fs::path place = placeOf(member, inside); !place.empty())
                writeMember(reader, folder / place, monitor);
        }
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        throw;
    }
    return folder;
}

} // namespace core
