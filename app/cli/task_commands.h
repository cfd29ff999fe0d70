#pragma once

#include "app/cli/opened_model.h"
#include "app/cli/output.h"
#include "core/base/readout.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace app {

struct EvaluateArguments {
    ModelArguments model;
    std::vector<std::string> data, target;
    std::vector<std::string> references; ///< Files with further references, of translators.
    std::vector<std::string> settings;
    SearchArguments search;
};

struct InspectArguments {
    ModelArguments model;
    std::string text, target, className;
};

/// The questions that evaluate, predict and inspect use for the networks of a task.
struct TaskCommands {
    std::string question; ///< Identifies the task: its networks answer it.
    bool translates = false; ///< Accepts references and search options.
    std::function<core::AnyQuestion(core::LiveModel&, const SearchArguments&)> scores;
    std::function<void(const core::AnyAnswer&)> remarks{}; ///< On the scores; may be unset.
    /// Names of the classes that the data may have; unset: there are none.
    std::function<std::vector<std::string>(core::LiveModel&)> classes{};
    /// Its answer has a list "texts" with one entry per text. Unset: another command does it,
    std::function<core::AnyQuestion(const std::vector<std::string>& texts)> predict{};
    std::string instead{}; ///< which is this one.
    std::function<core::AnyQuestion(const InspectArguments&)> inspect{};
};

/// The commands of the task with these answers; null: none.
const TaskCommands* commandsOf(const core::TaskAnswers& answers);
/// The commands of the task of `model`. @throws core::Error{BadSetting} when there are none.
const TaskCommands& commandsFor(const core::LiveModel& model);

/// Reads the files to evaluate on as the run read its own, changed by --set. Prints notes.
/// @param classes  the classes of the model.
std::shared_ptr<const core::CorpusPart> scoredRows(const EvaluateArguments& arguments,
                                                   const std::vector<std::string>& classes);

/// The answer to a question that carries the data that it needs.
core::Readout answered(core::LiveModel& model, const core::AnyQuestion& question);

} // namespace app
