#include "app/cli/usage.h"

#include "app/cli/commands.h"
#include "core/catalogue/spec_settings.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace app {

namespace {

/// The command that was asked for, or the program.
const CLI::App* chosenCommand(const CLI::App& cli)
{
    const auto chosen = cli.get_subcommands();
    return chosen.empty() ? &cli : chosen.front();
}

std::vector<std::string> optionNames(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back(name);
    return names;
}

/// "--epochs" is meant as "--set training.epochs=VALUE".
std::string settingMeant(const CLI::App& command, std::string word)
{
    if (command.get_option_no_throw("--set") == nullptr)
        return {};
    word.erase(0, word.find_first_not_of('-'));
    std::replace(word.begin(), word.end(), '-', '_');
    for (const core::Setting& setting : core::allSettings())
        if (setting.option->name == word)
            return "; did you mean --set " + setting.path + "=VALUE?";
    return {};
}

std::string unexpectedWord(const CLI::App& command, const std::string& word)
{
    const std::string name = word.substr(0, word.find('='));
    std::string hint = name.starts_with("-") ? settingMeant(command, name) : std::string();
    if (name != word && !name.starts_with("-") && command.get_option_no_throw("--set") != nullptr)
        hint = "; did you mean --set " + word + "?";
    if (hint.empty() && name.starts_with("--"))
        if (const std::string near = core::nearestWord(name.substr(2), optionNames(command));
            !near.empty())
            hint = "; did you mean --" + near + "?";
    const char* const what = name.starts_with("-") ? "has no option" : "does not expect";
    return command.get_name() + " " + what + " \"" + word + "\"" + (hint.empty() ? "." : hint);
}

} // namespace

std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates)
{
    const std::string near = core::nearestWord(word, candidates);
    return near.empty() ? std::string() : "; did you mean " + near + "?";
}

std::string usageSentence(const CLI::App& cli, const CLI::ParseError& error)
{
    const CLI::App* const command = chosenCommand(cli);
    const auto unexpected = command->remaining();
    std::string sentence = error.what();
    if (sentence.empty() || sentence.back() != '.')
        sentence += ".";
    const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
    // A misspelt option is what makes the right one missing.
    if (code == CLI::ExitCodes::ExtrasError && !unexpected.empty())
        sentence = unexpectedWord(*command, unexpected.front());
    else if (code == CLI::ExitCodes::RequiredError && !unexpected.empty())
        sentence = unexpectedWord(*command, unexpected.front()) + " " + sentence;
    else if (code == CLI::ExitCodes::RequiredError && command != &cli
             && !sentence.starts_with("--"))
        sentence += " Arguments without an option name come before the options.";
    const bool known = command != &cli;
    return sentence + " See unroll-cli " + (known ? command->get_name() + " " : "") + "--help.";
}

void refuseUnknownCommand(const CLI::App& cli, int argc, const char* const* argv)
{
    const std::string word = argc > 1 ? argv[1] : "";
    if (word.empty() || word.front() == '-')
        return;
    std::vector<std::string> names;
    for (const CLI::App* command : cli.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), word) != names.end())
        return;
    const std::string hint = didYouMean(word, names);
    throw UsageError("There is no command \"" + word + "\"" + (hint.empty() ? "." : hint)
                     + " unroll-cli --help lists them.");
}

namespace {

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char character) { return std::tolower(character); });
    return text;
}

bool isLetter(char character)
{
    return std::isalpha(static_cast<unsigned char>(character)) != 0;
}

/// Whether `phrase` stands in `text` as whole words. Single words say too little: every other
/// sentence speaks of a text or a name.
bool speaksOf(const std::string& text, std::string phrase)
{
    if (phrase.find(' ') == std::string::npos)
        return false;
    if (phrase.back() == 's')
        phrase.pop_back(); // "the text column", of the setting "Text columns"
    for (size_t at = text.find(phrase); at != std::string::npos; at = text.find(phrase, at + 1)) {
        size_t end = at + phrase.size();
        if (end < text.size() && text[end] == 's')
            ++end;
        if ((at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end])))
            return true;
    }
    return false;
}

std::string asOption(const core::Setting& setting)
{
    std::string value = "VALUE";
    if (setting.option->type == core::OptionType::Boolean)
        value = setting.option->defaultValue.get<bool>() ? "false" : "true";
    return "--set " + setting.path + "=" + value;
}

} // namespace

std::string settingHint(const core::Message& message)
{
    const std::string text = lowered(message.text);
    std::string options;
    std::set<std::string> named; // The source side's settings stand for those of the target side.
    for (const core::Setting& setting : core::allSettings()) {
        std::string name = setting.option->name;
        std::replace(name.begin(), name.end(), '_', ' ');
        const bool spoken = speaksOf(text, name) || speaksOf(text, lowered(setting.option->label));
        if (spoken && named.insert(name).second)
            options += (options.empty() ? "" : ", ") + asOption(setting);
    }
    return options.empty() ? "" : " (" + options + ")";
}

std::string sentenceOf(const core::Failure& failure, Hints hints)
{
    const std::string hint = hints == Hints::Settings ? settingHint(failure.advice) : std::string();
    return failure.sentence() + hint;
}

} // namespace app
