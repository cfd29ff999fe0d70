#include "core/model/encoder/encoder.h"

#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

// Each in a file of its own.
EncoderEntry meanEncoder();
EncoderEntry fastTextEncoder();
EncoderEntry convolutionalEncoder();
EncoderEntry rnnEncoder();
EncoderEntry lstmEncoder();
EncoderEntry gruEncoder();
std::vector<EncoderEntry> cellEncoders(); ///< Of cells/cell_entry.h.
EncoderEntry transformerEncoder();
EncoderEntry transformerDecoder();
EncoderEntry ngramEncoder();

const std::vector<EncoderEntry>& encoderEntries()
{
    static const std::vector<EncoderEntry> entries = [] {
        std::vector<EncoderEntry> all{meanEncoder(), fastTextEncoder(), convolutionalEncoder(),
                                      rnnEncoder(),  lstmEncoder(),     gruEncoder()};
        for (EncoderEntry& cell : cellEncoders())
            all.push_back(std::move(cell));
        for (EncoderEntry (*make)() : {transformerEncoder, transformerDecoder, ngramEncoder})
            all.push_back(make());
        return all;
    }();
    return entries;
}

namespace {

/// Of the table of the feature with this index.
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
    if (context.classes > 0 && !beginsWithClass())
        m_condition = register_module(
            "condition",
            Embedding(context.classes + 1, context.embedding.dimension, context.weights));
}

int64_t Encoder::inputSize() const
{
    return dimension() + (m_characters != nullptr ? m_characters->features() : 0)
        + m_context.parts.caseFeatures
        + std::ssize(m_context.parts.features) * m_context.parts.featureDimension;
}

torch::Tensor Encoder::joined(const torch::Tensor& ids, const torch::Tensor& ofToken,
                              const WordForms* words, Dropping dropping)
{
    std::vector<torch::Tensor> parts{m_embedding(ids)};
    if (m_characters != nullptr)
        parts.push_back(rowsOf(m_characters->forward(*words), ofToken));
    if (!m_cases.is_empty())
        parts.push_back(m_cases(words->cases.take(ofToken)));
    for (size_t i = 0; i < m_features.size(); ++i)
        parts.push_back(
            m_features[i](words->features.select(1, static_cast<int64_t>(i)).take(ofToken)));
    const torch::Tensor all = parts.size() == 1 ? parts.front() : torch::cat(parts, -1);
    const double dropout = whileTraining(m_context.embedding.dropout);
    return (dropping == Dropping::Locked ? lockedDropOut : dropOut)(all, dropout);
}

torch::Tensor Encoder::embed(const SequenceBatch& batch, const CarriedState* carried,
                             Dropping dropping)
{
    const WordForms* forms = batch.words.get();
    torch::Tensor words
        = joined(batch.ids, forms != nullptr ? forms->ofToken : torch::Tensor(), forms, dropping);
    if (batch.factors.defined())
        words = words * batch.factors.unsqueeze(2);
    if (m_condition.is_empty() || !batch.classes.defined())
        return words;
    const torch::Tensor vectors = classVectors(m_condition, batch).unsqueeze(1);
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
        words, Dropping::EachToken);
    return batch.factors.defined() ? vectors * layout.pack(batch.factors).unsqueeze(1) : vectors;
}

torch::Tensor Encoder::embeddedSums(Embedding& table, const torch::Tensor& ids)
{
    const double dropout = whileTraining(m_context.embedding.dropout);
    if (dropout > 0.0)
        return dropOut(table(ids), dropout).sum(1);
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
    if (!m_condition.is_empty())
        add(layerSummary("condition", "Embedding of the class",
                         "batch x " + std::to_string(m_condition->features()), *m_condition),
            LayerPlace::Added);
    return layers;
}

std::string Encoder::pythonEmbedding() const
{
    return pythonTable("embedding", m_context.vocabularySize, m_context.embedding)
        + "        self.embedding_dropout = nn.Dropout(" + numberText(m_context.embedding.dropout)
        + ")\n";
}

Encoder::PythonInput Encoder::pythonInput() const
{
    const bool letters = m_characters != nullptr, capitals = !m_cases.is_empty();
    const std::string condition = m_condition.is_empty()
        ? std::string()
        : "        self.condition = nn.Embedding(" + std::to_string(m_context.classes + 1) + ", "
            + std::to_string(dimension()) + ", padding_idx=0)\n";
    if (!readsWords())
        return {"", "nn.Module", pythonEmbedding() + condition,
                "self.embedding_dropout(self.embedding(ids))", ""};
    std::string made = pythonEmbedding(), joined;
    if (letters) {
        made += "        self.characters = Characters()\n";
        joined += "        letters = self.characters(words[0].flatten(0, 1))\n"
                  "        parts.append(letters.unflatten(0, ids.shape))\n";
    }
    if (capitals) {
        made += "        self.cases = nn.Embedding(" + std::to_string(m_context.parts.caseCount)
            + ", " + std::to_string(m_context.parts.caseFeatures) + ", padding_idx=0)\n";
        joined += "        parts.append(self.cases(words[1]))\n";
    }
    for (size_t i = 0; i < m_features.size(); ++i) {
        const std::string name = featureName(i);
        made += "        self." + name + " = nn.Embedding("
            + std::to_string(m_context.parts.features[i].values) + ", "
            + std::to_string(m_context.parts.featureDimension) + ", padding_idx=0)\n";
        joined += "        parts.append(self." + name + "(words[2][..., " + std::to_string(i)
            + "]))\n";
    }
    const std::string columns = m_features.empty()
        ? "int64 of each word, padded with 0.\n"
        : "int64 of each word and the values of its features [batch, length, columns] int64, "
          "padded\n    with 0.\n";
    return {(letters ? m_characters->pythonSource() + "\n\n" : std::string()) +
                R"(class WordVectors(nn.Module):
    """The vector of each word, joined to what its characters say of it.

    `words` are the characters [batch, length, longest] int64 and the capitalisation [batch, length]
    )" + columns + R"(    """

    def __init__(self):
        super().__init__()
)" + made + R"(
    def vectors(self, ids, words):
        parts = [self.embedding(ids)]
)" + joined + R"(        return self.embedding_dropout(torch.cat(parts, 2))


)",
            "WordVectors", "", "self.vectors(ids, words)", ", words"};
}

std::string Encoder::pythonConditioned(const std::string& begins) const
{
    const std::string words = pythonInput().vectors;
    if (m_condition.is_empty())
        return words;
    const std::string vectors = "self.condition(classes + 1).unsqueeze(1)";
    if (m_context.condition == "every_input")
        return words + " + " + vectors;
    return words + "\n        if " + begins + ":\n            words = torch.cat((words[:, :1] + "
        + vectors + ", words[:, 1:]), 1)";
}

LayerSummary layerSummary(const std::string& name, const std::string& type,
                          const std::string& outputShape, const torch::nn::Module& module)
{
    LayerSummary summary{name, type, outputShape};
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

std::string pythonTable(const std::string& name, int64_t rows, const EmbeddingSpec& embedding)
{
    const std::string made = "        self." + name + " = nn.Embedding(" + std::to_string(rows)
        + ", " + std::to_string(embedding.dimension) + ", padding_idx=0)\n";
    return embedding.frozen ? made + "        self." + name + ".weight.requires_grad_(False)\n"
                            : made;
}

} // namespace core
