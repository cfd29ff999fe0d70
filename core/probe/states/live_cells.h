#pragma once

#include "core/data/corpus.h"
#include "core/model/encoder/encoder.h"
#include "core/model/text_network.h"
#include "core/probe/answers.h"
#include "core/probe/example.h"
#include "core/probe/live_model.h"
#include "core/probe/states/batch_gradients.h"
#include "core/probe/states/state_questions.h"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// A text, or a pair of texts, as a network's recurrent layers read it.
class CellReading {
public:
    /// Which tokens a loss is taken of, where each has one.
    enum class LossOf { AllTokens, LastToken };
    struct Loss {
        torch::Tensor value; ///< [], differentiable; in nats, of several tokens their mean.
        std::string of; ///< As TextVerdict::lossOf.
        bool ofTruth = false;
    };

    virtual ~CellReading() = default;

    /// What the layers of a stack read, one token a step.
    virtual const std::vector<std::string>& tokens(size_t stack) const = 0;
    /// From now on only the first tokens of a stack. @param length  in 1 ... as many as there are.
    virtual void cut(size_t stack, int64_t length) = 0;
    /// The network's scores, with somebody looking.
    virtual torch::Tensor run(const CellLook& look) const = 0;
    /// As many copies side by side, as far as the states of a stack.
    virtual void runCopies(size_t stack, int64_t copies, const CellLook& look) const = 0;
    /// @param outputs  what run() gave with this look.
    virtual TextVerdict verdict(const torch::Tensor& outputs, const CellLook& look) const = 0;
    virtual Loss loss(const torch::Tensor& outputs, LossOf of) const = 0;
};

/// Texts, or pairs of texts, that a network's recurrent layers read side by side in one pass.
class CellBatch {
public:
    virtual ~CellBatch() = default;

    /// From now on only the first texts, as rows in the order in which all layers see them: a
    /// decoder wants the longest target first. @param texts  in 1 ... as many as there are.
    virtual void keepFirst(int64_t texts) = 0;
    /// Of what the layers of a stack read: steps of each text.
    virtual std::vector<int64_t> lengths(size_t stack) const = 0;
    /// Reads them, with somebody looking: behind a text's end its row is padding, or gone.
    /// @return [texts] CellReading::Loss::value of each; differentiable.
    virtual torch::Tensor losses(const CellLook& look, CellReading::LossOf of) const = 0;
};

/// A network whose recurrent layers can be looked into: a stack of them, or the encoder's and then
/// the decoder's, whose layers count on from there. Who is one answers the questions of
/// state_questions.h by addStateAnswers().
class LiveCells : public LiveModel {
public:
    using LiveModel::LiveModel;

    using LossOf = CellReading::LossOf;
    using Loss = CellReading::Loss;

    /// A text as an encoder is given it.
    struct Text {
        std::vector<std::string> tokens; ///< One an id.
        PaddedIds ids; ///< One row.
        std::vector<int64_t> classes{}; ///< That it is written for: one or none.
        std::vector<int64_t> next{}; ///< Of each token the one that follows; empty: not predicted.
    };

    virtual std::vector<CellLayers> stacks() const = 0; ///< One or two.
    torch::Device torchDevice() const { return torch::Device(device()); }
    /// A row of the task's data.
    virtual Example example(const CorpusPart& rows, size_t row) const = 0;
    /// A reference that is no answer of this network counts as unknown.
    /// @throws Error{BadSetting} for a class that there is not; so do the others.
    virtual std::unique_ptr<CellReading> readCells(const Example& example) const = 0;
    virtual std::unique_ptr<CellBatch> readBatch(std::span<const Example> examples) const = 0;
    virtual Text readText(const Example& example) const = 0;
    /// Through the first stack alone.
    virtual void encode(const SequenceBatch& batch, const CellLook& look) const = 0;
};

/// @throws Error{BadSetting} for an edit of a quantity that there is not.
States readStates(const LiveCells& model, const AskStates& question);
/// In the first stack. @pre the question has its rows. @throws Error{BadSetting} as above and for
/// a layer of the second, Error{Cancelled}.
FoundPattern findPattern(const LiveCells& model, const AskStatePattern& question,
                         const Monitor& monitor);
GradientFlow gradientFlow(const LiveCells& model, const AskGradientFlow& question);
/// @pre readBatchTexts() was called.
BatchGradients batchGradients(const LiveCells& model, const AskBatchGradients& question);

/// Completes a question: reads the data of the run, unless texts are given.
void readBatchTexts(AskBatchGradients& question, const ExperimentSpec& spec,
                    const Monitor& monitor);

/// Completes a question about the first texts of the run's data.
/// @param what  as rowsReader() takes it.
void readPatternRows(AskStatePattern& question, const ExperimentSpec& spec, const Monitor& monitor,
                     const char* what = "texts");

/// One line for every task whose networks may have recurrent layers.
/// @param rows  what its data are: "texts", "pairs".
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
    answers.template add<AskBatchGradients>(
        &readBatchTexts, [](Live& model, const AskBatchGradients& question, const Monitor&) {
            return batchGradients(model, question);
        });
}

/// What looking into the encoder of a network for texts needs to know of its task.
class LiveEncoder : public LiveCells {
public:
    using LiveCells::LiveCells;

    virtual TextNetwork& textNetwork() const = 0;
    /// @param outputs  the head's scores of the text.
    virtual TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const = 0;
    /// @param reference  as Example's; one that is no answer of this network counts as unknown.
    virtual Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
                      LossOf of) const = 0;

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
