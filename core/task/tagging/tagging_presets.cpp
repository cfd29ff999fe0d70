#include "core/task/entries.h"
#include "core/task/tagging/tagging_options.h"

namespace core {

namespace {

/// What files of one's own start from, too: words seen once stay out of the vocabulary, and their
/// characters speak for them.
ExperimentSpec tagger(const char* name)
{
    ExperimentSpec spec;
    spec.name = name;
    spec.task
        = pick(kTaggingTask,
               {{"characters", {{"kind", "cnn"}}}, {"case_features", 8}, {"word_dropout", 0.05}});
    spec.text.cleaning = {pick("lower_case")}; // Capitals are seen by characters and their vector.
    spec.text.maximumLength = 512;
    spec.model.embedding.dimension = 100;
    spec.model.embedding.dropout = 0.33;
    spec.model.network
        = pick("lstm", {{"hidden_size", 200}, {"bidirectional", true}, {"dropout", 0.33}});
    spec.training.epochs = 12;
    spec.training.batchSize = 16;
    spec.training.optimiser = pick("adam", {{"learning_rate", 2e-3}});
    spec.training.monitor = "valid_token_accuracy";
    spec.training.patience = 3;
    return spec;
}

ExperimentSpec entityTagger(const char* name)
{
    ExperimentSpec spec = tagger(name);
    spec.task.options["head"] = {{"kind", "crf"}};
    spec.training.monitor = "valid_span_f1";
    return spec;
}

/// Of rare names the network has to learn from what is around them: more dropout, of words too.
ExperimentSpec ner()
{
    ExperimentSpec spec = entityTagger("ner");
    spec.task.options["word_dropout"] = 0.1;
    spec.text.minimumFrequency = 1;
    spec.model.embedding.dropout = 0.5;
    spec.model.network.options["dropout"] = 0.5;
    spec.training.epochs = 18;
    spec.training.optimiser = pick("adam", {{"learning_rate", 3e-3}});
    spec.training.schedule = pick("cosine");
    spec.training.patience = 0;
    return spec;
}

void makeSmall(ExperimentSpec& spec, const char* sample)
{
    spec.data.sample = pick(sample);
    spec.model.embedding.dimension = 50;
    spec.model.network.options["hidden_size"] = 64;
    spec.training.epochs = 5;
    spec.training.patience = 0;
}

ExperimentSpec partsOfSpeech()
{
    ExperimentSpec spec = tagger("pos");
    makeSmall(spec, "tagged");
    return spec;
}

ExperimentSpec entities()
{
    ExperimentSpec spec = entityTagger("entities");
    makeSmall(spec, "entities");
    return spec;
}

} // namespace

std::vector<Preset> taggingPresets()
{
    return {{"pos",
             "Parts of speech of words that only the context tells apart: bidirectional LSTM",
             false, partsOfSpeech()},
            {"entities", "Names of people, places and organisations: bidirectional LSTM with a CRF",
             false, entities()},
            {"ner", "CoNLL-2003 names: bidirectional LSTM with characters and a CRF", true, ner()},
            {"upos", "Universal parts of speech: bidirectional LSTM with characters", true,
             tagger("upos")}};
}

} // namespace core
