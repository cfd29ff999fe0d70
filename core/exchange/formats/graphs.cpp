#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/exchange/atomic_folder.h"
#include "core/exchange/exporter.h"
#include "core/exchange/graph/onnx_model.h"
#include "core/exchange/graph/torchscript_module.h"

#include <algorithm>

// Networks as data-flow graphs, for programs that know nothing of this one.

namespace core {

namespace {

using Metadata = std::map<std::string, std::string>;

/// "ids int64 [batch, length]"
std::string portText(const GraphPort& port)
{
    std::string axes;
    for (const std::string& axis : port.axes)
        axes += (axes.empty() ? "" : ", ") + axis;
    const char* const type = port.type == torch::kFloat ? "float32"
        : port.type == torch::kBool                     ? "bool"
                                                        : "int64";
    return "`" + port.name + "` " + type + " [" + axes + "]";
}

std::string portList(const char* title, const std::vector<GraphPort>& ports)
{
    std::string text = std::string("\n") + title + ":\n\n";
    for (const GraphPort& port : ports)
        text += "- " + portText(port) + "\n";
    return text;
}

constexpr const char* kIdsText = R"(
## Texts as ids

Batch and length may have any size; each text has one token at least and as many as its row at
most, which neither format checks. The rest of the row is padded with 0 behind its length.

- `vocabulary.txt` has the tokens, one a line; the number of a line, from 0, is the id. Tabs, ends
  of lines and backslashes in tokens are written `\t`, `\n`, `\r` and `\\`.
- The ids 0 to 3 are `<pad>`, `<unk>`, `<bos>` and `<eos>`. A token that is not in the vocabulary
  is 1.
- `text.json` says how texts are cleaned and divided into tokens. `encode()` in `model.py` of
  `unroll-cli export --format python` does so.
)";

/// @param open  lines of Python that open the export.
std::string graphReadme(const ExportedNetwork& exported, const std::string& format,
                        const std::string& open)
{
    std::string text = "# " + exported.origin.title + " as " + format + "\n\n" + open
        + "\nTrained for " + std::to_string(exported.origin.step) + " updates (epoch "
        + std::to_string(exported.origin.epoch)
        + "). The metadata of the file has the\nsettings of the training and the names below.\n"
        + kIdsText;
    for (const std::string& note : exported.task.graphNotes)
        text += "- " + note + "\n";
    for (const GraphFunction& function : exported.task.graphs)
        text += "\n## " + function.name + "\n\n" + function.summary + "\n"
            + portList("Inputs", function.inputs)
            + portList("Outputs, in this order", function.outputs);
    const std::vector<GraphPort>& inputs = exported.task.graphs.front().inputs;
    if (std::any_of(inputs.begin(), inputs.end(),
                    [](const GraphPort& port) { return port.name == "words"; }))
        text += "\n## Words\n\n`words` numbers the different words of a batch from 1; 0 stands at "
                "padding. The inputs\nwith the axis `word` have a row for each number, and row 0 "
                "has one character, whose id is\n0. `model.py` of the Python export numbers the "
                "characters and cases of each token.\n";
    if (!exported.task.metadata.empty())
        text += "\n## Names\n\n";
    if (exported.task.metadata.contains("scale"))
        text += "A number is its score times the standard deviation plus the mean:\n\n";
    for (const auto& [name, value] : exported.task.metadata)
        text += "- " + name + ": `" + value + "`\n";
    if (!exported.task.graphSource.empty() && format == "TorchScript")
        text += "\n## Further methods\n\n```python\n"
            + exported.task.graphSource.substr(exported.task.graphSource.find("def ")) + "```\n";
    return text;
}

/// The ports of all functions, for programs.
std::string portsJson(const std::vector<GraphFunction>& functions)
{
    Json json = Json::object();
    for (const GraphFunction& function : functions)
        for (const auto* ports : {&function.inputs, &function.outputs})
            for (const GraphPort& port : *ports)
                json[function.name][ports == &function.inputs ? "inputs" : "outputs"].push_back(
                    {{"name", port.name}, {"axes", port.axes}});
    return json.dump();
}

/// @param write  gets the folder and the metadata.
void writeGraphs(const ExportedNetwork& exported, const std::filesystem::path& target,
                 const std::string& readme,
                 const std::function<void(const std::filesystem::path&, const Metadata&)>& write)
{
    if (exported.task.graphs.empty())
        throw Error(ErrorCode::BadSetting,
                    {"This network computes nothing that a graph could have.", {}},
                    {"Choose another format.", {}});
    Metadata metadata = metadataOf(exported);
    metadata["functions"] = portsJson(exported.task.graphs);
    writeFolderAtomically(target, [&](const std::filesystem::path& folder) {
        exported.task.saveFiles(folder);
        write(folder, metadata);
        writeFileAtomically(folder / "README.md", readme);
    });
}

} // namespace

ExporterRegistry::Entry torchScriptExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "torchscript",
         .title = "TorchScript",
         .summary = "A folder with network.pt for torch.jit.load() in Python and C++, which needs "
                    "no code of the network, and the vocabulary. For PyTorch alone, choose the "
                    "Python module: it can be read and trained on."},
        Schema<NoOptions>(),
        [](const NoOptions&, const ExportedNetwork& exported, const std::filesystem::path& target) {
            const std::string readme = graphReadme(
                exported, "TorchScript",
                "```python\nimport torch\nnetwork = torch.jit.load(\"network.pt\")\n```\n");
            writeGraphs(exported, target, readme,
                        [&](const std::filesystem::path& folder, const Metadata& metadata) {
                            writeFileAtomically(
                                folder / "network.pt",
                                torchScriptBytes(exported.network, exported.task.graphs,
                                                 exported.task.graphSource, metadata));
                        });
        });
}

ExporterRegistry::Entry onnxExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "onnx",
         .title = "ONNX",
         .summary = "A folder with a model for each computation of the network, such as "
                    "forward.onnx, for ONNX Runtime and other programs without PyTorch, and the "
                    "vocabulary."},
        Schema<NoOptions>(),
        [](const NoOptions&, const ExportedNetwork& exported, const std::filesystem::path& target) {
            const std::string readme = graphReadme(
                exported, "ONNX",
                "Each section is a file, such as `forward.onnx`, with operators of opset 17.\n\n"
                "```python\nimport onnxruntime\n"
                "network = onnxruntime.InferenceSession(\"forward.onnx\")\n```\n");
            writeGraphs(exported, target, readme,
                        [&](const std::filesystem::path& folder, const Metadata& metadata) {
                            for (const GraphFunction& function : exported.task.graphs)
                                writeFileAtomically(
                                    folder / (function.name + ".onnx"),
                                    onnxBytes(exported.network, function, metadata));
                        });
        });
}

} // namespace core
