#pragma once

#include "app/cli/opened_model.h"
#include "app/cli/output.h"

#include "core/base/readout.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

struct EvaluateArguments {
    ModelArguments model;
    std::vector<std::string> data, target;
    std::vector<std::string> settings;
    SearchArguments search;
};

struct InspectArguments {
    ModelArguments model;
    std::string text, target, className;
};

/// Which questions evaluate, predict and inspect ask the networks of a task.
struct TaskCommands {
    std::string question; ///< Networks that answer it are meant.
    bool translates = false; ///< Takes references and how to search.
    std::function<core::AnyQuestion(core::LiveModel&, const SearchArguments&)> scores;
    std::function<void(const core::AnyAnswer&)> remarks{}; ///< On the scores; may be unset.
    /// Names of the classes that the data may have; unset: there are none.
    std::function<std::vector<std::string>(core::LiveModel&)> classes{};
    /// Its answer has "texts", one for each of them. Unset: there is another command for it,
    std::function<core::AnyQuestion(const std::vector<std::string>& texts)> predict{};
    std::string instead{}; ///< which is this.
    std::function<core::AnyQuestion(const InspectArguments&)> inspect{};
};

/// Of the task with these answers; null: there are none.
const TaskCommands* commandsOf(const core::TaskAnswers& answers);
/// Of the task of `model`. @throws core::Error{BadSetting} when there are none.
const TaskCommands& commandsFor(const core::LiveModel& model);

/// The answer to a question that brought what it needs of the data.
core::Readout answered(core::LiveModel& model, const core::AnyQuestion& question);

} // namespace app
