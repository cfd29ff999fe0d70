#pragma once

#include "core/model/text_network.h"
#include "core/probe/in_context/in_context.h"
#include "core/probe/influence/influence_answers.h"
#include "core/probe/map/vector_map.h"
#include "core/probe/states/live_cells.h"
#include "core/probe/texts/inspection.h"
#include "core/probe/texts/neighbours.h"
#include "core/probe/texts/word_space.h"
#include "core/probe/trace/trace.h"
#include "core/probe/updates/update_answers.h"
#include "core/task/encoded_texts.h"
#include "core/text/text_pipeline.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// One batch of the rows `rows` of `ids`, padded to the longest of them.
/// @pre every row holds at least one id.
SequenceBatch sequenceBatch(std::span<const std::vector<int32_t>> ids, std::span<const size_t> rows,
                            torch::Device device);

/// The outputs of a network for many texts, computed in batches of like length.
/// @param stage  the text of the progress.
/// @return [texts, outputs] float32 on the CPU, in the order of `ids`.
/// @pre evaluation mode and no gradients (InspectionScope). @throws Error{Cancelled}.
torch::Tensor batchedOutputs(TextNetwork& network, std::span<const std::vector<int32_t>> ids,
                             int64_t outputs, torch::Device device, const Message& stage,
                             const Monitor& monitor);

/// A network with one head over an encoder of texts.
class LiveTextModel : public LiveEncoder {
public:
    LiveTextModel(TextParts parts, NetworkMoment moment)
        : LiveEncoder(parts, std::move(moment)), m_parts(std::move(parts))
    {
    }

    Inspection inspect(const AskInspection& question);
    /// @throws Error{Cancelled}, Error{BadSetting} for a token beyond the text.
    WordEffects wordEffects(const AskWordEffects& question, const Monitor& monitor);
    Neighbours neighbours(const AskNeighbours& question) const;
    /// @throws Error{BadSetting} for a word without a vector.
    WordSum wordSum(const AskWordSum& question) const;
    /// @param length  0: as far as the network reaches.
    std::vector<PositionTable> positions(int64_t length);

    TextNetwork& textNetwork() const final { return network(); }
    Text readText(const Example& example) const final;
    std::string inputName(int64_t token) const final { return m_parts.pipeline->token(token); }
    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const override;
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;

protected:
    /// A text as the network is given it.
    struct GivenText {
        SeenText seen;
        PaddedIds ids; ///< One row.
    };
    virtual GivenText given(const Example& example) const;
    /// Says in `inspection` what the outputs [outputs] (float32, on the CPU) of its text mean; of a
    /// network for tokens those of the first.
    virtual void interpret(const torch::Tensor& outputs, Inspection& inspection) const = 0;
    /// Outputs of texts in order: [texts, outputs] float32 on the CPU.
    /// @param stage  the text of the progress. @throws Error{Cancelled}.
    torch::Tensor outputsOf(std::span<const std::string> texts, const Message& stage,
                            const Monitor& monitor) const;
    TextNetwork& network() const { return *m_parts.network; }
    int64_t outputs() const { return m_parts.outputs; }

private:
    /// Everything of an inspection that needs no network.
    Inspection described(const std::string& text, SeenText seen) const;
    TextPrediction saying(const torch::Tensor& outputs) const; ///< [outputs]
    WordSpace wordSpace() const; ///< The vectors of its embedding.

    TextParts m_parts;
};

/// The questions that every network with an encoder of texts answers.
template <class Live> void addEncoderAnswers(AnswersOf<Live>& answers)
{
    answers.template add<AskInspection>([](Live& model, const AskInspection& question,
                                           const Monitor&) { return model.inspect(question); });
    answers.template add<AskPositions>(
        [](Live& model, const AskPositions& question, const Monitor&) {
            return model.positions(question.length);
        });
    answers.template add<AskNeighbours>([](Live& model, const AskNeighbours& question,
                                           const Monitor&) { return model.neighbours(question); });
    addMapAnswers(answers);
    addContextAnswers(answers);
    answers.template add<AskWordSum>([](Live& model, const AskWordSum& question, const Monitor&) {
        return model.wordSum(question);
    });
    addStateAnswers(answers);
    addTraceAnswers(answers);
    addUpdateAnswers(answers);
    addInfluenceAnswers(answers);
}

/// The questions of networks with one prediction for a text.
template <class Live> void addTextAnswers(AnswersOf<Live>& answers)
{
    addEncoderAnswers(answers);
    answers.template add<AskWordEffects>(
        [](Live& model, const AskWordEffects& question, const Monitor& monitor) {
            return model.wordEffects(question, monitor);
        });
}

} // namespace core
