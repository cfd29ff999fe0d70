#include "core/catalogue/spec_settings.h"

#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/experiment/spec_schema.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <sstream>

namespace core {

namespace {

constexpr const char* kAnyKind = "auto"; ///< A family whose kinds are recognised.
constexpr const char* kTableKind = "delimited";

const OptionDescription* findOption(const std::vector<OptionDescription>& options,
                                    const std::string& name)
{
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const auto& each) { return each.name == name; });
    return found == options.end() ? nullptr : &*found;
}

/// Collects settings below a path.
class SettingList {
public:
    void add(const std::vector<OptionDescription>& options, const std::string& path)
    {
        for (const OptionDescription& option : options) {
            const std::string name = path + option.name;
            if (option.type == OptionType::Section) {
                add(option.children, name + ".");
                continue;
            }
            if (m_paths.insert(name).second)
                m_settings.push_back({name, &option});
            if (option.type == OptionType::Selection)
                addKinds(option.family, name + ".");
            if (option.type == OptionType::SelectionList)
                addKinds(option.family, name + "[0].");
        }
    }
    std::vector<Setting> take() { return std::move(m_settings); }

private:
    void addKinds(const std::string& family, const std::string& path)
    {
        if (!m_open.insert(family).second)
            return; // A family within itself would never end.
        for (const KindDescription& kind : catalogue().at(family))
            add(kind.options, path);
        m_open.erase(family);
    }

    std::vector<Setting> m_settings;
    std::set<std::string> m_paths, m_open;
};

std::vector<std::string> splitAt(const std::string& text, char mark)
{
    std::vector<std::string> parts;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, mark);)
        parts.push_back(part);
    return parts;
}

/// One part of a path: "cleaning[0]".
struct Step {
    std::string name;
    std::optional<size_t> entry;
    std::string text; ///< As it was written.
};

Step stepOf(const std::string& text)
{
    const size_t open = text.find('[');
    if (open == std::string::npos || text.back() != ']')
        return {text, {}, text};
    size_t entry = 0;
    const char* last = text.data() + text.size() - 1;
    const auto parsed = std::from_chars(text.data() + open + 1, last, entry);
    if (parsed.ec != std::errc() || parsed.ptr != last)
        return {text, {}, text};
    return {text.substr(0, open), entry, text};
}

/// Where a path leads in the JSON of a spec.
struct Place {
    Json* value = nullptr;
    const OptionDescription* option = nullptr;
    OptionType type = OptionType::Section; ///< For an entry of a list, that of the entry.
};

OptionType entryType(OptionType list)
{
    switch (list) {
    case OptionType::IntegerList:
        return OptionType::Integer;
    case OptionType::SelectionList:
        return OptionType::Selection;
    case OptionType::SectionList:
        return OptionType::Section;
    default:
        return OptionType::Text;
    }
}

bool isList(OptionType type)
{
    return type == OptionType::IntegerList || type == OptionType::TextList
        || type == OptionType::PathList || type == OptionType::SelectionList
        || type == OptionType::SectionList;
}

/// Follows a path through sections, entries of lists and the options of the kinds that `root`
/// chooses.
class PathWalk {
public:
    PathWalk(Json& root, const std::vector<OptionDescription>& options, std::string task,
             const std::string& path)
        : m_path(path)
        , m_task(std::move(task))
        , m_options(&options)
        , m_ofSpec(&options == &specOptions())
    {
        m_place.value = &root;
        for (const std::string& part : splitAt(path, '.'))
            m_steps.push_back(stepOf(part));
        if (m_steps.empty())
            m_steps.emplace_back();
    }

    Place end()
    {
        for (; m_at < m_steps.size(); ++m_at)
            if (!namesKind())
                take();
        if (m_place.type == OptionType::Section)
            throw WrongSetting(ErrorCode::BadSetting,
                               {"%1 is not one setting but a group of them.", {m_path}},
                               {"Name one of: %1.", {namesHere()}});
        return m_place;
    }

private:
    /// "model.network.kind", as a printed spec has it, means the same as "model.network".
    bool namesKind() const
    {
        return m_place.type == OptionType::Selection && m_at + 1 == m_steps.size()
            && m_steps[m_at].text == "kind";
    }

