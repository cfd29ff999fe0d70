#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Labelled texts in file order (train: after the split).
struct LabelledTexts {
    std::vector<std::string> texts; ///< UTF-8, raw.
    std::vector<int32_t> labels; ///< Index into DataSet::classes.

    size_t size() const { return texts.size(); }
};

struct DataSet {
    std::vector<std::string> classes; ///< Sorted; the index is the label.
    LabelledTexts train, valid, test;
    int64_t skippedRows = 0;
    /// Worth telling: what was recognised, what was left out or skipped, classes too rare to learn.
    std::vector<Message> notes = {};
};

/// Reads, splits (stratified, by ratio and seed, where the corpus has no own split) and checks.
/// @throws Error{BadData, FileMissing, FileMalformed, Cancelled}; with skipBadRows false, a bad
/// row is an Error{FileMalformed} that names file and line.
DataSet loadData(const DataSpec& spec, const Monitor& monitor);

/// Reads `paths` with the format settings of `spec` for evaluation by a model with `classes`.
/// @throws Error{BadData} when a label is not among `classes`, naming it and its line.
LabelledTexts loadTexts(const DataSpec& spec, const std::vector<std::string>& paths,
                        const std::vector<std::string>& classes, const Monitor& monitor);

} // namespace core
