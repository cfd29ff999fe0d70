#pragma once

#include "core/probe/fill_in/fill_in_question.h"
#include "core/probe/texts/live_text_model.h"

#include <string>

namespace core {

/// A network whose outputs for each token of a text are scores of the tokens that could be there,
/// once or from each side.
class LiveTokenPredictor : public LiveTextModel {
public:
    using LiveTextModel::LiveTextModel;

    /// The likeliest token at each place of the text as it is, where there are two predictions by
    /// their normalised product.
    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const override;
    torch::Tensor predictionScores(const torch::Tensor& outputs) const override
    {
        return sides(outputs).sum(1);
    }
    /// That of the tokens themselves, of several tokens without unknown ones if there are others;
    /// where there are two predictions the mean of both losses, as in training.
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;
    std::string outputName(int64_t output) const override { return inputName(output); }
    Example example(const CorpusPart& rows, size_t row) const override
    {
        return {.text = std::string(rows.texts()[row]), .division = Division::OfData};
    }

protected:
    void interpret(const torch::Tensor&, Inspection&) const override { }
    /// @param outputs  of the network. @return [tokens, predictions of each, vocabulary] float32
    torch::Tensor sides(const torch::Tensor& outputs) const
    {
        return outputs.reshape({outputs.size(0), -1, this->outputs()}).to(torch::kFloat);
    }
    /// Says in `place` how likely a token is, whether it is unknown, and which ones are likeliest.
    /// @param logs  log-probabilities [vocabulary] float32, on the CPU.
    void rank(FilledPlace& place, const torch::Tensor& logs, int64_t id, int64_t count) const;
};

} // namespace core
