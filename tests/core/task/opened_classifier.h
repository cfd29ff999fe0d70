#pragma once

#include "core/probe/attention/attention_questions.h"
#include "core/probe/classification/live_classifier.h"
#include "tests/support/stored_run_files.h"
#include "tests/support/test_case.h"

/// A small classifier with scattered weights, to be looked into.
namespace probed {

inline const std::string kText = "the film was not bad";
inline constexpr int64_t kTokens = 5;

/// @pre there is one.
inline const core::AttentionOutcome& outcomeOf(const core::AttentionTest& test,
                                               core::AttentionChange change,
                                               const core::AttentionSite& site)
{
    for (const core::AttentionOutcome& each : test.outcomes)
        if (each.change == change && each.site == site)
            return each;
    qFatal("no such outcome");
}

struct OpenedClassifier {
    /// @param dimension  of the word vectors.
    explicit OpenedClassifier(const core::Json& networkJson, int64_t dimension = 8)
        : spec(specOf(networkJson, dimension))
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

    static core::ExperimentSpec specOf(const core::Json& networkJson, int64_t dimension)
    {
        core::ExperimentSpec spec = support::smallSpec(networkJson);
        spec.model.embedding.dimension = dimension;
        return spec;
    }

    core::ExperimentSpec spec;
    std::shared_ptr<const core::TextPipeline> pipeline;
    std::shared_ptr<core::TextNetwork> network;
    std::unique_ptr<core::LiveModel> opened;
    core::LiveClassifier& live;
};

} // namespace probed
