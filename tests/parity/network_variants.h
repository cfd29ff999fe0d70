#pragma once

#include "core/experiment/spec_json.h"

#include <map>
#include <string>
#include <vector>

/// Networks that differ in each of their options, for tests that compare us with Python.
namespace parity {

/// The kinds that an option can take in turn, the others at their defaults.
inline std::vector<core::Json> valuesOf(const core::OptionDescription& option)
{
    std::vector<core::Json> values;
    for (const core::Choice& choice : option.choices)
        values.emplace_back(choice.value);
    if (option.type == core::OptionType::Boolean)
        values = {true, false};
    if (option.type == core::OptionType::Selection)
        for (const core::KindDescription& kind : core::catalogue().at(option.family))
            values.push_back({{"kind", kind.id}});
    if (option.name == "layers")
        values.emplace_back(2);
    if (option.name == "projection_size")
        values.emplace_back(3);
    return values;
}

/// Each kind of network of `task` with its defaults and with each choice of each of its options.
/// @param small  what options of these names are to be, wherever a kind has them.
inline std::map<std::string, core::Json> networkVariants(const std::string& task,
                                                         const core::Json& small)
{
    std::map<std::string, core::Json> all;
    for (const core::KindDescription& kind : core::catalogue().at("network")) {
        if (!core::servesTask(kind.tasks, task))
            continue;
        core::Json standard = {{"kind", kind.id}};
        for (const core::OptionDescription& option : kind.options)
            if (small.contains(option.name))
                standard[option.name] = small.at(option.name);
        all[kind.id] = standard;
        for (const core::OptionDescription& option : kind.options) {
            int number = 0;
            for (const core::Json& value : valuesOf(option)) {
                core::Json changed = standard;
                changed[option.name] = value;
                all[kind.id + "_" + option.name + "_" + std::to_string(number++)] = changed;
            }
        }
    }
    return all;
}

} // namespace parity
