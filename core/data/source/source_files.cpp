#include "core/data/source/source_files.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/data/cells/cell_text.h"
#include "core/data/source/archive_reader.h"
#include "core/data/source/json_stream.h"
#include "core/data/source/workbook.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

namespace core {

namespace fs = std::filesystem;

namespace {

/// More members than any corpus of files has; a list of them must fit into memory.
constexpr size_t kLargestMemberCount = 5'000'000;
constexpr size_t kLargestPartCount = 1000; ///< The most parts of a JSON document.

class PlainStream : public ByteStream {
public:
    PlainStream(const fs::path& path, ReadProgress& progress)
        : m_file(path), m_buffer(kBlockBytes), m_progress(progress)
    {
    }
    std::string_view next() override
    {
        const size_t count = m_file.read(m_buffer.data(), m_buffer.size());
        m_progress.advance(count);
        return {m_buffer.data(), count};
    }

private:
    RegularFile m_file;
    std::vector<char> m_buffer;
    ReadProgress& m_progress;
};

std::string bareName(const fs::path& path)
{
    return path.filename().string();
}

/// Hidden files, what file managers leave behind, and the copies that editors keep.
bool isHidden(const std::string& component)
{
    return component.starts_with('.') || component.ends_with('~') || component == "__MACOSX"
        || component == "Thumbs.db" || component == "desktop.ini";
}

/// A member's name as folders and file, or nothing when it leads out of the archive.
std::optional<std::vector<std::string>> components(const std::string& name)
{
    if (name.starts_with('/') || (name.size() > 1 && name[1] == ':'))
        return std::nullopt;
    std::vector<std::string> parts;
    for (const fs::path& part : fs::path(name)) {
        if (part == "..")
            return std::nullopt;
        if (part != "." && !part.empty())
            parts.push_back(part.string());
    }
    return parts;
}

std::string joinedParts(const std::vector<std::string>& parts)
{
    std::string name;
    for (const std::string& part : parts)
        name += (name.empty() ? "" : "/") + part;
    return name;
}

/// The member's clean name when it may be read; else it is counted in `leftOut`.
std::optional<std::string> readableName(const ArchiveReader::Member& member, LeftOut& leftOut)
{
    const auto parts = components(member.name);
    if (!parts) {
        leftOut.add(LeftOut::Reason::OutsideName, member.name);
        return std::nullopt;
    }
    if (member.kind == ArchiveReader::MemberKind::Folder || parts->empty()
        || std::any_of(parts->begin(), parts->end(), isHidden))
        return std::nullopt;
    if (member.kind == ArchiveReader::MemberKind::File)
        return validText(joinedParts(*parts));
    leftOut.add(member.kind == ArchiveReader::MemberKind::Link ? LeftOut::Reason::Link
                                                               : LeftOut::Reason::Special,
                member.name);
    return std::nullopt;
}

bool namesAnArchive(const std::string& name)
{
    const std::string extension = fs::path(name).extension().string();
    for (const char* packed : {".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst", ".7z", ".rar"})
        if (extension == packed)
            return true;
    return false;
}

bool namesJson(const std::string& name)
{
    return fs::path(name).extension() == ".json";
}

/// Shows a file to `visit`, or its parts one after the other when it is a JSON document with parts.
Visit visitDocument(const SourceFile& asFile, ByteStream& bytes, const FileVisitor& visit)
{
    if (!namesJson(asFile.name))
        return visit(asFile, bytes);
    const std::string_view first = bytes.next();
    ResumedStream whole(first, bytes);
    if (!JsonParts::begins(first))
        return visit(asFile, whole);
    JsonParts parts(whole);
    size_t count = 0;
    for (std::string key; parts.next(key);) {
        if (++count > kLargestPartCount) // Each is led in by the line breaks of all before it.
            throw Error(ErrorCode::FileMalformed,
                        {"%1 has more than %2 parts.",
                         {asFile.shownName, std::to_string(kLargestPartCount)}},
                        {"Put the rows into one list for each part: {\"train\": [...], \"test\": "
                         "[...]}.",
                         {}});
        const std::string name = validText(key) + ".json";
        const SourceFile part{asFile.lone ? name : asFile.name + "/" + name,
                              asFile.shownName + ": " + validText(key), false, 0,
                              asFile.path + "/" + name};
        if (visit(part, parts.part()) == Visit::Stop)
            return Visit::Stop;
    }
    return Visit::Continue;
}

void visitMembers(ArchiveReader& reader, ArchiveReader::Member member, const fs::path& path,
                  ReadProgress& progress, LeftOut& leftOut, const FileVisitor& visit)
{
    size_t count = 0;
    uint64_t consumed = reader.consumedBytes();
    do {
        if (++count > kLargestMemberCount)
            throw Error(ErrorCode::FileMalformed,
                        {"%1 holds more than %2 files.",
                         {bareName(path), std::to_string(kLargestMemberCount)}},
                        {"Put the texts into one file, one per line.", {}});
        // Skipped members count as well, and a stop is seen between two of them.
        progress.advance(reader.consumedBytes() - std::min(consumed, reader.consumedBytes()));
        const auto name = readableName(member, leftOut);
        if (name && namesAnArchive(*name)) {
            leftOut.add(LeftOut::Reason::InnerArchive, *name);
        } else if (name) {
            MemberStream stream(reader, progress);
            const SourceFile file{*name, validText(bareName(path)) + ": " + *name, false,
                                  member.bytes, path.string() + "/" + *name};
            if (visitDocument(file, stream, visit) == Visit::Stop)
                return;
        }
        consumed = reader.consumedBytes();
    } while (reader.next(member));
}

enum class InnerArchives { Open, LeaveOut };

/// Shows one file on disk to `visit`, or the members when it is an archive.
/// @param asFile  its names when it is none.
Visit visitFile(const fs::path& path, const SourceFile& asFile, InnerArchives inner,
                ReadProgress& progress, LeftOut& leftOut, const FileVisitor& visit)
{
    progress.begin(asFile.shownName);
    if (inner == InnerArchives::Open && workbookKind(path) != WorkbookKind::None)
        return visitSheets(path, asFile, progress, visit);
    if (!ArchiveReader::reads(path)) {
        PlainStream stream(path, progress);
        return visitDocument(asFile, stream, visit);
    }
    ArchiveReader reader(path);
    ArchiveReader::Member member;
    const bool any = reader.next(member);
    if (!reader.isContainer()) {
        MemberStream stream(reader, progress);
        MemoryStream nothing({});
        return visitDocument(asFile, any ? static_cast<ByteStream&>(stream) : nothing, visit);
    }
    if (inner == InnerArchives::LeaveOut)
        leftOut.add(LeftOut::Reason::InnerArchive, asFile.name);
    else if (any)
        visitMembers(reader, std::move(member), path, progress, leftOut, visit);
    return Visit::Continue;
}

/// Whether `entry` may be read as a file of the folder `root`.
bool isReadableFile(const fs::directory_entry& entry, const fs::path& root, LeftOut& leftOut)
{
    std::error_code error;
    const std::string name = entry.path().lexically_relative(root).generic_string();
    if (entry.is_symlink(error)) {
        const fs::path target = fs::canonical(entry.path(), error);
        const fs::path relative = target.lexically_relative(fs::canonical(root, error));
        const bool inside = !error && !relative.empty() && *relative.begin() != "..";
        if (inside && fs::is_regular_file(target, error))
            return true;
        leftOut.add(LeftOut::Reason::Link, name);
        return false;
    }
    if (entry.is_regular_file(error))
        return true;
    if (!entry.is_directory(error))
        leftOut.add(LeftOut::Reason::Special, name);
    return false;
}

/// The files of a folder and of those inside, sorted. Links to folders are never entered.
/// @throws Error{FileMissing} when one of the folders cannot be read.
std::vector<fs::path> filesOfFolder(const fs::path& root, LeftOut& leftOut)
{
    std::vector<fs::path> files;
    std::error_code error;
    fs::path current = root;
    auto walk = fs::recursive_directory_iterator(root, error);
    while (!error && walk != fs::end(walk)) {
        current = walk->path();
        if (isHidden(bareName(current)))
            walk.disable_recursion_pending();
        else if (isReadableFile(*walk, root, leftOut))
            files.push_back(current);
        walk.increment(error);
    }
    // Without a folder that is a class the rest would look complete.
    if (error)
        throw Error(ErrorCode::FileMissing,
                    {"The folder %1 cannot be read: %2.", {current.string(), error.message()}},
                    {"Check that you may read it, or move it elsewhere.", {}});
    std::sort(files.begin(), files.end());
    return files;
}

void visitFolder(const fs::path& root, ReadProgress& progress, LeftOut& leftOut,
                 const FileVisitor& visit)
{
    const std::string rootName = bareName(root.has_filename() ? root : root.parent_path());
    for (const fs::path& path : filesOfFolder(root, leftOut)) {
        const fs::path relative = path.lexically_relative(root);
        const std::string name
            = validText((relative.parent_path() / nameWithoutPacking(path)).generic_string());
        std::error_code error;
        const auto bytes = fs::file_size(path, error);
        const SourceFile file{name,
                              validText(rootName) + "/" + validText(relative.generic_string()),
                              false, error ? 0 : bytes, path.string()};
        if (visitFile(path, file, InnerArchives::LeaveOut, progress, leftOut, visit) == Visit::Stop)
            return;
    }
}

/// A path as a user may give it: to something on disk, or to one member of an archive there.
struct GivenPlace {
    fs::path path; ///< On disk.
    std::string member; ///< Empty: everything in `path`.
};

GivenPlace givenPlaceOf(const std::string& given)
{
    std::error_code error;
    const fs::path whole(given);
    if (fs::exists(whole, error))
        return {whole, {}};
    for (fs::path folder = whole.parent_path(); folder.has_relative_path();
         folder = folder.parent_path())
        if (fs::is_regular_file(folder, error))
            return {folder, validText(whole.lexically_relative(folder).generic_string())};
    return {whole, {}};
}

fs::file_status existingStatus(const fs::path& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        throw Error(ErrorCode::FileMissing, {"There is no file or folder %1.", {path.string()}},
                    {"Check the name, or choose the data again.", {}}, error.message());
    if (!fs::is_directory(status) && !fs::is_regular_file(status))
        throw Error(ErrorCode::FileMissing, {"%1 is neither a file nor a folder.", {path.string()}},
                    {"Choose a file, a folder or an archive.", {}});
    return status;
}

/// Shows one member of an archive as a file chosen by itself.
void visitMember(const GivenPlace& place, ReadProgress& progress, const FileVisitor& visit)
{
    bool found = false;
    LeftOut others; // What else is wrong with the archive is not about this member.
    const SourceFile whole{nameWithoutPacking(place.path), validText(bareName(place.path)), true, 0,
                           place.path.string()};
    visitFile(place.path, whole, InnerArchives::Open, progress, others,
              [&](const SourceFile& file, ByteStream& bytes) {
                  if ((file.lone && !file.sheet) || file.name != place.member)
                      return Visit::Continue;
                  found = true;
                  SourceFile chosen = file;
                  chosen.lone = true;
                  visit(chosen, bytes);
                  return Visit::Stop;
              });
    if (!found)
        throw Error(ErrorCode::FileMissing,
                    {"There is no file %1 in %2.", {shown(place.member), place.path.string()}},
                    {"Choose the data again.", {}});
}

} // namespace

/// As the end of its name tells.
static bool isNamedPacked(const fs::path& path)
{
    const std::string extension = path.extension().string();
    return extension == ".gz" || extension == ".bz2" || extension == ".xz" || extension == ".zst";
}

std::string nameWithoutPacking(const fs::path& path)
{
    return validText(isNamedPacked(path) ? path.stem().string() : bareName(path));
}

bool isOnlyNamedPacked(const fs::path& path)
{
    std::error_code error;
    return isNamedPacked(path) && fs::is_regular_file(path, error) && fs::file_size(path, error) > 0
        && !ArchiveReader::reads(path);
}

namespace {

bool hasParts(const std::string& path)
{
    const Monitor silent;
    ReadProgress progress(silent, "Looking at %1", 0);
    LeftOut leftOut;
    bool parts = false;
    visitFiles(path, progress, leftOut, [&](const SourceFile& file, ByteStream&) {
        parts = !file.lone;
        return Visit::Stop;
    });
    return parts;
}

} // namespace

bool isContainer(const std::string& path)
{
    const GivenPlace place = givenPlaceOf(path);
    if (fs::is_directory(existingStatus(place.path)))
        return true;
    if (!place.member.empty())
        return false;
    if (workbookKind(path) != WorkbookKind::None)
        return false;
    if (ArchiveReader::reads(path)) {
        ArchiveReader reader(path);
        ArchiveReader::Member member;
        reader.next(member);
        if (reader.isContainer())
            return true;
    }
    return namesJson(nameWithoutPacking(path)) && hasParts(path);
}

std::vector<fs::path> filesOnDisk(const std::string& path)
{
    std::error_code error;
    if (!fs::is_directory(path, error))
        return {givenPlaceOf(path).path};
    std::vector<fs::path> files;
    auto walk = fs::recursive_directory_iterator(
        path, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::end(walk); walk.increment(error))
        if (std::error_code ignored; walk->is_regular_file(ignored))
            files.push_back(walk->path());
    std::sort(files.begin(), files.end());
    return files;
}

uint64_t bytesOnDisk(const std::string& path)
{
    uint64_t total = 0;
    for (const fs::path& file : filesOnDisk(path)) {
        std::error_code error;
        const auto bytes = fs::file_size(file, error);
        total += error ? 0 : bytes;
    }
    return total;
}

void visitFiles(const std::string& path, ReadProgress& progress, LeftOut& leftOut,
                const FileVisitor& visit)
{
    const GivenPlace place = givenPlaceOf(path);
    if (fs::is_directory(existingStatus(place.path))) {
        visitFolder(path, progress, leftOut, visit);
        return;
    }
    if (!place.member.empty()) {
        visitMember(place, progress, visit);
        return;
    }
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    const SourceFile file{nameWithoutPacking(path), validText(bareName(path)), true,
                          error ? 0 : bytes, path};
    visitFile(path, file, InnerArchives::Open, progress, leftOut, visit);
}

} // namespace core
