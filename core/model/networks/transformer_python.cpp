#include "core/model/networks/transformer_python.h"

#include "core/model/embedding_classifier.h"
#include "core/model/python_text.h"
#include "core/model/transformer_block_python.h"

namespace core {

namespace {

const char* const kNetwork = R"(

class Network(nn.Module):
    """Embedding with positions, Transformer encoder, pooling, linear layer."""

    def __init__(self):
        super().__init__()
<<embedding>><<positions>><<norm>>        self.dropout = nn.Dropout(<<dropout>>)
<<encoder>>        self.pooling = Pooling()
<<output>>
    def forward(self, ids, lengths):
<<mask>>        x = self.embedding_dropout(self.embedding(ids))<<scale>>
<<add positions>><<apply norm>>        x = self.encoder(self.dropout(x), src_key_padding_mask=~mask)
        return self.output(self.pooling(x, mask, None))
)";

} // namespace

std::string transformerPython(const TransformerNetworkOptions& options,
                              const NetworkContext& context, const PythonEnds& ends)
{
    const std::string size = std::to_string(context.embedding.dimension);
    const bool learned = options.learnsPositions();
    const std::string norm = "nn.LayerNorm(" + size + ")";
    const PythonStack encoder
        = pythonEncoder(options.layerOptions(context.embedding.dimension, options.layers));
    const std::string table = "        self.positions = nn.Embedding("
        + std::to_string(context.maximumLength) + ", " + size + ")\n";
    const std::string network = filledIn(
        kNetwork,
        {{"embedding", ends.embedding},
         {"positions", learned ? table : ""},
         {"norm",
          options.normEmbedding ? "        self.embedding_norm = " + norm + "\n" : std::string()},
         {"dropout", numberText(options.dropout)},
         {"encoder", encoder.constructor},
         {"output", ends.output},
         {"mask", kPythonMask},
         {"scale", options.scaleEmbedding ? " * math.sqrt(" + size + ")" : std::string()},
         {"add positions",
          learned ? "        x = x + self.positions.weight[: ids.size(1)]\n"
                  : "        x = x + sinusoids(ids.size(1), " + size + ", ids.device)\n"},
         {"apply norm", options.normEmbedding ? "        x = self.embedding_norm(x)\n" : ""}});
    return (learned ? "" : kPythonSinusoids) + encoder.classes + network;
}

} // namespace core
