#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/probe/answers.h"
#include "core/task/network_parts.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}

namespace core {

class Recording;

/// Vectors that are added for the positions of a sequence.
struct PositionTable {
    std::string name; ///< "Sinusoidal positions"
    int64_t length = 0, features = 0;
    std::vector<float> values; ///< Row-major [length * features].
};

/// The position vectors of a network; empty for a network without.
struct AskPositions {
    static constexpr const char* kName = "positions";
    using Answer = std::vector<PositionTable>;
    static QuestionKind<AskPositions> kind();
    int64_t length = 0; ///< 0: as far as the network reaches.
    friend bool operator==(const AskPositions&, const AskPositions&) = default;
};

/// A network that can be inspected: the one being trained, or one read from a run folder. Belongs
/// to the compute thread; all members are called there. The questions depend on the task and are
/// declared in its folder.
///
/// Inspection is possible between two updates of a training: it runs in evaluation mode, and
/// afterwards modes of modules and states of random generators are exactly as before.
class LiveModel {
public:
    LiveModel(NetworkParts parts, NetworkMoment moment)
        : m_parts(std::move(parts)), m_moment(std::move(moment))
    {
    }
    virtual ~LiveModel() = default;

    /// The questions of its task. @pre made by TaskAnswers::open().
    const TaskAnswers& answers() const { return *m_answers; }
    const std::string& task() const { return answers().task(); }

    /// @throws Error{BadSetting} when the run's task does not answer such questions, and what the
    /// answer itself throws.
    template <class Question>
    typename Question::Answer ask(Question question, const Monitor& monitor = Monitor())
    {
        const AnyAnswer answer = answers().answer(*this, AnyQuestion(std::move(question)), monitor);
        return std::move(answer.to<Question>());
    }

    const std::string& device() const { return m_parts.device; } ///< The device of the weights.
    ModelSummary summary() const;
    int64_t step() const { return m_moment().first; }
    int64_t epoch() const { return m_moment().second; }
    std::pair<int64_t, int64_t> stepAndEpoch() const { return m_moment(); }
    virtual torch::nn::Module& module() const = 0; ///< The network, to be read.

    /// @throws Error{BadSetting} when `text` cannot have this reference, with those that it can
    /// have. Questions disregard such a reference, as views show a text for runs of other data.
    virtual void requireReference(const std::string& reference, const std::string& text) const;

    /// The recording of its training; null: none.
    const std::shared_ptr<Recording>& recording() const { return m_recording; }
    bool isTrained() const { return m_trained; } ///< Its training is under way.
    enum class Training { UnderWay, Over };
    void setRecording(std::shared_ptr<Recording> recording, Training training)
    {
        m_recording = std::move(recording);
        m_trained = training == Training::UnderWay;
    }

    /// A parameter that was set by hand between two updates.
    struct WeightEdit {
        std::string parameter;
        std::vector<double> values; ///< Row by row.
    };
    /// Whether parameters may be set now: where the network is trained, between two updates.
    bool takesEdits() const { return m_takesEdits; }
    void setTakesEdits(bool takes) { m_takesEdits = takes; }
    void noteEdit(WeightEdit edit) { m_edits.push_back(std::move(edit)); }
    std::vector<WeightEdit> takeEdits() { return std::exchange(m_edits, {}); } ///< Since the last.

    /// Notes for the user who opened it.
    const std::vector<Message>& notes() const { return m_notes; }
    void setNotes(std::vector<Message> notes) { m_notes = std::move(notes); }

protected:
    /// @throws Error{BadSetting} unless `name` is one of `names`.
    static void requireName(const std::string& name, const std::vector<std::string>& names);

private:
    friend class TaskAnswers;

    NetworkParts m_parts;
    NetworkMoment m_moment;
    const TaskAnswers* m_answers = nullptr;
    std::vector<Message> m_notes;
    std::shared_ptr<Recording> m_recording;
    bool m_trained = false;
    bool m_takesEdits = false;
    std::vector<WeightEdit> m_edits;
};

} // namespace core
