#include "core/probe/answers.h"

#include "core/base/elapsed.h"
#include "core/probe/live_model.h"
#include "core/probe/network_scope.h"

#include <algorithm>
#include <chrono>

namespace core {

namespace {

/// "classification, regression": the tasks that answer it.
std::string tasksThatAnswer(const std::string& question)
{
    std::string tasks;
    for (const TaskAnswers* each : allAnswers())
        if (each->has(question))
            tasks += (tasks.empty() ? "\"" : ", \"") + each->task() + '"';
    return tasks;
}

} // namespace

std::unique_ptr<LiveModel> TaskAnswers::open(const std::any& parts, NetworkMoment moment) const
{
    std::unique_ptr<LiveModel> model = m_opener(parts, std::move(moment));
    model->m_answers = this;
    return model;
}

void LiveModel::requireReference(const std::string& /*reference*/,
                                 const std::string& /*text*/) const
{
}

void LiveModel::requireName(const std::string& name, const std::vector<std::string>& names)
{
    if (std::find(names.begin(), names.end(), name) != names.end())
        return;
    constexpr size_t kMost = 20;
    std::string known;
    for (size_t i = 0; i < std::min(names.size(), kMost); ++i)
        known += (i == 0 ? "" : ", ") + names[i];
    throw Error(ErrorCode::BadSetting,
                {"The network does not predict \"%1\", which \"reference\" names.", {shown(name)}},
                {names.size() > kMost ? "Choose one of: %1 ..." : "Choose one of: %1.", {known}});
}

ModelSummary LiveModel::summary() const
{
    const RandomStateScope scope(torch::Device(m_parts.device));
    return m_parts.summarise();
}

std::vector<std::string> TaskAnswers::questions() const
{
    std::vector<std::string> names;
    for (const auto& [name, entry] : m_entries)
        names.push_back(name);
    return names;
}

const KindDescription& TaskAnswers::kind(const std::string& question) const
{
    return find(question).kind;
}

AnyQuestion TaskAnswers::question(const std::string& name, const Json& options) const
{
    return find(name).make(options);
}

void TaskAnswers::locate(const AnyQuestion& question, const std::string& run,
                         const Updates& updates) const
{
    find(question.name()).locate(question.value(), run, updates);
}

void TaskAnswers::setRows(const AnyQuestion& question, std::shared_ptr<const CorpusPart> rows) const
{
    find(question.name()).setRows(question.value(), std::move(rows));
}

Readout TaskAnswers::readout(const AnyQuestion& question, const AnyAnswer& answer) const
{
    return find(question.name()).readout(answer);
}

void TaskAnswers::put(Entry entry)
{
    const std::string name = entry.kind.id;
    m_entries[name] = std::move(entry);
}

const TaskAnswers::Entry& TaskAnswers::find(const std::string& question) const
{
    const auto found = m_entries.find(question);
    if (found == m_entries.end() && tasksThatAnswer(question).empty())
        throw Error(ErrorCode::BadSetting, {"There is no question \"%1\".", {shown(question)}},
                    {"`ask RUN` lists the questions that this run answers.", {}});
    if (found == m_entries.end())
        throw Error(ErrorCode::BadSetting,
                    {"This run is of the task \"%1\"; what was asked needs %2.",
                     {m_task, tasksThatAnswer(question)}},
                    {"Choose another run.", {}});
    return found->second;
}

TaskAnswers::Needs TaskAnswers::needs(const AnyQuestion& question) const
{
    const Entry& entry = find(question.name());
    if (!entry.answer)
        return Needs::Data;
    return entry.read ? Needs::DataAndNetwork : Needs::Network;
}

AnyAnswer TaskAnswers::read(const AnyQuestion& question, const ExperimentSpec& spec,
                            const Monitor& monitor) const
{
    const Entry& entry = find(question.name());
    AnyAnswer result;
    if (entry.read)
        result.value = std::make_shared<std::any>(entry.read(question.value(), spec, monitor));
    return result;
}

AnyAnswer TaskAnswers::answer(LiveModel& model, const AnyQuestion& question,
                              const Monitor& monitor) const
{
    const Entry& entry = find(question.name());
    if (!entry.answer)
        throw Error(ErrorCode::Internal,
                    {"%1 is asked of data, not of a network.", {question.name()}});
    const auto start = std::chrono::steady_clock::now();
    AnyAnswer result;
    result.value = std::make_shared<std::any>(entry.answer(model, question.value(), monitor));
    result.milliseconds = millisecondsSince(start);
    return result;
}

void checkToken(int64_t token, int64_t tokens)
{
    if (token < -1 || token >= tokens)
        throw Error(ErrorCode::BadSetting,
                    {"There is no token %1: the text has %2 {token|tokens}.",
                     {std::to_string(token), std::to_string(tokens)}},
                    {"Choose a token from 0 to %1.", {std::to_string(tokens - 1)}});
}

void checkUnit(int64_t unit, int64_t units)
{
    if (unit < -1 || unit >= units)
        throw Error(ErrorCode::BadSetting,
                    {"There is no unit %1: the layer has %2 {unit|units}.",
                     {std::to_string(unit), std::to_string(units)}},
                    {"Choose a unit from 0 to %1.", {std::to_string(units - 1)}});
}

std::vector<const TaskAnswers*> allAnswers()
{
    return {&classificationAnswers(),
            &regressionAnswers(),
            &taggingAnswers(),
            &questionAnsweringAnswers(),
            &translationAnswers(),
            &languageAnswers(),
            &classToTextAnswers(),
            &numbersToTextAnswers(),
            &maskedLanguageModelAnswers(),
            &bidirectionalLanguageModelAnswers(),
            &wordVectorAnswers()};
}

std::vector<KindDescription> questionKinds()
{
    std::map<std::string, KindDescription> kinds;
    for (const TaskAnswers* answers : allAnswers())
        for (const std::string& name : answers->questions())
            kinds.emplace(name, answers->kind(name)).first->second.tasks.push_back(answers->task());
    std::vector<KindDescription> all;
    for (auto& [name, kind] : kinds) {
        if (kind.tasks.size() == allAnswers().size())
            kind.tasks.clear(); // As elsewhere: it serves all.
        all.push_back(std::move(kind));
    }
    return all;
}

const TaskAnswers& answersOf(const std::string& task)
{
    for (const TaskAnswers* each : allAnswers())
        if (each->task() == task)
            return *each;
    throw Error(ErrorCode::BadSetting, {"There is no task named \"%1\".", {shown(task)}});
}

} // namespace core
