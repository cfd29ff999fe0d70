#include "core/catalogue/spec_json.h"

#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/experiment/spec_schema.h"
#include "core/model/model_kinds.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <charconv>

namespace core {

namespace {

constexpr const char* kFormatName = "unroll-experiment";

Error settingError(const std::vector<Problem>& problems)
{
    return {ErrorCode::BadSetting, {"The settings are not right: %1", {inSentences(problems)}}};
}

void moveMember(Json& from, const char* name, Json& to)
{
    const auto found = from.is_object() ? from.find(name) : from.end();
    if (found == from.end())
        return;
    to[name] = std::move(*found);
    from.erase(name);
}

/// A task was a name only; what translation alone has stood beside what all tasks have. Other
/// tasks' files could hold it, too, where it meant nothing.
void fromVersion1(Json& spec)
{
    if (!spec.is_object() || (spec.contains("task") && !spec["task"].is_string()))
        return;
    Json task = {{"kind", "translation"}};
    moveMember(spec, "target_text", task);
    moveMember(spec, "decoding", task);
    if (spec.contains("training"))
        moveMember(spec["training"], "teacher_forcing", task);
    if (spec.contains("task") && spec["task"] == task["kind"])
        spec["task"] = std::move(task);
}

/// Brings a spec of `version`, 1 or later, into the form of kSpecVersion. Faults stay, for
/// completed() to report.
void upgradeSpec(Json& spec, int64_t version)
{
    if (version < 2)
        fromVersion1(spec);
}

/// Takes "format", "version" and "changes" (of a run) off; they belong to the file, not to the
/// spec, which comes back in the form of today's version. A spec without a version may be of any.
Json withoutHeader(const Json& json, std::vector<Problem>& problems)
{
    Json body = json;
    if (!body.is_object())
        return body;
    if (body.contains("format") && body["format"] != kFormatName)
        problems.push_back({"format", {"format must be \"%1\".", {kFormatName}}});
    if (body.contains("version")
        && (!body["version"].is_number_integer() || body["version"].get<int64_t>() < 1))
        problems.push_back({"version", {"version must be a whole number from 1.", {}}});
    else if (const auto version = body.value("version", int64_t{1}); version > kSpecVersion)
        problems.push_back(
            {"version",
             {"This spec was written by a newer version of the program (%1); this one reads "
              "version %2.",
              {body["version"].dump(), std::to_string(kSpecVersion)}}});
    else
        upgradeSpec(body, version);
    body.erase("format");
    body.erase("version");
    body.erase("changes");
    return body;
}

/// A path may be any bytes, but JSON holds only UTF-8.
bool isUtf8(const Json& text)
{
    try {
        text.dump();
        return true;
    } catch (const Json::type_error&) {
        return false;
    }
}

void checkTexts(const Json& json, const std::string& path, std::vector<Problem>& problems)
{
    for (const auto& [key, value] : json.items()) {
        const std::string name = json.is_array() ? path + "[" + key + "]"
            : path.empty()                       ? key
                                                 : path + "." + key;
        if (value.is_structured())
            checkTexts(value, name, problems);
        else if (value.is_string() && !isUtf8(value))
            problems.push_back({name,
                                {"%1 is \"%2\", which is not UTF-8; rename the file or correct it.",
                                 {name, shown(value.get<std::string>())}}});
    }
}

void dropForeign(Json& json, const std::vector<OptionDescription>& options,
                 const std::string& task);

/// Problems in the options of the kind selected from `family`.
void dropForeignOf(Json& selection, const std::string& family, const std::string& task)
{
    const std::string id = selection.value("kind", "");
    if (const KindDescription* kind = findKind(catalogue(), family, id))
        dropForeign(selection, kind->options, task);
}

/// Takes off what means nothing to `task`, so that a file shows what counts.
void dropForeign(Json& json, const std::vector<OptionDescription>& options, const std::string& task)
{
    for (const OptionDescription& option : options) {
        const auto found = json.find(option.name);
        if (found == json.end()) // Only a spec that was read is complete.
            continue;
        if (!servesTask(option.tasks, task))
            json.erase(found);
        else if (option.type == OptionType::Section && found->is_object())
            dropForeign(*found, option.children, task);
        else if (option.type == OptionType::Selection && found->is_object())
            dropForeignOf(*found, option.family, task);
    }
}

/// Names the tasks that have an option's trait, and gives choices that name a kind of a family the
/// family's kinds.
void offerKinds(std::vector<OptionDescription>& options)
{
    for (OptionDescription& option : options) {
        offerKinds(option.children);
        if (option.trait != TaskTrait::None)
            option.tasks = tasksWith(option.trait);
        if (option.family == "tokeniser") // Tokens that were divided already are not again.
            option.tasks = tasksThatDivide();
        if (option.type == OptionType::Choice && !option.family.empty())
            for (const KindDescription& kind : catalogue().at(option.family))
                option.choices.push_back({kind.id, kind.title, kind.tasks});
    }
}

/// A choice that is for another task.
void checkChoice(const std::string& value, const OptionDescription& option, const std::string& path,
                 const std::string& task, std::vector<Problem>& problems)
{
    std::string allowed;
    for (const Choice& choice : option.choices) {
        if (!servesTask(choice.tasks, task))
            continue;
        if (choice.value == value)
            return;
        allowed += (allowed.empty() ? "\"" : ", \"") + choice.value + "\"";
    }
    problems.push_back({path,
                        {"%1 is \"%2\", which cannot be used for the task "
                         "\"%3\"; choose one of %4.",
                         {path, value, task, allowed}}});
}

/// Kinds that are for another task, wherever they are chosen.
void checkKinds(const Json& json, const std::vector<OptionDescription>& options,
                const std::string& path, const std::string& task, std::vector<Problem>& problems)
{
    for (const OptionDescription& option : options) {
        if (!servesTask(option.tasks, task))
            continue;
        const std::string name = path.empty() ? option.name : path + "." + option.name;
        const Json& value = json.at(option.name);
        if (option.type == OptionType::Section)
            checkKinds(value, option.children, name, task, problems);
        if (option.type == OptionType::Choice)
            checkChoice(value.get<std::string>(), option, name, task, problems);
        if (option.type != OptionType::Selection)
            continue;
        const std::string id = value.at("kind").get<std::string>();
        const KindDescription* kind = findKind(catalogue(), option.family, id);
        if (kind == nullptr)
            continue;
        if (!servesTask(kind->tasks, task))
            problems.push_back(
                {name,
                 {"%1 is \"%2\", which cannot be used for the task \"%3\".", {name, id, task}}});
        checkKinds(value, kind->options, name, task, problems);
    }
}

} // namespace

const std::vector<OptionDescription>& specOptions()
{
    static const std::vector<OptionDescription> all = [] {
        std::vector<OptionDescription> options = experimentSchema().options();
        offerKinds(options);
        return options;
    }();
    return all;
}

Json specToJson(const ExperimentSpec& spec)
{
    Json json = {{"format", kFormatName}, {"version", kSpecVersion}};
    Json body = experimentSchema().toJson(spec);
    dropForeign(body, specOptions(), spec.task.kind);
    json.update(body);
    return json;
}

/// Lists only kinds for the task of `body` where another name stands for a kind.
static void listKindsOfTask(const Json& body, std::vector<Problem>& problems)
{
    const Json task = body.is_object() ? body.value("task", Json()) : Json();
    const Json kind = task.is_object() ? task.value("kind", Json()) : task;
    if (!kind.is_string() || findKind(catalogue(), "task", kind.get<std::string>()) == nullptr)
        return;
    Catalogue served = catalogue();
    for (auto& [family, kinds] : served)
        std::erase_if(kinds, [&](const KindDescription& each) {
            return !servesTask(each.tasks, kind.get<std::string>());
        });
    std::vector<Problem> listed;
    completed(body, specOptions(), served, "", listed);
    for (Problem& problem : problems)
        for (const Problem& other : listed)
            if (other.path == problem.path && other.what.text == problem.what.text)
                problem.what = other.what;
}

ExperimentSpec specFromJson(const Json& json, std::vector<Problem>& problems)
{
    const Json body = withoutHeader(json, problems);
    const Json whole = completed(body, specOptions(), catalogue(), "", problems);
    if (!problems.empty())
        listKindsOfTask(body, problems);
    if (problems.empty())
        checkTexts(whole, "", problems);
    if (!problems.empty())
        return {};
    ExperimentSpec spec = experimentSchema().fromJson(whole);
    const std::vector<Problem> crossed = crossCheck(spec);
    problems.insert(problems.end(), crossed.begin(), crossed.end());
    return spec;
}

ExperimentSpec specFromJson(const Json& json)
{
    std::vector<Problem> problems;
    ExperimentSpec spec = specFromJson(json, problems);
    if (!problems.empty())
        throw settingError(problems);
    return spec;
}

ExperimentSpec readSpec(const std::filesystem::path& path, Links links)
{
    return specFromJson(readJsonFile(path, links));
}

void writeSpec(const ExperimentSpec& spec, const std::filesystem::path& path)
{
    writeFileAtomically(path, specToJson(spec).dump(2) + "\n");
}

ExperimentSpec completedSpec(const ExperimentSpec& spec)
{
    std::vector<Problem> problems;
    const Json whole
        = completed(experimentSchema().toJson(spec), specOptions(), catalogue(), "", problems);
    if (!problems.empty())
        throw settingError(problems);
    return experimentSchema().fromJson(whole);
}

std::vector<Problem> crossCheck(const ExperimentSpec& spec)
{
    std::vector<Problem> problems;
    checkKinds(experimentSchema().toJson(spec), specOptions(), "", spec.task.kind, problems);
    if (problems.empty())
        problems = checkModel(spec.model);
    for (Problem& problem : checkTask(spec))
        problems.push_back(std::move(problem));
    if (spec.data.validFraction + spec.data.testFraction >= 0.95)
        problems.push_back({"data.valid_fraction",
                            {"data.valid_fraction and data.test_fraction leave too little to train "
                             "on; together they must stay under 0.95.",
                             {}}});
    const std::string& device = spec.training.device;
    int index = 0;
    const auto parsed = device.starts_with("cuda:")
        ? std::from_chars(device.data() + 5, device.data() + device.size(), index)
        : std::from_chars_result{device.data(), std::errc::invalid_argument};
    if (device != "cpu"
        && (parsed.ec != std::errc() || parsed.ptr != device.data() + device.size()))
        problems.push_back({"training.device",
                            {"training.device is \"%1\"; it must be \"cpu\" or \"cuda:0\", "
                             "\"cuda:1\" ...",
                             {shown(device)}}});
    return problems;
}

} // namespace core
