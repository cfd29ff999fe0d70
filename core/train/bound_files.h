#pragma once

#include "core/base/message.h"
#include "core/base/regular_file.h"

#include <map>
#include <string>
#include <vector>

namespace core {

/// The seals of the files of a run without which its weights mean nothing: class names and text
/// pipelines (whose text.json seals vocabulary and subword model). Checkpoints have them in their
/// metadata: {"bound/classes.json", seal}.
std::map<std::string, std::string> boundFiles(const FilePlace& run);

/// Whether the files of the run are those with which a checkpoint was trained.
/// @param notes  receives a note when the checkpoint does not contain them (earlier versions).
/// @throws Error{FileMalformed} naming the file that is another one.
void checkBoundFiles(const FilePlace& run, const std::map<std::string, std::string>& metadata,
                     std::vector<Message>& notes);

} // namespace core
