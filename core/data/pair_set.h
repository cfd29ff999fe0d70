#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/metric/translation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Sentences and their translations in file order; UTF-8, raw.
struct SentencePairs {
    std::vector<std::string> source, target;

    size_t size() const { return source.size(); }
};

struct PairSet {
    SentencePairs train, valid, test;
    int64_t skippedRows = 0;
    std::vector<Message> notes; ///< Worth telling: what was recognised, left out or skipped.
};

/// Reads parallel files or files of pairs, splits (by ratio and seed, where the corpus has no own
/// split) and checks.
/// @throws Error{BadData, FileMissing, FileMalformed, Cancelled}. Parallel files of different
/// length: Error{BadData} that says by how much and from which line the lengths of the sides no
/// longer go together. With skipBadRows false, a pair with an empty side is an
/// Error{FileMalformed} that names file and line.
PairSet loadPairs(const DataSpec& spec, const Monitor& monitor);

/// Reads pairs for evaluation, with the format settings of `spec`.
/// @param targets  one file for each of `sources`; empty: `sources` hold pairs.
/// @param notes  gets what is worth telling, when not null.
SentencePairs readPairs(const DataSpec& spec, const std::vector<std::string>& sources,
                        const std::vector<std::string>& targets, const Monitor& monitor,
                        std::vector<Message>* notes = nullptr);

/// How the words of a pair belong together by the rule of the sample that made it; nothing when
/// the sample has no such rule or `target` is no right translation of `source`. Indices count
/// words between spaces, or characters where the sample is read by character (dates).
std::optional<std::vector<AlignmentLink>> goldAlignment(const Selection& sample,
                                                        std::string_view source,
                                                        std::string_view target);

} // namespace core
