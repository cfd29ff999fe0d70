#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/model/model_summary.h"
#include "core/task/answers.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}

namespace core {

class Recording;

/// Vectors that are added for the positions of a sequence (V6).
struct PositionTable {
    std::string name; ///< "Sinusoidal positions"
    int64_t length = 0, features = 0;
    std::vector<float> values; ///< Row-major [length * features].
};

/// The tables that a network adds for positions; none where it knows no positions.
struct AskPositions {
    static constexpr const char* kName = "positions";
    using Answer = std::vector<PositionTable>;
    static QuestionKind<AskPositions> kind();
    int64_t length = 0; ///< 0: as long as the network reaches.
    friend bool operator==(const AskPositions&, const AskPositions&) = default;
};

/// A network that can be looked into: the one being trained, or one read from a run folder.
/// Belongs to the compute thread; all members are called there. What can be asked depends on the
/// task: its folder has the questions.
class LiveModel {
public:
    virtual ~LiveModel() = default;

    virtual const TaskAnswers& answers() const = 0; ///< What its task answers.
    const std::string& task() const { return answers().task(); }
    /// @throws Error{BadSetting} when the run's task does not answer such questions, and what the
    /// answer itself throws.
    template <class Question>
    typename Question::Answer ask(Question question, const Monitor& monitor = Monitor())
    {
        const AnyAnswer answer = answers().answer(*this, AnyQuestion(std::move(question)), monitor);
        return std::move(answer.to<Question>());
    }
    virtual std::string device() const { return "cpu"; } ///< Where its weights are.
    virtual ModelSummary summary() const = 0;
    virtual int64_t step() const = 0;
    virtual int64_t epoch() const = 0;

    virtual torch::nn::Module& module() const = 0; ///< The network, to be read.
    /// What is recorded of its training; null: nothing is.
    const std::shared_ptr<Recording>& recording() const { return m_recording; }
    bool isTrained() const { return m_trained; } ///< Right now: its recording goes on.
    enum class Training { UnderWay, Over };
    void setRecording(std::shared_ptr<Recording> recording, Training training)
    {
        m_recording = std::move(recording);
        m_trained = training == Training::UnderWay;
    }

    /// Worth telling whoever opened it.
    const std::vector<Message>& notes() const { return m_notes; }
    void setNotes(std::vector<Message> notes) { m_notes = std::move(notes); }

private:
    std::vector<Message> m_notes;
    std::shared_ptr<Recording> m_recording;
    bool m_trained = false;
};

} // namespace core
