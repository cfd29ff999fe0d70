#pragma once

#include "core/model/text_network.h"
#include "core/task/classification/live_classifier.h"
#include "core/text/text_pipeline.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// What a view of a classifier shows beside the network itself.
struct ViewedClassifier {
    std::shared_ptr<TextNetwork> network; ///< Stays where it is: on `device`.
    std::shared_ptr<const TextPipeline> pipeline;
    std::vector<std::string> classes; ///< In the order of the logits.
    std::function<ModelSummary()> summarise; ///< May draw random numbers; they do not count.
    std::function<std::pair<int64_t, int64_t>()> stepAndEpoch; ///< Asked at each inspection.
    std::string device = "cpu"; ///< "cpu" or "cuda:N".
};

/// A network to look into, also between two updates of its training: evaluation mode inside, and
/// afterwards modes of modules and states of random generators are exactly as before.
std::unique_ptr<LiveClassifier> viewClassifier(ViewedClassifier viewed);

} // namespace core
