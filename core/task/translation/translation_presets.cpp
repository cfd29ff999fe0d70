#include "core/task/entries.h"
#include "core/task/translation/translation_options.h"

namespace core {

namespace {

/// What the samples of whole numbers start from: words between blanks, the LSTM of Luong et al.
/// (2015) with attention from the current state.
ExperimentSpec sampleTranslation(const char* name, const char* sample)
{
    ExperimentSpec spec;
    spec.name = name;
    spec.data.sample = pick(sample);
    spec.text.tokeniser = pick("white_space");
    spec.text.minimumFrequency = 1;
    spec.text.maximumLength = 64;
    setTranslationOptions(spec, {.targetText = spec.text});
    spec.model.embedding.dimension = 64;
    spec.model.network = pick("seq2seq",
                              {{"cell", "lstm"},
                               {"hidden_size", 64},
                               {"decoder_size", 128},
                               {"dropout", 0.0},
                               {"readout_dropout", 0.0},
                               {"attention", {{"kind", "general"}}}});
    spec.training.optimiser = pick("adam", {{"learning_rate", 4e-3}});
    spec.training.schedule = pick("cosine");
    spec.training.batchSize = 64;
    spec.training.epochs = 12;
    return spec;
}

ExperimentSpec dates()
{
    ExperimentSpec spec = sampleTranslation("dates", "dates");
    spec.text.tokeniser = pick("character");
    setTranslationOptions(spec, {.targetText = spec.text});
    spec.training.epochs = 8;
    return spec;
}

/// The phrase grammar by a small Transformer.
ExperimentSpec grammar()
{
    ExperimentSpec spec = sampleTranslation("grammar", "grammar");
    spec.model.network = pick("transformer_seq2seq",
                              {{"encoder_layers", 2},
                               {"decoder_layers", 2},
                               {"heads", 4},
                               {"feed_forward_size", 128},
                               {"norm", "pre"}});
    spec.training.optimiser = pick("adam", {{"learning_rate", 2e-3}});
    spec.training.epochs = 10;
    return spec;
}

/// German captions into English, read in lower case as in most lectures; one subword vocabulary
/// for both languages, so that no word is unknown.
ExperimentSpec multi30k(const char* name)
{
    ExperimentSpec spec;
    spec.name = name;
    spec.text.cleaning = {pick("lower_case"), pick("collapse_white_space")};
    spec.text.tokeniser = pick("sentencepiece_bpe");
    spec.text.vocabularySize = 6000;
    spec.text.maximumLength = 80;
    TranslationOptions options;
    options.targetText = spec.text;
    options.targetText.joint = true;
    options.decoding.search = pick("beam", {{"width", 5}});
    setTranslationOptions(spec, options);
    spec.model.embedding.dimension = 256;
    spec.training.batchSize = 128;
    spec.training.labelSmoothing = 0.1;
    spec.training.monitor = "valid_loss";
    return spec;
}

ExperimentSpec multi30kLstm()
{
    ExperimentSpec spec = multi30k("multi30k-lstm-attention");
    spec.model.embedding.dropout = 0.3;
    spec.model.network = pick("seq2seq",
                              {{"cell", "lstm"},
                               {"hidden_size", 256},
                               {"dropout", 0.0},
                               {"readout_dropout", 0.3},
                               {"tied_embeddings", true},
                               {"attention", {{"kind", "general"}}}});
    spec.training.batchSize = 64;
    spec.training.optimiser = pick("adam", {{"learning_rate", 1e-3}});
    spec.training.schedule = pick("cosine");
    spec.training.epochs = 10;
    return spec;
}

/// Vaswani et al. (2017) with three layers, d 256, eight heads, 512 inside.
ExperimentSpec multi30kTransformer()
{
    ExperimentSpec spec = multi30k("multi30k-transformer");
    spec.model.network = pick("transformer_seq2seq",
                              {{"encoder_layers", 3},
                               {"decoder_layers", 3},
                               {"heads", 8},
                               {"feed_forward_size", 512},
                               {"dropout", 0.2},
                               {"tied_embeddings", "all"}});
    spec.training.optimiser = pick("adam", {{"learning_rate", 1e-3}});
    spec.training.schedule = pick("inverse_sqrt");
    spec.training.epochs = 12;
    return spec;
}

} // namespace

std::vector<Preset> translationPresets()
{
    return {{"reverse", "Lists of numbers reversed: LSTM with attention, its alignment a diagonal",
             false, sampleTranslation("reverse", "reverse")},
            {"copy", "Lists of numbers copied: the plainest alignment", false,
             sampleTranslation("copy", "copy")},
            {"sort", "Lists of numbers sorted: attention has to search", false,
             sampleTranslation("sort", "sort")},
            {"dates", "Dates as people write them into ISO form, by character", false, dates()},
            {"grammar", "Two invented languages with another word order: small Transformer", false,
             grammar()},
            {"multi30k-lstm-attention", "Captions German to English: LSTM with attention", true,
             multi30kLstm()},
            {"multi30k-transformer", "Captions German to English: Transformer, 3 + 3 layers", true,
             multi30kTransformer()}};
}

} // namespace core