    void take()
    {
        const Step& step = m_steps[m_at];
        const OptionDescription* option = findOption(*m_options, step.name);
        if (option == nullptr)
            option = ofAnotherKind(step.name);
        if (option == nullptr || (step.entry && !isList(option->type)))
            throwUnknown();
        if (!servesTask(option->tasks, m_task))
            throwOfTask(step.name, option->tasks.front());
        m_place = {&(*m_place.value)[step.name], option, option->type};
        if (step.entry)
            takeEntry(*step.entry);
        if (m_place.type == OptionType::Selection && m_place.value->is_string()) {
            Json kind = std::move(*m_place.value); // It was chosen by a value before.
            *m_place.value = Json::object();
            (*m_place.value)["kind"] = std::move(kind);
        }
        static const std::vector<OptionDescription> none;
        const KindDescription* kind = chosenKind();
        m_options = kind != nullptr ? &kind->options : &option->children;
    }

    void takeEntry(size_t entry)
    {
        const size_t count = m_place.value->size();
        if (entry > count)
            throw WrongSetting(ErrorCode::BadSetting,
                               {"There is no %1: the list has %2 {entry|entries}, numbered from 0.",
                                {upTo(m_at + 1), std::to_string(count)}},
                               {"The next one to add has the number %1.", {std::to_string(count)}});
        if (entry == count)
            m_place.value->push_back(Json());
        m_place.value = &(*m_place.value)[entry];
        m_place.type = entryType(m_place.type);
    }

    const KindDescription* chosenKind() const
    {
        const Json& value = *m_place.value;
        const bool chosen = m_place.type == OptionType::Selection && value.is_object();
        return chosen
            ? findKind(catalogue(), m_place.option->family, value.at("kind").get<std::string>())
            : nullptr;
    }

    /// An option that the chosen kind lacks and others have. "auto" gives way to the only one, or
    /// to a table: where the file is a workbook, its sheet is read with the choices of one.
    const OptionDescription* ofAnotherKind(const std::string& name)
    {
        const KindDescription* chosen = chosenKind();
        if (chosen == nullptr)
            return nullptr;
        std::vector<const KindDescription*> others;
        for (const KindDescription& kind : catalogue().at(m_place.option->family))
            if (servesTask(kind.tasks, m_task) && findOption(kind.options, name) != nullptr)
                others.push_back(&kind);
        if (others.empty())
            return nullptr;
        if (chosen->id == kAnyKind && (others.size() == 1 || others.front()->id == kTableKind)) {
            *m_place.value = {{"kind", others.front()->id}};
            return findOption(others.front()->options, name);
        }
        if (m_place.option->family == "task") // More than its kind would have to change.
            throwOfTask(name, others.front()->id);
        std::string kinds;
        for (const KindDescription* kind : others)
            kinds += (kinds.empty() ? "" : ", ") + kind->id;
        const std::string here = upTo(m_at);
        throw WrongSetting(ErrorCode::BadSetting,
                           {R"(%1 is "%2", which has no "%3"; these have it: %4.)",
                            {here, chosen->id, name, kinds}},
                           {"Set %1=%2 first.", {here, others.front()->id}});
    }

    [[noreturn]] void throwOfTask(const std::string& name, const std::string& task) const
    {
        throw WrongSetting(ErrorCode::BadSetting,
                           {"The setting %1 does not exist for the task \"%2\".", {name, m_task}},
                           {"Choose a preset of the task \"%1\"; `presets` lists them.", {task}});
    }

    /// The path's first steps.
    std::string upTo(size_t steps) const
    {
        std::string text;
        for (size_t i = 0; i < steps; ++i)
            text += (i == 0 ? "" : ".") + m_steps[i].text;
        return text;
    }

    std::vector<std::string> hereNames() const
    {
        std::vector<std::string> names;
        for (const OptionDescription& option : *m_options)
            if (servesTask(option.tasks, m_task))
                names.push_back(option.name);
        return names;
    }

    std::string namesHere() const
    {
        std::string all;
        for (const std::string& name : hereNames())
            all += (all.empty() ? "" : ", ") + m_path + "." + name;
        return all;
    }

    /// The path with the wrong step set right, or one that ends in the same name.
    std::string nearest() const
    {
        const std::string near = nearestWord(m_steps[m_at].name, hereNames());
        if (!near.empty()) {
            std::string text = upTo(m_at);
            text += (text.empty() ? "" : ".") + near;
            for (size_t i = m_at + 1; i < m_steps.size(); ++i)
                text += "." + m_steps[i].text;
            return text;
        }
        return m_ofSpec ? elsewhere() : std::string();
    }

    /// How many of the last steps `path` has alike.
    size_t sharedEnd(const std::string& path) const
    {
        const std::vector<std::string> other = splitAt(path, '.');
        size_t count = 0;
        while (count < std::min(other.size(), m_steps.size())
               && stepOf(other[other.size() - 1 - count]).name
                   == m_steps[m_steps.size() - 1 - count].name)
            ++count;
        return count;
    }

