#include "core/model/head/head.h"

namespace core {

/// One number for each text.
HeadEntry numberHead()
{
    return {.id = "number",
            .make = [](const HeadContext& context) { return std::make_shared<TextHead>(context); }};
}

} // namespace core
