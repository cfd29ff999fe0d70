#include "app/cli/commands.h"
#include "app/cli/help_topics.h"
#include "app/cli/output.h"
#include "app/cli/usage.h"
#include "core/catalogue/spec_json.h"
#include "core/lesson/lesson_file.h"
#include "core/train/ask_run.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace app {

namespace {

/// The families of questions, beside the families that specs choose from.
constexpr const char* kQuestions = "questions";
constexpr const char* kByHand = "by_hand"; ///< They need no run.
constexpr const char* kLessons = "lessons"; ///< The blocks of a lesson's file.

/// Where a kind of `family` is chosen: paths of --set, or the option of a command.
std::vector<std::string> placesOf(const std::string& family)
{
    std::vector<std::string> places;
    for (const core::Setting& setting : core::allSettings())
        if (setting.option->family == family || setting.path == family)
            places.push_back(setting.path);
    if (family == "export")
        places.emplace_back("export --format");
    if (family == kQuestions)
        places.emplace_back("ask RUN QUESTION");
    if (family == kByHand)
        places.emplace_back("ask QUESTION");
    if (family == kLessons)
        places.emplace_back("a line ``` and the name in a .lesson file, and \"key: value\" lines");
    return places;
}

template <class Items, class Text> std::string listed(const Items& items, Text&& text)
{
    std::string all;
    for (const auto& item : items)
        all += (all.empty() ? "" : ", ") + text(item);
    return all;
}

std::string placesText(const std::string& family)
{
    return listed(placesOf(family), [](const std::string& place) { return place; });
}

/// "1 to 8192 features", "a number from 0", "one of: all, none".
std::string allowedText(const core::OptionDescription& option)
{
    const std::string unit = option.unit.empty() ? "" : " " + option.unit;
    if (!option.choices.empty())
        return "one of "
            + listed(option.choices, [](const core::Choice& choice) { return choice.value; });
    if (!option.family.empty())
        return "see kinds " + option.family;
    if (std::isfinite(option.minimum) && std::isfinite(option.maximum))
        return core::numberText(option.minimum) + " to " + core::numberText(option.maximum) + unit;
    if (std::isfinite(option.minimum))
        return "from " + core::numberText(option.minimum) + unit;
    if (std::isfinite(option.maximum))
        return "up to " + core::numberText(option.maximum) + unit;
    return option.unit;
}

std::string defaultText(const core::Json& value)
{
    if (value.is_object() && value.contains("kind"))
        return value.at("kind").get<std::string>();
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void printOption(const core::OptionDescription& option, const std::string& path)
{
    printLine("    " + optionWithDefault(option, path) + "  " + labelAndRange(option));
    for (const std::string& text : {option.help, option.formula.text})
        if (!text.empty())
            printLine("        " + text);
    for (const core::OptionDescription& inside : option.children)
        printOption(inside, path + option.name + ".");
}

void printFamily(const std::string& family, const std::vector<core::KindDescription>& kinds)
{
    printLine(family + ": chosen by " + placesText(family));
    for (const core::KindDescription& kind : kinds) {
        printLine("");
        printLine("  " + kind.id + "  " + kind.title);
        for (const std::string& text : {kind.summary, kind.formula.text, kind.example})
            if (!text.empty())
                printLine("    " + text);
        if (!kind.tasks.empty())
            printLine("    Only for "
                      + listed(kind.tasks, [](const std::string& task) { return task; }) + ".");
        for (const core::OptionDescription& option : kind.options)
            printOption(option, {});
    }
}

core::Json optionsJson(const std::vector<core::OptionDescription>& options);

core::Json optionJson(const core::OptionDescription& option)
{
    core::Json json = {{"name", option.name},
                       {"label", option.label},
                       {"help", option.help},
                       {"unit", option.unit},
                       {"default", option.defaultValue},
                       {"family", option.family},
                       {"advanced", option.advanced},
                       {"tasks", option.tasks},
                       {"formula", option.formula.text},
                       {"latex", option.formula.latex}};
    if (std::isfinite(option.minimum))
        json["minimum"] = option.minimum;
    if (std::isfinite(option.maximum))
        json["maximum"] = option.maximum;
    json["choices"] = core::Json::array();
    for (const core::Choice& choice : option.choices)
        json["choices"].push_back({{"value", choice.value}, {"label", choice.label}});
    if (!option.children.empty())
        json["options"] = optionsJson(option.children);
    return json;
}

core::Json optionsJson(const std::vector<core::OptionDescription>& options)
{
    core::Json list = core::Json::array();
    for (const core::OptionDescription& option : options)
        list.push_back(optionJson(option));
    return list;
}

core::Json familyJson(const std::string& family, const std::vector<core::KindDescription>& kinds)
{
    core::Json list = core::Json::array();
    for (const core::KindDescription& kind : kinds) {
        list.push_back({{"kind", kind.id},
                        {"title", kind.title},
                        {"summary", kind.summary},
                        {"formula", kind.formula.text},
                        {"latex", kind.formula.latex},
                        {"example", kind.example},
                        {"tasks", kind.tasks},
                        {"options", optionsJson(kind.options)}});
    }
    return {{"family", family}, {"chosen_by", placesOf(family)}, {"kinds", list}};
}

void printKinds(const std::string& wanted, bool json)
{
    core::Catalogue all = core::catalogue();
    all[kQuestions] = core::questionKinds();
    for (const core::HandQuestion& each : core::handQuestions())
        all[kByHand].push_back(each.kind);
    all[kLessons] = core::lessonBlocks();
    std::vector<std::string> families;
    for (const auto& [family, kinds] : all)
        families.push_back(family);
    if (!wanted.empty() && !all.contains(wanted)) {
        const std::string hint = didYouMean(wanted, families);
        throw UsageError("There is no family \"" + wanted + "\"" + (hint.empty() ? "." : hint)
                         + " There are: "
                         + listed(families, [](const std::string& name) { return name; }) + ".");
    }
    for (const auto& [family, kinds] : all) {
        if (!wanted.empty() && family != wanted)
            continue;
        if (json)
            printJson(familyJson(family, kinds));
        else if (!wanted.empty())
            printFamily(family, kinds);
        else
            printLine(formatted("%-16s %s", family.c_str(),
                                listed(kinds, [](const auto& kind) { return kind.id; }).c_str()));
    }
}

} // namespace

std::string optionWithDefault(const core::OptionDescription& option, const std::string& path)
{
    const bool isSection = !option.children.empty();
    return path + option.name + (isSection ? "" : "=" + defaultText(option.defaultValue));
}

std::string labelAndRange(const core::OptionDescription& option)
{
    const std::string allowed = allowedText(option);
    return option.label + (allowed.empty() ? "" : "; " + allowed);
}

void addKindsCommand(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "kinds", "List all kinds of networks, tokenisers, optimisers ... with their options");
    auto family = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    command->add_option("family", *family, "Show the kinds of this family with all their options");
    command->add_flag("--json", *json, "Everything about them, one JSON object per family");
    command->footer("The options of a kind are set below its path: --set model.network=gru --set "
                    "model.network.hidden_size=64");
    command->callback([family, json] { printKinds(*family, *json); });
}

} // namespace app
