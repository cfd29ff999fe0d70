#pragma once

#include "core/data/first_look.h"

#include <utility>
#include <vector>

namespace core {

/// Dropped files that hold the text of `pair` in another language, with that language.
std::vector<std::pair<SideFile, SideWord>> otherSides(const Dropped& dropped, const FilePair& pair);

struct ChosenPairs {
    std::vector<FilePair> pairs;
    std::vector<Message> notes; ///< What else was dropped.
};

/// Those of `pairs` that are of the languages `own`, by their names.
ChosenPairs pairsOfLanguages(const Dropped& dropped, const std::vector<FilePair>& pairs,
                             const std::pair<SideWord, SideWord>& own);

} // namespace core
