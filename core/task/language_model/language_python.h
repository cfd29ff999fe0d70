#pragma once

#include "core/exchange/exported_network.h"
#include "core/model/text_network.h"
#include "core/task/language_model/language_reading.h"

#include <string>

namespace core {

/// A language model on its way out.
struct LeavingLanguageModel {
    const ExperimentSpec& spec;
    const LanguageOptions& options;
    const LanguageFacts& facts;
    const TextPipeline& pipeline;
    const TextNetwork& network;
};

/// model.py of an exported language model, and README.md beside it.
std::string languageModule(const LeavingLanguageModel& model, const ExportOrigin& origin);
std::string languageReadme(const LeavingLanguageModel& model, const ExportOrigin& origin);

} // namespace core
