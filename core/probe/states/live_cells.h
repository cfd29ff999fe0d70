#pragma once

#include "core/data/corpus.h"
#include "core/model/encoder/encoder.h"
#include "core/model/text_network.h"
#include "core/nn/batch/text_condition.h"
#include "core/probe/answers.h"
#include "core/probe/example.h"
#include "core/probe/live_model.h"
#include "core/probe/states/batch_gradients.h"
#include "core/probe/states/network_plane.h"
#include "core/probe/states/state_questions.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// A text, or a pair of texts, for the recurrent layers of a network.
class CellReading {
public:
    /// Tokens of a loss, where each has one.
    enum class LossOf { AllTokens, FirstToken, LastToken };
    struct Loss {
        torch::Tensor value; ///< [], differentiable; in nats, of several tokens their mean.
        std::string of; ///< See TextVerdict::lossOf.
        bool ofTruth = false;
    };

    virtual ~CellReading() = default;

    virtual int64_t cutTokens() const { return 0; } ///< As LiveCells::Text's.
    /// The input of a stack's layers, one token a step.
    virtual const std::vector<std::string>& tokens(size_t stack) const = 0;
    /// Keeps only the first tokens of a stack. @param length  1 up to their number.
    virtual void cut(size_t stack, int64_t length) = 0;
    /// Also reads the last token of a text whose next token is unknown: it has a prediction, but no
    /// loss. @return the tokens at the beginning that were dropped so that the network can read the
    /// rest.
    virtual int64_t readOn() { return 0; }
    /// The scores of the network, observed by `look` and, where it is set, by `attention`. A
    /// network without recurrent layers ignores `look`.
    virtual torch::Tensor run(const CellLook& look, const AttentionHook& attention = {}) const = 0;
    /// Reads several copies side by side, up to the states of a stack.
    virtual void runCopies(size_t stack, int64_t copies, const CellLook& look) const = 0;
    /// @param outputs  the result of run() with this look.
    virtual TextVerdict verdict(const torch::Tensor& outputs, const CellLook& look) const = 0;
    virtual Loss loss(const torch::Tensor& outputs, LossOf of) const = 0;
};

/// Texts, or pairs of texts, that the recurrent layers read side by side in one pass.
class CellBatch {
public:
    virtual ~CellBatch() = default;

    /// Keeps only the first texts, in the order in which all layers read them: a decoder needs the
    /// longest target first. @param texts  1 up to their number.
    virtual void keepFirst(int64_t texts) = 0;
    /// Steps of each text in the layers of a stack.
    virtual std::vector<int64_t> lengths(size_t stack) const = 0;
    /// Reads them, observed by `look`: after the end of a text its row is padding, or left out.
    /// @return [texts] CellReading::Loss::value of each, differentiable.
    virtual torch::Tensor losses(const CellLook& look, CellReading::LossOf of) const = 0;
};

/// A network whose recurrent layers can be inspected: one stack, or those of the encoder and then
/// those of the decoder, numbered on from there. addStateAnswers() adds the questions of
/// state_questions.h.
class LiveCells : public LiveModel {
public:
    using LiveModel::LiveModel;

    using LossOf = CellReading::LossOf;
    using Loss = CellReading::Loss;

    /// A text as an encoder is given it.
    struct Text {
        std::vector<std::string> tokens; ///< One an id.
        PaddedIds ids; ///< One row.
        TextCondition condition{}; ///< The condition to generate for.
        std::vector<int64_t> next{}; ///< The next token of each token; empty: not predicted.
        std::optional<int64_t> last{}; ///< The last token, which only CellReading::readOn() reads.
        /// Unknown tokens as the text has them, where `tokens` say <unk>: by their places.
        std::map<size_t, std::string> unknown{};
        int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which are not read.
        std::string written{}; ///< As the question has it.
    };

    virtual std::vector<CellLayers> stacks() const = 0; ///< One or two.
    virtual std::string inputName(int64_t token) const = 0; ///< Token of the vocabulary it reads.
    /// Reads texts as in a forward pass, whose layers a LayerHook can see. @return the scores of
    /// the head; undefined where they need a target.
    virtual torch::Tensor scoresOf(const SequenceBatch& batch) const = 0;
    /// The class, tag or token of an output; empty for a predicted number.
    virtual std::string outputName(int64_t output) const = 0;
    /// The scores whose softmax is the prediction at each place; undefined where places compete
    /// with each other rather than outputs.
    /// @param outputs  of the network.
    virtual torch::Tensor predictionScores(const torch::Tensor& outputs) const { return outputs; }
    /// The text that the likeliest next token adds to `text`; empty: none is predicted.
    /// @param scores  of the whole text.
    virtual std::string continuation(const std::string&, const torch::Tensor&) const { return {}; }
    /// How well an output follows another in a CRF. [outputs * outputs], from row to column.
    struct Transitions {
        std::vector<float> scores;
        std::vector<bool> legal; ///< Whether the scheme of the tags allows it.
    };
    virtual std::optional<Transitions> transitions() const { return std::nullopt; }
    torch::Device torchDevice() const { return torch::Device(device()); }
    /// A row of the data as an example.
    virtual Example example(const CorpusPart& rows, size_t row) const = 0;
    /// A reference that the network cannot predict counts as unknown.
    /// @throws Error{BadSetting} for an unknown class; so do the following.
    virtual std::unique_ptr<CellReading> readCells(const Example& example) const = 0;
    virtual std::unique_ptr<CellBatch> readBatch(std::span<const Example> examples) const = 0;
    virtual Text readText(const Example& example) const = 0;
    /// Runs the first stack only.
    virtual void encode(const SequenceBatch& batch, const CellLook& look) const = 0;
};

