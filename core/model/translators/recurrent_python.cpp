#include "core/model/translators/recurrent_translator.h"

#include "core/model/encoder/recurrent.h"
#include "core/model/python_text.h"

namespace core {

namespace {

/// Fills in the parts of the class that depend on options.
class RecurrentPython {
public:
    RecurrentPython(const TranslatorContext& context, const Encoder& encoder,
                    const DecoderParts& decoder)
        : m_options(decoder.options)
        , m_context(context)
        , m_encoder(encoder)
        , m_attention(decoder.attention.get())
        , m_cell(decoder.cells->graph())
        , m_layers(decoder.cells->python())
    {
    }

    std::string source() const
    {
        return m_encoder.pythonSource() + "\n\n"
            + (m_attention != nullptr ? m_attention->pythonSource() + "\n\n" : std::string())
            + (m_options.tiedEmbeddings ? tiedOutput() + "\n\n" : std::string()) + constructor()
            + encode() + step() + kForward;
    }

private:
    int64_t dimension() const { return m_context.embedding.dimension; }
    bool shared() const { return m_options.tiedEmbeddings && m_context.joint; }
    static std::string number(int64_t value) { return std::to_string(value); }
    std::string table() const
    {
        return shared() ? "self.encoder.embedding" : "self.target_embedding";
    }

    static std::string tiedOutput()
    {
        return R"(class Output(nn.Module):
    """Scores of all tokens: the product with the rows of an embedding."""

    def __init__(self, size):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, vectors, table):
        return F.linear(vectors, table, self.bias)
)";
    }

    /// Some Python for each of the cell's states, by their titles.
    template <class Write> std::string eachState(const Write& write) const
    {
        std::string all;
        for (size_t state = 0; state < m_cell.states(); ++state)
            all += write(stateTitle(m_cell, state), state);
        return all;
    }
    /// The states as a call of the layers takes and gives them.
    /// @param ending  of each.
    std::string statesOfLayers(const char* ending) const;
    std::string constructor() const;
    std::string encode() const;
    std::string step() const;
    std::string readout() const;

    static const char* const kForward;

    const RecurrentTranslatorOptions& m_options;
    const TranslatorContext& m_context;
    const Encoder& m_encoder;
    const AttentionScore* m_attention; ///< Null: none.
    const CellGraph& m_cell;
    LayersPython m_layers;
};

const char* const RecurrentPython::kForward = R"(
    def forward(self, source, source_lengths, target):
        state = self.encode(source, source_lengths)
        steps = []
        for t in range(target.size(1) - 1):
            logits, state = self.step(state, target[:, t])
            steps.append(logits)
        return torch.stack(steps, 1)
)";

std::string RecurrentPython::statesOfLayers(const char* ending) const
{
    const std::string all = eachState([&](const std::string& title, size_t state) {
        return (state > 0 ? ", " : "") + ("state[\"" + title + "\"]") + ending;
    });
    if (!m_layers.tuple)
        return all;
    return "(" + all + (m_cell.states() == 1 ? ",)" : ")");
}

