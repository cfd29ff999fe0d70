#pragma once

#include <QString>

#include <string>

namespace ui {

/// One of the two texts of a pair.
enum class Side { Source, Target };

/// "source", or "source: de" where the language has a name.
QString sideName(Side side, const std::string& language);

} // namespace ui
