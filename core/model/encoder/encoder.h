#pragma once

#include "core/model/encoder/condition_layer.h"
#include "core/model/parts/layer_summary.h"
#include "core/model/parts/network_options.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/cells/cell_equations.h"
#include "core/nn/graph/graph_builder.h"
#include "core/nn/layers/attention.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/pooling.h"
#include "core/nn/layers/positions.h"
#include "core/nn/layers/word_characters.h"

#include <torch/nn/module.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// A further column of the data; each of its values has a vector.
struct WordFeature {
    std::string column; ///< The user's name for it.
    int64_t values = 0; ///< Rows of its table, with padding (0) and the unknown value (1).
};

/// Further parts of each word's vector; none by default.
struct WordParts {
    Selection characters{"none"}; ///< Family "characters".
    int64_t characterCount = 0; ///< As CharacterContext.
    int64_t caseFeatures = 0; ///< Size of the vector of a word's capitalisation; 0: none.
    int64_t caseCount = 0; ///< How many ways of capitalisation there are.
    std::vector<WordFeature> features{}; ///< A table each: "feature_1", "feature_2" ...
    int64_t featureDimension = 0; ///< Size of the vector of a value.
};

/// The sizes and data that an encoder is made for, beside its options.
struct EncoderContext {
    int64_t vocabularySize = 0;
    int64_t maximumLength = 0; ///< Longest sequence that will ever come (for learned positions).
    EmbeddingSpec embedding;
    Weights weights = Weights::Fresh; ///< ShapesOnly: only to be described; its tables are empty.
    WordParts parts{}; ///< Ignored by an encoder without states of tokens.
    // What texts are generated for: one of so many classes, or so many numbers; 0: for none.
    int64_t classes = 0, numbers = 0;
    /// How the condition goes in: "every_input" and "first_input", its vector added to the
    /// embedding of all tokens or of the first; "initial_state".
    std::string condition{};
    // Made already where a network draws the tables of several parts before all else; mostly empty.
    Embedding table{nullptr};
    Positions positions{nullptr};

    bool isConditional() const { return classes > 0 || numbers > 0; }
};

/// The properties of an encoder's states.
struct EncoderTraits {
    bool tokenStates = false; ///< A state for each token; otherwise one vector for each text.
    bool causal = false; ///< No state depends on a later token.
    bool carriesState = false; ///< forward() takes a CarriedState. Only where `causal`.
    /// Tokens at most that a text may have, those of its carried state among them; 0: any number.
    /// Where there is a bound, long texts are read in windows, each from its own beginning.
    int64_t window = 0;
};

/// The memory of the tokens that an encoder has read, one row a text. With it the texts continue in
/// another batch, or token by token, as if all had been read at once. Recurrent states, cached keys
/// and values, depending on the encoder.
struct CarriedState {
    /// Each [rows, ...]; none: nothing has been read yet. A row of zeros means the same for its
    /// text.
    std::vector<torch::Tensor> parts;

    bool isEmpty() const { return parts.empty(); }
    int64_t rows() const { return isEmpty() ? 0 : parts.front().size(0); }
    /// Row i becomes what row rows[i] was. @param rows  [newRows] int64, on any device.
    void select(const torch::Tensor& rows);
    /// No gradient flows through it any more: where back-propagation through time is cut.
    void detach();
};

/// A batch of texts as an encoder leaves it.
struct Encoded {
    TokenStates tokens; ///< Undefined where there are no states of tokens; then there are
    torch::Tensor texts{}; ///< [batch, features]: one vector for each text.
};

/// The options of a network that concern the head after its encoder.
struct HeadOptions {
    Selection pooling{}; ///< For a head for whole texts; none after an encoder without states.
    double dropout = 0.0; ///< Applied to the input of the head's last layer.
    bool lockedDropout = false; ///< One mask for all tokens of a text.
};

/// The recurrent layers of an encoder, to be looked into.
struct CellLayers {
    const CellGraph* graph = nullptr; ///< Null: there are none.
    int64_t layers = 0;
    bool bidirectional = false;
    std::vector<CellTensors> weights{}; ///< [layer * directions + direction]
};

