#pragma once

#include "core/metric/classification.h"
#include "core/task/inspection.h"
#include "core/task/live_model.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// A classifier that can be looked into.
class LiveClassifier : public LiveModel {
public:
    static constexpr const char* kTask = "classification";
    std::string task() const final { return kTask; }

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
};

} // namespace core
