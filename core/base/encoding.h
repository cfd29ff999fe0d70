#pragma once

#include "core/base/option.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// Latin-1 means Windows-1252, its superset: what files called Latin-1 really hold.
enum class Encoding {
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
    Utf32LittleEndian,
    Utf32BigEndian,
    Latin1,
    Windows1250,
    Iso8859Part2,
    Windows1251,
    Iso8859Part5,
    Koi8R,
    Windows1253,
    Windows1254,
    Windows1255,
    Windows1256,
    Gb18030,
    Big5,
    ShiftJis,
    EucJp,
    EucKr
};

/// The encoding's name as a spec holds it: "utf-8", "utf-16", "latin-1" (see encodingChoices()).
std::string encodingId(Encoding encoding);
/// The encoding that a spec names, nothing for "auto". Of "utf-16" and "utf-32" the order of bytes
/// that is usual; a mark still decides.
std::optional<Encoding> encodingNamed(const std::string& id);
/// As a person calls it: "Shift-JIS (Japanese)".
std::string encodingTitle(Encoding encoding);
/// The same for ICU.
const char* converterName(Encoding encoding);
/// Encodings as a spec names them: "auto" first, then "utf-8".
std::vector<Choice> encodingChoices();

} // namespace core
