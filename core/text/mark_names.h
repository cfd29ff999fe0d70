#pragma once

#include <string>

namespace core {

class TextPipeline;

/// The names of the tokens around each text: <bos> and <eos>, or BERT's [CLS] and [SEP].
struct MarkNames {
    std::string begin, end;
};

MarkNames markNamesOf(const TextPipeline& pipeline);

} // namespace core
