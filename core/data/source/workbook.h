#pragma once

#include "core/data/source/archive_reader.h"
#include "core/data/source/source_files.h"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace core {

/// The kinds of files of spreadsheet programs that are read.
enum class WorkbookKind {
    None,
    Xlsx, ///< Office Open XML (ISO/IEC 29500): Excel and most other programs.
    Ods ///< OpenDocument (ISO/IEC 26300): LibreOffice.
};

/// By what is in the file, whatever its name.
/// @throws Error{FileMissing, FileMalformed}.
WorkbookKind workbookKind(const std::filesystem::path& path);

/// Shows `visit` each sheet in the order of the workbook; one whose stream is left is passed over.
/// @throws as visitFiles(), with the sheet and the row.
Visit visitSheets(const std::filesystem::path& path, const SourceFile& asFile,
                  ReadProgress& progress, const FileVisitor& visit);

/// Another text after the file was changed.
std::string fileIdentity(const std::filesystem::path& path);

/// One member of an archive by its name.
class WorkbookPart : public ByteStream {
public:
    WorkbookPart(const std::filesystem::path& path, const std::string& member,
                 ReadProgress& progress);
    /// Whether there is such a member; without one there are no bytes.
    bool isThere() const { return m_there; }
    std::string_view next() override;

private:
    ArchiveReader m_reader;
    MemberStream m_stream;
    bool m_there = false;
};

/// Keeps the result of a pass over a whole part of a workbook, because recognition reads the same
/// file several times. As long as the file stays the same, its parts are passed over once. Only the
/// last file is remembered.
template <class Found> class PartMemory {
public:
    Found of(const std::filesystem::path& path, const std::string& part,
             const std::function<Found()>& pass)
    {
        const std::string file = fileIdentity(path);
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_file, file) != file)
            m_found.clear();
        const auto known = m_found.find(part);
        return known != m_found.end() ? known->second : m_found[part] = pass();
    }

private:
    std::mutex m_mutex;
    std::string m_file;
    std::map<std::string, Found> m_found;
};

/// A sheet as visitFiles() shows it.
SourceFile sheetFile(const SourceFile& workbook, std::shared_ptr<const SheetFacts> facts);

// Each in a file of its own.
Visit visitXlsx(const std::filesystem::path& path, const SourceFile& asFile, ReadProgress& progress,
                const FileVisitor& visit);
Visit visitOds(const std::filesystem::path& path, const SourceFile& asFile, ReadProgress& progress,
               const FileVisitor& visit);

} // namespace core
