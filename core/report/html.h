#pragma once

#include "core/report/report.h"

#include <string>
#include <string_view>

namespace core {

/// A text as it stands between tags or in a quoted attribute.
std::string escapedHtml(std::string_view text);

/// The report as one HTML file that needs nothing else: no scripts, no other files. It is made for
/// print and for screen readers: headings in their order, tables with captions and headings of rows
/// and columns, pictures with texts in their place.
std::string toHtml(const Report& report);

} // namespace core
