#include "core/model/encoder/transformer.h"

#include "core/model/python_text.h"
#include "core/model/transformer_block_python.h"

namespace core {

namespace {

const char* const kEncoder = R"(class Encoder(<<base>>):
    """Embedding with positions, Transformer <<kind>> layers."""

    def __init__(self):
        super().__init__()
<<embedding>><<joined>><<positions>><<norm>>        self.dropout = nn.Dropout(<<dropout>>)
<<transformer>>
)";

const char* const kEnter = R"(        words = <<embed>>
        x = <<words joined>><<scale>>
<<add positions>><<apply norm>>)";

const char* const kForward = R"(    def forward(self, ids, lengths, mask<<words>>):
<<enter>>        return self.transformer(self.dropout(x), src_key_padding_mask=~mask), None
)";

const char* const kForwardTurned = R"(    def forward(self, ids, lengths, mask<<words>>):
<<enter>>        hidden = ~mask.unsqueeze(1).unsqueeze(1)
        return self.transformer(self.dropout(x), hidden)[0], None
)";

/// Padding stands behind all that is looked at from a true token.
const char* const kForwardCausal = R"(    window = <<window>>  # tokens

    def step(self, ids<<words>>, state=None, classes=None):
        """States of more tokens, none of them padding, and what the next call takes (None: nothing
        was read yet): all ids, and of each layer keys and values. When the window is full, its
        newer half is read again from the window's beginning."""
        fed = ids if state is None else torch.cat((state[0], ids), 1)
        if ids.size(1) > <<window>>:
            raise ValueError("At most <<window>> tokens are read at once.")
        if fed.size(1) > <<window>>:
            kept = max(<<window>> // 2, ids.size(1))
            states, state = self.step(fed[:, -kept:], classes=classes)
            return states[:, -ids.size(1):], state
        start, end = fed.size(1) - ids.size(1), fed.size(1)
<<enter>>        places = torch.arange(end, device=ids.device)
        hidden = places > places[start:].unsqueeze(1)
        past = None if state is None else state[1]
        states, keys_values = self.transformer(self.dropout(x), hidden, past)
        return states, (fed, keys_values)

    def forward(self, ids, lengths, mask<<words>>, classes=None):
        return self.step(ids<<words>>, state=None, classes=classes)[0], None
)";

} // namespace

std::string TransformerTextEncoder::pythonSource() const
{
    const std::string size = std::to_string(dimension());
    const bool learned = m_options.learnsPositions(), causal = m_options.causal;
    const bool turns = m_options.turnsByPlaces(), sinusoidal = !learned && !turns;
    const TransformerOptions layers = m_options.stack(dimension());
    const PythonStack stack = causal || turns ? pythonGoingOn(layers, "transformer")
                                              : pythonEncoder(layers, "transformer");
    const std::string range = causal ? "start:end" : ": ids.size(1)";
    const std::string ownPlaces = causal ? "end" : "ids.size(1)";
    const std::string sinusoids = "        x = x + sinusoids(" + ownPlaces + ", " + size
        + ", ids.device)" + (causal ? "[start:]" : "") + "\n";
    const PythonInput input = pythonInput();
    const std::string enter = filledIn(
        kEnter,
        {{"embed", pythonConditioned("state is None")},
         {"words joined", m_joined.is_empty() ? "words" : "self.joined(words)"},
         {"scale", m_options.scaleEmbedding ? " * math.sqrt(" + size + ")" : std::string()},
         {"add positions",
          learned          ? "        x = x + self.positions.weight[" + range + "]\n"
              : sinusoidal ? sinusoids
                           : std::string()},
         {"apply norm", m_options.normEmbedding ? "        x = self.embedding_norm(x)\n" : ""}});
    const std::string encoder = filledIn(
        kEncoder,
        {{"kind", causal ? "decoder" : "encoder"},
         {"base", input.base},
         {"embedding", input.constructor},
         {"joined",
          m_joined.is_empty() ? std::string()
                              : "        self.joined = nn.Linear(" + std::to_string(inputSize())
                  + ", " + size + ")\n"},
         {"positions",
          learned ? "        self.positions = nn.Embedding("
                  + std::to_string(context().maximumLength) + ", " + size + ")\n"
                  : std::string()},
         {"norm",
          m_options.normEmbedding ? "        self.embedding_norm = nn.LayerNorm(" + size + ")\n"
                                  : std::string()},
         {"dropout", numberText(m_options.dropout)},
         {"transformer", stack.constructor}});
    return (sinusoidal ? kPythonSinusoids : "") + stack.classes + input.classes + encoder
        + filledIn(causal      ? kForwardCausal
                       : turns ? kForwardTurned
                               : kForward,
                   {{"enter", enter},
                    {"words", input.words},
                    {"window", std::to_string(context().maximumLength)}});
}

} // namespace core
