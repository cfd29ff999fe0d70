#include "core/train/bound_files.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/seal.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <string_view>

namespace core {

namespace {

constexpr std::string_view kPrefix = "bound/";
constexpr uint64_t kLargestFile = uint64_t{64} << 20;

bool isBound(const std::pair<const std::string, std::string>& entry)
{
    return entry.first.starts_with(kPrefix);
}

} // namespace

std::map<std::string, std::string> boundFiles(const FilePlace& run)
{
    std::map<std::string, std::string> bound;
    std::vector<std::string> files = taskFiles();
    files.insert(files.end(), {"text.json", "target/text.json"});
    for (const std::string& file : files) {
        if (isThere(run / file))
            bound[std::string(kPrefix) + file]
                = seal(readFile(run / file, kLargestFile, Links::Refuse)).dump();
    }
    return bound;
}

void checkBoundFiles(const FilePlace& run, const std::map<std::string, std::string>& metadata,
                     std::vector<Message>& notes)
{
    if (std::none_of(metadata.begin(), metadata.end(), isBound)) {
        notes.push_back({"The checkpoint is of an earlier version of the program: it does not say "
                         "with which class names and vocabularies it was trained.",
                         {}});
        return;
    }
    const std::map<std::string, std::string> now = boundFiles(run);
    for (const auto& entry : metadata) {
        const auto found = now.find(entry.first);
        if (isBound(entry) && (found == now.end() || found->second != entry.second))
            throw Error(ErrorCode::FileMalformed,
                        {"%1 is not the one with which the checkpoint was trained.",
                         {(run / entry.first.substr(kPrefix.size())).path().string()}},
                        {"Copy the whole run folder again from where it was made.", {}});
    }
}

} // namespace core
