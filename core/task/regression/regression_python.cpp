#include "core/task/regression/regression_python.h"

#include "core/base/json.h"
#include "core/base/message.h"

namespace core {

namespace {

constexpr const char* kPredicting = R"py(def predict(texts, batch_size=64):
    """A number for each text."""
    numbers = []
    for start in range(0, len(texts), batch_size):
        encoded = [encode(text) for text in texts[start:start + batch_size]]
        with torch.no_grad():
            outputs = loaded_network()(*padded(encoded))[:, 0].double()
        numbers += (outputs * STANDARD_DEVIATION + MEAN).tolist()
    return numbers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text, number in zip(texts, predict(texts)):
        print("%.6g\t%s" % (number, text))


)py";

} // namespace

TextPython regressorPython(const NumberScale& scale)
{
    return {.what = "network that predicts a number for each text",
            .facts = "Mean of the training numbers: " + numberText(scale.mean)
                + ", standard deviation: " + numberText(scale.deviation) + ".",
            .answers = "number and text",
            .example = "[3.72]",
            .constants = "MEAN = " + Json(scale.mean).dump()
                + "  # of the training numbers: the network's outputs are standardised\n"
                + "STANDARD_DEVIATION = " + Json(scale.deviation).dump() + "\n",
            .predicting = kPredicting};
}

} // namespace core
