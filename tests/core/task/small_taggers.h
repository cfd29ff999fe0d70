#pragma once

#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

/// Taggers so small that a test can train them.
namespace taggers {

/// A small tagger with everything that draws random numbers or looks into words.
inline core::Json smallTagger(const char* sample, const core::Json& options, int texts = 400)
{
    core::Json task = {{"kind", "tagging"},
                       {"characters", {{"kind", "cnn"}, {"dimension", 8}, {"filters", 8}}},
                       {"case_features", 4},
                       {"word_dropout", 0.1}};
    task.update(options);
    return {{"task", task},
            {"data", {{"sample", {{"kind", sample}, {"texts", texts}}}}},
            {"text", {{"minimum_frequency", 2}, {"maximum_length", 64}}},
            {"model",
             {{"embedding", {{"dimension", 16}, {"dropout", 0.1}}},
              {"network", {{"kind", "lstm"}, {"hidden_size", 16}, {"dropout", 0.1}}}}},
            {"training",
             {{"epochs", 5},
              {"batch_size", 8},
              {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
              {"threads", 1},
              {"checkpoint_seconds", 0.0}}}};
}

inline const core::Json kCrf = {{"head", {{"kind", "crf"}}}};
inline const core::Json kFreeCrf = {{"head", {{"kind", "crf"}, {"constrained", false}}}};

/// A folder of taggers. Each is trained once and asked by several tests.
class TrainedTaggers {
protected:
    std::filesystem::path folder(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// The run `name`. It is trained when it is asked for the first time.
    std::filesystem::path trained(const std::string& name, const core::Json& json)
    {
        const std::filesystem::path run = folder(name);
        if (!std::filesystem::exists(run)) {
            const core::EndReport end = small::train(core::specFromJson(json), run);
            [&] { QVERIFY2(end.state == core::RunState::Completed, small::sentence(end)); }();
        }
        return run;
    }
    static core::Json ofSpeech() { return smallTagger("tagged", core::Json::object()); }
    static core::Json ofNames() { return smallTagger("entities", kCrf); }
    std::filesystem::path partsOfSpeech() { return trained("pos", ofSpeech()); }
    std::filesystem::path names() { return trained("names", ofNames()); }

private:
    QTemporaryDir m_folder;
};

} // namespace taggers
