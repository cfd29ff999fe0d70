#pragma once

#include "core/data/formats/format.h"

namespace core {

const FormatRegistry& formatRegistry();

/// The formats whose rows can hold what a task asks for, "auto" among them.
std::vector<std::string> formatsThatFill(const TaskColumns& columns);

/// The format that `selection` names, with what it leaves open recognised from `sample`.
/// @throws Error{BadSetting} when an option does not fit.
std::shared_ptr<const Format> makeFormat(const Selection& selection, const FormatSample& sample);

/// Entries, one file each.
FormatRegistry::Entry autoFormat();
FormatRegistry::Entry delimitedFormat();
FormatRegistry::Entry jsonLinesFormat();
FormatRegistry::Entry jsonDocumentFormat();
FormatRegistry::Entry classFoldersFormat();
FormatRegistry::Entry classFilesFormat();
FormatRegistry::Entry labelFirstFormat();
FormatRegistry::Entry parallelFormat();

} // namespace core
