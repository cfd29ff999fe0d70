#pragma once

#include "core/task/live_text_model.h"
#include "core/task/regression/number_loss.h"
#include "core/task/regression/regression_questions.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// A network that says a number of each text and can be looked into.
class LiveRegressor : public LiveTextModel {
public:
    LiveRegressor(ViewedNetwork viewed, NumberLoss loss)
        : LiveTextModel(std::move(viewed)), m_loss(loss)
    {
    }

    const TaskAnswers& answers() const final;

    std::vector<double> predict(std::span<const std::string> texts, const Monitor& monitor);
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;
    Example example(const CorpusPart& rows, size_t row) const override
    {
        return {.text = std::string(rows.texts()[row]),
                .reference = numberText(rows.numbers()[row]),
                .division = Division::OfData};
    }
    ScoredNumbers evaluate(const CorpusPart& rows, const Monitor& monitor);

protected:
    void interpret(const torch::Tensor& outputs, Inspection& inspection) const override;

private:
    NumberLoss m_loss;
};

} // namespace core
