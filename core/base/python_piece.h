#pragma once

#include "core/base/json.h"

#include <string>
#include <vector>

namespace core {

/// Assembles exported modules from the files of resources/python, which Python can also
/// import as they are. In front of the line "# ---- exported ----" stand a file's imports and
/// examples of its values, behind it what an export contains. There
///
/// - a name in capitals that has a value is replaced by it;
/// - `*NAME` and `**NAME` are replaced by the items of a list or an object, as arguments; without
///   items the comma in front of them goes, too;
/// - of `if NAME:`, `if not NAME:`, `elif` and `else:` only the block remains whose name is true,
///   unless its value is a string;
/// - what stands between `# <NAME>` and `# </NAME>`, an example, is replaced by lines.
///
/// @param values  strings are Python as it is to be written, all else as pythonLiteral() gives it.
/// @return  lines without empty ones in front of them or behind.
/// @throws Error{Internal} when a name of the examples has no value, or a value no name.
std::string pythonPiece(const std::string& name, const Json& values = Json::object());

/// The lines of one region, `# <REGION>` to `# </REGION>`, in the same way and not indented. It may
/// stand anywhere in the file.
std::string pythonRegion(const std::string& name, const std::string& region,
                         const Json& values = Json::object());

/// A whole file that is no Python, in the same way: "tasks/text_readme.md".
std::string exportedText(const std::string& name, const Json& values);

/// Pieces with two empty lines between them. Empty ones are left out.
std::string joinedPython(const std::vector<std::string>& pieces);

/// A JSON value as Python writes it.
std::string pythonLiteral(const Json& value);

} // namespace core
