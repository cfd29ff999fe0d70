#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/base/message.h"
#include "core/lesson/lesson_check.h"
#include "core/lesson/lesson_file.h"

#include <filesystem>
#include <memory>

namespace app {

namespace {

struct LessonArguments {
    std::string lesson, out;
    bool check = false;
    int64_t seed = -1;
};

void printLessons()
{
    for (const core::BundledLesson& each : core::bundledLessons()) {
        const core::Lesson lesson = core::readLesson(each.text, each.id);
        printLine(formatted("%-24s %s (%d min)", each.id.c_str(), lesson.title.c_str(),
                            int(lesson.minutes)));
    }
}

void printQuestion(const core::LessonQuestion& question)
{
    printLine("? " + question.text);
    for (size_t i = 0; i < question.choices.size(); ++i)
        printLine(formatted("  %d. %s", int(i + 1), question.choices[i].c_str()));
}

/// Without answers and explanations: a student may read it.
void printLesson(const core::Lesson& lesson)
{
    printLine("# " + lesson.title);
    printLines(lesson.introduction);
    for (const core::LessonStep& step : lesson.steps) {
        printLine("");
        printLine("## " + step.title);
        printLines(step.text);
        if (step.question)
            printQuestion(*step.question);
        for (const core::LessonGoal& goal : step.goals)
            printLine("Goal: " + goal.text);
    }
}

bool check(const core::Lesson& lesson, const LessonArguments& arguments)
{
    if (!lesson.runs.empty() && arguments.out.empty())
        throw UsageError("The lesson trains networks: --out names a new folder for their runs.");
    if (!arguments.out.empty() && std::filesystem::exists(arguments.out)
        && !std::filesystem::is_empty(arguments.out))
        throw UsageError("--out " + core::shown(arguments.out)
                         + " is not empty: name a new folder for the runs of the lesson.");
    ProgressLine progress;
    const core::LessonReport report = core::checkLesson(
        lesson, arguments.out, arguments.seed,
        [&](const std::string& what) { progress.redraw(what); }, progress.monitor());
    for (const core::LessonFinding& each : report.findings)
        progress.printLasting(std::string(each.passes ? "passes  " : "FAILS   ") + each.step + ": "
                              + each.what + " (" + core::numberText(each.value) + ")");
    for (const std::string& each : report.complaints)
        progress.printLasting("FAILS   " + each);
    if (!lesson.runs.empty())
        progress.printLasting(formatted("Trained for %.0f s.", report.trainedSeconds));
    return report.passes();
}

void showLesson(const LessonArguments& arguments, ExitCode& exitCode)
{
    if (arguments.lesson.empty() && arguments.check)
        throw UsageError("--check needs a lesson: `lesson` lists the bundled ones.");
    if (arguments.lesson.empty()) {
        printLessons();
        return;
    }
    const core::Lesson lesson = core::findLesson(arguments.lesson);
    if (!arguments.check)
        printLesson(lesson);
    else if (!check(lesson, arguments))
        exitCode = ExitCode::Failed;
}

} // namespace

void addLessonCommand(CLI::App& cli, ExitCode& exitCode)
{
    auto* command = cli.add_subcommand("lesson", "List lessons, print one, or check it");
    auto arguments = std::make_shared<LessonArguments>();
    command->add_option("lesson", arguments->lesson,
                        "A bundled lesson or a .lesson file; without one, the bundled ones");
    auto* check
        = command->add_flag("--check", arguments->check,
                            "Train its runs, and try each goal and each question with the right "
                            "answer and a wrong one");
    command->add_option("--out", arguments->out, "New folder for the runs of --check")
        ->needs(check);
    command
        ->add_option("--seed", arguments->seed, "Seed of all runs, instead of that of each preset")
        ->check(CLI::Range(0, 2147483647))
        ->needs(check);
    command->footer("`kinds lessons` lists the blocks of a .lesson file with their keys.");
    command->callback([arguments, &exitCode] { showLesson(*arguments, exitCode); });
}

} // namespace app
