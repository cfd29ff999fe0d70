#include "core/train/sent_run.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/base/regular_file.h"
#include "core/data/corpus_cache.h"
#include "core/train/run_folder.h"

#include <torch/version.h>

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <set>
#include <system_error>
#include <vector>

namespace core {

namespace {

namespace fs = std::filesystem;

/// Other versions round differently, or exchange other messages.
constexpr const char* kProgram = "LibTorch " TORCH_VERSION ", messages 1";

/// The files that another process needs to go on from the last checkpoint.
std::vector<fs::path> filesToSend(const fs::path& run)
{
    const std::set<std::string> own{"events.jsonl", "updates.jsonl", "run.lock",
                                    "summary.json", "marks.json",    "name.txt"};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(run))
        if (entry.is_regular_file() && !own.contains(entry.path().filename().string()))
            files.push_back(entry.path().filename());
    for (const std::string& name : textFileNames())
        if (fs::exists(run / "target" / name))
            files.push_back(fs::path("target") / name);
    files.push_back(fs::path("checkpoints") / checkpointFile("last"));
    std::sort(files.begin(), files.end());
    return files;
}

bool isRunning(const std::string& process)
{
    int number = 0;
    const auto [end, error]
        = std::from_chars(process.data(), process.data() + process.size(), number);
    return error == std::errc() && (kill(number, 0) == 0 || errno == EPERM);
}

/// A folder for this process; those of processes that were killed are removed.
fs::path newFolder()
{
    const fs::path all = cacheFolder() / "processes";
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(all, error))
        if (!isRunning(entry.path().filename().string())) {
            std::error_code ignored;
            fs::remove_all(entry.path(), ignored);
        }
    const fs::path folder = all / std::to_string(getpid());
    fs::remove_all(folder, error);
    fs::create_directories(folder / "checkpoints", error);
    if (!error)
        fs::create_directories(folder / "target", error);
    if (error)
        throw Error(ErrorCode::FileUnwritable,
                    {"The folder %1 could not be created.", {folder.string()}},
                    {"Check that the cache can be written to.", {}}, error.message());
    return folder;
}

} // namespace

void meetAlike(ProcessGroup& group, const std::string& asked)
{
    group.meet();
    const std::vector<std::string> all
        = group.gathered(Json{{"program", kProgram}, {"asked", asked}}.dump());
    const Json first = readJson(all.front()).value.value_or(Json());
    for (size_t rank = 1; rank < all.size(); ++rank) {
        const Json other = readJson(all[rank]).value.value_or(Json());
        const bool alike = other.at("asked") == "" || other.at("asked") == first.at("asked");
        if (alike && other.at("program") == first.at("program"))
            continue;
        throw Error(ErrorCode::Helper,
                    {alike ? "Process %1 of %2 is another version of the program than process 1."
                           : "Process %1 of %2 was started with other settings than process 1.",
                     {std::to_string(rank + 1), std::to_string(all.size())}},
                    {"Start all of them with the same program and the same arguments.", {}});
    }
}

void sendRun(ProcessGroup& group, const fs::path& run)
{
    std::string bytes;
    Json list = Json::array();
    for (const fs::path& file : filesToSend(run)) {
        const std::string content = readFile(run / file);
        list.push_back({{"name", file.generic_string()}, {"bytes", content.size()}});
        bytes += content;
    }
    group.agreed(list.dump());
    group.sent(bytes);
}

ReceivedRun::ReceivedRun(ProcessGroup& group) : m_folder(newFolder())
{
    const Json list = readJson(group.agreed({})).value.value_or(Json());
    const std::string bytes = group.sent({});
    size_t first = 0;
    for (const Json& file : list) {
        const auto size = file.at("bytes").get<size_t>();
        writeFileAtomically(m_folder / file.at("name").get<std::string>(),
                            bytes.substr(first, size));
        first += size;
    }
}

ReceivedRun::~ReceivedRun()
{
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

} // namespace core
