#pragma once

#include "core/data/corpus.h"
#include "core/model/text_network.h"
#include "core/task/batches_ahead.h"
#include "core/task/data_fingerprint.h"
#include "core/task/encoded_texts.h"
#include "core/task/network_parts.h"
#include "core/task/task.h"
#include "core/task/text_python.h"
#include "core/text/text_pipeline.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// The common part of tasks whose texts become ids that an encoder with a head reads. The derived
/// task defines the loss and the scores. An item and a unit are a text, unless it defines others.
class TextTask : public Task {
public:
    explicit TextTask(const ExperimentSpec& spec) : m_spec(spec) { }

    void restore(const FilePlace& run) final;
    PreparedData prepare(const FilePlace& run, Preparation preparation,
                         const Monitor& monitor) final;
    void change(const ExperimentSpec& spec) final;
    void expect(std::shared_ptr<const BatchPlan> plan, int64_t first) final;
    ExportedTask exported(const ExportOrigin& origin) const final;

protected:
    std::shared_ptr<torch::nn::Module> newNetwork(Weights weights, const Monitor& monitor,
                                                  std::vector<Message>& notes) final;
    /// Learns how texts become ids.
    virtual TextPipeline learnPipeline(TextList texts, const Monitor& monitor) const;
    /// The texts of a split as ids.
    virtual EncodedTexts encode(const CorpusPart& rows, Split split, const Monitor& monitor);
    virtual const HeadEntry& head() const; ///< By default that of the task's description.
    virtual WordParts wordParts() const { return {}; } ///< The encoder's.
    /// The graphs of the network for its export.
    virtual std::vector<GraphFunction> graphs() const { return network().graphs(); }
    /// As ExportedTask's.
    virtual std::vector<std::string> graphNotes() const
    {
        return {"A softmax over the last axis of `scores` gives probabilities."};
    }
    /// Completes what the network is made for.
    virtual void complete(NetworkContext& /*context*/) const { }

    /// Reads what saveAnswers() wrote. @throws Error{FileMissing, FileMalformed}.
    virtual void restoreAnswers(const FilePlace& /*run*/) { }
    /// Learns the properties of the targets. The pipeline is there.
    virtual void learnAnswers(const Corpus& /*data*/) { }
    virtual void saveAnswers(const FilePlace& /*run*/) const { }
    /// @throws Error{BadData} with a specific message when the targets are not those that `run` was
    /// begun with.
    virtual void checkAnswers(const Corpus& /*data*/, const FilePlace& /*run*/) { }
    /// Takes what else the rows of a split hold, once their texts are encoded.
    virtual void takeRows(Split split, CorpusPart& rows) = 0;
    /// Adds what precedes the texts in a fingerprint.
    virtual void addNames(DataFingerprint& /*fingerprint*/) const { }
    virtual void addAnswers(DataFingerprint& /*fingerprint*/, Split /*split*/) const { }
    /// Properties of the data beside the texts.
    virtual std::vector<StartFact> facts() const = 0;
    /// Completes the description of the training items; their lengths are set.
    virtual void describeItems(TrainingItems& /*items*/) const { }

    virtual int64_t outputs() const = 0; ///< Outputs of the head.
    virtual TextPython python() const = 0; ///< The exported module.
    /// For the metadata of weight files.
    virtual std::map<std::string, std::string> metadata() const = 0;

    const ExperimentSpec& spec() const { return m_spec; }
    const std::shared_ptr<TextPipeline>& pipeline() const { return m_pipeline; }
    const EncodedTexts& texts(Split split) const { return m_texts[static_cast<size_t>(split)]; }
    TextNetwork& network() const { return *networkAs<TextNetwork>(); }
    TextParts textParts() const; ///< @pre makeNetwork() was called.
    /// The input of a training batch, made ahead where it is the next one.
    PaddedIds trainingBatch(std::span<const int32_t> items) { return m_batches.take(items); }
    /// Every text of a split once, in batches: `add` gets the input of each and its items.
    void forEachBatch(
        Split split, const Monitor& monitor,
        const std::function<void(PaddedIds inputs, std::span<const int32_t> items)>& add) const;

private:
    NetworkContext networkContext() const;
    PreparedData described() const;
    std::string fingerprint(Split split) const;
    void checkKnownTokens();

