#pragma once

namespace core {

// Marks <<name>> are filled in by filledIn(), also with what stands in python_module_parts.h.

inline constexpr const char* kPythonModule
    = R"py("""A trained text classifier (<<title>>), exported by Unroll.

    from model import predict
    predict(["a text", "another one"])

or, on the command line, python3 model.py "a text". See README.md.
"""
<<imports>>
CLASSES = <<classes>>
MAXIMUM_LENGTH = <<maximum_length>>  # tokens; what is behind them is not seen


# ---- From a text to token ids ----------------------------------------------------------------

<<preprocessing>>

def encode(text):
    """The ids that the network is given for a text: at least one, at most MAXIMUM_LENGTH."""
    return token_ids(clean(text))[:MAXIMUM_LENGTH] or [UNKNOWN_ID]


# ---- The network -----------------------------------------------------------------------------

<<network>>

<<loading>>


# ---- Predicting ------------------------------------------------------------------------------

def probabilities(texts, batch_size=64):
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


if __name__ == "__main__":
    main(sys.argv[1:])
)py";

inline constexpr const char* kPythonReadme = R"md(# <<name>>

A text classifier (<<title>>), trained with Unroll for <<updates>> updates (epoch <<epoch>>).
Classes: <<classes>>.

It needs Python 3.8 or later with PyTorch, and nothing else.

    python3 model.py "a text" "another one"      # class, probability and text, one line a text
    python3 model.py < texts.txt                 # one text a line

    from model import predict
    predict(["a text"])   # [{"class": ..., "probability": ..., "probabilities": {...}}]

| file | what |
|---|---|
| `model.py` | cleaning, tokeniser, network and `predict()` |
| `weights.pt` | the weights, for `torch.load("weights.pt", weights_only=True)` |
| `vocabulary.txt` | one token a line; the line number, from 0, is its id |
| `text.json` | how texts are prepared, as Unroll writes it |
<<subword>>)md";

} // namespace core
