#include "core/task/regression/regressor_parts.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"

namespace core {

TextPython regressorPython(const NumberScale& scale)
{
    return {.what = "network that predicts a number for each text",
            .facts = "Mean of the training numbers: " + numberText(scale.mean)
                + ", standard deviation: " + numberText(scale.deviation) + ".",
            .answers = "number and text",
            .example = "[3.72]",
            .constants = pythonRegion("tasks/regression", "CONSTANTS",
                                      {{"MEAN_VALUE", scale.mean}, {"DEVIATION", scale.deviation}}),
            .predicting = pythonPiece("tasks/regression")};
}

} // namespace core
