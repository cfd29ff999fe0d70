#pragma once

#include "core/probe/classification/classification_questions.h"
#include "core/probe/texts/live_text_model.h"
#include "core/task/classification/classifier_parts.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// A classifier that can be inspected.
class LiveClassifier : public LiveTextModel {
public:
    using Parts = ClassifierParts;
    LiveClassifier(const ClassifierParts& parts, NetworkMoment moment)
        : LiveTextModel(parts, std::move(moment)), m_classes(parts.classes)
    {
    }

    std::vector<Prediction> predict(std::span<const std::string> texts, const Monitor& monitor);
    /// @throws Error{BadData} for a label that is no class of the network's, naming its text.
    ScoredTexts evaluate(const CorpusPart& rows, const Monitor& monitor);
    const std::vector<std::string>& classes() const { return m_classes; }
    void requireReference(const std::string& reference, const std::string&) const override
    {
        requireName(reference, m_classes);
    }
    std::string outputName(int64_t output) const override
    {
        return m_classes[static_cast<size_t>(output)];
    }
    Example example(const CorpusPart& rows, size_t row) const override
    {
        return {.text = std::string(rows.texts()[row]),
                .reference = m_classes[static_cast<size_t>(rows.classes()[row])],
                .division = Division::OfData};
    }

protected:
    void interpret(const torch::Tensor& outputs, Inspection& inspection) const override;

private:
    void checkLabels(std::span<const int32_t> labels) const;

    std::vector<std::string> m_classes;
};

} // namespace core
