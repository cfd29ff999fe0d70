#include "core/data/source/workbook.h"

#include "core/base/regular_file.h"
#include "core/data/cells/cell_text.h"

#include <sys/stat.h>

#include <array>

namespace core {

namespace {

constexpr std::string_view kOdsType = "application/vnd.oasis.opendocument.spreadsheet";

bool isZip(const std::filesystem::path& path)
{
    std::array<char, 4> head{};
    const size_t count = RegularFile(path).read(head.data(), head.size());
    return std::string_view(head.data(), count) == "PK\3\4";
}

} // namespace

WorkbookKind workbookKind(const std::filesystem::path& path)
{
    constexpr int kMostParts = 2000; ///< A workbook has no more; other archives may have millions.
    if (!isZip(path))
        return WorkbookKind::None;
    ArchiveReader reader(path);
    ArchiveReader::Member member;
    for (int i = 0; i < kMostParts && reader.next(member); ++i) {
        if (member.name == "xl/workbook.xml")
            return WorkbookKind::Xlsx;
        if (member.name != "mimetype")
            continue;
        std::array<char, 256> type{};
        const size_t count = reader.read(type.data(), type.size());
        if (std::string_view(type.data(), count).starts_with(kOdsType))
            return WorkbookKind::Ods;
    }
    return WorkbookKind::None;
}

Visit visitSheets(const std::filesystem::path& path, const SourceFile& asFile,
                  ReadProgress& progress, const FileVisitor& visit)
{
    return workbookKind(path) == WorkbookKind::Xlsx ? visitXlsx(path, asFile, progress, visit)
                                                    : visitOds(path, asFile, progress, visit);
}

std::string fileIdentity(const std::filesystem::path& path)
{
    struct stat status { };
    std::string identity = path.string();
    if (stat(path.c_str(), &status) != 0)
        return identity;
    for (const int64_t each :
         {int64_t(status.st_dev), int64_t(status.st_ino), int64_t(status.st_size),
          int64_t(status.st_mtim.tv_sec), int64_t(status.st_mtim.tv_nsec)})
        identity += ":" + std::to_string(each);
    return identity;
}

WorkbookPart::WorkbookPart(const std::filesystem::path& path, const std::string& member,
                           ReadProgress& progress)
    : m_reader(path), m_stream(m_reader, progress)
{
    ArchiveReader::Member each;
    while (!m_there && m_reader.next(each))
        m_there = each.name == member;
}

std::string_view WorkbookPart::next()
{
    return m_there ? m_stream.next() : std::string_view();
}

SourceFile sheetFile(const SourceFile& workbook, std::shared_ptr<const SheetFacts> facts)
{
    return {.name = facts->name,
            .shownName = workbook.shownName + ": " + facts->name,
            .lone = true,
            .bytes = workbook.bytes,
            .path = workbook.path + "/" + facts->name,
            .sheet = facts};
}

} // namespace core
