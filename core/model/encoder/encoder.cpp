#include "core/model/encoder/encoder.h"

#include "core/base/python_piece.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <map>

namespace core {

// Each entry is defined in its own file.
EncoderEntry meanEncoder();
EncoderEntry fastTextEncoder();
EncoderEntry convolutionalEncoder();
EncoderEntry rnnEncoder();
EncoderEntry lstmEncoder();
EncoderEntry gruEncoder();
EncoderEntry typedCellEncoder();
std::vector<EncoderEntry> cellEncoders(); ///< The entries of cells/cell_entry.h.
EncoderEntry transformerEncoder();
EncoderEntry transformerDecoder();
EncoderEntry ngramEncoder();
EncoderEntry directionsApartEncoder();

const std::vector<EncoderEntry>& encoderEntries()
{
    static const std::vector<EncoderEntry> entries = [] {
        std::vector<EncoderEntry> all{meanEncoder(), fastTextEncoder(), convolutionalEncoder(),
                                      rnnEncoder(),  lstmEncoder(),     gruEncoder()};
        for (EncoderEntry& cell : cellEncoders())
            all.push_back(std::move(cell));
        all.push_back(typedCellEncoder());
        for (EncoderEntry (*make)() :
             {directionsApartEncoder, transformerEncoder, transformerDecoder, ngramEncoder})
            all.push_back(make());
        return all;
    }();
    return entries;
}

namespace {

/// The module name of the table for the feature with this index.
std::string featureName(size_t index)
{
    return "feature_" + std::to_string(index + 1);
}

} // namespace

void CarriedState::select(const torch::Tensor& rows)
{
    for (torch::Tensor& part : parts)
        part = part.index_select(0, rows.to(part.device()));
}

void CarriedState::detach()
{
    for (torch::Tensor& part : parts)
        part = part.detach();
}

Encoder::Encoder(const EncoderContext& context) : m_context(context)
{
    m_embedding = register_module(
        "embedding",
        context.table.is_empty()
            ? Embedding(context.vocabularySize, context.embedding.dimension, context.weights)
            : context.table);
    m_embedding->weight.set_requires_grad(!context.embedding.frozen);
    const WordParts& parts = context.parts;
    m_characters
        = characterRegistry().make(parts.characters, {parts.characterCount, context.weights});
    if (m_characters != nullptr)
        register_module("characters", m_characters);
    if (parts.caseFeatures > 0)
        m_cases = register_module("cases",
                                  Embedding(parts.caseCount, parts.caseFeatures, context.weights));
    for (const WordFeature& feature : parts.features)
        m_features.push_back(
            register_module(featureName(m_features.size()),
                            Embedding(feature.values, parts.featureDimension, context.weights)));
    if (context.isConditional() && !beginsWithCondition())
        m_condition = ConditionLayer(*this, "condition", context, context.embedding.dimension);
}

int64_t Encoder::inputSize() const
{
    return dimension() + (m_characters != nullptr ? m_characters->features() : 0)
        + m_context.parts.caseFeatures
        + std::ssize(m_context.parts.features) * m_context.parts.featureDimension;
}

torch::Tensor Encoder::joined(const torch::Tensor& ids, const torch::Tensor& ofToken,
                              const WordForms* words, const torch::Tensor& marks, Dropping dropping)
{
    std::vector<torch::Tensor> parts{observed(*this, "embedding", m_embedding(ids))};
    if (m_characters != nullptr)
        parts.push_back(
            observed(*this, "characters", rowsOf(m_characters->forward(*words), ofToken)));
    if (!m_cases.is_empty())
        parts.push_back(observed(*this, "cases", m_cases(words->cases.take(ofToken))));
    for (size_t i = 0; i < m_features.size(); ++i)
        parts.push_back(observed(
            *this, featureName(i),
            m_features[i](words->features.select(1, static_cast<int64_t>(i)).take(ofToken))));
    const torch::Tensor all = parts.size() == 1 ? parts.front() : torch::cat(parts, -1);
    const double dropout = whileTraining(m_context.embedding.dropout);
    return dropping == Dropping::Locked ? lockedDropOut(all, dropout)
                                        : dropOut(all, dropout, marks);
}

torch::Tensor Encoder::embed(const SequenceBatch& batch, const CarriedState* carried,
                             Dropping dropping)
{
    const WordForms* forms = batch.words.get();
    torch::Tensor words = joined(batch.ids, forms != nullptr ? forms->ofToken : torch::Tensor(),
                                 forms, {}, dropping);
    if (batch.factors.defined())
        words = words * batch.factors.unsqueeze(2);
    if (m_condition.isEmpty() || !batch.classes.defined())
        return words;
    const torch::Tensor vectors
        = observed(*this, "condition", m_condition.vectors(batch.classes)).unsqueeze(1);
    if (m_context.condition == "every_input")
        return words + vectors;
    const bool begins = carried == nullptr || carried->isEmpty();
    return begins
        ? torch::cat({words.narrow(1, 0, 1) + vectors, words.narrow(1, 1, words.size(1) - 1)}, 1)
        : words;
}

torch::Tensor Encoder::embed(const SequenceBatch& batch, const TokenLayout& layout)
{
    const WordForms* words = batch.words.get();
    const torch::Tensor vectors = joined(
        layout.pack(batch.ids), words != nullptr ? layout.pack(words->ofToken) : torch::Tensor(),
        words, layout.marks(), Dropping::EachToken);
    return batch.factors.defined() ? vectors * layout.pack(batch.factors).unsqueeze(1) : vectors;
}

std::vector<GraphPort> Encoder::graphInputs() const
{
    std::vector<GraphPort> ports;
    if (m_context.classes > 0)
        ports.push_back({"classes", torch::kLong, {"batch"}});
    if (m_context.numbers > 0)
        ports.push_back({"numbers", torch::kFloat, {"batch", std::to_string(m_context.numbers)}});
    if (!readsWords())
        return ports;
    ports.push_back({"words", torch::kLong, {"batch", "length"}});
    if (m_characters != nullptr) {
        ports.push_back({"characters", torch::kLong, {"word", "character"}});
        ports.push_back({"character_lengths", torch::kLong, {"word"}});
    }
    if (!m_cases.is_empty())
        ports.push_back({"cases", torch::kLong, {"word"}});
    if (!m_features.empty())
        ports.push_back({"features", torch::kLong, {"word", std::to_string(m_features.size())}});
    return ports;
}

void Encoder::takeGraphInputs(GraphTexts& texts, const GraphValues& values) const
{
    const std::map<std::string, GraphValue*> places
        = {{"classes", &texts.classes},
           {"numbers", &texts.classes},
           {"words", &texts.ofToken},
           {"characters", &texts.characters},
           {"character_lengths", &texts.characterLengths},
           {"cases", &texts.cases},
           {"features", &texts.features}};
    const std::vector<GraphPort> ports = graphInputs();
    for (size_t i = 0; i < ports.size(); ++i)
        *places.at(ports[i].name) = values.at(i);
}

GraphValue Encoder::graphVectors(GraphBuilder& builder, const GraphTexts& texts) const
{
    GraphValues parts{builder.lookUp(m_embedding->weight, texts.ids)};
    if (m_characters != nullptr)
        parts.push_back(builder.rows(
            m_characters->graph(builder, texts.characters, texts.characterLengths), texts.ofToken));
    if (!m_cases.is_empty())
        parts.push_back(builder.rows(builder.lookUp(m_cases->weight, texts.cases), texts.ofToken));
    for (size_t i = 0; i < m_features.size(); ++i)
        parts.push_back(
            builder.rows(builder.lookUp(m_features[i]->weight,
                                        builder.select(texts.features, 1, static_cast<int64_t>(i))),
                         texts.ofToken));
    const GraphValue words = parts.size() == 1 ? parts.front() : builder.join(parts, 2);
    if (m_condition.isEmpty() || !texts.classes.defined())
        return words;
    const GraphValue vectors = builder.unsqueeze(m_condition.graph(builder, texts.classes), 1);
    if (m_context.condition == "every_input")
        return words + vectors;
    return texts.state.empty()
        ? builder.join({builder.slice(words, 1, 0, 1) + vectors, builder.slice(words, 1, 1)}, 1)
        : words;
}

torch::Tensor Encoder::embeddedSums(Embedding& table, const torch::Tensor& ids,
                                    std::string_view name)
{
    const double dropout = whileTraining(m_context.embedding.dropout);
    if (dropout > 0.0 || layersAreObserved())
        return dropOut(observed(*this, name, table(ids)), dropout).sum(1);
    const torch::Tensor starts = torch::arange(ids.size(0), ids.options()) * ids.size(1); // [batch]
    return table->sums(ids.reshape(-1), starts);
}

Encoded Encoder::forwardSeen(const SequenceBatch&, const CellLook&)
{
    throw Error(ErrorCode::Internal, {"This network has no recurrent layers.", {}});
}

LayerSummary Encoder::embeddingSummary(const std::string& length) const
{
    return layerSummary("embedding", "Embedding",
                        "batch x " + length + " x " + std::to_string(dimension()), *m_embedding);
}

std::vector<LayerSummary> Encoder::inputSummary(const std::string& length) const
{
    std::vector<LayerSummary> layers{embeddingSummary(length)};
    const std::string shape = "batch x " + length + " x ";
    const auto add = [&](LayerSummary layer, LayerPlace place) {
        layer.place = place;
        layers.push_back(std::move(layer));
    };
    if (m_characters != nullptr)
        add(layerSummary(
                "characters",
                characterRegistry().find(m_context.parts.characters.kind).description.title,
                shape + std::to_string(m_characters->features()), *m_characters),
            LayerPlace::Beside);
    if (!m_cases.is_empty())
        add(layerSummary("cases", "Embedding of capitalisation",
                         shape + std::to_string(m_cases->features()), *m_cases),
            LayerPlace::Beside);
    for (size_t i = 0; i < m_features.size(); ++i)
        add(layerSummary(featureName(i),
                         "Embedding of column " + m_context.parts.features[i].column,
                         shape + std::to_string(m_features[i]->features()), *m_features[i]),
            LayerPlace::Beside);
    if (!m_condition.isEmpty())
        add(layerSummary(
                "condition", m_condition.title(),
                "batch x " + std::to_string(m_condition.features()), m_condition.module(),
                {TokenFlow::Condition, 0, false, false, m_context.condition == "every_input"}),
            LayerPlace::Added);
    return layers;
}

std::string Encoder::pythonTables() const
{
    return readsWords() ? std::string() : pythonOwnTables();
}

std::string Encoder::pythonOwnTables() const
{
    return pythonRegion("encoders/input", "TABLES",
                        {{"VOCABULARY", m_context.vocabularySize},
                         {"DIMENSION", dimension()},
                         {"FROZEN", m_context.embedding.frozen},
                         {"EMBEDDING_DROPOUT", numberText(m_context.embedding.dropout)},
                         {"CONDITION", !m_condition.isEmpty()},
                         {"LAYER", m_condition.isEmpty() ? "" : m_condition.python()}});
}

std::string Encoder::pythonWordVectors() const
{
    if (!readsWords())
        return {};
    const char* const piece = "encoders/word_vectors";
    const WordParts& parts = m_context.parts;
    std::string tables, vectors;
    for (size_t i = 0; i < m_features.size(); ++i) {
        tables += pythonRegion(piece, "FEATURE_TABLES",
                               {{"FEATURE", featureName(i)},
                                {"VALUES", parts.features[i].values},
                                {"FEATURE_DIMENSION", parts.featureDimension}});
        vectors
            += pythonRegion(piece, "FEATURE_VECTORS", {{"FEATURE", featureName(i)}, {"COLUMN", i}});
    }
    const std::string words = pythonPiece(
        piece,
        {{"TABLES", pythonOwnTables()},
         {"CHARACTERS", m_characters != nullptr},
         {"CASES", !m_cases.is_empty()},
         {"CASE_COUNT", parts.caseCount},
         {"CASE_DIMENSION", parts.caseFeatures},
         {"LAST_LINES",
          pythonRegion(piece, m_features.empty() ? "WITHOUT_FEATURES" : "LAST_LINES")},
         {"FEATURE_TABLES", tables},
         {"FEATURE_VECTORS", vectors}});
    return joinedPython(
        {m_characters != nullptr ? m_characters->pythonSource() : std::string(), words});
}

Json Encoder::pythonWords() const
{
    return readsWords() ? Json::array({"words"}) : Json::array();
}

std::string Encoder::pythonVectors(const std::string& begins) const
{
    const bool conditioned = !m_condition.isEmpty();
    const bool everywhere = m_context.condition == "every_input";
    return pythonRegion("encoders/input", "VECTORS",
                        {{"WORD_PARTS", readsWords()},
                         {"WORDS", pythonWords()},
                         {"EVERY_INPUT", conditioned && everywhere},
                         {"FIRST_INPUT", conditioned && !everywhere},
                         {"GIVEN", m_condition.pythonInput()},
                         {"BEGINS", begins}});
}

LayerSummary layerSummary(const std::string& name, const std::string& type,
                          const std::string& outputShape, const torch::nn::Module& module,
                          LayerFlow flow)
{
    LayerSummary summary{.name = name, .type = type, .outputShape = outputShape, .flow = flow};
    const std::vector<torch::Tensor> parameters = module.parameters();
    for (const torch::Tensor& parameter : parameters)
        summary.parameters += parameter.numel();
    summary.trainable = parameters.empty()
        || std::any_of(parameters.begin(), parameters.end(),
                       [](const torch::Tensor& parameter) { return parameter.requires_grad(); });
    return summary;
}

void appendLayers(std::vector<LayerSummary>& layers, const std::string& part,
                  std::vector<LayerSummary> more)
{
    for (LayerSummary& layer : more) {
        layer.name = part + "." + layer.name;
        layers.push_back(std::move(layer));
    }
}

} // namespace core
