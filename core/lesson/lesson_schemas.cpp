#include "core/lesson/lesson_schemas.h"

namespace core {

namespace {

Schema<LessonMeasure> measureSchema()
{
    Schema<LessonMeasure> schema;
    schema
        .add(&LessonMeasure::run,
             {.name = "run",
              .label = "Run",
              .help = "The name of a block \"run\" that is asked. Without one, the question is "
                      "one by hand, about typed values."})
        .add(&LessonMeasure::checkpoint,
             {.name = "checkpoint",
              .label = "Checkpoint",
              .help = "The checkpoint of the run: best, last, epoch-3."})
        .add(&LessonMeasure::ask,
             {.name = "ask",
              .label = "Question",
              .help = "A question of `kinds questions`, such as scores, or of `kinds by_hand`."})
        .add(&LessonMeasure::set,
             {.name = "set",
              .label = "Options",
              .help = "Options of the question, such as split=test; several as a JSON list."})
        .add(&LessonMeasure::value,
             {.name = "value",
              .label = "Value",
              .help = "The place of a number in the answer, as `ask --json` prints it: "
                      "accuracy, cells/0/steps/0/gradient."})
        .choice(&LessonMeasure::relation,
                {{LessonRelation::None, {"none", "The value itself"}},
                 {LessonRelation::Difference, {"difference", "Less the other value"}},
                 {LessonRelation::Ratio, {"ratio", "Divided by the other value"}}},
                {.name = "relation",
                 .label = "Relation",
                 .help = "If a goal is about two values, such as training and validation loss, "
                         "choose how they are compared."})
        .add(&LessonMeasure::against,
             {.name = "against",
              .label = "Other run",
              .help = "The run that has the other value; without one, the same."})
        .add(&LessonMeasure::againstSet,
             {.name = "against_set",
              .label = "Options for it",
              .help = "Options of the question for the other value: split=train."});
    return schema;
}

OptionDescription questionText()
{
    return {.name = "text", .label = "Question", .help = "The question to the student."};
}

} // namespace

const Schema<Lesson>& lessonHeaderSchema()
{
    static const Schema<Lesson> schema = [] {
        Schema<Lesson> all;
        all.add(&Lesson::title, {.name = "title", .label = "Title", .help = "Title of the lesson."})
            .add(&Lesson::lecture,
                 {.name = "lecture",
                  .label = "Lecture",
                  .help = "The lecture and the line that it explains."})
            .add(&Lesson::minutes,
                 {.name = "minutes",
                  .label = "Minutes",
                  .help = "How long it takes, with its trainings on two cores.",
                  .minimum = 1,
                  .maximum = 600});
        return all;
    }();
    return schema;
}

const Schema<LessonRun>& lessonRunSchema()
{
    static const Schema<LessonRun> schema = [] {
        Schema<LessonRun> all;
        all.add(&LessonRun::name,
                {.name = "name", .label = "Name", .help = "By which the blocks below name it."})
            .add(&LessonRun::preset,
                 {.name = "preset", .label = "Preset", .help = "One that `presets` lists."})
            .add(&LessonRun::set,
                 {.name = "set",
                  .label = "Settings",
                  .help
                  = "Settings that differ from the preset: training.epochs=3; several as a JSON "
                    "list."});
        return all;
    }();
    return schema;
}

const Schema<LessonOpening>& lessonOpeningSchema()
{
    static const Schema<LessonOpening> schema = [] {
        Schema<LessonOpening> all;
        all.add(&LessonOpening::run,
                {.name = "run",
                 .label = "Run",
                 .help = "The name of a block \"run\": the form shows its settings."})
            .add(&LessonOpening::view,
                 {.name = "view", .label = "View", .help = "The view in front: states."})
            .add(&LessonOpening::pinned,
                 {.name = "pinned",
                  .label = "Pinned sentences",
                  .help = "Sentences that all views are about, as a JSON list."})
            .add(&LessonOpening::locked,
                 {.name = "locked",
                  .label = "Locked settings",
                  .help = "Paths of settings that the student can read and not change."})
            .add(&LessonOpening::hidden,
                 {.name = "hidden", .label = "Hidden settings", .help = "Paths of settings."})
            .add(&LessonOpening::highlighted,
                 {.name = "highlighted",
                  .label = "Highlighted settings",
                  .help = "Paths of settings to which the step leads."});
        return all;
    }();
    return schema;
}

const Schema<LessonGoal>& lessonGoalSchema()
{
    static const Schema<LessonGoal> schema = [] {
        Schema<LessonGoal> all;
        all.add(&LessonGoal::text,
                {.name = "text", .label = "Goal", .help = "The goal as the student reads it."})
            .flatten(&LessonGoal::measure, measureSchema())
            .add(&LessonGoal::least,
                 {.name = "least", .label = "At least", .help = "Smallest value that reaches it."})
            .add(&LessonGoal::most,
                 {.name = "most", .label = "At most", .help = "Largest value that reaches it."});
        return all;
    }();
    return schema;
}

const Schema<LessonQuestion>& lessonChoiceSchema()
{
    static const Schema<LessonQuestion> schema = [] {
        Schema<LessonQuestion> all;
        all.add(&LessonQuestion::text, questionText())
            .add(&LessonQuestion::choices,
                 {.name = "choices",
                  .label = "Choices",
                  .help = "The answers to choose from, as a JSON list."})
            .add(&LessonQuestion::right,
                 {.name = "right",
                  .label = "Right answer",
                  .help = "The number of the right one, from 1.",
                  .minimum = 0});
        return all;
    }();
    return schema;
}

const Schema<LessonQuestion>& lessonNumberSchema()
{
    static const Schema<LessonQuestion> schema = [] {
        Schema<LessonQuestion> all;
        all.add(&LessonQuestion::text, questionText())
            .add(&LessonQuestion::number,
                 {.name = "number",
                  .label = "Right answer",
                  .help = "The right answer, unless it is measured."})
            .flatten(&LessonQuestion::measure, measureSchema())
            .add(&LessonQuestion::tolerance,
                 {.name = "tolerance",
                  .label = "Tolerance",
                  .help = "The largest deviation that passes, as a share of the right answer.",
                  .minimum = 0.0,
                  .maximum = 1.0})
            .add(&LessonQuestion::wrong,
                 {.name = "wrong",
                  .label = "Wrong answer",
                  .help = "An answer that students may give and that must not pass; the check of "
                          "the lesson tries it."});
        return all;
    }();
    return schema;
}

const Schema<LessonQuestion>& lessonTextSchema()
{
    static const Schema<LessonQuestion> schema
        = Schema<LessonQuestion>().add(&LessonQuestion::text, questionText());
    return schema;
}

} // namespace core
