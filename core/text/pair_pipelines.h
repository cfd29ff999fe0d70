#pragma once

#include "core/base/regular_file.h"
#include "core/text/text_pipeline.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace core {

/// The two sides of a translation: raw text in, ids out, and ids back into text.
struct PairPipelines {
    std::shared_ptr<const TextPipeline> source, target;

    /// Learns both from the training pairs. With `target.joint`, one tokeniser and one vocabulary
    /// are learnt from both sides (settings of `source`); the target keeps its own cleaning and
    /// maximum length.
    /// @throws as TextPipeline::learn.
    static PairPipelines learn(const TextSpec& source, const TextSpec& target, TextList sources,
                               TextList targets, const Monitor& monitor);
    /// The source's files in `folder`, the target's in `folder`/target.
    void save(const FilePlace& folder) const;
    static PairPipelines load(const FilePlace& folder);
};

} // namespace core
