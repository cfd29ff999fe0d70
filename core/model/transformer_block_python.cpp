#include "core/model/transformer_block_python.h"

#include "core/model/python_text.h"

namespace core {

const char* const kPythonSinusoids = R"(def sinusoids(length, size, device):
    """P[t, 2j] = sin(t / 10000^(2j / size)), P[t, 2j + 1] = cos(the same)."""
    even = torch.arange(0, size, 2, dtype=torch.float64, device=device)
    places = torch.arange(length, dtype=torch.float64, device=device).unsqueeze(1)
    angles = places / torch.pow(10000.0, even / size)
    return torch.stack((angles.sin(), angles.cos()), 2).flatten(1).float()


)";

namespace {

const char* const kReZeroEncoder = R"(class ReZeroLayer(nn.Module):
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

const char* const kReZeroDecoder = R"(class ReZeroDecoderLayer(nn.Module):
    """x <- x + a f(x) for attention on itself, on the memory and feed forward; a starts at 0."""

    def __init__(self, size, heads, feed_forward, dropout, activation):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.multihead_attn = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.linear1 = nn.Linear(size, feed_forward)
        self.linear2 = nn.Linear(feed_forward, size)
        self.resweight = nn.Parameter(torch.zeros(1))
        self.dropout = nn.Dropout(dropout)
        self.activation = activation

    def forward(self, x, memory, future, padding):
        mixed, _ = self.self_attn(x, x, x, attn_mask=future, need_weights=False)
        x = x + self.resweight * self.dropout(mixed)
        mixed, _ = self.multihead_attn(
            x, memory, memory, key_padding_mask=padding, need_weights=False
        )
        x = x + self.resweight * self.dropout(mixed)
        hidden = self.dropout(self.activation(self.linear1(x)))
        return x + self.resweight * self.dropout(self.linear2(hidden))


class ReZeroDecoder(nn.Module):
    def __init__(self, layers, *sizes):
        super().__init__()
        self.layers = nn.ModuleList(ReZeroDecoderLayer(*sizes) for _ in range(layers))

    def forward(self, x, memory, tgt_mask, memory_key_padding_mask):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, memory_key_padding_mask)
        return x


)";

const char* const kReZeroStack = R"(        self.<<name>> = ReZero<<Name>>(
            <<layers>>, <<size>>, <<heads>>, <<feed forward>>, <<dropout>>, F.<<activation>>
        )
)";

const char* const kStack = R"(        layer = nn.Transformer<<Name>>Layer(
            <<size>>, <<heads>>, <<feed forward>>, <<dropout>>,
            activation="<<activation>>", batch_first=True, norm_first=<<pre>>,
        )
        self.<<name>> = nn.Transformer<<Name>>(
            layer, <<layers>>, norm=<<last norm>><<no nesting>>
        )
)";

/// @param title "Encoder" or "Decoder".
std::string stack(const TransformerOptions& layers, const std::string& name,
                  const std::string& title)
{
    const std::string size = std::to_string(layers.features);
    const bool pre = layers.norm == NormPlace::Pre;
    return filledIn(layers.norm == NormPlace::ReZero ? kReZeroStack : kStack,
                    {{"name", name},
                     {"Name", title},
                     {"size", size},
                     {"layers", std::to_string(layers.layers)},
                     {"heads", std::to_string(layers.heads)},
                     {"feed forward", std::to_string(layers.feedForwardSize)},
                     {"dropout", numberText(layers.dropout)},
                     {"activation", layers.activation == Activation::Gelu ? "gelu" : "relu"},
                     {"pre", pythonBoolean(pre)},
                     {"last norm", pre || layers.lastNorm ? "nn.LayerNorm(" + size + ")" : "None"},
                     {"no nesting", title == "Encoder" ? ", enable_nested_tensor=False" : ""}});
}

} // namespace

PythonStack pythonEncoder(const TransformerOptions& layers, const std::string& name)
{
    return {layers.norm == NormPlace::ReZero ? kReZeroEncoder : "", stack(layers, name, "Encoder")};
}

PythonStack pythonDecoder(const TransformerOptions& layers, const std::string& name)
{
    return {layers.norm == NormPlace::ReZero ? kReZeroDecoder : "", stack(layers, name, "Decoder")};
}

} // namespace core
