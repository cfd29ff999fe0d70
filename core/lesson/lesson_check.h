#pragma once

#include "core/base/monitor.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace core {

/// The result of the check at a goal or a question.
struct LessonFinding {
    std::string step; ///< Its title.
    std::string what; ///< The text of the goal or the question.
    double value = 0.0; ///< Measured, or the right answer.
    bool passes = false; ///< The goal is reached, or the right answer passes and a wrong one fails.
};

struct LessonReport {
    std::vector<std::string> complaints; ///< Rules that the lesson breaks, each in a sentence.
    std::vector<LessonFinding> findings;
    double trainedSeconds = 0.0;

    bool passes() const;
};

/// The rules of a good lesson that a program can judge: at most eight steps, at most 60 words a
/// step, a question or a goal in each, a wrong answer to each number, an explanation behind each
/// question, two hints where there is a goal.
std::vector<std::string> brokenRules(const Lesson& lesson);

/// Trains the runs of a lesson and goes through its steps with the right answers. On the compute
/// thread. @param folder  new or empty: that of the runs. @param seed  of all runs, instead of
/// those of the presets; below 0: none. @param say  hears what is done.
/// @throws Error when a training fails, or as measured().
LessonReport checkLesson(const Lesson& lesson, const std::filesystem::path& folder, int64_t seed,
                         const std::function<void(const std::string&)>& say,
                         const Monitor& monitor);

} // namespace core
