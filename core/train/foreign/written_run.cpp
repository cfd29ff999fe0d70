#include "core/train/foreign/written_run.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/text/text_files.h"
#include "core/train/bound_files.h"
#include "core/train/checkpoint.h"
#include "core/train/event_log.h"
#include "core/train/run_lock.h"
#include "core/train/run_record.h"
#include "core/train/setting_changes.h"
#include "core/train/training.h"

namespace core {

namespace {

constexpr size_t kNamedTensors = 3;

void appendEvents(EventLog& events, const std::filesystem::path& run, const ImportedRun& imported)
{
    StartReport start;
    start.run = run.string();
    start.task = imported.spec.task.kind;
    start.vocabularySize = imported.spec.text.vocabularySize;
    start.parameters = imported.parameters;
    start.device = "cpu";
    start.notes = imported.notes;
    events.append(toJson(start));
    EndReport end;
    end.state = RunState::Completed;
    end.reason = {"The weights were imported.", {}};
    events.append(toJson(end));
    events.flush();
}

} // namespace

void refuseIncomplete(const TensorTable& table, const std::filesystem::path& source)
{
    if (table.isComplete())
        return;
    using State = TensorRow::State;
    std::string named;
    size_t count = 0;
    for (const TensorRow& row : table.rows) {
        if (row.state == State::Taken || row.state == State::Constant
            || row.state == State::LeftOver)
            continue;
        if (count++ < kNamedTensors)
            named += (named.empty() ? "" : ", ") + row.ours + " (" + stateName(row.state) + ")";
    }
    throw Error(
        ErrorCode::BadData,
        {"%1 does not have all tensors of the network; %2 {does|do} not fit: %3.",
         {source.string(), std::to_string(count), named + (count > kNamedTensors ? " ..." : "")}},
        {"`unroll-cli import FOLDER --table` lists all of them.", {}});
}

std::vector<Message> importNotes(const std::filesystem::path& source, const TensorTable& table)
{
    std::vector<Message> notes{{"Imported from %1.", {source.string()}}};
    if (const std::string names = table.leftOver(); !names.empty())
        notes.push_back({"Tensors of the checkpoint that are not used: %1.", {names}});
    return notes;
}

void completeImportedRun(const std::filesystem::path& run, const ImportedRun& imported,
                         TensorFile weights)
{
    writeRunPlan({imported.spec, {}}, run / "spec.json");
    const FilePlace folder = FilePlace::held(run);
    const RunLock lock(folder);
    EventLog events(folder / "events.jsonl");
    appendEvents(events, run, imported);
    setLabel(weights, {});
    const auto bound = boundFiles(folder);
    weights.metadata.insert(bound.begin(), bound.end());
    CheckpointStore(folder).saveWeights(weights, {"best"});
    RunRecord record;
    record.state = RunState::Completed;
    record.createdUtc = nowUtc();
    writeRunRecord(folder, record);
}

void writeImportedRun(const std::filesystem::path& run, const ImportedRun& imported,
                      TensorFile weights)
{
    makeRunFolder(run);
    writeTextFiles({imported.spec.text, imported.pieces.pieces, pieceModelJson(imported.pieces)},
                   run);
    for (const auto& [name, content] : imported.files)
        writeFileAtomically(run / name, content);
    completeImportedRun(run, imported, std::move(weights));
}

} // namespace core
