#pragma once

#include "core/text/tokens/unicode.h"

#include <unicode/locid.h>

#include <string>
#include <string_view>

namespace core {

/// What signatures of scores end with: which implementation of a metric a number is from. Counts up
/// whenever a score could change.
inline constexpr const char* kMetricVersion = "version:unroll-1";

/// Lower-cased by Unicode's full rules, whatever the language (as Python's str.lower()).
inline std::string lowerCased(std::string_view text)
{
    return toUtf8(fromUtf8(text).toLower(icu::Locale::getRoot()));
}

} // namespace core
