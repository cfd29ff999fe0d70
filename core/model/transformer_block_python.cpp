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

const char* const kTurns = R"(def turned(x, start):
    """Rotary positions: features 2j, 2j + 1 of a head turned by t / 10000^(2j / size)."""
    places = torch.arange(start, start + x.size(2), dtype=torch.float64, device=x.device)
    even = torch.arange(0, x.size(3), 2, dtype=torch.float64, device=x.device)
    angles = places.unsqueeze(1) / torch.pow(10000.0, even / x.size(3))
    sin, cos = angles.sin().float(), angles.cos().float()
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), 4).flatten(3)


)";

const char* const kSelfAttention = R"(class SelfAttention(nn.Module):
    """Parameters as of nn.MultiheadAttention; goes on from the keys and values of the past."""

    def __init__(self, size, heads, dropout):
        super().__init__()
        self.in_proj_weight = nn.Parameter(torch.empty(3 * size, size))
        self.in_proj_bias = nn.Parameter(torch.zeros(3 * size))
        self.out_proj = nn.Linear(size, size)
        self.heads = heads
        self.dropout = nn.Dropout(dropout)
        nn.init.xavier_uniform_(self.in_proj_weight)

    def forward(self, x, hidden, past=None):
        joint = F.linear(x, self.in_proj_weight, self.in_proj_bias)
        split = joint.view(x.size(0), x.size(1), 3, self.heads, -1)
        query, key, value = split.permute(2, 0, 3, 1, 4)  # each batch, heads, length, size
<<turn>>        if past is not None:
            key, value = torch.cat((past[0], key), 2), torch.cat((past[1], value), 2)
        scores = query @ key.transpose(2, 3) / math.sqrt(query.size(3))
        weights = self.dropout(scores.masked_fill(hidden, -math.inf).softmax(3))
        return self.out_proj((weights @ value).transpose(1, 2).flatten(2)), (key, value)


)";

const char* const kGoingOn = R"(class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = SelfAttention(<<size>>, <<heads>>, <<dropout>>)
        self.linear1 = nn.Linear(<<size>>, <<feed forward>>)
        self.linear2 = nn.Linear(<<feed forward>>, <<size>>)
<<norms>>        self.dropout = nn.Dropout(<<dropout>>)

    def feed_forward(self, x):
        return self.dropout(self.linear2(self.dropout(F.<<activation>>(self.linear1(x)))))

    def forward(self, x, hidden, past=None):
        mixed, keys_values = self.self_attn(<<attended>>, hidden, past)
        mixed = self.dropout(mixed)
<<sums>>        return x, keys_values


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(<<layers>>))
<<norm>>
    def forward(self, x, hidden, past=None):
        keys_values = []
        for layer, before in zip(self.layers, past or [None] * len(self.layers)):
            x, its = layer(x, hidden, before)
            keys_values.append(its)
        return <<result>>, keys_values


)";

/// What a layer does around its two sub-layers.
struct LayerLines {
    const char *attended, *sums;
};

LayerLines layerLines(NormPlace norm)
{
    switch (norm) {
    case NormPlace::Pre:
        return {"self.norm1(x)",
                "        x = x + mixed\n"
                "        x = x + self.feed_forward(self.norm2(x))\n"};
    case NormPlace::Post:
        return {"x",
                "        x = self.norm1(x + mixed)\n"
                "        x = self.norm2(x + self.feed_forward(x))\n"};
    case NormPlace::ReZero:
        return {"x",
                "        x = x + self.resweight * mixed\n"
                "        x = x + self.resweight * self.feed_forward(x)\n"};
    }
    return {};
}

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

PythonStack pythonGoingOn(const TransformerOptions& layers, const std::string& name)
{
    const std::string size = std::to_string(layers.features);
    const std::string norm = "nn.LayerNorm(" + size + ")\n";
    const bool last
        = layers.norm == NormPlace::Pre || (layers.norm == NormPlace::Post && layers.lastNorm);
    const LayerLines lines = layerLines(layers.norm);
    const std::string turn = "        start = 0 if past is None else past[0].size(2)\n"
                             "        query, key = turned(query, start), turned(key, start)\n";
    const std::string attention
        = filledIn(kSelfAttention, {{"turn", layers.rotary ? turn : std::string()}});
    const std::string stack
        = filledIn(kGoingOn,
                   {{"size", size},
                    {"heads", std::to_string(layers.heads)},
                    {"dropout", numberText(layers.dropout)},
                    {"feed forward", std::to_string(layers.feedForwardSize)},
                    {"activation", layers.activation == Activation::Gelu ? "gelu" : "relu"},
                    {"norms",
                     layers.norm == NormPlace::ReZero
                         ? std::string("        self.resweight = nn.Parameter(torch.zeros(1))\n")
                         : "        self.norm1 = " + norm + "        self.norm2 = " + norm},
                    {"attended", lines.attended},
                    {"sums", lines.sums},
                    {"layers", std::to_string(layers.layers)},
                    {"norm", last ? "        self.norm = " + norm : std::string()},
                    {"result", last ? "self.norm(x)" : "x"}});
    return {(layers.rotary ? kTurns : "") + attention + stack,
            "        self." + name + " = Transformer()\n"};
}

} // namespace core
