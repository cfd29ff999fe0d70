#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/model/model_summary.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// Vectors that are added for the positions of a sequence (V6).
struct PositionTable {
    std::string name; ///< "Sinusoidal positions"
    int64_t length = 0, features = 0;
    std::vector<float> values; ///< Row-major [length * features].
};

/// A network that can be looked into: the one being trained, or one read from a run folder.
/// Belongs to the compute thread; all members are called there. What can be asked depends on the
/// task: LiveClassifier, LiveTranslator.
class LiveModel {
public:
    virtual ~LiveModel() = default;

    virtual std::string task() const = 0; ///< "classification"
    virtual std::string device() const { return "cpu"; } ///< Where its weights are.
    virtual ModelSummary summary() const = 0;
    virtual int64_t step() const = 0;
    virtual int64_t epoch() const = 0;
    /// Empty for networks without positions. @param length  0: as long as the network reaches.
    virtual std::vector<PositionTable> positions(int64_t /*length*/) { return {}; }

    /// Worth telling whoever opened it.
    const std::vector<Message>& notes() const { return m_notes; }
    void setNotes(std::vector<Message> notes) { m_notes = std::move(notes); }

private:
    std::vector<Message> m_notes;
};

/// `model` as what a task's questions are asked of.
/// @throws Error{BadSetting} when the run is of another task.
template <class Task> Task& liveAs(LiveModel& model)
{
    auto* found = dynamic_cast<Task*>(&model);
    if (found == nullptr)
        throw Error(ErrorCode::BadSetting,
                    {"This run is of the task \"%1\"; what was asked needs \"%2\".",
                     {model.task(), Task::kTask}},
                    {"Choose another run.", {}});
    return *found;
}

} // namespace core