    /// The setting whose path ends most like this one, else the first of a name that is near to the
    /// last step's, wherever else it stands: kinds for other tasks may have one just here.
    std::string elsewhere() const
    {
        std::vector<std::string> names;
        for (const Setting& setting : allSettings())
            if (servesTask(setting.option->tasks, m_task))
                names.push_back(setting.option->name);
        const std::string near = nearestWord(m_steps.back().name, names);
        const Setting* found = nullptr;
        for (const Setting& setting : allSettings())
            if (setting.option->name == near && setting.path != m_path
                && servesTask(setting.option->tasks, m_task)
                && (found == nullptr || sharedEnd(setting.path) > sharedEnd(found->path)))
                found = &setting;
        return found == nullptr ? std::string() : found->path;
    }

    [[noreturn]] void throwUnknown() const
    {
        const std::string near = nearest();
        Message what{"There is no setting \"%1\".", {shown(m_path)}};
        if (!near.empty())
            what = {"There is no setting \"%1\"; did you mean %2?", {shown(m_path), shown(near)}};
        throw WrongSetting(ErrorCode::BadSetting, std::move(what),
                           m_ofSpec ? Message{"`spec PRESET` prints all settings, `kinds` the "
                                              "options of each kind.",
                                              {}}
                                    : Message{"`kinds questions` lists the options of each "
                                              "question.",
                                              {}});
    }

    std::string m_path, m_task;
    std::vector<Step> m_steps;
    size_t m_at = 0;
    Place m_place;
    const std::vector<OptionDescription>* m_options;
    bool m_ofSpec; ///< Else of a question.
};

/// Nothing where `text` is no JSON.
std::optional<Json> listValue(const std::string& text, OptionType type)
{
    if (!text.empty() && text.front() == '[')
        return readJson(text).value;
    Json list = Json::array();
    for (const std::string& item : splitAt(text, ',')) {
        std::optional<Json> value(item);
        if (type == OptionType::IntegerList)
            value = readJson(item).value;
        if (!value)
            return std::nullopt;
        list.push_back(*std::move(value));
    }
    return list;
}

/// The kind that is chosen already stays as it is, with its options.
std::optional<Json> selectionValue(const std::string& text, const Json& before)
{
    if (!text.empty() && text.front() == '{')
        return readJson(text).value;
    if (before.is_object() && before.at("kind") == text)
        return before;
    return text;
}

/// Nothing where `text` is no JSON and would have to be.
std::optional<Json> parsedValue(const std::string& text, const Place& place)
{
    switch (place.type) {
    case OptionType::Text:
    case OptionType::Choice:
    case OptionType::Path:
        return text;
    case OptionType::Selection:
        return selectionValue(text, *place.value);
    case OptionType::IntegerList:
    case OptionType::TextList:
    case OptionType::PathList:
    case OptionType::SelectionList:
    case OptionType::SectionList:
        return listValue(text, place.type);
    default:
        return readJson(text).value;
    }
}

} // namespace

const std::vector<Setting>& allSettings()
{
    static const std::vector<Setting> settings = [] {
        SettingList list;
        list.add(specOptions(), "");
        std::vector<Setting> all = list.take();
        // Where only a name is known, what all tasks have is meant.
        std::stable_partition(all.begin(), all.end(), [](const Setting& setting) {
            return !setting.path.starts_with("task.");
        });
        return all;
    }();
    return settings;
}

void setOption(Json& object, const std::vector<OptionDescription>& options, const std::string& task,
               const std::string& path, const std::string& value)
{
    const Place place = PathWalk(object, options, task, path).end();
    std::optional<Json> parsed = parsedValue(value, place);
    if (!parsed)
        throw WrongSetting(ErrorCode::BadSetting,
                           {"\"%1\" is not a valid value for %2.", {shown(value), path}},
                           {"%1", {place.option->help}});
    *place.value = *std::move(parsed);
}

void throwWrong(const std::vector<Problem>& problems)
{
    if (!problems.empty())
        throw WrongSetting(ErrorCode::BadSetting, {"%1", {inSentences(problems)}});
}

ExperimentSpec withValue(const ExperimentSpec& spec, const std::string& path,
                         const std::string& value)
{
    Json json = experimentSchema().toJson(completedSpec(spec));
    setOption(json, specOptions(), spec.task.kind, path, value);
    std::vector<Problem> problems;
    ExperimentSpec changed = specFromJson(json, problems);
    throwWrong(problems);
    return changed;
}

} // namespace core