std::string RecurrentPython::constructor() const
{
    const auto bridge = [&](const std::string& title, size_t) {
        return "        self.bridge_" + title + " = nn.ModuleList(\n            nn.Linear("
            + number(m_options.memorySize()) + ", " + number(m_options.stateSize())
            + ") for _ in range(" + number(m_options.layers) + ")\n        )\n";
    };
    const int64_t size = m_options.readoutSize(dimension());
    std::string text = R"(class Network(nn.Module):
    """A recurrent encoder-decoder. State: a dictionary of tensors, one row a sentence; those of
    the decoder's cells are [layers, batch, size]."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
)";
    if (!shared())
        text += pythonTable("target_embedding", m_context.targetVocabulary, m_context.embedding);
    text += "        self.embedding_dropout = nn.Dropout(" + numberText(m_context.embedding.dropout)
        + ")\n";
    if (m_options.bridge == "linear")
        text += eachState(bridge);
    text += "        self.decoder = " + m_layers.constructor + "\n";
    if (m_attention != nullptr)
        text += "        self.attention = Score()\n";
    if (m_options.hasReadout()) {
        const bool maxout = m_options.readout == "maxout";
        const int64_t read = m_options.stateSize()
            + (m_options.attends() ? m_options.memorySize() : 0) + (maxout ? dimension() : 0);
        text += "        self.readout = nn.Linear(" + number(read) + ", "
            + number(maxout ? 2 * size : size) + (maxout ? ")\n" : ", bias=False)\n");
    }
    text += "        self.readout_dropout = nn.Dropout(" + numberText(m_options.readoutDropout)
        + ")\n";
    text += m_options.tiedEmbeddings
        ? "        self.output = Output(" + number(m_context.targetVocabulary) + ")\n"
        : "        self.output = nn.Linear(" + number(size) + ", "
            + number(m_context.targetVocabulary) + ")\n";
    return text;
}

std::string RecurrentPython::encode() const
{
    const char* const body = R"(
    def start(self, last<<bridge argument>>):
        """[layers * directions, batch, hidden] -> [layers, batch, size] of the decoder."""
        states = last.view(<<layers>>, <<directions>>, last.size(1), last.size(2))
        states = states.transpose(1, 2).flatten(2)
        return <<started>>

    def encode(self, source, source_lengths):
        memory, last = self.encoder.read(source, source_lengths)
        places = torch.arange(source.size(1), device=source.device)
        state = {
            "memory": memory,
            "padding": places >= source_lengths.to(source.device).unsqueeze(1),
<<states>>        }
<<keys>><<fed>>        return state
)";
    const bool linear = m_options.bridge == "linear";
    const std::string states = eachState([&](const std::string& title, size_t state) {
        return "            \"" + title + "\": self.start(last"
            + (m_layers.tuple ? "[" + std::to_string(state) + "]" : "")
            + (linear ? ", self.bridge_" + title : "") + "),\n";
    });
    const std::string fed = m_options.inputFeeding
        ? "        state[\"fed\"] = memory.new_zeros(memory.size(0), "
            + number(m_options.readoutSize(dimension())) + ")\n"
        : "";
    return filledIn(
        body,
        {{"bridge argument", linear ? ", bridge" : ""},
         {"layers", number(m_options.layers)},
         {"directions", number(m_options.directions())},
         {"started",
          linear ? "torch.stack([torch.tanh(each(x)) for each, x in zip(bridge, states)])"
                 : "states"},
         {"states", states},
         {"keys",
          m_attention != nullptr ? "        state[\"keys\"] = self.attention.keys(memory)\n" : ""},
         {"fed", fed}});
}

std::string RecurrentPython::readout() const
{
    const bool attends = m_options.attends();
    if (m_options.readout == "attentional")
        return attends ? "torch.tanh(self.readout(torch.cat((context, top), 1)))" : "top";
    const std::string all
        = attends ? "torch.cat((top, context, embedded), 1)" : "torch.cat((top, embedded), 1)";
    if (m_options.readout == "concat")
        return all;
    return "self.readout(" + all + ").unflatten(1, (-1, 2)).max(2).values";
}

std::string RecurrentPython::step() const
{
    const char* const look = R"(
    def look(self, query, state):
        """The context vector [batch, memory] and the weights [batch, source length]."""
        scores = self.attention(query, state["keys"])
        weights = scores.masked_fill(state["padding"], float("-inf")).softmax(1)
        return torch.bmm(weights.unsqueeze(1), state["memory"]).squeeze(1), weights
)";
    const char* const body = R"(
    def step(self, state, tokens):
        """Feeds one token a sentence: logits of the next one [batch, vocabulary], new state."""
        embedded = self.embedding_dropout(<<table>>(tokens))
        state = dict(state)
<<before>>        output, <<states after>> = self.decoder(
            inputs.unsqueeze(1), <<before state>><<states before>>
        )
        top = output.squeeze(1)
<<after>>        vector = <<readout>>
<<feed>>        return self.output(self.readout_dropout(vector)<<tied>>), state
)";
    const std::string attend = "        context, state[\"attention\"] = self.look(";
    std::string before = "        inputs = embedded\n", after;
    if (m_options.feedsContext())
        before = attend + "state[\"hidden\"][-1], state)\n"
            + "        inputs = torch.cat((embedded, context), 1)\n";
    else if (m_options.inputFeeding)
        before = "        inputs = torch.cat((embedded, state[\"fed\"]), 1)\n";
    if (m_options.attends() && !m_options.feedsContext())
        after = attend + "top, state)\n";
    return (m_attention != nullptr ? look : std::string())
        + filledIn(body,
                   {{"table", table()},
                    {"before", before},
                    {"states after", statesOfLayers("")},
                    {"before state", m_layers.beforeState},
                    {"states before", statesOfLayers(".contiguous()")},
                    {"after", after},
                    {"readout", readout()},
                    {"feed", m_options.inputFeeding ? "        state[\"fed\"] = vector\n" : ""},
                    {"tied", m_options.tiedEmbeddings ? ", " + table() + ".weight" : ""}});
}

} // namespace

std::string recurrentTranslatorPython(const TranslatorContext& context, const Encoder& encoder,
                                      const DecoderParts& decoder)
{
    return RecurrentPython(context, encoder, decoder).source();
}

} // namespace core