/// From token ids to states: an embedding table and the layers that read its vectors. The result
/// for a text never depends on the other texts of its batch. The same class serves every task, with
/// the same names of parameters: "embedding.weight" and those of the kind.
class Encoder : public torch::nn::Module {
public:
    /// @param look  if not null, gets and may change the attention of each layer.
    /// Slower.
    /// @param carried  if not null, the texts go on behind what it was left with (an empty one:
    /// they begin), and it becomes what is known after their last true tokens. The same tokens in
    /// one batch or in several, down to one a batch, give the same states but for rounding.
    /// @pre with `carried`, traits().carriesState.
    virtual Encoded forward(const SequenceBatch& batch, AttentionLook* look = nullptr,
                            CarriedState* carried = nullptr)
        = 0;

    /// Its recurrent layers.
    virtual CellLayers cells() const { return {}; }
    /// Like forward(), but computed by the plain equations of the cell, with a hook at each of
    /// its steps. Slow. @pre cells() has a graph.
    virtual Encoded forwardSeen(const SequenceBatch& batch, const CellLook& look);

    virtual EncoderTraits traits() const = 0;
    virtual int64_t features() const = 0; ///< Size of a state, or of a text's vector.
    /// Size of TokenStates::last.
    virtual int64_t lastFeatures() const { return features(); }
    virtual HeadOptions headOptions() const = 0;

    /// Layers in the order of the data's way, with shapes.
    /// @param length  what the axis of tokens is called: "length", "source length".
    virtual std::vector<LayerSummary> describe(const std::string& length) const = 0;
    /// Floats kept for backward per token of a batch, roughly: for the memory estimate.
    virtual int64_t activationsPerToken(int64_t length) const = 0;
    /// Vectors added for the positions of a text [length, features], fewer rows where learned ones
    /// do not reach so far; undefined where there are none.
    virtual torch::Tensor positions(int64_t /*length*/) { return {}; }
    /// Standard-PyTorch source of a class `Encoder(torch.nn.Module)` with a constructor without
    /// arguments and the same names of parameters and buffers, with
    ///   forward(ids, lengths, mask) -> (states [batch, length, features], last [batch, features])
    /// where traits() says that there are states (last may be None), otherwise -> texts
    /// [batch, features]. ids [batch, length] int64 padded with 0, lengths [batch] int64, mask
    /// [batch, length] bool. Where a state is carried also
    ///   step(ids, state=None, classes=None) -> (states, state)
    /// of more tokens of texts without padding; both take classes [batch] int64, or numbers [batch,
    /// numbers] in their place, where the context has some. torch, nn, F and math are imported.
    virtual std::string pythonSource() const = 0;
    /// forward() in a graph, in evaluation mode.
    virtual GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const = 0;
    /// The state that graph() carries. @pre traits().carriesState.
    virtual std::vector<GraphPort> graphState() const { return {}; }
    /// Inputs of a graph beside ids, lengths and state: the condition, and what words are made of.
    std::vector<GraphPort> graphInputs() const;
    /// Gives `texts` the values of graphInputs().
    void takeGraphInputs(GraphTexts& texts, const GraphValues& values) const;
    /// Arguments that forward() takes there beside these: the words, where it looks into them.
    Json pythonWords() const;

    /// The argument of forward() there that has the condition.
    std::string pythonCondition() const { return m_context.numbers > 0 ? "numbers" : "classes"; }

    Embedding& table() { return m_embedding; }
    const Embedding& table() const { return m_embedding; }
    /// Whether it reads parts of words: batches must then have them (WordForms).
    bool readsWords() const
    {
        return m_characters != nullptr || !m_cases.is_empty() || !m_features.empty();
    }

protected:
    explicit Encoder(const EncoderContext& context);

