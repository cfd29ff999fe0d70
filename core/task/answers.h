#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/task/question.h"

#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace core {

class LiveModel;

/// Which questions the networks of a task answer, and how. A task fills AnswersOf, a line a
/// question; everybody else asks by LiveModel::ask() or, with the data read beforehand, by these.
class TaskAnswers {
public:
    explicit TaskAnswers(std::string task) : m_task(std::move(task)) { }

    const std::string& task() const { return m_task; }
    bool has(const std::string& question) const { return m_entries.contains(question); }
    std::vector<std::string> questions() const; ///< Names, sorted.

    enum class Needs { Network, DataAndNetwork, Data };
    /// What it takes to answer. @throws Error{BadSetting} when the task does not answer it.
    Needs needs(const AnyQuestion& question) const;
    /// Reads what the question needs of the data of a run with this spec: no tensors, any thread.
    /// @return the answer where no network is needed for it; else an empty one.
    /// @throws Error{BadData, FileMissing, FileMalformed, Cancelled, BadSetting}.
    AnyAnswer read(const AnyQuestion& question, const ExperimentSpec& spec,
                   const Monitor& monitor) const;
    /// Compute thread. @pre read() has been called where data are needed, unless the question
    /// brought its own. @throws Error{BadSetting} when the task does not answer it.
    AnyAnswer answer(LiveModel& model, const AnyQuestion& question, const Monitor& monitor) const;

protected:
    struct Entry {
        std::function<std::any(std::any& question, const ExperimentSpec&, const Monitor&)> read;
        std::function<std::any(LiveModel&, const std::any& question, const Monitor&)> answer;
    };
    void put(const std::string& question, Entry entry);

private:
    const Entry& find(const AnyQuestion& question) const;

    std::string m_task;
    std::map<std::string, Entry> m_entries;
};

/// The answers of a task whose networks are of the kind `Live`.
template <class Live> class AnswersOf : public TaskAnswers {
public:
    using TaskAnswers::TaskAnswers;

    /// @param answering  Answer(Live&, const Question&, const Monitor&)
    template <class Question, class Answering> void add(Answering answering)
    {
        put(Question::kName, {{}, answerer<Question>(std::move(answering))});
    }
    /// @param reading  void(Question&, const ExperimentSpec&, const Monitor&): puts what the answer
    /// needs of the run's data into the question.
    template <class Question, class Reading, class Answering>
    void add(Reading reading, Answering answering)
    {
        put(Question::kName,
            {[reading = std::move(reading)](std::any& question, const ExperimentSpec& spec,
                                            const Monitor& monitor) {
                 reading(std::any_cast<Question&>(question), spec, monitor);
                 return std::any();
             },
             answerer<Question>(std::move(answering))});
    }
    /// @param answering  Answer(const Question&, const ExperimentSpec&, const Monitor&): from the
    /// run's data alone.
    template <class Question, class Answering> void addOfData(Answering answering)
    {
        put(Question::kName,
            {[answering = std::move(answering)](std::any& question, const ExperimentSpec& spec,
                                                const Monitor& monitor) {
                 return packed<Question>(
                     answering(std::any_cast<const Question&>(question), spec, monitor));
             },
             {}});
    }

private:
    template <class Question> static std::any packed(typename Question::Answer answer)
    {
        return std::any(std::in_place_type<typename Question::Answer>, std::move(answer));
    }
    template <class Question, class Answering> static auto answerer(Answering answering)
    {
        return [answering = std::move(answering)](LiveModel& model, const std::any& question,
                                                  const Monitor& monitor) {
            return packed<Question>(answering(static_cast<Live&>(model),
                                              std::any_cast<const Question&>(question), monitor));
        };
    }
};

/// What the networks of `task` answer. @throws Error{BadSetting} when there is no such task.
const TaskAnswers& answersOf(const std::string& task);

/// Of all tasks.
std::vector<const TaskAnswers*> allAnswers();

} // namespace core
