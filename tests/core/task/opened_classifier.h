#pragma once

#include "core/probe/classification/live_classifier.h"
#include "tests/support/stored_run_files.h"
#include "tests/support/test_case.h"

/// A small classifier with scattered weights, to be looked into.
namespace probed {

struct OpenedClassifier {
    explicit OpenedClassifier(const core::Json& networkJson)
        : spec(support::smallSpec(networkJson))
        , pipeline(std::make_shared<const core::TextPipeline>(
              core::TextPipeline::learn(spec.text, support::kCorpus, core::Monitor())))
        , network(support::scatteredNetwork(spec, *pipeline))
        , opened(
              core::classificationAnswers().open(support::classifierParts(network, pipeline),
                                                 [] { return std::pair(int64_t{41}, int64_t{2}); }))
        , live(static_cast<core::LiveClassifier&>(*opened))
    {
        network->eval();
    }

    core::ExperimentSpec spec;
    std::shared_ptr<const core::TextPipeline> pipeline;
    std::shared_ptr<core::TextNetwork> network;
    std::unique_ptr<core::LiveModel> opened;
    core::LiveClassifier& live;
};

} // namespace probed