    ExperimentSpec m_spec;
    std::shared_ptr<TextPipeline> m_pipeline;
    std::array<EncodedTexts, 3> m_texts; ///< By Split.
    std::vector<Message> m_notes; ///< On the data.
    /// Last: its thread reads the training texts.
    BatchesAhead<PaddedIds> m_batches{
        [this](std::span<const int32_t> items) { return texts(Split::Train).padded(items); }};
};

/// A text task with a target for each text or token (classes, numbers, tags ...).
class TargetTask : public TextTask {
public:
    using TextTask::TextTask;
    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) final;
    /// Texts without padding have one shape if they are equally many and long.
    LossPass pass(std::span<const int32_t> items, const TrainingMoment& moment) final;
    SplitScores evaluate(Split split, const Monitor& monitor) final;

protected:
    void takeRows(Split split, CorpusPart& rows) final;
    virtual void takeAnswers(Split split, Column answers) = 0;
    /// Changes a training batch with random numbers of torch's default generator.
    virtual void disturb(PaddedIds& /*inputs*/) { }
    /// The targets of items as they are computed with, on the device.
    virtual torch::Tensor targetsOf(Split split, std::span<const int32_t> items) const = 0;
    /// @param outputs  the head's scores, differentiable; their memory may be reused for gradients.
    /// @param targets  targetsOf() the texts.  @param lengths  of the texts, without marks.
    virtual BatchLoss lossOf(const torch::Tensor& outputs, const torch::Tensor& targets,
                             const std::vector<int64_t>& lengths)
        = 0;
    /// The loss of each item [items], without gradient, for tasks with one target a text, whose
    /// networks may sample what they read. @param outputs  without history.
    virtual torch::Tensor lossesOf(const torch::Tensor& outputs,
                                   const torch::Tensor& targets) const;
    /// Collects the predictions for a split, batch by batch.
    class Measurement {
    public:
        virtual ~Measurement() = default;
        /// @param outputs  the head's scores.
        virtual void add(const torch::Tensor& outputs, std::span<const int32_t> items) = 0;
        /// Adds the predictions of the other processes.
        virtual void join(EvaluationShare& share) = 0;
        virtual SplitScores scores() const = 0;
    };
    virtual std::unique_ptr<Measurement> measure(Split split) const = 0;

private:
    BatchLoss computed(const SequenceBatch& batch, const torch::Tensor& targets,
                       const std::vector<int64_t>& lengths);
};

/// How long a text may be, for users of an exported graph.
std::string lengthNote(int64_t maximum);

/// The vocabulary by id.
std::vector<std::string> vocabularyOf(const TextPipeline& pipeline);

/// The words of the file of pretrained vectors, in its order; none without one.
std::vector<std::string> wordsOfFile(const EmbeddingSpec& embedding, const Monitor& monitor);

/// Learns from the training texts, and from the words of pretrained vectors if `spec` says so.
/// @param mask  its last token is a mask.
TextPipeline learntPipeline(const ExperimentSpec& spec, TextList texts, const Monitor& monitor,
                            bool mask = false);

/// The pipeline that `learn` makes of the training rows, kept for the next time where they are
/// many.
TextPipeline learntPipelineOnce(const ExperimentSpec& spec, const CorpusPart& rows,
                                const std::function<TextPipeline()>& learn);

/// Gives the encoder the pretrained vectors that `embedding` names.
/// @return how many words they cover. @throws as loadVectors() and setEmbedding().
Message takeVectors(Encoder& encoder, const TextPipeline& pipeline, const EmbeddingSpec& embedding,
                    const Monitor& monitor);

/// The context of the network of such a task without word parts.
/// @param outputs  of its head.
NetworkContext textContext(const ExperimentSpec& spec, int64_t vocabularySize, int64_t outputs);

/// The values of `items`, in their order.
template <class Value, class As = Value>
std::vector<As> valuesOf(const std::vector<Value>& values, std::span<const int32_t> items)
{
    std::vector<As> some;
    some.reserve(items.size());
    for (const int32_t item : items)
        some.push_back(static_cast<As>(values[static_cast<size_t>(item)]));
    return some;
}

} // namespace core
