#include "core/model/networks/transformer_python.h"

#include "core/model/embedding_classifier.h"
#include "core/model/python_text.h"

namespace core {

namespace {

const char* const kSinusoids = R"(

def sinusoids(length, size, device):
    """P[t, 2j] = sin(t / 10000^(2j / size)), P[t, 2j + 1] = cos(the same)."""
    even = torch.arange(0, size, 2, dtype=torch.float64, device=device)
    places = torch.arange(length, dtype=torch.float64, device=device).unsqueeze(1)
    angles = places / torch.pow(10000.0, even / size)
    return torch.stack((angles.sin(), angles.cos()), 2).flatten(1).float()
)";

const char* const kReZeroLayer = R"(

class ReZeroLayer(nn.Module):
    """x <- x + a attention(x), x <- x + a feed_forward(x); a starts at 0."""

    def __init__(self, size, heads, feed_forward, dropout, activation):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.linear1 = nn.Linear(size, feed_forward)
        self.linear2 = nn.Linear(feed_forward, size)
        self.resweight = nn.Parameter(torch.zeros(1))
        self.dropout = nn.Dropout(dropout)
        self.activation = activation

    def forward(self, x, padding):
        mixed, _ = self.self_attn(x, x, x, key_padding_mask=padding, need_weights=False)
        x = x + self.resweight * self.dropout(mixed)
        hidden = self.dropout(self.activation(self.linear1(x)))
        return x + self.resweight * self.dropout(self.linear2(hidden))


class ReZeroEncoder(nn.Module):
    def __init__(self, layers, *sizes):
        super().__init__()
        self.layers = nn.ModuleList(ReZeroLayer(*sizes) for _ in range(layers))

    def forward(self, x, src_key_padding_mask):
        for layer in self.layers:
            x = layer(x, src_key_padding_mask)
        return x
)";

const char* const kReZeroEncoder = R"(        self.encoder = ReZeroEncoder(
            <<layers>>, <<size>>, <<heads>>, <<feed forward>>, <<dropout>>, F.<<activation>>
        )
)";

const char* const kEncoder = R"(        layer = nn.TransformerEncoderLayer(
            <<size>>, <<heads>>, <<feed forward>>, <<dropout>>,
            activation="<<activation>>", batch_first=True, norm_first=<<pre>>,
        )
        self.encoder = nn.TransformerEncoder(
            layer, <<layers>>, norm=<<last norm>>, enable_nested_tensor=False
        )
)";

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
    const bool learned = options.positions == "learned";
    const bool rezero = options.norm == "rezero";
    const bool pre = options.norm == "pre";
    const std::string norm = "nn.LayerNorm(" + size + ")";
    const std::string encoder = filledIn(rezero ? kReZeroEncoder : kEncoder,
                                         {{"size", size},
                                          {"layers", std::to_string(options.layers)},
                                          {"heads", std::to_string(options.heads)},
                                          {"feed forward", std::to_string(options.feedForwardSize)},
                                          {"dropout", numberText(options.dropout)},
                                          {"activation", options.activation},
                                          {"pre", pythonBoolean(pre)},
                                          {"last norm", pre ? norm : "None"}});
    const std::string table = "        self.positions = nn.Embedding("
        + std::to_string(context.maximumLength) + ", " + size + ")\n";
    const std::string network = filledIn(
        kNetwork,
        {{"embedding", ends.embedding},
         {"positions", learned ? table : ""},
         {"norm",
          options.normEmbedding ? "        self.embedding_norm = " + norm + "\n" : std::string()},
         {"dropout", numberText(options.dropout)},
         {"encoder", encoder},
         {"output", ends.output},
         {"mask", kPythonMask},
         {"scale", options.scaleEmbedding ? " * math.sqrt(" + size + ")" : std::string()},
         {"add positions",
          learned ? "        x = x + self.positions.weight[: ids.size(1)]\n"
                  : "        x = x + sinusoids(ids.size(1), " + size + ", ids.device)\n"},
         {"apply norm", options.normEmbedding ? "        x = self.embedding_norm(x)\n" : ""}});
    return (learned ? "" : kSinusoids) + std::string(rezero ? kReZeroLayer : "") + network;
}

} // namespace core
