#include "core/base/atomic_file.h"
#include "core/exchange/atomic_folder.h"
#include "core/exchange/exporter.h"
#include "core/exchange/formats/python_template.h"
#include "core/exchange/state_dict.h"
#include "core/experiment/spec_json.h"
#include "core/model/python_text.h"
#include "core/text/python_source.h"

namespace core {

namespace {

std::string titleOf(const StoredRun& run)
{
    const Selection& network = run.spec.model.network;
    const KindDescription* kind = findKind(catalogue(), "network", network.kind);
    return kind == nullptr ? network.kind : kind->title;
}

std::string moduleText(const StoredRun& run)
{
    return filledIn(kPythonModule,
                    {{"title", titleOf(run)},
                     {"classes", pythonLiteral(run.classes)},
                     {"maximum_length", std::to_string(run.spec.text.maximumLength)},
                     {"preprocessing", pythonPreprocessing(run.spec.text)},
                     {"network", run.network->pythonSource()}});
}

std::string readmeText(const StoredRun& run)
{
    std::string classes;
    for (const std::string& name : run.classes)
        classes += (classes.empty() ? "" : ", ") + shown(name);
    // SentencePiece models are the only thing that the standard library cannot apply.
    const bool subword = run.spec.text.tokeniser.kind.starts_with("sentencepiece");
    return filledIn(kPythonReadme,
                    {{"name", shown(run.spec.name)},
                     {"title", titleOf(run)},
                     {"classes", classes},
                     {"updates", std::to_string(run.step)},
                     {"epoch", std::to_string(run.epoch)},
                     {"packages", subword ? "torch sentencepiece" : "torch"},
                     {"subword", subword ? kPythonSubwordNote : ""}});
}

bool isEarlierExport(const std::filesystem::path& folder)
{
    return exists(folder / "model.py") && exists(folder / "weights.pt");
}

void writeModule(const NoOptions&, const StoredRun& run, const std::filesystem::path& target)
{
    const std::string module = moduleText(run);
    writeFolderAtomically(
        target,
        [&](const std::filesystem::path& folder) {
            run.pipeline->save(folder); // vocabulary.txt and, for subword models, tokeniser.model
            writeFileAtomically(folder / "model.py", module);
            writeFileAtomically(folder / "weights.pt", stateDictBytes(stateOf(*run.network)));
            writeFileAtomically(folder / "README.md", readmeText(run));
        },
        isEarlierExport);
}

} // namespace

ExporterRegistry::Entry pythonExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "python",
         .title = "Python module",
         .summary = "A folder with model.py, which needs nothing but PyTorch: the network, its "
                    "weights, and all that turns a text into ids.",
         .formula = {},
         .options = {},
         .tasks = {}},
        Schema<NoOptions>(), writeModule);
}

} // namespace core
