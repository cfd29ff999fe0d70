#include "core/task/classification/classifier_view.h"

#include "core/nn/tensors.h"
#include "core/task/classification/batched_logits.h"
#include "core/task/network_scope.h"
#include "core/task/plain_floats.h"
#include "core/task/position_tables.h"
#include "core/task/token_vectors.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <tuple>

namespace core {

namespace {

/// @param attention  one a layer: [1, heads, length, length]
std::vector<AttentionMap> mapsOf(const std::vector<torch::Tensor>& attention)
{
    std::vector<AttentionMap> maps;
    for (size_t layer = 0; layer < attention.size(); ++layer) {
        const torch::Tensor heads = attention[layer][0]; // [heads, rows, columns]
        for (int64_t head = 0; head < heads.size(0); ++head)
            maps.push_back({.group = "encoder",
                            .layer = static_cast<int64_t>(layer),
                            .head = head,
                            .rows = heads.size(1),
                            .columns = heads.size(2),
                            .weights = plainFloats(heads[head]),
                            .scores = {},
                            .formula = {}});
    }
    return maps;
}

class ClassifierView : public LiveClassifier {
public:
    explicit ClassifierView(ViewedClassifier viewed)
        : m_viewed(std::move(viewed)), m_device(m_viewed.device)
    {
    }

    Inspection inspect(const std::string& text) override
    {
        const auto start = std::chrono::steady_clock::now();
        Inspection result = tokenised(text);
        const std::vector<std::vector<int32_t>> ids{{result.ids.begin(), result.ids.end()}};
        constexpr std::array<size_t, 1> kFirstRow{0};
        {
            const LookingScope scope(*m_viewed.network, m_device);
            const OpenedNetwork opened
                = m_viewed.network->open(sequenceBatch(ids, kFirstRow, m_device));
            result.probabilities
                = plainFloats(torch::softmax(opened.logits[0].to(torch::kFloat), 0));
            if (opened.tokenWeights.defined())
                result.tokenWeights = plainFloats(opened.tokenWeights[0]);
            result.attention = mapsOf(opened.attention);
            TokenVectors vectors = tokenVectors(*m_viewed.network, result.ids);
            result.embeddings = std::move(vectors.rows);
            result.vocabularySize = vectors.tableRows;
        }
        const auto best
            = std::max_element(result.probabilities.begin(), result.probabilities.end());
        result.predicted = static_cast<int32_t>(best - result.probabilities.begin());
        const std::chrono::duration<double, std::milli> took
            = std::chrono::steady_clock::now() - start;
        result.milliseconds = took.count();
        return result;
    }

    std::vector<Prediction> predict(std::span<const std::string> texts,
                                    const Monitor& monitor) override
    {
        return predictionsFrom(texts, logitsOf(texts, {"Predicting", {}}, monitor));
    }

    ClassificationScores evaluate(std::span<const std::string> texts,
                                  std::span<const int32_t> labels,
                                  std::vector<Prediction>* predictions,
                                  const Monitor& monitor) override
    {
        checkLabels(texts, labels);
        const torch::Tensor logits = logitsOf(texts, {"Evaluating", {}}, monitor);
        const torch::Tensor logProbabilities
            = torch::log_softmax(logits.to(torch::kDouble), 1); // [N, C]
        const torch::Tensor best = logits.argmax(1); // [N]
        std::vector<int32_t> predicted(texts.size());
        double lossSum = 0.0;
        for (size_t i = 0; i < texts.size(); ++i) {
            const auto row = static_cast<int64_t>(i);
            predicted[i] = static_cast<int32_t>(best.data_ptr<int64_t>()[row]);
            lossSum -= logProbabilities.data_ptr<double>()[row * logits.size(1) + labels[i]];
        }
        if (predictions != nullptr) {
            *predictions = predictionsFrom(texts, logits);
            for (size_t i = 0; i < texts.size(); ++i)
                (*predictions)[i].label = labels[i];
        }
        return classificationScores({labels.begin(), labels.end()}, predicted, lossSum,
                                    m_viewed.classes);
    }

