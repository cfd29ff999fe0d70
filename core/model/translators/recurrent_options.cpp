#include "core/model/translators/recurrent_options.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/attention_score.h"

namespace core {

int64_t RecurrentTranslatorOptions::readoutSize(int64_t dimension) const
{
    if (hasReadout())
        return tiedEmbeddings ? dimension : stateSize();
    if (readout == "concat")
        return stateSize() + (attends() ? memorySize() : 0) + dimension;
    return stateSize();
}

int64_t RecurrentTranslatorOptions::feedSize(int64_t dimension) const
{
    return feedsContext() ? memorySize() : inputFeeding ? readoutSize(dimension) : 0;
}

namespace {

std::vector<Choice> cellChoices()
{
    std::vector<Choice> choices;
    for (const NamedCell& cell : namedCells())
        choices.push_back({cell.id, cell.title});
    choices.push_back({kTypedCell, "Typed cell"});
    return choices;
}

/// Only the typed cell reads it.
OptionDescription ofTypedCell(OptionDescription option)
{
    option.advanced = true;
    return option;
}

void addRecurrentLayers(Schema<RecurrentTranslatorOptions>& schema)
{
    schema
        .add(&RecurrentTranslatorOptions::cell,
             {.name = "cell",
              .label = "Cell",
              .help = "Cell of encoder and decoder. GRU is faster than LSTM and often as good; the "
                      "plain RNN forgets long sentences. The other cells are for comparison; the "
                      "view States shows the equations of each.",
              .choices = cellChoices()})
        .add(&RecurrentTranslatorOptions::cellText,
             ofTypedCell(cellTextOption("Only the typed cell reads it. ")))
        .add(&RecurrentTranslatorOptions::comparedWith, ofTypedCell(comparedCellOption()))
        .add(&RecurrentTranslatorOptions::layers,
             layersOption("Number of layers in the encoder and in the decoder. If training loss "
                          "stays high, add one. If training is slow, remove one.",
                          kMostRecurrentLayers))
        .add(&RecurrentTranslatorOptions::hiddenSize,
             hiddenSizeOption(
                 "Size of the encoder's state in each direction. If training loss stays high, "
                 "raise it. If training is slow or the network overfits, lower it."))
        .add(&RecurrentTranslatorOptions::bidirectional,
             bidirectionalOption("Bidirectional encoder", "source", "Twice the encoder's time."))
        .add(&RecurrentTranslatorOptions::decoderSize,
             optionalSizeOption("decoder_size", "Decoder size",
                                "Size of the decoder's state. 0: the hidden size. Dot-product "
                                "attention needs the size of the encoder's states, which is twice "
                                "the hidden size if the encoder is bidirectional."))
        .add(&RecurrentTranslatorOptions::bridge,
             {.name = "bridge",
              .label = "Bridge",
              .help = "How the encoder's last state starts the decoder. If the sizes differ, use "
                      "the linear layer.",
              .choices = {{"linear", "Linear layer and tanh"}, {"none", "As it is"}},
              .advanced = true})
        .add(&RecurrentTranslatorOptions::start,
             {.name = "start",
              .label = "Start of the decoder",
              .help = "The vectors that the bridge reads. If the first words of long translations "
                      "are wrong, "
                      "try the mean of the encoder's states.",
              .choices = {{"last", "The last states of the encoder"},
                          {"mean", "The mean of the encoder's states"}},
              .advanced = true,
              .formula = {"s_0 = tanh(W h_T + b), or tanh(W (1/T Σ_t h_t) + b)",
                          R"tex(s_0 = \tanh(W h_T + b) \text{ or }
\tanh\left(W \frac1T \sum_{t=1}^{T} h_t + b\right))tex"}})
        .add(&RecurrentTranslatorOptions::dropout,
             translatorDropout("Applied between the layers."));
}

void addAttention(Schema<RecurrentTranslatorOptions>& schema)
{
    schema
        .add(&RecurrentTranslatorOptions::attention,
             {.name = "attention",
              .label = "Attention",
              .help = "How the decoder finds the source words that it needs. If long sentences are "
                      "translated badly, use any attention.",
              .family = "attention"})
        .add(&RecurrentTranslatorOptions::query,
             {.name = "query",
              .label = "Query",
              .help = "The current state is faster, because all words of a sentence are trained at "
                      "once. With the previous state, the context also changes the step itself.",
              .choices = {{"current", "The current state (Luong)"},
                          {"previous", "The previous state (Bahdanau)"}}})
        .add(&RecurrentTranslatorOptions::inputFeeding,
             {.name = "input_feeding",
              .label = "Input feeding",
              .help = "Feeds the attentional vector into the next step. Try it if words are "
                      "translated twice or left out. Slower.",
              .advanced = true});
}

OptionDescription readoutDropoutOption()
{
    OptionDescription dropout = translatorDropout("Applied before the output layer.");
    dropout.name = "readout_dropout";
    dropout.label = "Readout dropout";
    return dropout;
}

void addReadout(Schema<RecurrentTranslatorOptions>& schema)
{
    schema
        .add(&RecurrentTranslatorOptions::readout,
             {.name = "readout",
              .label = "Readout",
              .help = "Input of the output layer. Attentional: tanh(W [c; s]), the smallest output "
                      "layer. Concat: [s; c; previous word], the largest and slowest.",
              .choices = {{"attentional", "Attentional vector (Luong)"},
                          {"concat", "State, context and previous word"},
                          {"maxout", "Maxout of those (Bahdanau)"}},
              .advanced = true})
        .add(&RecurrentTranslatorOptions::readoutDropout, readoutDropoutOption())
        .add(&RecurrentTranslatorOptions::tiedEmbeddings,
             {.name = "tied_embeddings",
              .label = "Tied embeddings",
              .help = "The output layer uses the target words' embedding, and with one vocabulary "
                      "the source does, too. Far fewer weights; try it with few training texts.",
              .advanced = true});
}

void refuse(std::vector<Problem>& problems, const char* option, Message what)
{
    problems.push_back({std::string("model.network.") + option, std::move(what)});
}

void checkSizes(const RecurrentTranslatorOptions& options, std::vector<Problem>& problems)
{
    const std::string memory = std::to_string(options.memorySize());
    const std::string state = std::to_string(options.stateSize());
    const bool equal = options.memorySize() == options.stateSize();
    if (attentionEntry(options.attention.kind).equalSizes && !equal)
        refuse(problems, "attention",
               {"model.network.attention is \"%1\", which needs decoder and encoder states of one "
                "size; the decoder's have %2 {feature|features} and the encoder's %3. Set "
                "model.network.decoder_size to %3, or take \"general\".",
                {options.attention.kind, state, memory}});
    if (options.bridge == "none" && !equal)
        refuse(problems, "bridge",
               {"model.network.bridge is \"none\", which needs decoder and encoder states of one "
                "size; the decoder's have %1 {feature|features} and the encoder's %2. Set "
                "model.network.decoder_size to %2, or take \"linear\".",
                {state, memory}});
    if (options.bridge == "none" && options.start == "mean")
        refuse(problems, "start",
               {"model.network.start is \"mean\", which makes states of all kinds from one vector "
                "and needs the bridge \"linear\"; model.network.bridge is \"none\".",
                {}});
}

void checkFeeding(const RecurrentTranslatorOptions& options, std::vector<Problem>& problems)
{
    if (!options.inputFeeding)
        return;
    if (!options.attends())
        refuse(problems, "input_feeding",
               {"model.network.input_feeding is on; it needs an attention whose vector can be fed, "
                "and model.network.attention is \"none\".",
                {}});
    else if (options.query == "previous")
        refuse(problems, "input_feeding",
               {"model.network.input_feeding is on; it must be off when model.network.query is "
                "\"previous\", which feeds the context already.",
                {}});
    else if (options.readout != "attentional")
        refuse(problems, "input_feeding",
               {"model.network.input_feeding is on; it feeds the attentional vector, so "
                "model.network.readout must be \"attentional\", not \"%1\".",
                {options.readout}});
}

void checkTying(const RecurrentTranslatorOptions& options, int64_t dimension,
                std::vector<Problem>& problems)
{
    const int64_t size = options.readoutSize(dimension);
    if (!options.tiedEmbeddings || size == dimension)
        return;
    refuse(problems, "tied_embeddings",
           {"model.network.tied_embeddings is on; then the output layer must read as many features "
            "as model.embedding.dimension, which is %1, and it reads %2. Set the sizes equal, or "
            "model.network.readout to \"maxout\".",
            {std::to_string(dimension), std::to_string(size)}});
}

} // namespace

const Schema<RecurrentTranslatorOptions>& recurrentTranslatorSchema()
{
    static const auto schema = [] {
        Schema<RecurrentTranslatorOptions> all;
        addRecurrentLayers(all);
        addAttention(all);
        addReadout(all);
        return all;
    }();
    return schema;
}

void checkRecurrentTranslator(const Json& options, const EmbeddingSpec& embedding,
                              std::vector<Problem>& problems)
{
    const RecurrentTranslatorOptions read = recurrentTranslatorSchema().fromJson(options);
    checkSizes(read, problems);
    if (read.cell == kTypedCell)
        checkCellText(options, problems);
    checkFeeding(read, problems);
    checkTying(read, embedding.dimension, problems);
}

} // namespace core
