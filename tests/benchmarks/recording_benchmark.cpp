// What recording updates costs a training. Not a test: prints one JSON line.
//
//   recording_benchmark SPEC [UPDATES] [ROUNDS]
//
// Trains SPEC (.unroll) for so many updates, in turn without recording, with recording in memory of
// its first layer, and with recording at no limit, and gives of each the median over rounds of the
// time of an update in milliseconds (the first fifth of the updates left out), the share that
// recording measured of itself, the memory that it took, and how many updates were whole.
#include "core/catalogue/spec_json.h"
#include "core/probe/live_model.h"
#include "core/probe/updates/update_questions.h"
#include "core/train/training.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

struct Cost {
    std::vector<double> milliseconds;
    double share = 0.0;
    int64_t bytes = 0;
    int64_t whole = 0;
};

void trainOnce(const core::ExperimentSpec& spec, const core::RecordingWish& wish, Cost& cost)
{
    const auto run = std::filesystem::temp_directory_path() / "unroll-recording-benchmark";
    std::filesystem::remove_all(run);
    core::RunControl control;
    core::TrainingListener listener;
    std::vector<double> seconds;
    const auto ask = [&](core::LiveModel& model) {
        const core::ShownRecording shown = model.ask(core::AskRecording{run.string(), wish});
        cost.share = shown.share;
        cost.bytes = shown.bytes;
        cost.whole = std::count_if(shown.updates.begin(), shown.updates.end(),
                                   [](const auto& each) { return each->isWhole(); });
    };
    listener.started = [&](const core::StartReport&) { control.ask(ask); };
    listener.updated = [&](const core::UpdateReport& report) {
        seconds.push_back(report.seconds);
        if (report.step + 1 == spec.training.maximumUpdates)
            control.ask(ask);
    };
    core::train(spec, run, control, listener);
    const size_t first = seconds.size() / 5;
    if (seconds.size() > first + 1)
        cost.milliseconds.push_back(1000.0 * (seconds.back() - seconds[first])
                                    / double(seconds.size() - 1 - first));
    std::filesystem::remove_all(run);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0.0 : values[values.size() / 2];
}

} // namespace

int main(int count, char** words)
{
    if (count < 2)
        return 2;
    core::ExperimentSpec spec = core::readSpec(words[1]);
    spec.training.maximumUpdates = count > 2 ? std::atoll(words[2]) : 300;
    spec.training.epochs = 100'000;
    spec.training.checkpointSeconds = 0.0;
    spec.training.keepEpochs = "none";
    const int rounds = count > 3 ? std::atoi(words[3]) : 5;
    using Where = core::RecordingWish::Where;
    const core::RecordingWish wishes[] = {{}, {Where::Memory}, {Where::Memory, {}, 1e9}};
    const char* names[] = {"without", "recorded", "each_recorded"};
    Cost costs[3];
    for (int round = 0; round < rounds; ++round)
        for (int way = 0; way < 3; ++way)
            trainOnce(spec, wishes[way], costs[way]);
    std::printf("{");
    for (int way = 0; way < 3; ++way)
        std::printf("%s\"%s\": {\"ms\": %.4f, \"share\": %.4f, \"bytes\": %lld, \"whole\": %lld}",
                    way == 0 ? "" : ", ", names[way], median(costs[way].milliseconds),
                    costs[way].share, static_cast<long long>(costs[way].bytes),
                    static_cast<long long>(costs[way].whole));
    std::printf("}\n");
    return 0;
}
