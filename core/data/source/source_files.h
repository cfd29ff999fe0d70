#pragma once

#include "core/data/source/byte_stream.h"
#include "core/data/source/read_progress.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// A sheet of a workbook. The counts are known when its rows were read to their end.
struct SheetFacts {
    std::string name;
    bool hidden = false;
    int64_t mergedAreas = 0;
    int64_t missingResults = 0; ///< Formulas whose values are not in the file.
};

/// One file among what was dropped: a lone file, a file of a folder, a member of an archive.
struct SourceFile {
    std::string name; ///< Inside its folder or archive, '/' between folders; valid UTF-8.
    std::string shownName; ///< As the user would name it: "reviews.zip: train.csv".
    bool lone = true; ///< Not in a folder or an archive.
    uint64_t bytes = 0; ///< As declared; of a compressed lone file, what is on disk.
    std::string path{}; ///< With which visitFiles() shows this file alone: "/a/b.zip/train.csv".
    std::shared_ptr<const SheetFacts> sheet{}; ///< Null: it is no sheet.
};

enum class Visit { Continue, Stop };
using FileVisitor = std::function<Visit(const SourceFile&, ByteStream&)>;

/// True when `path` is a folder, an archive with members or a JSON document with parts, false when
/// it is one file or one member of an archive.
/// @throws Error{FileMissing, FileMalformed}.
bool isContainer(const std::string& path);

/// The name of a file without its folders and without ".gz" and the like at its end; valid UTF-8.
std::string nameWithoutPacking(const std::filesystem::path& path);

/// The file itself, all files in a folder in the order of their names, or the archive of a member.
std::vector<std::filesystem::path> filesOnDisk(const std::string& path);

/// Whether a file is named as a compressed one (".gz") but is not one: it is read as it stands.
bool isOnlyNamedPacked(const std::filesystem::path& path);

/// Bytes of filesOnDisk(); 0 when they cannot be counted.
uint64_t bytesOnDisk(const std::string& path);

/// Shows `visit` each file in `path`, always in the same order: the file itself, the files of a
/// folder sorted by name, the members of an archive in its order. Nothing is unpacked to disk.
/// One member of an archive is a path too: the archive's, '/' and the member's name. A JSON
/// document with parts ({"train": [...], "test": [...]}) is shown as one file a part, and a
/// workbook as one lone file a sheet, whose text is that of SheetText.
///
/// Never followed: names that lead out of an archive, its links and special members, links in a
/// folder to folders or out of it, archives inside either. They are counted in `leftOut`.
/// Hidden files are passed over in silence.
/// @throws Error{FileMissing} when there is no such path, Error{FileMalformed} when an archive is
/// damaged or refused, Error{Cancelled}.
void visitFiles(const std::string& path, ReadProgress& progress, LeftOut& leftOut,
                const FileVisitor& visit);

} // namespace core
