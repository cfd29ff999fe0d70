#include "core/model/translators/transformer_translator_options.h"

#include "core/model/python_text.h"
#include "core/model/transformer_block_python.h"

namespace core {

namespace {

const char* const kNetwork = R"(class Network(nn.Module):
    """Transformer encoder-decoder: what is not padding of the source is looked at by the encoder
    and by each target token, which also looks at the target tokens before it."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
<<tables>>        self.embedding_dropout = nn.Dropout(<<embedding dropout>>)
        self.dropout = nn.Dropout(<<dropout>>)
<<decoder>><<output>>
    def encode(self, source, source_lengths):
        """State: the encoder's output, its padding, and the target tokens fed so far (none)."""
        places = torch.arange(source.size(1), device=source.device)
        mask = places < source_lengths.to(source.device).unsqueeze(1)
        memory, _ = self.encoder(source, source_lengths, mask)
        return memory, ~mask, source[:, :0]

    def decode(self, memory, padding, target):
        length = target.size(1)
        ones = torch.ones(length, length, dtype=torch.bool, device=target.device)
        x = self.embedding_dropout(self.<<target table>>(target))<<scale>>
        x = self.dropout(x + <<target positions>>)
        x = self.decoder(x, memory, tgt_mask=ones.triu(1), memory_key_padding_mask=padding)
        return <<logits>>

    def step(self, state, tokens):
        """Simple rather than quick: what was fed before is computed again."""
        memory, padding, fed = state
        fed = torch.cat((fed, tokens.unsqueeze(1)), 1)
        return self.decode(memory, padding, fed)[:, -1], (memory, padding, fed)

    def forward(self, source, source_lengths, target):
        memory, padding, _ = self.encode(source, source_lengths)
        return self.decode(memory, padding, target[:, :-1])
)";

std::string tables(const TransformerTranslatorOptions& options, const TranslatorContext& context)
{
    std::string lines = options.tiesSides()
        ? std::string()
        : pythonTable("target_embedding", context.targetVocabulary, context.embedding);
    if (options.learnsPositions())
        lines += "        self.target_positions = nn.Embedding("
            + std::to_string(context.longestTarget) + ", "
            + std::to_string(context.embedding.dimension) + ")\n";
    return lines;
}

} // namespace

std::string transformerTranslatorPython(const TransformerTranslatorOptions& options,
                                        const TranslatorContext& context, const Encoder& encoder)
{
    const int64_t dimension = context.embedding.dimension;
    const std::string size = std::to_string(dimension);
    const std::string vocabulary = std::to_string(context.targetVocabulary);
    const std::string targetTable = options.tiesSides() ? "encoder.embedding" : "target_embedding";
    const PythonStack decoder = pythonDecoder(options.decoder(dimension), "decoder");
    const std::string own = "        self.output = nn.Linear(" + size + ", " + vocabulary + ")\n";
    const std::string tied
        = "        self.output = nn.ParameterDict({\"bias\": nn.Parameter(torch.zeros(" + vocabulary
        + "))})\n";
    const std::string network = filledIn(
        kNetwork,
        {{"tables", tables(options, context)},
         {"embedding dropout", numberText(context.embedding.dropout)},
         {"dropout", numberText(options.dropout)},
         {"decoder", decoder.constructor},
         {"output", options.tiesOutput() ? tied : own},
         {"scale", options.scaleEmbeddings ? " * math.sqrt(" + size + ")" : std::string()},
         {"target table", targetTable},
         {"target positions",
          options.learnsPositions() ? "self.target_positions.weight[:length]"
                                    : "sinusoids(length, " + size + ", target.device)"},
         {"logits",
          options.tiesOutput()
              ? "F.linear(x, self." + targetTable + ".weight, self.output[\"bias\"])"
              : std::string("self.output(x)")}});
    return encoder.pythonSource() + "\n\n" + decoder.classes + network;
}

} // namespace core
