#pragma once

#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"
#include "core/train/training.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

/// A training so small that a test can repeat it many times: an LSTM with dropout (so that random
/// numbers matter) on 150 made-up texts of 1 to 12 words.
namespace small {

inline void writeTexts(const std::filesystem::path& path, int count, int offset)
{
    static const std::vector<std::string> good{"fine", "lovely", "bright", "happy", "superb"};
    static const std::vector<std::string> bad{"dull", "awful", "grey", "sad", "tedious"};
    static const std::vector<std::string> rest{"the", "film", "was", "a", "very", "long", "story"};
    std::ofstream file(path);
    file << "text,label\n";
    unsigned state = 12345U + static_cast<unsigned>(offset);
    const auto pick = [&](const std::vector<std::string>& words) {
        state = state * 1664525U + 1013904223U;
        return words[(state >> 16) % words.size()];
    };
    for (int i = 0; i < count; ++i) {
        const bool positive = (i + offset) % 2 == 0;
        file << pick(positive ? good : bad) << ' ' << i;
        for (int word = 0; word < (i * 7 + offset) % 11; ++word)
            file << ' ' << pick(rest);
        file << ',' << (positive ? "pos" : "neg") << '\n';
    }
}

/// A folder for the runs of one test.
class RunFolders {
protected:
    void begin() { m_folder.emplace(); }
    std::filesystem::path root() const { return m_folder->path().toStdString(); }
    std::filesystem::path whole() const { return root() / "whole"; }
    std::filesystem::path run() const { return root() / "run"; }

private:
    std::optional<QTemporaryDir> m_folder;
};

/// Writes the data into `folder` and returns the experiment on it.
inline core::ExperimentSpec spec(const std::filesystem::path& folder)
{
    writeTexts(folder / "train.csv", 120, 0);
    writeTexts(folder / "valid.csv", 30, 1000);
    writeTexts(folder / "test.csv", 20, 2000);
    core::ExperimentSpec spec;
    spec.name = "small";
    spec.data.train = {(folder / "train.csv").string()};
    spec.data.valid = {(folder / "valid.csv").string()};
    spec.data.test = {(folder / "test.csv").string()};
    spec.text.minimumFrequency = 1;
    spec.text.maximumLength = 10;
    spec.model.embedding.dimension = 6;
    spec.model.network = {"lstm", {{"hidden_size", 5}, {"dropout", 0.3}}};
    spec.training.epochs = 3;
    spec.training.batchSize = 8;
    spec.training.optimiser = {"adam", {{"learning_rate", 0.01}}};
    spec.training.schedule = {"cosine", core::Json::object()};
    spec.training.threads = 1;
    spec.training.checkpointSeconds = 0.0;
    return core::completedSpec(spec);
}

/// Trains or resumes without anybody listening.
inline core::EndReport train(const core::ExperimentSpec& spec, const std::filesystem::path& run)
{
    core::RunControl control;
    return core::train(spec, run, control, {});
}
inline core::EndReport resume(const std::filesystem::path& run)
{
    core::RunControl control;
    return core::resume(run, control, {});
}

/// Trains until `step` updates are done.
inline core::EndReport trainUntil(const core::ExperimentSpec& spec,
                                  const std::filesystem::path& run, int64_t step)
{
    core::RunControl control;
    core::TrainingListener listener;
    listener.updated = [&](const core::UpdateReport& report) {
        if (report.step == step)
            control.stop();
    };
    return core::train(spec, run, control, listener);
}
inline core::EndReport resumeUntil(const std::filesystem::path& run, int64_t step)
{
    core::RunControl control;
    core::TrainingListener listener;
    listener.updated = [&](const core::UpdateReport& report) {
        if (report.step == step)
            control.stop();
    };
    return core::resume(run, control, listener);
}

/// Why a run ended, for a test's message. Valid until the next call.
inline const char* sentence(const core::EndReport& end)
{
    static std::string text;
    text = end.failure ? end.failure->sentence() : end.reason.plain();
    return text.c_str();
}

/// Empty if the run was completed, else why it was not.
inline std::string shortfall(const core::EndReport& end)
{
    return end.state == core::RunState::Completed ? std::string() : sentence(end);
}

inline bool contains(const core::EndReport& end, const std::string& part)
{
    return std::string(sentence(end)).find(part) != std::string::npos;
}

/// A history without times and speeds, which differ between equal runs.
inline core::RunHistory withoutTimes(core::RunHistory history)
{
    for (core::UpdateReport& update : history.updates)
        update.seconds = update.tokensPerSecond = 0.0;
    for (core::EpochReport& epoch : history.epochs)
        epoch.seconds = 0.0;
    return history;
}

} // namespace small
