#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"
#include "core/train/training_state.h"
#include "tests/fuzz/target.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fuzz {

namespace {

void readSpec(std::string_view input)
{
    const core::JsonReading reading = core::readJson(input);
    if (!reading.value)
        return;
    std::vector<core::Problem> problems;
    const core::ExperimentSpec spec = core::specFromJson(*reading.value, problems);
    if (!problems.empty())
        return;
    const core::Json written = core::specToJson(spec);
    const core::ExperimentSpec again = core::specFromJson(written, problems);
    require(problems.empty() && core::specToJson(again) == written,
            "a spec is read again as it is written");
}

/// A folder in memory that holds one file of a run.
class RunFolder {
public:
    RunFolder()
    {
        std::string path
            = std::filesystem::is_directory("/dev/shm") ? "/dev/shm/run-XXXXXX" : "/tmp/run-XXXXXX";
        require(::mkdtemp(path.data()) != nullptr, "a folder can be made");
        m_path = path;
    }
    ~RunFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;

    void write(const char* name, std::string_view content) const
    {
        std::ofstream(m_path / name, std::ios::binary) << content;
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

void readEvents(std::string_view input)
{
    static const RunFolder run;
    run.write("events.jsonl", input);
    expectSentence([] {
        for (const core::UpdateReport& update : core::readRunHistory(run.path()).updates)
            require(update.step >= 0 && update.tokens >= 0, "no count is negative");
    });
}

void readSummary(std::string_view input)
{
    static const RunFolder run;
    run.write("summary.json", input);
    expectSentence([] {
        const core::RunSummary summary = core::readRunSummary(run.path());
        require(summary.steps >= 0 && summary.epochs >= 0, "no count is negative");
    });
}

/// The place of a training as a checkpoint's metadata holds it.
void readPlace(std::string_view input)
{
    const core::JsonReading reading = core::readJson(input);
    if (!reading.value)
        return;
    expectSentence([&] {
        try {
            const core::TrainingPlace place = core::placeFromJson(*reading.value);
            require(place.epoch >= 0 && place.batch >= 0 && place.eventBytes >= 0,
                    "no count is negative");
        } catch (const core::Json::exception&) {
            // restoreState() says that the state is damaged.
        }
    });
}

} // namespace

std::vector<Target> runTargets()
{
    const std::string update
        = R"({"event":"update","step":1,"epoch":1,"epoch_position":0.1,"loss":0.7,"accuracy":0.5,)"
          R"("learning_rate":0.001,"gradient_norm":1.5,"tokens":100,"seconds":0.1,)"
          R"("tokens_per_second":1000,"clipped":false})";
    return {
        {"spec",
         &readSpec,
         {core::specToJson(core::ExperimentSpec()).dump(),
          R"({"version":1,"task":"translation","decoding":{"length_margin":3}})",
          R"({"version":2,"task":{"kind":"translation","target_text":{"joint":true}}})"}},
        {"events",
         &readEvents,
         {update + "\n" + R"({"event":"epoch","epoch":1,"step":9,"train_loss":null})" + "\n"
          + R"({"event":"start","resumed_at_step":3})" + "\n" + R"({"event":"end"})" + "\n"}},
        {"summary",
         &readSummary,
         {R"({"state":"completed","steps":10,"epochs":2,"best_epoch":1,"best_value":0.5})"}},
        {"checkpoint_place",
         &readPlace,
         {R"({"epoch":1,"batch":2,"step":3,"epoch_loss_sum":0.1,"epoch_units":4,"epoch_correct":1,)"
          R"("tokens":9,"seconds":0.5,"best_value":null,"best_epoch":0,"epochs_without_best":0,)"
          R"("event_bytes":7})"}}};
}

std::vector<Target> storedTargets()
{
    std::vector<Target> all = exchangeTargets();
    for (const Target& target : runTargets())
        all.push_back(target);
    return all;
}

} // namespace fuzz
