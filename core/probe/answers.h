#pragma once

#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/base/readout.h"
#include "core/experiment/spec.h"
#include "core/probe/question.h"
#include "core/probe/question_kind.h"

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace core {

class LayerSeries;
class LiveModel;
struct CorpusPart;
struct UpdatePlace;

/// Update and epoch of a network's weights.
using NetworkMoment = std::function<std::pair<int64_t, int64_t>()>;

/// The questions that the networks of a task answer. A task fills AnswersOf, one line a question;
/// callers use LiveModel::ask() or, with the data read beforehand, these functions.
class TaskAnswers {
public:
    using Opener
        = std::function<std::unique_ptr<LiveModel>(const std::any& parts, NetworkMoment moment)>;
    TaskAnswers(std::string task, Opener opener)
        : m_task(std::move(task)), m_opener(std::move(opener))
    {
    }

    const std::string& task() const { return m_task; }
    /// Makes a network of the task inspectable.
    /// @param parts   Task::parts(). @param moment  of the network's weights.
    std::unique_ptr<LiveModel> open(const std::any& parts, NetworkMoment moment) const;
    bool has(const std::string& question) const { return m_entries.contains(question); }
    std::vector<std::string> questions() const; ///< Names, sorted.
    /// A question with its options. @throws Error{BadSetting} when the task does not answer it.
    const KindDescription& kind(const std::string& question) const;
    /// @param options  complete (completed()). @throws Error{BadSetting} likewise.
    AnyQuestion question(const std::string& name, const Json& options) const;
    /// The parts of a run's reports that questions about its updates need; read when called.
    struct Updates {
        /// The place of an update of the run; of update 0: of the last.
        std::function<UpdatePlace(int64_t step)> place;
        std::function<std::shared_ptr<const LayerSeries>(int64_t columns)> series;
    };
    /// Completes a question about a run's updates.
    void locate(const AnyQuestion& question, const std::string& run, const Updates& updates) const;
    /// Replaces the rows of a question about a split.
    void setRows(const AnyQuestion& question, std::shared_ptr<const CorpusPart> rows) const;
    Readout readout(const AnyQuestion& question, const AnyAnswer& answer) const;

    enum class Needs { Network, DataAndNetwork, Data };
    /// The inputs of an answer. @throws Error{BadSetting} if the task does not answer the question.
    Needs needs(const AnyQuestion& question) const;
    /// Reads what the question needs of the data of a run with this spec. No tensors, any thread.
    /// @return the answer if it needs no network; else an empty one.
    /// @throws Error{BadData, FileMissing, FileMalformed, Cancelled, BadSetting}.
    AnyAnswer read(const AnyQuestion& question, const ExperimentSpec& spec,
                   const Monitor& monitor) const;
    /// Compute thread. @pre read() was called if data are needed, unless the question has its own.
    /// @throws Error{BadSetting} when the task does not answer it.
    AnyAnswer answer(LiveModel& model, const AnyQuestion& question, const Monitor& monitor) const;

protected:
    struct Entry {
        KindDescription kind;
        std::function<AnyQuestion(const Json& options)> make;
        std::function<void(std::any& question, const std::string& run, const Updates& updates)>
            locate;
        std::function<void(std::any& question, std::shared_ptr<const CorpusPart> rows)> setRows;
        std::function<Readout(const AnyAnswer& answer)> readout;
        std::function<std::any(std::any& question, const ExperimentSpec&, const Monitor&)> read{};
        std::function<std::any(LiveModel&, const std::any& question, const Monitor&)> answer{};
    };
    void put(Entry entry);
    /// The part of an entry that follows from the question's description.
    template <class Question> static Entry described();

private:
    const Entry& find(const std::string& question) const;

    std::string m_task;
    Opener m_opener;
    std::map<std::string, Entry> m_entries;
};

template <class Question> TaskAnswers::Entry TaskAnswers::described()
{
    const QuestionKind<Question> kind = Question::kind();
    Entry entry;
    entry.kind.id = Question::kName;
    entry.kind.title = kind.title;
    entry.kind.summary = kind.summary;
    entry.kind.options = kind.options.options();
    entry.make = [options = kind.options](const Json& json) {
        return AnyQuestion(options.fromJson(json));
    };
    entry.locate = [](std::any& any, const std::string& run, const Updates& updates) {
        auto& question = std::any_cast<Question&>(any);
        if constexpr (requires { question.run; })
            question.run = run;
        if constexpr (requires { question.place.step; })
            question.place = updates.place(question.place.step);
        if constexpr (requires { question.series; })
            question.series = updates.series(question.columns);
    };
    entry.setRows = [](std::any& any, std::shared_ptr<const CorpusPart> rows) {
        auto& question = std::any_cast<Question&>(any);
        if constexpr (requires { question.rows; })
            question.rows = std::move(rows);
    };
    entry.readout = [describe = kind.describe](const AnyAnswer& answer) {
        Readout readout;
        describe(answer.to<Question>(), readout);
        return readout;
    };
    return entry;
}

/// The answers of a task whose networks are of type `Live`, made of `Live::Parts` and a moment.
template <class Live> class AnswersOf : public TaskAnswers {
public:
    explicit AnswersOf(std::string task)
        : TaskAnswers(std::move(task), [](const std::any& parts, NetworkMoment moment) {
            return std::make_unique<Live>(std::any_cast<const typename Live::Parts&>(parts),
                                          std::move(moment));
        })
    {
    }

    /// @param answering  Answer(Live&, const Question&, const Monitor&)
    template <class Question, class Answering> void add(Answering answering)
    {
        Entry entry = described<Question>();
        entry.answer = answerer<Question>(std::move(answering));
        put(std::move(entry));
    }
    /// @param reading  void(Question&, const ExperimentSpec&, const Monitor&): completes the
    /// question from the run's data.
    template <class Question, class Reading, class Answering>
    void add(Reading reading, Answering answering)
    {
        Entry entry = described<Question>();
        entry.read = [reading = std::move(reading)](std::any& question, const ExperimentSpec& spec,
                                                    const Monitor& monitor) {
            reading(std::any_cast<Question&>(question), spec, monitor);
            return std::any();
        };
        entry.answer = answerer<Question>(std::move(answering));
        put(std::move(entry));
    }
    /// @param answering  Answer(const Question&, const ExperimentSpec&, const Monitor&): from the
    /// run's data only.
    template <class Question, class Answering> void addOfData(Answering answering)
    {
        Entry entry = described<Question>();
        entry.read = [answering = std::move(answering)](
                         std::any& question, const ExperimentSpec& spec, const Monitor& monitor) {
            return packed<Question>(
                answering(std::any_cast<const Question&>(question), spec, monitor));
        };
        put(std::move(entry));
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

/// @param token  -1: none. @throws Error{BadSetting} for one beyond the text.
void checkToken(int64_t token, int64_t tokens);
/// @param unit  -1: none, or all. @throws Error{BadSetting} for one beyond the layer.
void checkUnit(int64_t unit, int64_t units);

/// The answers of `task`. @throws Error{BadSetting} when there is no such task.
const TaskAnswers& answersOf(const std::string& task);

/// Those of all tasks, in the order in which users see them.
std::vector<const TaskAnswers*> allAnswers();
/// All questions, in the order of their names, each with the tasks that answer it; empty: all.
std::vector<KindDescription> questionKinds();

// One function a folder.
const TaskAnswers& classificationAnswers();
const TaskAnswers& regressionAnswers();
const TaskAnswers& taggingAnswers();
const TaskAnswers& translationAnswers();
const TaskAnswers& languageAnswers();
const TaskAnswers& classToTextAnswers();
const TaskAnswers& numbersToTextAnswers();
const TaskAnswers& maskedLanguageModelAnswers();
const TaskAnswers& bidirectionalLanguageModelAnswers();
const TaskAnswers& questionAnsweringAnswers();
const TaskAnswers& wordVectorAnswers();

} // namespace core
