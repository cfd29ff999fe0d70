#include "core/model/translators/transformer_translator_python.h"

#include "core/model/python_text.h"
#include "core/model/transformer_block_python.h"

namespace core {

namespace {

const char* const kNetwork = R"(

class Network(nn.Module):
    """Transformer encoder-decoder: what is not padding of the source is looked at by the encoder
    and by each target token, which also looks at the target tokens before it."""

    def __init__(self):
        super().__init__()
<<tables>>        self.embedding_dropout = nn.Dropout(<<embedding dropout>>)
        self.dropout = nn.Dropout(<<dropout>>)
<<encoder>><<decoder>><<output>>
    def embed(self, ids, table, positions):
        x = self.embedding_dropout(table(ids))<<scale>>
        return self.dropout(x + positions)

    def encode(self, source, source_lengths):
        """State: the encoder's output, its padding, and the target tokens fed so far (none)."""
        places = torch.arange(source.size(1), device=source.device)
        padding = places >= source_lengths.to(source.device).unsqueeze(1)
        x = self.embed(source, self.source_embedding, <<source positions>>)
        memory = self.encoder(x, src_key_padding_mask=padding)
        return memory, padding, source[:, :0]

    def decode(self, memory, padding, target):
        length = target.size(1)
        ones = torch.ones(length, length, dtype=torch.bool, device=target.device)
        x = self.embed(target, self.<<target table>>, <<target positions>>)
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

std::string table(const std::string& name, int64_t rows, const std::string& size,
                  const std::string& more)
{
    return "        self." + name + " = nn.Embedding(" + std::to_string(rows) + ", " + size + more
        + ")\n";
}

std::string frozenLine(const std::string& name)
{
    return "        self." + name + ".weight.requires_grad_(False)\n";
}

std::string tables(const TransformerTranslatorOptions& options, const TranslatorContext& context)
{
    const std::string size = std::to_string(context.embedding.dimension);
    const std::string padding = ", padding_idx=0";
    const bool frozen = context.embedding.frozen;
    std::string lines = table("source_embedding", context.sourceVocabulary, size, padding);
    if (frozen)
        lines += frozenLine("source_embedding");
    if (!options.tiesSides()) {
        lines += table("target_embedding", context.targetVocabulary, size, padding);
        if (frozen)
            lines += frozenLine("target_embedding");
    }
    if (options.learnsPositions())
        lines += table("source_positions", context.longestSource, size, "")
            + table("target_positions", context.longestTarget, size, "");
    return lines;
}

/// Python that gives the vectors of the places of `ids`.
std::string positions(const TransformerTranslatorOptions& options, const std::string& side,
                      const std::string& length, const std::string& size)
{
    return options.learnsPositions()
        ? "self." + side + "_positions.weight[:" + length + "]"
        : "sinusoids(" + length + ", " + size + ", " + side + ".device)";
}

} // namespace

std::string transformerTranslatorPython(const TransformerTranslatorOptions& options,
                                        const TranslatorContext& context)
{
    const int64_t dimension = context.embedding.dimension;
    const std::string size = std::to_string(dimension);
    const std::string vocabulary = std::to_string(context.targetVocabulary);
    const std::string targetTable = options.tiesSides() ? "source_embedding" : "target_embedding";
    const PythonStack encoder = pythonEncoder(options.encoder(dimension));
    const PythonStack decoder = pythonDecoder(options.decoder(dimension));
    const std::string own = "        self.output = nn.Linear(" + size + ", " + vocabulary + ")\n";
    const std::string tied
        = "        self.output = nn.ParameterDict({\"bias\": nn.Parameter(torch.zeros(" + vocabulary
        + "))})\n";
    const std::string network = filledIn(
        kNetwork,
        {{"tables", tables(options, context)},
         {"embedding dropout", numberText(context.embedding.dropout)},
         {"dropout", numberText(options.dropout)},
         {"encoder", encoder.constructor},
         {"decoder", decoder.constructor},
         {"output", options.tiesOutput() ? tied : own},
         {"scale", options.scaleEmbeddings ? " * math.sqrt(" + size + ")" : std::string()},
         {"source positions", positions(options, "source", "source.size(1)", size)},
         {"target table", targetTable},
         {"target positions", positions(options, "target", "length", size)},
         {"logits",
          options.tiesOutput()
              ? "F.linear(x, self." + targetTable + ".weight, self.output[\"bias\"])"
              : std::string("self.output(x)")}});
    return (options.learnsPositions() ? "" : kPythonSinusoids) + encoder.classes + decoder.classes
        + network;
}

} // namespace core
