#include "core/exchange/temporary_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/regular_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace core {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& target)
{
    const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
    constexpr int kTries = 100;
    for (int tries = 0; tries < kTries; ++tries) {
        fs::path hidden(".");
        hidden += target.filename();
        hidden += "." + drawnLetters();
        m_path = parent / hidden;
        // The system takes the user's umask off: exports are made to be given away.
        if (::mkdir(m_path.c_str(), 0777) == 0)
            return;
        if (errno != EEXIST)
            break;
    }
    throwUnwritable(target, errno);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_kept)
        fs::remove_all(m_path, ignored);
}

} // namespace core
