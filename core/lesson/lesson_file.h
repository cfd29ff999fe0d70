#pragma once

#include "core/base/message.h"
#include "core/base/option.h"
#include "core/base/regular_file.h"
#include "core/lesson/lesson.h"

#include <string>
#include <string_view>
#include <vector>

// A .lesson file is Markdown:
//
//   ---
//   title: Memory of 100 steps
//   lecture: 2:232, 2:725
//   minutes: 12
//   ---
//   Text before the first step introduces the lesson.
//
//   ```run
//   name: lstm
//   preset: memory-lstm
//   set: training.epochs=4
//   ```
//
//   ## A heading begins a step
//
//   ```goal
//   text: The LSTM remembers the colour
//   run: lstm
//   ask: scores
//   value: scores/accuracy
//   least: 0.95
//   ```
//
// A fenced block has a value a line, behind its key and a colon; lines that are indented go on with
// the value before. lessonBlocks() has the blocks and their keys. The blocks "hint" and
// "explanation" hold Markdown. A fence of any other name is part of the text.

namespace core {

/// One of the blocks with keys, for help: its id is the word behind the fence.
const std::vector<KindDescription>& lessonBlocks();

/// @param name  of the file, for sentences. Nothing in the text is executed; what is beyond the
/// limits (1 MB, 40 steps, 8 runs) is refused.
/// @throws Error{FileMalformed} with the line that is wrong.
Lesson readLesson(std::string_view text, const std::string& name);
/// @throws Error{FileMissing, FileMalformed}.
Lesson readLessonFile(const FilePlace& place);

/// A lesson that the program has.
struct BundledLesson {
    std::string id; ///< "gradients-by-hand"
    std::string_view text;
};
const std::vector<BundledLesson>& bundledLessons();

/// A bundled lesson by its id, else a file. @throws as readLessonFile().
Lesson findLesson(const std::string& idOrFile);

} // namespace core
