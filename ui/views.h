#pragma once

#include "ui/view/view.h"

#include <vector>

namespace ui {

/// Every view that there is, a line each, in the order of the tabs.
const std::vector<ViewEntry>& views();

} // namespace ui
