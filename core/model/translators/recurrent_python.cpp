#include "core/model/translators/recurrent_translator.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/encoder/recurrent.h"

namespace core {

namespace {

constexpr const char* kPiece = "translators/recurrent";

/// The lines of the class for the states of the decoder's cells, named by their titles.
class StatesPython {
public:
    StatesPython(const CellGraph& cell, const RecurrentTranslatorOptions& options,
                 const LayersPython& layers)
        : m_cell(cell), m_options(options), m_layers(layers)
    {
    }

    /// Lines of the constructor: a linear layer for each state.
    std::string bridges() const
    {
        std::string all;
        for (size_t state = 0; hasBridge() && state < m_cell.states(); ++state)
            all += pythonRegion(kPiece, "BRIDGES",
                                {{"BRIDGE_OF_STATE", "bridge_" + title(state)},
                                 {"MEMORY", m_options.memorySize()},
                                 {"STATE_SIZE", m_options.stateSize()},
                                 {"LAYERS", m_options.layers}});
        return all;
    }

    /// Lines of encode(): what each state begins with.
    std::string beginnings() const
    {
        std::string all;
        for (size_t state = 0; state < m_cell.states(); ++state)
            all += pythonRegion(
                kPiece, "STATES",
                {{"STATE_NAME", title(state)},
                 {"LAST", lastOf(state)},
                 {"BRIDGE",
                  hasBridge() ? Json::array({"self.bridge_" + title(state)}) : Json::array()}});
        return all;
    }

    /// The states as a call of the layers takes and gives them. @param ending  of each.
    std::string together(const char* ending) const
    {
        std::string all;
        for (size_t state = 0; state < m_cell.states(); ++state)
            all += (state > 0 ? ", " : "") + ("state[\"" + title(state) + "\"]") + ending;
        if (!m_layers.tuple)
            return all;
        return "(" + all + (m_cell.states() == 1 ? ",)" : ")");
    }

    bool hasBridge() const { return m_options.bridge == "linear"; }

private:
    /// Python for what a state begins with, in front of the bridge.
    std::string lastOf(size_t state) const
    {
        if (m_options.start == "mean")
            return "mean";
        return m_layers.tuple ? "last[" + std::to_string(state) + "]" : "last";
    }
    std::string title(size_t state) const { return stateTitle(m_cell, state); }

    const CellGraph& m_cell;
    const RecurrentTranslatorOptions& m_options;
    const LayersPython& m_layers;
};

std::string networkPython(const TranslatorContext& context,
                          const RecurrentTranslatorOptions& options, const CellGraph& cell,
                          const LayersPython& layers)
{
    const int64_t dimension = context.embedding.dimension;
    const bool maxout = options.readout == "maxout";
    const bool shared = options.tiedEmbeddings && context.joint;
    const int64_t read = options.stateSize() + (options.attends() ? options.memorySize() : 0)
        + (maxout ? dimension : 0);
    const StatesPython states(cell, options, layers);
    Json values = layers.values;
    values.update({{"SHARED", shared},
                   {"TABLE", shared ? "encoder.embedding" : "target_embedding"},
                   {"FROZEN", context.embedding.frozen},
                   {"TARGET_VOCABULARY", context.targetVocabulary},
                   {"DIMENSION", dimension},
                   {"EMBEDDING_DROPOUT", numberText(context.embedding.dropout)},
                   {"LINEAR_BRIDGE", states.hasBridge()},
                   {"FROM_MEAN", options.start == "mean"},
                   {"BRIDGES", states.bridges()},
                   {"STATES", states.beginnings()},
                   {"DIRECTIONS", options.directions()},
                   {"NO_LENGTHS", layers.beforeState()},
                   {"STATES_AFTER", states.together("")},
                   {"STATES_BEFORE", states.together(".contiguous()")},
                   {"ATTENDS", options.attends()},
                   {"FEEDS_CONTEXT", options.feedsContext()},
                   {"FEEDS_READOUT", options.inputFeeding},
                   {"ATTENTIONAL", options.readout == "attentional"},
                   {"CONCAT", options.readout == "concat"},
                   {"MAXOUT", maxout},
                   {"HAS_READOUT", options.hasReadout()},
                   {"READ_SIZE", read},
                   {"READOUT_ROWS", (maxout ? 2 : 1) * options.readoutSize(dimension)},
                   {"READOUT_SIZE", options.readoutSize(dimension)},
                   {"READOUT_DROPOUT", numberText(options.readoutDropout)},
                   {"TIED", options.tiedEmbeddings}});
    return pythonPiece(kPiece, values);
}

} // namespace

std::string recurrentTranslatorPython(const TranslatorContext& context, const Encoder& encoder,
                                      const DecoderParts& decoder)
{
    const AttentionScore* attention = decoder.attention.get();
    return joinedPython(
        {encoder.pythonSource(), attention != nullptr ? attention->pythonSource() : std::string(),
         decoder.options.tiedEmbeddings ? pythonPiece("translators/tied_output") : std::string(),
         networkPython(context, decoder.options, decoder.cells->graph(),
                       layersPython(*decoder.cells))});
}

} // namespace core
