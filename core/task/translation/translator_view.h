#pragma once

#include "core/model/translator.h"
#include "core/task/translation/live_translator.h"
#include "core/text/pair_pipelines.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace core {

/// What a view of a translator shows beside the network itself.
struct ViewedTranslator {
    std::shared_ptr<Translator> network; ///< Stays where it is: on `device`.
    PairPipelines pipelines;
    DecodingSpec decoding;
    Selection sample; ///< That made the data; knows gold alignments. "none": files.
    std::function<ModelSummary()> summarise; ///< May draw random numbers; they do not count.
    std::function<std::pair<int64_t, int64_t>()> stepAndEpoch; ///< Asked at each inspection.
    std::string device = "cpu"; ///< "cpu" or "cuda:N".
};

/// A network to look into, also between two updates of its training: evaluation mode inside, and
/// afterwards modes of modules and states of random generators are exactly as before.
std::unique_ptr<LiveTranslator> viewTranslator(ViewedTranslator viewed);

} // namespace core
