#pragma once

#include "core/exchange/exported_network.h"
#include "core/experiment/spec.h"
#include "core/model/translator.h"
#include "core/task/decoding_spec.h"
#include "core/task/network_parts.h"
#include "core/text/pair_pipelines.h"

#include <memory>
#include <string>

namespace core {

/// A translator with its vocabularies.
struct TranslatorParts : NetworkParts {
    std::shared_ptr<Translator> network;
    PairPipelines pipelines;
    DecodingSpec decoding;
    Selection sample; ///< The sample of the data, which has gold alignments. "none": files.
};

/// model.py of an exported translator.
std::string translatorModule(const TranslatorParts& translator, const ExportOrigin& origin);
/// README.md beside it.
std::string translatorReadme(const ExperimentSpec& spec, const TranslatorParts& translator,
                             const ExportOrigin& origin);

} // namespace core