    std::vector<PositionTable> positions(int64_t length) override
    {
        constexpr int64_t kMostPlaces = 1024; // More cannot be told apart in a picture.
        const int64_t longest = std::min(m_viewed.pipeline->spec().maximumLength, kMostPlaces);
        const LookingScope scope(*m_viewed.network, m_device);
        return positionTables(m_viewed.network->positions(length > 0 ? length : longest));
    }

    const std::vector<std::string>& classes() const override { return m_viewed.classes; }

    ModelSummary summary() const override
    {
        const RandomStateScope scope(m_device);
        return m_viewed.summarise();
    }

    std::string device() const override { return m_viewed.device; }
    int64_t step() const override { return m_viewed.stepAndEpoch().first; }
    int64_t epoch() const override { return m_viewed.stepAndEpoch().second; }

private:
    /// Everything of an inspection that needs no network.
    Inspection tokenised(const std::string& text) const
    {
        const TextPipeline& pipeline = *m_viewed.pipeline;
        Inspection result;
        result.text = text;
        result.cleaned = pipeline.clean(text);
        result.tokens = pipeline.tokens(text);
        const std::vector<int32_t> ids = pipeline.ids(text);
        result.ids.assign(ids.begin(), ids.end());
        if (result.tokens.empty()) // A text without tokens gives the network one <unk>.
            result.tokens.push_back(pipeline.token(kUnknownId));
        result.cutTokens
            = static_cast<int64_t>(result.tokens.size()) - static_cast<int64_t>(ids.size());
        result.tokens.resize(ids.size());
        result.classes = m_viewed.classes;
        std::tie(result.step, result.epoch) = m_viewed.stepAndEpoch();
        return result;
    }

    torch::Tensor logitsOf(std::span<const std::string> texts, const Message& stage,
                           const Monitor& monitor)
    {
        const std::vector<std::vector<int32_t>> ids = m_viewed.pipeline->ids(texts, monitor);
        const LookingScope scope(*m_viewed.network, m_device);
        return batchedLogits(*m_viewed.network, ids, static_cast<int64_t>(m_viewed.classes.size()),
                             m_device, stage, monitor);
    }

    /// @param logits  [texts, classes] float32 on the CPU
    static std::vector<Prediction> predictionsFrom(std::span<const std::string> texts,
                                                   const torch::Tensor& logits)
    {
        const torch::Tensor probabilities = torch::softmax(logits, 1).contiguous();
        const int64_t classes = logits.size(1);
        std::vector<Prediction> predictions(texts.size());
        for (size_t i = 0; i < texts.size(); ++i) {
            const float* row = probabilities.data_ptr<float>() + static_cast<int64_t>(i) * classes;
            Prediction& prediction = predictions[i];
            prediction.text = texts[i];
            prediction.probabilities.assign(row, row + classes);
            const float* best = std::max_element(row, row + classes);
            prediction.predicted = static_cast<int32_t>(best - row);
            prediction.confidence = *best;
        }
        return predictions;
    }

    void checkLabels(std::span<const std::string> texts, std::span<const int32_t> labels) const
    {
        if (texts.size() != labels.size())
            throw Error(ErrorCode::Internal, {"There are not as many labels as texts.", {}});
        const auto classes = static_cast<int32_t>(m_viewed.classes.size());
        for (size_t i = 0; i < labels.size(); ++i) {
            if (labels[i] < 0 || labels[i] >= classes)
                throw Error(ErrorCode::BadData,
                            {"Text %1 has a class that the network does not know.",
                             {std::to_string(i + 1)}},
                            {"Evaluate on data with the classes of the training.", {}});
        }
    }

    ViewedClassifier m_viewed;
    torch::Device m_device;
};

} // namespace

std::unique_ptr<LiveClassifier> viewClassifier(ViewedClassifier viewed)
{
    return std::make_unique<ClassifierView>(std::move(viewed));
}

} // namespace core
