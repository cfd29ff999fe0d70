#pragma once

#include "core/data/data_set.h"

namespace core {

/// A corpus made by our own code: no file is read, and the same options give the same texts on
/// every machine.
struct GeneratedCorpus {
    LabelledTexts train, valid, test; ///< No text occurs twice, neither within nor across splits.
    std::vector<std::string> classes; ///< Sorted; the index is the label.
};

/// Makes the corpus that `sample` (family "sample") names. @pre its options are complete.
/// @throws Error{BadSetting} when there is no such sample, or for "none".
GeneratedCorpus generateSample(const Selection& sample);

} // namespace core
