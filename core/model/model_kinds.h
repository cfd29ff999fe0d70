#pragma once

#include "core/experiment/spec.h"

#include <vector>

namespace core {

std::vector<KindDescription> networkKinds(); ///< Family "network".
std::vector<KindDescription> poolingKinds(); ///< Family "pooling": the sentence vector.
std::vector<KindDescription> attentionKinds(); ///< Family "attention": scores of a decoder.
std::vector<KindDescription> initialisationKinds(); ///< Family "initialisation".

/// Rules of a network that concern several fields (heads divide the dimension ...).
/// @pre the spec's selections are complete.
std::vector<Problem> checkModel(const ModelSpec& spec);

} // namespace core
