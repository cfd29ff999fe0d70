#include "core/model/head/head.h"

namespace core {

/// Scores of all classes: p(class | text) is their softmax.
HeadEntry classHead()
{
    return {.id = "class",
            .make = [](const HeadContext& context) { return std::make_shared<TextHead>(context); }};
}

} // namespace core
