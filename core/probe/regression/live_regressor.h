#pragma once

#include "core/probe/regression/regression_questions.h"
#include "core/probe/texts/live_text_model.h"
#include "core/task/regression/regressor_parts.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// A network that predicts a number for each text and can be inspected.
class LiveRegressor : public LiveTextModel {
public:
    using Parts = RegressorParts;
    LiveRegressor(const RegressorParts& parts, NetworkMoment moment)
        : LiveTextModel(parts, std::move(moment)), m_loss(parts.loss)
    {
    }

    std::vector<double> predict(std::span<const std::string> texts, const Monitor& monitor);
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;
    void requireReference(const std::string& reference, const std::string& text) const override;
    std::string outputName(int64_t) const override { return {}; }
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
