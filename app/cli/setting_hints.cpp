#include "app/cli/setting_hints.h"

#include "core/catalogue/spec_settings.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace app {

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
