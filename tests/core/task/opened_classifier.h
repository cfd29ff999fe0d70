#pragma once

#include "core/probe/classification/live_classifier.h"
#include "tests/support/stored_run_files.h"

#include <memory>
#include <utility>

/// A small classifier with scattered weights, to be looked into.
namespace probed {

struct OpenedClassifier {
    explicit OpenedClassifier(const core::Json& networkJson)
        : spec(support::smallSpec(networkJson))
        , pipeline(std::make_shared<const core::TextPipeline>(
              core::TextPipeline::learn(spec.text, support::kCorpus, core::Monitor())))
        , network(support::scatteredNetwork(spec, *pipeline))
        , live(core::ViewedNetwork{network, pipeline, [] { return core::ModelSummary{}; },
                                   [] { return std::pair(int64_t{41}, int64_t{2}); },
                                   static_cast<int64_t>(support::kClasses.size()), "cpu"},
               support::kClasses)
    {
        network->eval();
    }

    core::ExperimentSpec spec;
    std::shared_ptr<const core::TextPipeline> pipeline;
    std::shared_ptr<core::TextNetwork> network;
    core::LiveClassifier live;
};

} // namespace probed
