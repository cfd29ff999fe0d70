#include "core/train/run_marks.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"

namespace core {

namespace {

std::filesystem::path marksPath(const std::filesystem::path& run)
{
    return run / "marks.json";
}

} // namespace

RunMarks readRunMarks(const std::filesystem::path& run)
{
    const auto path = marksPath(run);
    if (std::error_code error; !std::filesystem::exists(path, error))
        return {};
    const Json json = readJsonFile(path, Links::Refuse);
    try {
        return {json.value("starred", false), json.value("note", std::string())};
    } catch (const std::exception& error) { // Of another type than it should be.
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is damaged: it does not hold what the program writes.", {path.string()}},
                    {"Write the note of the run anew: the file is then replaced.", {}},
                    error.what());
    }
}

void writeRunMarks(const std::filesystem::path& run, const RunMarks& marks)
{
    const Json json = {{"starred", marks.starred}, {"note", marks.note}};
    writeFileAtomically(marksPath(run), json.dump(2) + "\n");
}

} // namespace core
