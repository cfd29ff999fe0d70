#pragma once

#include "core/probe/updates/layer_quantity.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ui {

QString quantityTitle(core::LayerQuantity quantity); ///< For lists and axes: "Gradient norm".
QString quantityName(core::LayerQuantity quantity); ///< For use within a sentence: "gradient norm".
/// Definition of the quantity, and the meaning of its values.
QString quantityMeaning(core::LayerQuantity quantity);
/// All quantities, symptom to action.
QString quantityHelp();
/// A value of the quantity at which something changes, and its name in the legend.
std::optional<std::pair<double, QString>> quantityLimit(core::LayerQuantity quantity);
/// Names from their layer on, "layer 1 norm1", counted from 1, with the first module in front where
/// several would be called the same; names without a number as they are.
QStringList shortNames(const std::vector<std::string>& names);

} // namespace ui
