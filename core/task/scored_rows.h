#pragma once

#include "core/data/corpus.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// What questions have in common that are about the rows of a set, all of which are read.
struct RowsQuestion {
    static constexpr bool kLong = true;
    std::string split = "valid"; ///< Of the run's own data: "train", "valid" or "test".
    std::shared_ptr<const CorpusPart> rows = {}; ///< These instead; null: to be read.
    friend bool operator==(const RowsQuestion&, const RowsQuestion&) = default;
};

/// How a network does on a set of rows.
template <class Scores, class Row> struct ScoredRows {
    Scores scores;
    std::vector<Row> rows; ///< What it says of each, in the order of the set.
    int64_t epoch = 0; ///< Of the network.
};

} // namespace core
