#include "core/task/classification/classification_python.h"

#include "core/base/error.h"
#include "core/model/python_text.h"
#include "core/text/python_source.h"

namespace core {

namespace {

constexpr const char* kPredicting = R"py(def probabilities(texts, batch_size=64):
    """Probabilities of the classes: a tensor [texts, classes] whose rows sum to 1."""
    rows = [torch.empty(0, len(CLASSES))]
    for start in range(0, len(texts), batch_size):
        encoded = [encode(text) for text in texts[start:start + batch_size]]
        with torch.no_grad():
            rows.append(torch.softmax(loaded_network()(*padded(encoded)), dim=1))
    return torch.cat(rows)


def predict(texts, batch_size=64):
    """For each text a dict: "class", its "probability", and "probabilities" of all classes."""
    answers = []
    for row in probabilities(texts, batch_size).tolist():
        best = max(range(len(CLASSES)), key=row.__getitem__)
        answers.append({"class": CLASSES[best], "probability": row[best],
                        "probabilities": dict(zip(CLASSES, row))})
    return answers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text, answer in zip(texts, predict(texts)):
        print("%s\t%.4f\t%s" % (answer["class"], answer["probability"], text))


)py";

} // namespace

TextPython classifierPython(const std::vector<std::string>& classes)
{
    std::string all;
    for (const std::string& name : classes)
        all += (all.empty() ? "" : ", ") + markdownText(name);
    return {.what = "text classifier",
            .facts = "Classes: " + all + ".",
            .answers = "class, probability and text",
            .example = R"([{"class": ..., "probability": ..., "probabilities": {...}}])",
            .constants = "CLASSES = " + pythonLiteral(classes) + "\n",
            .predicting = kPredicting};
}

} // namespace core
