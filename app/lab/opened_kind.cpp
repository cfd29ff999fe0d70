#include "app/lab/opened_kind.h"

#include "core/catalogue/spec_json.h"
#include "core/data/source/archive_reader.h"
#include "core/train/run_folder.h"

#include <QFileInfo>

#include <filesystem>

namespace app {

namespace {

constexpr qint64 kMostSpecBytes = 1 << 20; ///< Far more than settings take, and read in a moment.

/// Settings may be called .json, too, as most data in JSON are.
bool isSpec(const QString& path)
{
    if (path.endsWith(QLatin1String(".unroll")))
        return true;
    if (!path.endsWith(QLatin1String(".json")) || QFileInfo(path).size() > kMostSpecBytes)
        return false;
    try {
        core::readSpec(path.toStdString());
        return true;
    } catch (...) {
        return false; // Then it is data, and who reads them says what is wrong.
    }
}

bool isArchive(const QString& path)
{
    if (!QFileInfo(path).isFile()) // A pipe would be waited for.
        return false;
    try {
        return core::ArchiveReader::reads(path.toStdString());
    } catch (...) {
        return false;
    }
}

} // namespace

OpenedKind openedKind(const QString& path)
{
    if (isSpec(path))
        return OpenedKind::Settings;
    if (core::isRunFolder(path.toStdString()))
        return OpenedKind::Run;
    if (path.endsWith(QLatin1String(".safetensors"))
        || QFileInfo::exists(path + QStringLiteral("/exported_files.json")))
        return OpenedKind::Export;
    return isArchive(path) ? OpenedKind::Archive : OpenedKind::Data;
}

} // namespace app
