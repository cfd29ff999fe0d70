#include "core/task/entries.h"
#include "core/task/language_model/language_options.h"

namespace core {

namespace {

Selection sampled(double temperature)
{
    return pick("sampling", {{"temperature", temperature}});
}

ExperimentSpec stories(const char* name)
{
    ExperimentSpec spec;
    spec.name = name;
    spec.task = pick(kLanguageModelTask, {{"writing", {{"search", toJson(sampled(0.8))}}}});
    spec.data.sample = pick("stories");
    spec.text.tokeniser = pick("punctuation");
    spec.text.minimumFrequency = 1;
    spec.model.embedding.dimension = 128;
    spec.model.embedding.dropout = 0.2;
    spec.model.network = pick("lstm", {{"hidden_size", 128}, {"layers", 1}, {"dropout", 0.2}});
    spec.training.epochs = 5;
    spec.training.batchSize = 16;
    spec.training.optimiser = pick("adam", {{"learning_rate", 4e-3}});
    spec.training.clipNorm = 1.0;
    return spec;
}

ExperimentSpec storiesByCharacter()
{
    ExperimentSpec spec = stories("stories-characters");
    spec.task.options["window"] = 64;
    spec.task.options["writing"]["length"] = 300;
    spec.data.sample.options = {{"texts", 500}};
    spec.text.tokeniser = pick("character");
    spec.model.embedding.dimension = 48;
    spec.model.embedding.dropout = 0.0;
    spec.model.network.options["dropout"] = 0.0;
    spec.training.epochs = 8;
    spec.training.batchSize = 32;
    return spec;
}

/// Bengio et al. (2003): a window, one hidden layer.
ExperimentSpec storiesNgram()
{
    ExperimentSpec spec = stories("stories-ngram");
    spec.model.embedding.dimension = 64;
    spec.model.network = pick("ngram", {{"context", 4}, {"hidden_size", 128}, {"dropout", 0.1}});
    return spec;
}

/// pytorch/examples, word_language_model, with the settings of its README.
ExperimentSpec ptb()
{
    ExperimentSpec spec;
    spec.name = "ptb";
    spec.task = pick(kLanguageModelTask, {{"window", 35}});
    spec.text.tokeniser = pick("white_space");
    spec.text.minimumFrequency = 1;
    spec.text.vocabularySize = 20000;
    spec.model.embedding.dimension = 200;
    spec.model.embedding.dropout = 0.2;
    spec.model.network = pick("lstm", {{"hidden_size", 200}, {"layers", 2}, {"dropout", 0.2}});
    spec.model.initialisation = pick("uniform", {{"bound", 0.1}});
    spec.training.epochs = 6;
    spec.training.batchSize = 20;
    spec.training.optimiser = pick("sgd", {{"learning_rate", 20.0}});
    spec.training.schedule = pick("reduce_on_plateau", {{"factor", 0.25}, {"patience", 0}});
    spec.training.clipNorm = 0.25;
    return spec;
}

/// What tied weights and locked dropout gain: a wider state, more epochs; Adam with a cosine, which
/// needs fewer of them than gradient descent.
ExperimentSpec ptbTied()
{
    ExperimentSpec spec = ptb();
    spec.name = "ptb-tied";
    spec.task.options["tied"] = true;
    spec.model.embedding.dimension = 400;
    spec.model.embedding.dropout = 0.4;
    spec.model.network = pick(
        "lstm", {{"hidden_size", 400}, {"layers", 2}, {"dropout", 0.4}, {"locked_dropout", true}});
    spec.training.epochs = 18;
    spec.training.optimiser = pick("adam", {{"learning_rate", 3e-3}});
    spec.training.schedule = pick("cosine");
    return spec;
}

/// A small GPT on the stories, letter by letter.
ExperimentSpec gpt()
{
    ExperimentSpec spec = storiesByCharacter();
    spec.name = "gpt";
    spec.task.options["tied"] = true;
    spec.model.embedding.dimension = 64;
    spec.model.network
        = pick("transformer_decoder",
               {{"layers", 2}, {"heads", 4}, {"feed_forward_size", 256}, {"dropout", 0.0}});
    spec.model.initialisation = pick("gpt");
    spec.training.optimiser = pick("adamw", {{"learning_rate", 4e-3}, {"beta2", 0.99}});
    spec.training.schedule = pick("cosine", {{"final_share", 0.1}});
    spec.training.epochs = 10;
    return spec;
}

/// nanoGPT's example for processors: 4 layers, 4 heads, 128 features, 2,000 updates. Differs: three
/// times the learning rate, which learns more in so few updates (validation loss 1.78, not 1.90).
ExperimentSpec shakespeare()
{
    ExperimentSpec spec;
    spec.name = "shakespeare";
    spec.task = pick(kLanguageModelTask, {{"window", 64}, {"tied", true}});
    spec.task.options["writing"] = {{"search", toJson(sampled(0.8))}, {"length", 500}};
    spec.text.tokeniser = pick("character");
    spec.text.minimumFrequency = 1;
    spec.model.embedding.dimension = 128;
    spec.model.network
        = pick("transformer_decoder",
               {{"layers", 4}, {"heads", 4}, {"feed_forward_size", 512}, {"dropout", 0.0}});
    spec.model.initialisation = pick("gpt");
    spec.training.epochs = 2;
    spec.training.maximumUpdates = 2000;
    spec.training.batchSize = 12;
    spec.training.optimiser
        = pick("adamw", {{"learning_rate", 3e-3}, {"beta2", 0.99}, {"weight_decay", 0.1}});
    spec.training.schedule = pick("cosine", {{"final_share", 0.1}});
    return spec;
}

ExperimentSpec namesOfLanguages()
{
    ExperimentSpec spec;
    spec.name = "names-writing";
    spec.task = pick(kClassToTextTask, {{"writing", {{"search", toJson(sampled(0.7))}}}});
    spec.task.options["writing"]["length"] = 24;
    spec.data.sample = pick("names");
    spec.text.tokeniser = pick("character");
    spec.text.minimumFrequency = 1;
    spec.text.maximumLength = 32;
    spec.model.embedding.dimension = 64;
    spec.model.network = pick("gru", {{"hidden_size", 128}, {"layers", 1}, {"dropout", 0.1}});
    spec.training.epochs = 8;
    spec.training.batchSize = 64;
    spec.training.optimiser = pick("adam", {{"learning_rate", 3e-3}});
    return spec;
}

} // namespace

std::vector<Preset> languagePresets()
{
    return {{"stories", "Animal stories by word: an LSTM that continues a text", false,
             stories("stories")},
            {"stories-characters", "The same letter by letter", false, storiesByCharacter()},
            {"stories-ngram",
             "The same by a neural n-gram model: it forgets who the story is about", false,
             storiesNgram()},
            {"gpt", "Animal stories letter by letter: a small GPT", false, gpt()},
            {"shakespeare", "Shakespeare's plays letter by letter: a small GPT, as nanoGPT's", true,
             shakespeare()},
            {"ptb", "Penn Treebank, two LSTM layers of 200 as PyTorch's example", true, ptb()},
            {"ptb-tied", "Penn Treebank, tied weights and locked dropout", true, ptbTied()}};
}

std::vector<Preset> classToTextPresets()
{
    return {{"names-writing", "Writes names of a language, letter by letter: GRU", false,
             namesOfLanguages()}};
}

} // namespace core
