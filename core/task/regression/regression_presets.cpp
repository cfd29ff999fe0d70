#include "core/task/entries.h"

namespace core {

namespace {

/// What files of one's own start from, too.
ExperimentSpec rated(const char* name)
{
    ExperimentSpec spec;
    spec.name = name;
    spec.task = pick("regression");
    spec.text.tokeniser = pick("basic_english");
    spec.text.maximumLength = 256;
    spec.model.embedding.dimension = 100;
    spec.model.embedding.dropout = 0.2;
    spec.model.network = pick("lstm",
                              {{"hidden_size", 96},
                               {"bidirectional", true},
                               {"dropout", 0.2},
                               {"pooling", {{"kind", "attention"}}}});
    spec.training.epochs = 8;
    spec.training.optimiser = pick("adam", {{"learning_rate", 2e-3}});
    spec.training.monitor = "valid_mean_absolute_error";
    spec.training.patience = 3;
    return spec;
}

ExperimentSpec ratings(const char* name)
{
    ExperimentSpec spec = rated(name);
    spec.data.sample = pick("ratings");
    spec.text.maximumLength = 96;
    spec.text.minimumFrequency = 1;
    spec.model.embedding.dimension = 64;
    return spec;
}

ExperimentSpec ratingsMean()
{
    ExperimentSpec spec = ratings("ratings-mean");
    spec.model.network = pick("mean");
    return spec;
}

} // namespace

std::vector<Preset> regressionPresets()
{
    return {{"ratings", "Reviews to ratings from 0 to 10: bidirectional LSTM with attention", false,
             ratings("ratings")},
            {"ratings-mean", "The same ratings as a bag of words: see where it fails", false,
             ratingsMean()},
            {"stars", "Texts with a number of your own: bidirectional LSTM with attention", true,
             rated("stars")}};
}

} // namespace core
