#include "app/cli/commands.h"
#include "app/cli/help_topics.h"
#include "app/cli/output.h"
#include "app/cli/usage.h"

#include <algorithm>
#include <cctype>
#include <memory>

namespace app {

namespace {

constexpr const char* kProgram = "unroll-cli";
constexpr const char* kAllCommands = "commands"; ///< A topic that the commands themselves make.

/// Those that users call.
std::vector<const CLI::App*> subcommandsOf(const CLI::App& cli)
{
    return cli.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

/// `text` in lines of at most 79 characters, each with an indent. Lines of the text stay apart.
void printWrapped(const std::string& text, size_t indent)
{
    constexpr size_t kWidth = 79;
    std::string line;
    const auto flush = [&] { printLine(std::string(indent, ' ') + std::exchange(line, {})); };
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (!line.empty() && indent + line.size() + 1 + end - begin > kWidth)
            flush();
        line += (line.empty() ? "" : " ") + text.substr(begin, end - begin);
        begin = end + 1;
    }
    flush();
}

void printTopic(const HelpTopic& topic)
{
    printLine(topic.title);
    for (const HelpEntry& entry : topic.entries) {
        printLine("");
        if (!entry.term.empty())
            printLine("  " + entry.term);
        printWrapped(entry.text, entry.term.empty() ? 0 : 6);
    }
}

/// "commands, settings, formats"
std::string topicNames()
{
    std::string names = kAllCommands;
    for (const HelpTopic& topic : helpTopics())
        names += ", " + topic.name;
    return names;
}

void printHelp(const CLI::App& cli, const std::string& subject)
{
    const std::vector<const CLI::App*> commands = subcommandsOf(cli);
    bool found = false;
    for (const CLI::App* command : commands) {
        if (subject != command->get_name() && subject != kAllCommands)
            continue;
        printLines(command->help(kProgram));
        found = true;
    }
    std::vector<std::string> names{kAllCommands};
    for (const CLI::App* command : commands)
        names.push_back(command->get_name());
    for (const HelpTopic& topic : helpTopics()) {
        names.push_back(topic.name);
        if (topic.name != subject)
            continue;
        printTopic(topic);
        found = true;
    }
    const std::string hint = didYouMean(subject, names);
    if (!found)
        throw UsageError("There is no command or topic \"" + subject + "\""
                         + (hint.empty() ? "." : hint) + " The topics are: " + topicNames() + ".");
}

/// `text` as troff reads it: nothing in it is a request.
std::string roff(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        if (!escaped.empty() && escaped.back() == ',' && c != ' ' && c != '\n')
            escaped += "\\:"; // A long list of choices may be broken here.
        if ((escaped.empty() || escaped.back() == '\n') && (c == '.' || c == '\''))
            escaped += "\\&";
        if (c == '-' || c == '\\')
            escaped += c == '-' ? "\\-" : "\\e";
        else
            escaped += c;
    }
    return escaped;
}

void printManEntry(const std::string& term, const std::string& text)
{
    printLines(term.empty() ? ".PP" : ".TP\n.B " + roff(term));
    printLines(roff(text));
}

void printManCommand(const CLI::App& command)
{
    const CLI::Formatter format;
    printLines(".SS " + roff(command.get_name()) + "\n" + roff(command.get_description()));
    std::string usage
        = format.make_usage(&command, std::string(kProgram) + " " + command.get_name());
    usage.erase(std::remove(usage.begin(), usage.end(), '\n'), usage.end());
    printManEntry({}, usage);
    for (const CLI::Option* option : command.get_options()) {
        if (option == command.get_help_ptr()) // The same for every command.
            continue;
        const bool isPositional = option->get_positional();
        printManEntry(format.make_option_name(option, isPositional)
                          + format.make_option_opts(option),
                      format.make_option_desc(option));
    }
    if (!command.get_footer().empty())
        printManEntry({}, command.get_footer());
}

void printManPage(const CLI::App& cli)
{
    printLines(".TH UNROLL-CLI 1 \"\" \"" + cli.version() + "\" \"User Commands\"\n.ad l\n.nh");
    printLines(".SH NAME\n" + roff(kProgram) + " \\- " + roff(cli.get_description()));
    printLines(".SH SYNOPSIS\n.B " + roff(kProgram) + "\n\\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]");
    printLine(".SH COMMANDS");
    for (const CLI::App* command : subcommandsOf(cli))
        printManCommand(*command);
    for (const HelpTopic& topic : helpTopics()) {
        std::string title = topic.title;
        std::transform(title.begin(), title.end(), title.begin(),
                       [](unsigned char letter) { return std::toupper(letter); });
        printLine(".SH " + title);
        for (const HelpEntry& entry : topic.entries)
            printManEntry(entry.term, entry.text);
    }
}

} // namespace

void addHelpCommand(CLI::App& cli)
{
    auto* command = cli.add_subcommand("help", "Explain a command or a topic, or print all help");
    auto subject = std::make_shared<std::string>();
    auto man = std::make_shared<bool>(false);
    command->add_option("subject", *subject, "A command, or a topic: " + topicNames());
    command->add_flag("--man", *man,
                      "Print the manual page, with every command and topic, for man: unroll-cli "
                      "help --man | man -l -");
    command->callback([&cli, subject, man] {
        if (*man)
            printManPage(cli);
        else
            printHelp(cli, subject->empty() ? kAllCommands : *subject);
    });
    cli.footer("Topics: unroll-cli help followed by one of " + topicNames()
               + ".\nExit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.");
}

} // namespace app
