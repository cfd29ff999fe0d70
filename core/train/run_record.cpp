#include "core/train/run_record.h"

#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/train/reports.h"

#include <ctime>

namespace core {

namespace {

constexpr const char* kRecordFile = "summary.json";

} // namespace

RunRecord readRunRecord(const FilePlace& run)
{
    RunRecord record;
    const FilePlace place = run / kRecordFile;
    if (!isThere(place))
        return record;
    const Json json = readJsonFile(place, Links::Refuse);
    try {
        record.state = runStateFromName(json.value("state", std::string()));
        record.steps = countOf(json, "steps");
        record.epochs = countOf(json, "epochs");
        record.bestEpoch = countOf(json, "best_epoch");
        record.bestValue = realOf(json, "best_value");
        record.testScores = scoresFromJson(json, "test");
        record.seconds = realOf(json, "seconds");
        record.createdUtc = json.value("created_utc", std::string());
    } catch (const std::exception& error) { // Of another type than it should be.
        throw Error(
            ErrorCode::FileMalformed,
            {"%1 is damaged: it does not hold what the program writes.", {place.path().string()}},
            {"Resume the run: this writes the file again.", {}}, error.what());
    }
    return record;
}

void writeRunRecord(const FilePlace& run, const RunRecord& record)
{
    Json json = {{"state", runStateName(record.state)},
                 {"steps", record.steps},
                 {"epochs", record.epochs},
                 {"best_epoch", record.bestEpoch},
                 {"best_value", record.bestValue},
                 {"seconds", record.seconds},
                 {"created_utc", record.createdUtc}};
    if (!record.testScores.empty())
        putScores(json, "test", record.testScores);
    writeFileAtomically(run / kRecordFile, json.dump(2) + "\n");
}

std::string nowUtc()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[32];
    const size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text, length};
}

} // namespace core
