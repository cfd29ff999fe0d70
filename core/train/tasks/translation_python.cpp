#include "core/train/tasks/translation_python.h"

namespace core {

std::string translatorModule(const ExperimentSpec&, const std::string& networkSource,
                             const ExportOrigin&)
{
    return networkSource;
}

std::string translatorReadme(const ExperimentSpec&, const ExportOrigin& origin)
{
    return origin.title;
}

} // namespace core
