#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

enum class Split { Train, Valid, Test };

/// The split that a file's name speaks of by a word of its own: "imdb_test.csv",
/// "twitter-2016dev-A.tsv"; none for "contest.csv" and for names that speak of two.
std::optional<Split> splitOfFileName(std::string_view name);

/// The split that a folder is: "train", "20news-bydate-test", "dev_data"; none for folders that
/// only hold such a word.
std::optional<Split> splitOfFolderName(std::string_view name);

enum class FileNames { Decide, Ignore };

/// The split of a path inside a folder or an archive: the outermost folder that is one decides,
/// then, when asked, the file's name.
std::optional<Split> splitOfInnerPath(const std::string& path, FileNames names);

} // namespace core
