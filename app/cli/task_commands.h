#pragma once

#include "app/cli/answers.h"
#include "app/cli/opened_model.h"

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

/// How evaluate, predict and inspect speak with the networks of a task.
struct TaskCommands {
    std::string question; ///< Networks that answer it are meant.
    bool translates = false; ///< Takes references and how to search.
    std::function<void(core::LiveModel&, const EvaluateArguments&)> evaluate;
    /// A line for each of `texts`. Unset: there is another command for it,
    std::function<void(core::LiveModel&, const std::vector<std::string>& texts, bool json)> predict;
    std::string instead{}; ///< which is this.
    std::function<void(core::LiveModel&, const InspectArguments&)> inspect;
};

/// Of the task of `model`. @throws core::Error{BadSetting} when there are none.
const TaskCommands& commandsFor(const core::LiveModel& model);

// One function a task; commandsFor() lists them.
TaskCommands classifierCommands();
TaskCommands regressorCommands();
TaskCommands taggerCommands();
TaskCommands translatorCommands();
TaskCommands languageCommands();

/// Reads the files that are to be evaluated on as the run read its own, with what --set says of
/// the data. @param classes  those that the model knows. Prints notes.
std::shared_ptr<const core::CorpusPart> scoredRows(const EvaluateArguments& arguments,
                                                   const std::vector<std::string>& classes = {});

template <class Answer> void show(const Answer& answer, bool json)
{
    if (json)
        printJson(toJson(answer));
    else
        print(answer);
}

} // namespace app