    enum class Dropping { EachToken, Locked };
    /// Vectors of all tokens [batch, length, inputSize], with dropout while training: of words,
    /// beside them of their characters, of their capitalisation and of their features, where there
    /// are such, and added to them those of the conditions that go in here.
    /// @param carried  as forward()'s: whether the texts begin.
    torch::Tensor embed(const SequenceBatch& batch, const CarriedState* carried = nullptr,
                        Dropping dropping = Dropping::EachToken);
    /// The same without padding, of a batch without conditions: [tokens, inputSize].
    torch::Tensor embed(const SequenceBatch& batch, const TokenLayout& layout);
    /// Whether the condition is the initial state.
    bool beginsWithCondition() const
    {
        return m_context.isConditional() && m_context.condition == "initial_state";
    }
    /// embed() in a graph: [batch, length, inputSize].
    GraphValue graphVectors(GraphBuilder& builder, const GraphTexts& texts) const;
    /// embeddedSums() in a graph.
    static GraphValue graphSums(GraphBuilder& builder, const Embedding& table, GraphValue ids)
    {
        return builder.sum(builder.lookUp(table->weight, ids), 1);
    }
    /// Sums of the vectors of `table` over each row of `ids` [batch, count], in which 0 stands for
    /// nothing: [batch, dimension]. With the embedding's dropout while training.
    torch::Tensor embeddedSums(Embedding& table, const torch::Tensor& ids, std::string_view name);
    /// `value` while training, else 0.
    double whileTraining(double value) const { return is_training() ? value : 0.0; }

    LayerSummary embeddingSummary(const std::string& length) const;
    /// The embedding, and what is joined to it: what embed() runs.
    std::vector<LayerSummary> inputSummary(const std::string& length) const;
    // Python that does what embed() does, for the files in resources/python/encoders.
    std::string pythonTables() const; ///< Lines of the constructor.
    std::string pythonWordVectors() const; ///< Source in front of the class; mostly empty.
    /// The base class.
    const char* pythonBase() const { return readsWords() ? "WordVectors" : "nn.Module"; }
    /// Lines that assign `words`, of `ids` and what pythonWords() names, with those of conditions.
    /// @param begins  Python that is true where the texts begin.
    std::string pythonVectors(const std::string& begins) const;

    const EncoderContext& context() const { return m_context; }
    int64_t dimension() const { return m_context.embedding.dimension; }
    /// Size of the vectors of embed().
    int64_t inputSize() const;

private:
    std::string pythonOwnTables() const;
    /// @param ids, ofToken  both [batch, length] or both [tokens].
    torch::Tensor joined(const torch::Tensor& ids, const torch::Tensor& ofToken,
                         const WordForms* words, const torch::Tensor& marks, Dropping dropping);

    EncoderContext m_context;
    Embedding m_embedding{nullptr};
    std::shared_ptr<CharacterEncoder> m_characters; ///< Null: none.
    Embedding m_cases{nullptr}; ///< Empty: none.
    std::vector<Embedding> m_features; ///< As WordParts::features.
    ConditionLayer m_condition; ///< Empty where there is none or it is the initial state.
};

/// One kind of encoder.
struct EncoderEntry : ModelEntry<Encoder, EncoderContext> {
    bool tokenStates = false; ///< traits() of every encoder of this kind.
    bool canBeCausal = false; ///< traits() of an encoder of this kind with suitable options.
    bool alwaysCausal = false; ///< traits() of every encoder of this kind: it never looks ahead.
    /// A stream is read in windows, each from its own beginning: traits().window is not 0.
    bool readsWindows = false;
    bool beginsWithState = false; ///< A condition can be the initial state of its texts.
    /// The first half of a state depends on no later token, the second on no earlier one.
    bool directionsApart = false;
};
using EncoderRegistry = Registry<std::shared_ptr<Encoder>, const EncoderContext&>;

/// The entry of an encoder `Made` with these options; its traits are still to be set.
template <class Made, class Options>
EncoderEntry encoderEntry(KindDescription description, const Schema<Options>& schema,
                          decltype(EncoderEntry::check) check = {})
{
    return {
        {EncoderRegistry::entry<Options>(std::move(description), schema,
                                         [](const Options& options, const EncoderContext& context) {
                                             return std::make_shared<Made>(options, context);
                                         }),
         std::move(check)}};
}

/// All encoders, in the order in which users see them.
const std::vector<EncoderEntry>& encoderEntries();

/// A summary with the parameters of `module` counted.
LayerSummary layerSummary(const std::string& name, const std::string& type,
                          const std::string& outputShape, const torch::nn::Module& module,
                          LayerFlow flow = {TokenFlow::EachToken});

/// Adds the layers of a part, whose names get "part." in front of them.
void appendLayers(std::vector<LayerSummary>& layers, const std::string& part,
                  std::vector<LayerSummary> more);

} // namespace core
