#pragma once

#include <QString>

#include <string_view>

namespace ui {

inline constexpr size_t kShownBytes = 400; ///< Of a text in its row; the tool tip has more.
inline constexpr size_t kToolTipBytes = 2000;

/// One line of at most `bytes` bytes, with an ellipsis where more follows.
QString beginning(std::string_view text, size_t bytes);

} // namespace ui
