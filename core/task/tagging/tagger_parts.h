#pragma once

#include "core/task/network_parts.h"
#include "core/task/tagging/tagging_options.h"
#include "core/task/tagging/word_reader.h"
#include "core/task/text_python.h"

#include <string>
#include <vector>

namespace core {

/// A tagger.
struct TaggerParts : TextParts {
    WordReader reader;
    std::vector<std::string> tags; ///< Sorted, in the order of the scores.
    TaggingOptions options;
};

/// The task's part of the exported Python.
TextPython taggerPython(const std::vector<std::string>& tags, const WordReader& reader,
                        const TaggingOptions& options);

} // namespace core
