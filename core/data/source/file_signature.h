#pragma once

#include "core/base/message.h"

#include <string>
#include <string_view>

namespace core {

/// A sentence with advice that names the kind of a file that is no text ("It is an Excel workbook
/// ..."), or empty when `head`, its first bytes, may be a text. UTF-16 counts as text.
Message notTextReason(const std::string& name, std::string_view head);

/// Whether `name` is that of a README, a licence or another text about the data.
bool namesDescription(const std::string& name);

/// Whether `name` ends like a picture, a sound, a program or another file without texts.
bool namesNoText(const std::string& name);

} // namespace core
