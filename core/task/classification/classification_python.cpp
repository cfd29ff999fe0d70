#include "core/task/classification/classification_python.h"

#include "core/base/error.h"
#include "core/model/python_text.h"
#include "core/task/classification/classification_python_template.h"
#include "core/task/python_module_parts.h"
#include "core/text/python_source.h"

namespace core {

namespace {

constexpr const char* kSubwordRow = "| `tokeniser.model` | the SentencePiece model |\n";

} // namespace

std::string classifierModule(const ExperimentSpec& spec, const std::vector<std::string>& classes,
                             const std::string& networkSource, const ExportOrigin& origin)
{
    return filledIn(kPythonModule,
                    {{"title", origin.title},
                     {"classes", pythonLiteral(classes)},
                     {"maximum_length", std::to_string(spec.text.maximumLength)},
                     {"imports", kPythonImports},
                     {"loading", kPythonLoading},
                     {"preprocessing", pythonPreprocessing(spec.text)},
                     {"network", networkSource}});
}

std::string classifierReadme(const ExperimentSpec& spec, const std::vector<std::string>& classes,
                             const ExportOrigin& origin)
{
    std::string all;
    for (const std::string& name : classes)
        all += (all.empty() ? "" : ", ") + shown(name);
    const bool subword = spec.text.tokeniser.kind.starts_with("sentencepiece");
    return filledIn(kPythonReadme,
                    {{"name", shown(spec.name)},
                     {"title", origin.title},
                     {"classes", all},
                     {"updates", std::to_string(origin.step)},
                     {"epoch", std::to_string(origin.epoch)},
                     {"subword", subword ? kSubwordRow : ""}});
}

} // namespace core
