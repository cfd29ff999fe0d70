#pragma once

#include "ui/decoding/decoding_steps.h"

#include <cstdint>
#include <vector>

namespace ui {

/// Choice of the candidates that have a place in the tree.
struct TreeChoice {
    int droppedPerStep = 2; ///< Number of the best dropped candidates of each decision.
    int32_t extra = -1; ///< One more that must be seen, whatever became of it.
};

/// Where a node stands: columns are tokens so far, rows are node heights from the top.
struct TreePlace {
    int32_t node = 0;
    int column = 0;
    int row = 0;
};

/// The places of a whole search, found once, so that nothing moves while it is walked through.
///
/// A first child stands beside its parent; further children stand below all that the children
/// before them need, column by column (contours as in Reingold and Tilford 1981). So no two nodes
/// share a place and no two arcs cross. Children that go on come first, so that what a
/// search draws is a straight line; among themselves they are ordered by rank, blocked ones last.
struct TreeLayout {
    std::vector<TreePlace> places; ///< Parents before children.
    std::vector<int> indexOf; ///< Index of a node in the places; -1: folded away.
    int columns = 0, rows = 0;

    const TreePlace* find(int32_t node) const;
};

TreeLayout layOutTree(const DecodingSteps& search, const TreeChoice& choice);

} // namespace ui
