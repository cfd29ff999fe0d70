#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

inline constexpr const char* kTaggingTask = "tagging";

/// The options of this task in a spec.
struct TaggingOptions {
    Selection head{"softmax", Json::object()}; ///< Family "tag_head": softmax, crf.
    Selection characters{"none", Json::object()}; ///< Family "characters".
    int64_t caseFeatures = 0; ///< Size of the vector of a word's capitalisation; 0: none.
    /// Probability with which a known word is unknown to a training batch, so that the network
    /// learns from what is around unknown words.
    double wordDropout = 0.0;
    /// Columns of the data beside word and tag whose values are read as well: each by its number
    /// from 1 or, in CoNLL-U, by its name.
    std::vector<std::string> features{};
    int64_t featureDimension = 16; ///< Size of the vector of a value of such a column.

    bool hasCrf() const { return head.kind == "crf"; }
    /// Moves that the scheme of the tags forbids are never taken.
    bool constrained() const { return hasCrf() && head.options.value("constrained", true); }
    bool readsWords() const
    {
        return characters.kind != "none" || caseFeatures > 0 || !features.empty();
    }
};

const Schema<TaggingOptions>& taggingSchema();
TaggingOptions taggingOptions(const ExperimentSpec& spec);
std::vector<KindDescription> tagHeadKinds(); ///< Family "tag_head".

} // namespace core
