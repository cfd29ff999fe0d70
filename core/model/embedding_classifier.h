#pragma once

#include "core/model/classifier.h"

#include <torch/nn/modules/linear.h>

namespace core {

/// What all networks share: the embedding table with its dropout in front, parameters
/// "embedding.weight", and a linear layer to the class scores at the end, "output".
class EmbeddingClassifier : public Classifier {
public:
    torch::Tensor forward(const SequenceBatch& batch) final { return run(batch, nullptr); }
    OpenedNetwork open(const SequenceBatch& batch) final;

protected:
    explicit EmbeddingClassifier(const NetworkContext& context);

    /// The logits [batch, classes]; fills what it can show into `opened` if that is not null.
    virtual torch::Tensor run(const SequenceBatch& batch, OpenedNetwork* opened) = 0;

    /// Vectors of `ids` [...] -> [..., dimension], with dropout while training.
    torch::Tensor embed(const torch::Tensor& ids);
    /// Sums of the vectors of `table` over each row of `ids` [batch, count], in which 0 stands for
    /// nothing: [batch, dimension]. With the embedding's dropout while training.
    torch::Tensor embeddedSums(Embedding& table, const torch::Tensor& ids);
    /// `value` while training, else 0.
    double whileTraining(double value) const { return is_training() ? value : 0.0; }

    /// To be called last in a constructor: registers "output" for vectors of `features`.
    void addOutput(int64_t features);
    torch::Tensor output(const torch::Tensor& vectors) { return m_output(vectors); }

    LayerSummary embeddingSummary() const;
    LayerSummary outputSummary() const;
    /// Lines of a Python constructor: self.embedding, self.embedding_dropout.
    std::string pythonEmbedding() const;
    /// A line of a Python constructor: self.output.
    std::string pythonOutput() const;

    const NetworkContext& context() const { return m_context; }
    int64_t dimension() const { return m_context.embedding.dimension; }
    Embedding& embedding() { return m_embedding; }

private:
    NetworkContext m_context;
    Embedding m_embedding{nullptr};
    torch::nn::Linear m_output{nullptr};
};

/// A summary with the parameters of `module` counted.
LayerSummary layerSummary(const std::string& name, const std::string& type,
                          const std::string& outputShape, const torch::nn::Module& module);

/// A line of Python that makes the mask [batch, length] from ids and lengths.
extern const char* const kPythonMask;

} // namespace core
