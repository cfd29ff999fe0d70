#pragma once

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace ui {

/// Which swatch (drawSwatch()) stands for each tag: tags of one type of span ("B-PER", "I-PER")
/// share it; -1: "O" beside such tags, which marks no span.
std::vector<int> swatchesOf(const std::vector<std::string>& tags);

/// The name of a tag; a dash where there is none of that index.
QString tagName(const std::vector<std::string>& tags, int64_t tag);

} // namespace ui
