#pragma once

#include "core/probe/by_hand/hand_questions.h"
#include "core/probe/live_model.h"
#include "core/train/run_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

/// Settings as users write them, "block_ngrams=3". @throws WrongSetting for an item without "=".
std::vector<SettingValue> settingsIn(const std::vector<std::string>& items);

/// A question by its name; what is not set comes from the run.
struct NamedQuestion {
    AnyQuestion question;
    /// The text of the run's data that it is about because none was set; empty: it has its own.
    std::string exampleText;
};

/// Makes the question `name` to a network of `run`. A text that is not set is a short one of the
/// run's data, a search that is not set is the run's.
/// @param settings  of the question's options, by their paths (setOption()).
/// @throws Error{BadSetting} when the network does not answer it or a value does not fit,
/// WrongSetting; Error{BadData} when it needs a text and the data cannot be read.
NamedQuestion namedQuestion(LiveModel& model, const std::filesystem::path& run,
                            const std::string& name, const std::vector<SettingValue>& settings,
                            const Monitor& monitor);

/// Answers a question about typed values, which needs no run.
/// @throws Error{BadSetting}, WrongSetting.
Readout answerByHand(const HandQuestion& question, const std::vector<SettingValue>& settings);

/// Reads what the question needs of the run's data, and answers it. On the compute thread.
/// @throws Error as TaskAnswers::read() and what the answer itself throws.
AnyAnswer answerOf(LiveModel& model, const std::filesystem::path& run, const AnyQuestion& question,
                   const Monitor& monitor);

} // namespace core
