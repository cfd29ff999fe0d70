#pragma once

#include "core/base/schema.h"
#include "core/lesson/lesson.h"

// The keys of the blocks of a lesson, described once.

namespace core {

/// The header of a file: title, lecture, minutes.
const Schema<Lesson>& lessonHeaderSchema();
const Schema<LessonRun>& lessonRunSchema();
const Schema<LessonOpening>& lessonOpeningSchema();
const Schema<LessonGoal>& lessonGoalSchema();
const Schema<LessonQuestion>& lessonChoiceSchema();
const Schema<LessonQuestion>& lessonNumberSchema();
const Schema<LessonQuestion>& lessonTextSchema();

} // namespace core
