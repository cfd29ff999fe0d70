#pragma once

#include "core/task/tagging/tagging_options.h"
#include "core/task/tagging/word_reader.h"
#include "core/task/text_python.h"

#include <string>
#include <vector>

namespace core {

/// What the exported module of a tagger says by itself.
TextPython taggerPython(const std::vector<std::string>& tags, const WordReader& reader,
                        const TaggingOptions& options);

} // namespace core
