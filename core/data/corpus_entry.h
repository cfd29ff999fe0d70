#pragma once

#include "core/base/mapped_file.h"
#include "core/base/monitor.h"
#include "core/data/cells/column.h"
#include "core/data/corpus.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace core {

/// The first bytes of an entry of CorpusCache. They change with the layout of entries. The sources
/// of the readers, on which the content depends, are part of an entry's name as well
/// (kReadersFingerprint).
inline constexpr std::string_view kEntryMark = "unroll corpus 2\n";
/// Bytes that are hashed, written or released at once.
inline constexpr size_t kEntryBlock = size_t{4} << 20;

/// Writes `data` to the open `file`, which is empty.
/// @return whether everything was written. @throws Error{Cancelled}.
bool writeEntry(int file, const Corpus& data, const Monitor& monitor);

/// The corpus of an entry, whose texts stay in `file`. Nothing if any byte is not as writeEntry()
/// writes it, or the corpus does not have these columns. @throws Error{Cancelled}.
std::optional<Corpus> readEntry(std::shared_ptr<const MappedFile> file, const TaskColumns& columns,
                                const Monitor& monitor);

} // namespace core
