#include "core/task/classification/classifier_parts.h"

#include "core/base/python_piece.h"

namespace core {

TextPython classifierPython(const std::vector<std::string>& classes)
{
    const char* const piece = "tasks/classification";
    return {.what = "text classifier",
            .facts = "Classes: " + markdownList(classes) + ".",
            .answers = "class, probability and text",
            .example = R"([{"class": ..., "probability": ..., "probabilities": {...}}])",
            .constants = pythonRegion(piece, "CONSTANTS", {{"CLASS_NAMES", classes}}),
            .predicting = pythonPiece(piece)};
}

} // namespace core
