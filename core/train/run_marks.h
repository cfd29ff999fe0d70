#pragma once

#include <filesystem>
#include <string>

namespace core {

/// What people keep with a run beside what trained it: marks.json in its folder. It decides
/// nothing: a run with other marks is resumed as before.
struct RunMarks {
    bool starred = false;
    std::string note; ///< Free text; words that begin with # are tags: "#lecture3 learns by heart".

    friend bool operator==(const RunMarks&, const RunMarks&) = default;
};

/// None where there is no such file. @throws Error{FileMalformed}.
RunMarks readRunMarks(const std::filesystem::path& run);
/// @throws Error{FileUnwritable}.
void writeRunMarks(const std::filesystem::path& run, const RunMarks& marks);

} // namespace core
