#pragma once

#include "core/data/source/source_files.h"
#include "core/data/source/split_name.h"
#include "core/data/source/text_encoding.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core {

/// One file as a first look found it.
struct ScannedFile {
    SourceFile file;
    std::optional<Split> split; ///< Which part of its container it belongs to, if any.
    std::string head; ///< Its first bytes as UTF-8; only of the first files.
    bool headKnown = false;
    bool whole = false; ///< `head` is all there is.
    bool isText = true; ///< False for pictures and the like.
    Encoding encoding = Encoding::Utf8;
};

/// A first look at something dropped: what is in it, in which encodings, and how it begins.
struct PathScan {
    std::string path;
    bool container = false; ///< A folder or an archive.
    std::vector<ScannedFile> files; ///< In the order of visitFiles().
    LeftOut leftOut;
    Message fault; ///< Why nothing in it can be read, or empty.

    std::set<Split> parts; ///< The splits that its files belong to.

    bool has(Split split) const { return parts.contains(split); }
    /// Whether the file at `index` is to be read for `split`: of a container with parts, only the
    /// part asked for; of any other, everything.
    bool isPartOf(size_t index, Split split) const;
};

/// @param encoding  "auto" or as in a spec.
/// @throws as visitFiles().
PathScan scanPath(const std::string& path, const std::string& encoding, ReadProgress& progress);

} // namespace core
