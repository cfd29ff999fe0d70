#pragma once

#include "core/probe/live_model.h"
#include "ui/figure/table_text.h"

#include <vector>

namespace ui {

/// Whether the table holds the sines and cosines of Vaswani et al. (2017), section 3.5.
bool isSinusoidal(const core::PositionTable& table);

/// Dimensions worth looking at first: quick and slow ones, one of them with its neighbour, which
/// is its cosine in a sinusoidal table. Ascending, each in the table, none twice.
std::vector<int> firstDimensions(int64_t features);

/// One row a position, one column a dimension: position,0,1,2 ...
void writePositions(TableText& text, const core::PositionTable& table);

} // namespace ui
