#include "ui/setup/section_options.h"

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

const std::vector<std::string>& sectionsOf(SetupStep step)
{
    static const std::array<std::vector<std::string>, kSteps.size()> all{
        {{"data"}, {"text", "target_text"}, {"model"}, {"training", "decoding"}}};
    return all[static_cast<size_t>(step)];
}

SetupStep stepOf(const std::string& name)
{
    for (const SetupStep step : kSteps) {
        const std::vector<std::string>& names = sectionsOf(step);
        if (std::find(names.begin(), names.end(), name) != names.end())
            return step;
    }
    return SetupStep::Data;
}

std::vector<core::OptionDescription> stepOptions(const Knowledge& knowledge, SetupStep step,
                                                 const std::string& task)
{
    std::vector<core::OptionDescription> sections;
    for (const std::string& name : sectionsOf(step)) {
        const auto* section = findOption(knowledge.specOptions, name);
        if (section == nullptr || !core::servesTask(section->tasks, task))
            continue;
        sections.push_back(*section);
        if (name == "training")
            offerDevices(sections.back().children, knowledge.devices);
        if (name == "decoding")
            sections.back().advanced = true;
    }
    if (sections.size() > 1 && step == SetupStep::Text)
        sections.front().label = "Source text";
    else if (!sections.empty())
        sections.front().label.clear();
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
    if (task == nullptr || task->choices.size() < 2)
        return {};
    return {*task};
}

} // namespace ui
