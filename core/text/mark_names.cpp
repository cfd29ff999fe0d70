#include "core/text/mark_names.h"

#include "core/text/text_pipeline.h"
#include "core/text/tokens/vocabulary.h"

namespace core {

MarkNames markNamesOf(const TextPipeline& pipeline)
{
    const int64_t mask = pipeline.maskId();
    if (mask >= 0 && pipeline.token(mask) == "[MASK]")
        return {"[CLS]", "[SEP]"};
    return {pipeline.token(kBeginId), pipeline.token(kEndId)};
}

} // namespace core
