#include "core/task/text_python.h"

#include "core/base/error.h"
#include "core/model/python_text.h"
#include "core/task/python_module_parts.h"
#include "core/text/python_source.h"

namespace core {

namespace {

// Marks <<name>> are filled in by filledIn(), also with what stands in python_module_parts.h.

constexpr const char* kModule = R"py("""A trained <<what>> (<<title>>), exported by Unroll.

    from model import predict
    predict(["a text", "another one"])

or, on the command line, python3 model.py "a text". See README.md.
"""
<<imports>>
<<constants>>MAXIMUM_LENGTH = <<maximum_length>>  # tokens; what is behind them is not seen


# ---- From a text to token ids ----------------------------------------------------------------

<<preprocessing>>

def encode(text):
    """The ids that the network is given for a text: at least one, at most MAXIMUM_LENGTH."""
    return token_ids(clean(text))[:MAXIMUM_LENGTH] or [UNKNOWN_ID]


# ---- The network -----------------------------------------------------------------------------

<<network>>

<<loading>>


# ---- Predicting ------------------------------------------------------------------------------

<<predicting>>if __name__ == "__main__":
    main(sys.argv[1:])
)py";

constexpr const char* kReadme = R"md(# <<name>>

A <<what>> (<<title>>), trained with Unroll for <<updates>> updates (epoch <<epoch>>).
<<facts>>

It needs Python 3.8 or later with PyTorch, and nothing else.

    python3 model.py "a text" "another one"      # <<answers>>, one line per text
    python3 model.py < texts.txt                 # one text per line

    from model import predict
    predict(["a text"])   # <<example>>

| file | what |
|---|---|
| `model.py` | cleaning, tokeniser, network and `predict()` |
| `weights.safetensors` | the weights; `safetensors.torch.load_file()` and Unroll read them, too |
| `vocabulary.txt` | one token per line; the line number, from 0, is its id |
| `text.json` | how texts are prepared, as Unroll writes it |
<<subword>>)md";

constexpr const char* kSubwordRow = "| `tokeniser.model` | the SentencePiece model |\n";

} // namespace

std::string textModule(const ExperimentSpec& spec, const TextPython& python,
                       const std::string& networkSource, const ExportOrigin& origin)
{
    return filledIn(kModule,
                    {{"what", python.what},
                     {"title", origin.title},
                     {"constants", python.constants},
                     {"maximum_length", std::to_string(spec.text.maximumLength)},
                     {"imports", kPythonImports},
                     {"loading", kPythonLoading},
                     {"preprocessing", pythonPreprocessing(spec.text)},
                     {"network", networkSource},
                     {"predicting", python.predicting}});
}

std::string textReadme(const ExperimentSpec& spec, const TextPython& python,
                       const ExportOrigin& origin)
{
    const bool subword = spec.text.tokeniser.kind.starts_with("sentencepiece");
    return filledIn(kReadme,
                    {{"name", markdownText(spec.name)},
                     {"what", python.what},
                     {"title", origin.title},
                     {"facts", python.facts},
                     {"answers", python.answers},
                     {"example", python.example},
                     {"updates", std::to_string(origin.step)},
                     {"epoch", std::to_string(origin.epoch)},
                     {"subword", subword ? kSubwordRow : ""}});
}

} // namespace core
