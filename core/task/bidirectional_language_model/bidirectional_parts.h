#pragma once

#include "core/task/network_parts.h"

namespace core {

inline constexpr const char* kBidirectionalLanguageModelTask = "bidirectional_language_model";

/// A bidirectional language model.
struct BidirectionalParts : TextParts { };

} // namespace core
