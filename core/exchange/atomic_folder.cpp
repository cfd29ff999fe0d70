#include "core/exchange/atomic_folder.h"

#include "core/base/error.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace core {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throwUnwritable(const fs::path& path, const std::string& detail)
{
    throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {path.string()}},
                {"Check that the place exists, that you may write there and that the disk is not "
                 "full.",
                 {}},
                detail);
}

/// A folder of its own beside `target`, removed with all it holds unless it was renamed.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const fs::path& target)
    {
        const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
        fs::path hidden(".");
        hidden += target.filename();
        hidden += ".XXXXXX";
        std::string name = (parent / hidden).string();
        if (::mkdtemp(name.data()) == nullptr)
            throwUnwritable(target, std::strerror(errno));
        m_path = name;
        // mkdtemp makes folders private; exports are made to be given away.
        const mode_t mask = ::umask(0);
        ::umask(mask);
        ::chmod(name.c_str(), 0777 & ~mask);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

} // namespace

void writeFolderAtomically(const fs::path& target, const std::function<void(const fs::path&)>& fill,
                           const std::function<bool(const fs::path&)>& mayReplace)
{
    // "out/" and "out" are the same folder.
    const fs::path place = target.has_filename() ? target : target.parent_path();
    std::error_code error;
    const bool isFull = fs::is_directory(place, error) && !fs::is_empty(place, error);
    if (isFull && !mayReplace(place))
        throw Error(ErrorCode::BadSetting, {"The folder %1 is not empty.", {place.string()}},
                    {"Choose a new folder, or an earlier export, which is then replaced.", {}});
    const TemporaryFolder fresh(place);
    fill(fresh.path());
    const TemporaryFolder old(place);
    error.clear(); // That nothing was there yet is none.
    if (isFull)
        fs::rename(place, old.path(), error);
    if (!error)
        fs::rename(fresh.path(), place, error);
    if (error)
        throwUnwritable(place, error.message());
}

} // namespace core
