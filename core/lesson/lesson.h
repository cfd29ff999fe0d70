#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// A lesson: texts, trainings, questions to the student, and goals that are read from the runs.

namespace core {

enum class LessonRelation { None, Difference, Ratio };

/// A number that the program computes: a value of an answer to a question as `ask` has it, or two
/// such values compared.
struct LessonMeasure {
    std::string run; ///< A LessonRun; empty: a question by hand, which needs none.
    std::string checkpoint = "best";
    std::string ask; ///< "scores"
    std::vector<std::string> set; ///< Options of the question: "split=test".
    std::string value; ///< Its place in the answer's JSON: "scores/accuracy".
    LessonRelation relation = LessonRelation::None; ///< To the same value of `against`.
    std::string against; ///< A LessonRun; empty: the same run.
    std::vector<std::string> againstSet; ///< Options of the question to it.

    bool isSet() const { return !ask.empty(); }
    friend bool operator==(const LessonMeasure&, const LessonMeasure&) = default;
};

/// A training of the lesson.
struct LessonRun {
    std::string name; ///< By which measures and steps name it.
    std::string preset;
    std::vector<std::string> set; ///< Settings that differ from it: "training.epochs=3".

    friend bool operator==(const LessonRun&, const LessonRun&) = default;
};

/// The settings, the view and the sentences that a step opens.
struct LessonOpening {
    std::string run; ///< A LessonRun, whose settings the form has; empty: as before.
    std::string view; ///< "states"; empty: as before.
    std::vector<std::string> pinned; ///< Sentences.
    std::vector<std::string> locked, hidden, highlighted; ///< Paths of settings.

    friend bool operator==(const LessonOpening&, const LessonOpening&) = default;
};

/// Reached once the measure is in least ... most.
struct LessonGoal {
    std::string text; ///< As the student reads it.
    LessonMeasure measure;
    static constexpr double kUnbounded = 1e300; ///< JSON has no infinity.
    double least = -kUnbounded, most = kUnbounded;

    bool isReached(double value) const { return value >= least && value <= most; }
    friend bool operator==(const LessonGoal&, const LessonGoal&) = default;
};

enum class LessonQuestionKind {
    Choice, ///< One of several.
    Number,
    Text ///< A sentence, which is kept and not judged.
};

struct LessonQuestion {
    LessonQuestionKind kind = LessonQuestionKind::Choice;
    std::string text;
    std::vector<std::string> choices;
    int64_t right = 0; ///< Choice: the right one, from 1.
    double number = 0.0; ///< Number: the right answer, unless it is measured.
    LessonMeasure measure; ///< Number: gives the right answer.
    double tolerance = 0.0; ///< Number: largest deviation, as a share of the right answer.
    std::string wrong; ///< Number: an answer that a student may give and that must not pass.

    friend bool operator==(const LessonQuestion&, const LessonQuestion&) = default;
};

struct LessonStep {
    std::string title;
    std::string text; ///< Markdown.
    LessonOpening opening;
    std::optional<LessonQuestion> question;
    std::vector<LessonGoal> goals;
    std::vector<std::string> hints; ///< Where to look, what to change, what to do.
    std::string explanation; ///< Markdown; opens after the answer.
};

struct Lesson {
    std::string title;
    std::string lecture; ///< "2:232, 2:725": lecture and line; may be empty.
    int64_t minutes = 10; ///< On two cores.
    std::string introduction; ///< Markdown.
    std::vector<LessonRun> runs;
    std::vector<LessonStep> steps;
};

} // namespace core
