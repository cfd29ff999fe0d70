#pragma once

#include "core/experiment/spec.h"
#include "core/model/translator.h"
#include "core/task/task.h"
#include "core/text/pair_pipelines.h"

#include <string>

namespace core {

/// A translator that leaves, with its texts as they were learnt: those of the spec may have been
/// edited since.
struct LeavingTranslator {
    const ExperimentSpec& spec;
    const PairPipelines& pipelines;
    const Translator& network;
};

/// model.py of an exported translator.
std::string translatorModule(const LeavingTranslator& translator, const ExportOrigin& origin);
/// README.md beside it.
std::string translatorReadme(const LeavingTranslator& translator, const ExportOrigin& origin);

} // namespace core
