#pragma once

#include "core/base/monitor.h"
#include "core/metric/classification.h"
#include "core/model/model_summary.h"
#include "core/probe/inspection.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A network that can be looked into: the one being trained, or one read from a run folder.
/// Belongs to the compute thread; all members are called there.
class LiveModel {
public:
    virtual ~LiveModel() = default;

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
    virtual ModelSummary summary() const = 0;
    virtual int64_t step() const = 0;
    virtual int64_t epoch() const = 0;
};

/// Opens a checkpoint of a run: "last", "best" or "epoch-3" (runs::checkpoints lists them).
/// @param device "cpu" or "cuda:N". @throws Error{FileMissing, FileMalformed, DeviceMissing}.
std::unique_ptr<LiveModel> openRun(const std::filesystem::path& run, const std::string& checkpoint,
                                   const std::string& device = "cpu");

} // namespace core
