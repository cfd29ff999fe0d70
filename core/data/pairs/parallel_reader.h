#pragma once

#include "core/data/source/byte_stream.h"
#include "core/data/source/split_name.h"

#include <string>

namespace core {

class RowConsumer;

/// One of two parallel files.
struct TextSide {
    const std::string& file; ///< As the user would name it.
    ByteStream& text; ///< UTF-8, but for damaged lines.
};

/// Gives `consumer` line N of `source` with line N of `target` as one row, and refuses the files
/// when one has more lines: the sentence says by how much and from which line on the lengths of
/// the two sides no longer go together (driftLine()). Lines that are blank in both files are passed
/// over, and so are blank lines at the end of the longer one; a line that is blank in one file only
/// is a bad row of that file.
///
/// Memory: eight bytes a line.
/// @throws as ByteStream::next().
void readParallel(Split split, const TextSide& source, const TextSide& target,
                  RowConsumer& consumer);

} // namespace core
