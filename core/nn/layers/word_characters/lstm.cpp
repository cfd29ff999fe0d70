#include "core/base/python_piece.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/layers/word_characters.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

struct CharacterLstmOptions {
    int64_t dimension = 30;
    int64_t hiddenSize = 25;
};

/// The last states of both directions over the characters of a word, side by side.
///
/// Source: Lample et al. (2016), "Neural Architectures for Named Entity Recognition", NAACL,
/// section 4.1. Parameters: embedding, rnn.* (as torch.nn.LSTM).
class CharacterLstm : public CharacterEncoder {
public:
    CharacterLstm(const CharacterLstmOptions& options, const CharacterContext& context)
        : m_options(options), m_characters(context.characters)
    {
        m_embedding = register_module(
            "embedding", Embedding(context.characters, options.dimension, context.weights));
        RecurrentOptions layer;
        layer.cell = &torchCell(CellKind::Lstm);
        layer.inputSize = options.dimension;
        layer.hiddenSize = options.hiddenSize;
        layer.bidirectional = true;
        m_rnn = register_module("rnn", Recurrent(layer));
    }

    torch::Tensor forward(const WordForms& words) override
    {
        const torch::Tensor last
            = m_rnn(m_embedding(words.characters), words.lengths, CellStates(), LastStates::Output)
                  .states[0]; // [2, words, size]
        return torch::cat({last[0], last[1]}, 1); // [words, 2 * size]
    }
    int64_t features() const override { return 2 * m_options.hiddenSize; }

    GraphValue graph(GraphBuilder& builder, GraphValue characters,
                     GraphValue lengths) const override
    {
        const GraphLayers read
            = m_rnn->inGraph(builder, builder.lookUp(m_embedding->weight, characters),
                             builder.mask(characters, lengths));
        return builder.join(read.states.front(), 1);
    }

    std::string pythonSource() const override
    {
        return pythonPiece("layers/characters_lstm",
                           {{"COUNT", m_characters},
                            {"DIMENSION", m_options.dimension},
                            {"HIDDEN", m_options.hiddenSize}});
    }

private:
    CharacterLstmOptions m_options;
    int64_t m_characters;
    Embedding m_embedding{nullptr};
    Recurrent m_rnn{nullptr};
};

} // namespace

CharacterRegistry::Entry characterLstm()
{
    return CharacterRegistry::entry<CharacterLstmOptions>(
        {.id = "lstm",
         .title = "LSTM over characters",
         .summary = "Reads each word letter by letter from both sides. Learns longer patterns than "
                    "convolutions and is slower.",
         .formula = {"w = [h→_N; h←_1] of an LSTM over c_1 … c_N",
                     R"tex(w = [\overrightarrow{h}_N; \overleftarrow{h}_1])tex"}},
        Schema<CharacterLstmOptions>()
            .add(&CharacterLstmOptions::dimension,
                 {.name = "dimension",
                  .label = "Character embedding",
                  .help = "Size of the vector of each character.",
                  .unit = "features",
                  .minimum = 1,
                  .maximum = 1024})
            .add(&CharacterLstmOptions::hiddenSize,
                 {.name = "hidden_size",
                  .label = "Hidden size",
                  .help = "Size of the state in each direction. If unknown words are tagged badly, "
                          "raise it. If training is slow, lower it.",
                  .unit = "features",
                  .minimum = 1,
                  .maximum = 1024}),
        [](const CharacterLstmOptions& options, const CharacterContext& context) {
            return std::static_pointer_cast<CharacterEncoder>(
                std::make_shared<CharacterLstm>(options, context));
        });
}

} // namespace core
