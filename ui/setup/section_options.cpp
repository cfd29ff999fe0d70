#include "ui/setup/section_options.h"

#include "ui/setup/spec_access.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::array kSteps{SetupStep::Data, SetupStep::Text, SetupStep::Model,
                            SetupStep::Training};

const core::OptionDescription* findOption(const std::vector<core::OptionDescription>& options,
                                          const std::string& name)
{
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const auto& option) { return option.name == name; });
    return found == options.end() ? nullptr : &*found;
}

bool arePairs(const Knowledge& knowledge, const std::string& task)
{
    return std::any_of(knowledge.taskColumns.begin(), knowledge.taskColumns.end(),
                       [&](const auto& each) { return each.task == task && each.arePairs(); });
}

SetupStep stepOfSection(const std::string& name)
{
    for (const SetupStep step : kSteps)
        if (sectionOf(step) == name)
            return step;
    return SetupStep::Data;
}

void offerDevices(std::vector<core::OptionDescription>& options,
                  const std::vector<Knowledge::Device>& devices)
{
    for (core::OptionDescription& option : options) {
        if (option.name != "device" || devices.empty())
            continue;
        option.type = core::OptionType::Choice;
        for (const Knowledge::Device& device : devices)
            option.choices.push_back({device.id.toStdString(), device.title.toStdString()});
    }
}

} // namespace

std::string sectionOf(SetupStep step)
{
    constexpr std::array names{"data", "text", "model", "training"};
    return names[size_t(step)];
}

const std::vector<core::OptionDescription>& ownOptions(const Knowledge& knowledge,
                                                       const std::string& task)
{
    static const std::vector<core::OptionDescription> none;
    const core::KindDescription* kind = core::findKind(knowledge.catalogue, "task", task);
    return kind == nullptr ? none : kind->options;
}

SetupStep stepOf(const core::OptionDescription& own)
{
    return stepOfSection(own.beside);
}

SetupStep stepOf(const Knowledge& knowledge, const std::string& task, const std::string& path)
{
    const size_t end = path.find_first_of(".[");
    const std::string section = path.substr(0, end);
    if (section != "task" || end == std::string::npos)
        return stepOfSection(section);
    const std::string inside = path.substr(end + 1);
    const auto* own
        = findOption(ownOptions(knowledge, task), inside.substr(0, inside.find_first_of(".[")));
    return own == nullptr ? SetupStep::Data : stepOf(*own);
}

std::vector<core::OptionDescription> stepOptions(const Knowledge& knowledge, SetupStep step,
                                                 const std::string& task)
{
    std::vector<core::OptionDescription> sections;
    if (const auto* section = findOption(knowledge.specOptions, sectionOf(step)))
        sections.push_back(*section);
    for (core::OptionDescription& section : sections) {
        section.label = step == SetupStep::Text && arePairs(knowledge, task) ? "Source text" : "";
        offerDevices(section.children, knowledge.devices);
    }
    core::OptionDescription own;
    own.name = "task";
    own.type = core::OptionType::Section;
    for (const core::OptionDescription& option : ownOptions(knowledge, task))
        if (stepOf(option) == step)
            own.children.push_back(option);
    if (!own.children.empty())
        sections.push_back(own);
    return sections;
}

std::vector<core::OptionDescription> headOptions(const Knowledge& knowledge)
{
    std::vector<core::OptionDescription> options;
    for (const core::OptionDescription& option : knowledge.specOptions) {
        if (option.type != core::OptionType::Section && option.name != "task")
            options.push_back(option);
    }
    return options;
}

std::vector<core::OptionDescription> taskOptions(const Knowledge& knowledge)
{
    const auto* task = findOption(knowledge.specOptions, "task");
    const auto kinds = knowledge.catalogue.find("task");
    if (task == nullptr || kinds == knowledge.catalogue.end() || kinds->second.size() < 2)
        return {};
    core::OptionDescription choice = *task; // Its own options stand in the steps.
    choice.type = core::OptionType::Choice;
    choice.defaultValue = task->defaultValue.value("kind", std::string());
    for (const core::KindDescription& kind : kinds->second)
        choice.choices.push_back({kind.id, kind.title});
    return {choice};
}

core::Json presetSettings(const Knowledge& knowledge, const core::Json& spec,
                          const std::string& task, SetupPanel::DataFrom from)
{
    const auto& presets = knowledge.presets;
    const auto ofTask = [&](const auto& each) { return taskOf(each.spec) == task; };
    // The very first preset fits files as well as its own sample.
    auto preset = std::find_if(presets.begin(), presets.end(), [&](const auto& each) {
        const bool files = from == SetupPanel::DataFrom::Files;
        return ofTask(each) && (each.needsData == files || &each == presets.data());
    });
    if (preset == presets.end())
        preset = std::find_if(presets.begin(), presets.end(), ofTask);
    core::Json wanted = preset == presets.end() ? spec : preset->spec;
    if (taskOf(wanted) != task)
        wanted["task"] = {{"kind", task}};
    const std::string name = text(spec, "name");
    const bool given = std::none_of(presets.begin(), presets.end(), [&](const auto& each) {
        return text(each.spec, "name") == name;
    });
    if (given)
        wanted["name"] = name;
    const core::Json device = member(member(spec, "training"), "device");
    if (!device.is_null())
        wanted["training"]["device"] = device;
    return wanted;
}

} // namespace ui
