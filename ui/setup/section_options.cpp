#include "ui/setup/section_options.h"

#include <algorithm>

namespace ui {

namespace {

const core::OptionDescription* findOption(const std::vector<core::OptionDescription>& options,
                                          const std::string& name)
{
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const auto& option) { return option.name == name; });
    return found == options.end() ? nullptr : &*found;
}

} // namespace

std::vector<core::OptionDescription> sectionOptions(const Knowledge& knowledge,
                                                    const std::string& section)
{
    const auto* description = findOption(knowledge.specOptions, section);
    if (description == nullptr)
        return {};
    std::vector<core::OptionDescription> options = description->children;
    for (core::OptionDescription& option : options) {
        if (section != "training" || option.name != "device" || knowledge.devices.empty())
            continue;
        option.type = core::OptionType::Choice;
        for (const Knowledge::Device& device : knowledge.devices)
            option.choices.push_back({device.id.toStdString(), device.title.toStdString()});
    }
    return options;
}

std::vector<core::OptionDescription> headOptions(const Knowledge& knowledge)
{
    std::vector<core::OptionDescription> options;
    for (const core::OptionDescription& option : knowledge.specOptions) {
        const bool onlyTask = option.name == "task" && option.choices.size() < 2;
        if (option.type != core::OptionType::Section && !onlyTask)
            options.push_back(option);
    }
    return options;
}

} // namespace ui