/// The texts of a question: the sentences that it gives, else the rows of the data, if it has any.
class AskedTexts {
public:
    template <class Question>
    AskedTexts(const LiveCells& model, const Question& question)
        : m_model(model), m_sentences(question.sentences), m_rows(question.rows.get())
    {
    }
    size_t size() const
    {
        return !m_sentences.empty() ? m_sentences.size() : m_rows != nullptr ? m_rows->size() : 0;
    }
    Example operator[](size_t i) const
    {
        return m_sentences.empty() ? m_model.example(*m_rows, i) : Example{.text = m_sentences[i]};
    }

private:
    const LiveCells& m_model;
    const std::vector<std::string>& m_sentences;
    const CorpusPart* m_rows;
};

/// @throws Error{BadSetting} for an edit of an unknown quantity, a unit beyond the layer, a token
/// beyond a text that the network reads.
States readStates(const LiveCells& model, const AskStates& question);
/// @pre the question has its rows. @throws Error{BadSetting} as above and for a layer of the second
/// stack, Error{Cancelled}.
FoundPattern findPattern(const LiveCells& model, const AskStatePattern& question,
                         const Monitor& monitor);
GradientFlow gradientFlow(const LiveCells& model, const AskGradientFlow& question);
/// @pre readBatchTexts() was called.
BatchGradients batchGradients(const LiveCells& model, const AskBatchGradients& question);

/// Reads the data of the run, unless the question has texts.
void readBatchTexts(AskBatchGradients& question, const ExperimentSpec& spec,
                    const Monitor& monitor);

/// Reads the first rows of the run's data. @param what  as for rowsReader().
void readPatternRows(AskStatePattern& question, const ExperimentSpec& spec, const Monitor& monitor,
                     const char* what = "texts");

/// One line for every task whose networks may have recurrent layers.
/// @param rows  the name of rows: "texts", "pairs".
template <class Live> void addStateAnswers(AnswersOf<Live>& answers, const char* rows = "texts")
{
    answers.template add<AskStates>([](Live& model, const AskStates& question, const Monitor&) {
        return readStates(model, question);
    });
    answers.template add<AskStatePattern>(
        [rows](AskStatePattern& question, const ExperimentSpec& spec, const Monitor& monitor) {
            readPatternRows(question, spec, monitor, rows);
        },
        [](Live& model, const AskStatePattern& question, const Monitor& monitor) {
            return findPattern(model, question, monitor);
        });
    answers.template add<AskGradientFlow>(
        [](Live& model, const AskGradientFlow& question, const Monitor&) {
            return gradientFlow(model, question);
        });
    answers.template add<AskNetworkPlane>(
        [](Live& model, const AskNetworkPlane& question, const Monitor&) {
            return networkPlane(model, question);
        });
    answers.template add<AskSetPlane>([](Live& model, const AskSetPlane& question, const Monitor&) {
        return setPlane(model, question);
    });
    answers.template add<AskBatchGradients>(
        &readBatchTexts, [](Live& model, const AskBatchGradients& question, const Monitor&) {
            return batchGradients(model, question);
        });
}

/// A network with an encoder of texts, whose tasks differ in the meaning of the outputs.
class LiveEncoder : public LiveCells {
public:
    using LiveCells::LiveCells;

    virtual TextNetwork& textNetwork() const = 0;
    /// @param outputs  the scores of the head for the text.
    virtual TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const = 0;
    /// @param reference  as Example's; one that the network cannot predict counts as unknown.
    virtual Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
                      LossOf of) const = 0;

    torch::Tensor scoresOf(const SequenceBatch& batch) const final
    {
        return textNetwork().forward(batch);
    }
    std::vector<CellLayers> stacks() const final { return {textNetwork().encoder().cells()}; }
    torch::nn::Module& module() const final { return textNetwork(); }
    std::unique_ptr<CellReading> readCells(const Example& example) const final;
    std::unique_ptr<CellBatch> readBatch(std::span<const Example> examples) const final;
    void encode(const SequenceBatch& batch, const CellLook& look) const final
    {
        textNetwork().encoder().forwardSeen(batch, look);
    }
};

} // namespace core
