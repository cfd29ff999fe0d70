#pragma once

#include "core/base/regular_file.h"
#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/text/tokens/vocabulary.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// The settings of a text that is the target of another: those of any text, and `joint`.
const Schema<TextSpec>& targetTextSchema();

/// The files of a learnt text pipeline.
struct TextFiles {
    TextSpec spec;
    std::vector<std::string> tokens; ///< By id.
    std::optional<std::string> model; ///< For subword tokenisers.
};

/// Writes text.json (settings, and size and checksum of the other files), vocabulary.txt and, with
/// a model, tokeniser.model, each atomically; text.json last, so that a torn write is noticed.
/// @throws Error{FileUnwritable}.
void writeTextFiles(const TextFiles& files, const FilePlace& folder);

/// @throws Error{FileMissing, FileMalformed} when a file is missing, cut, changed or of a newer
/// version, naming it.
TextFiles readTextFiles(const FilePlace& folder);

/// A token on a line of its own: \n, \r, \t and \\ for a line break, a return, a tab and a
/// backslash.
std::string escapedToken(std::string_view token);
/// Nothing when `line` ends in a lone backslash or has an escape of another kind.
std::optional<std::string> unescapedToken(std::string_view line);

/// `spec` with every option at hand; those that are missing take their defaults.
/// @throws Error{BadSetting} listing what is wrong.
TextSpec completedTextSpec(const TextSpec& spec);

} // namespace core
