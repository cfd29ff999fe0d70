#pragma once

#include "core/task/classification/classification_questions.h"
#include "core/task/live_model.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// A classifier that can be looked into: what its task's answers are made of.
class LiveClassifier : public LiveModel {
public:
    const TaskAnswers& answers() const final;

    virtual Inspection inspect(const std::string& text) = 0;
    virtual std::vector<Prediction> predict(std::span<const std::string> texts,
                                            const Monitor& monitor)
        = 0;
    /// Scores and predictions over labelled texts.
    virtual ClassificationScores evaluate(std::span<const std::string> texts,
                                          std::span<const int32_t> labels,
                                          std::vector<Prediction>* predictions,
                                          const Monitor& monitor)
        = 0;
    virtual const std::vector<std::string>& classes() const = 0;
    virtual std::vector<PositionTable> positions(int64_t length) = 0;
};

} // namespace core
