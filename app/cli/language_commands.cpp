#include "app/cli/commands.h"
#include "app/cli/opened_model.h"
#include "app/cli/output.h"
#include "core/base/message.h"
#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/text/text_pipeline.h"

#include <memory>

namespace app {

namespace {

struct GenerateArguments {
    ModelArguments model;
    SearchArguments search;
    std::string prompt, prefix, className, numbers;
    int64_t seed = -1, count = 1, length = 0;
};

/// The class or the numbers to generate text for. If none were chosen, the first class or the
/// means are used and a note names them.
std::string conditionOf(const GenerateArguments& arguments, const core::WrittenConditions& all)
{
    const bool numbers = !all.columns.empty();
    const std::string& chosen = numbers ? arguments.numbers : arguments.className;
    if ((numbers ? arguments.className : arguments.numbers).size() > 0)
        throw core::Error(
            core::ErrorCode::BadSetting,
            {numbers ? "--class is for models that generate text for classes; this run generates "
                       "it for numbers."
                     : "--numbers is for models that generate text for numbers; this run does not.",
             {}},
            {numbers ? "Use --numbers." : "Leave --numbers out.", {}});
    if (!chosen.empty() || all.choices.empty())
        return chosen;
    const std::string& standard = numbers ? all.choices[1] : all.choices.front();
    printError("Note: This text is generated for the " + std::string(numbers ? "means" : "class")
               + " \"" + core::shown(standard) + "\"; "
               + (numbers ? "--numbers chooses others, from \"" + core::shown(all.choices.front())
                          + "\" to \"" + core::shown(all.choices.back())
                          + "\" in the training texts."
                          : "--class chooses another."));
    return standard;
}

void show(const core::Translation& text, const GenerateArguments& arguments, core::Json facts)
{
    if (arguments.model.json) {
        core::Json line = {{"prompt", arguments.prompt},
                           {"text", text.text},
                           {"log_probability", text.logProbability}};
        line.update(facts);
        printJson(line);
        return;
    }
    printLines(text.text);
}

/// Tokens of the prompt that the vocabulary lacks, as written; printed to standard error.
std::vector<std::string> unknownTokens(core::LiveModel& model, const core::AskDecoding& question)
{
    const std::string& prompt = question.request.source;
    std::vector<std::string> unknown;
    std::string list;
    for (const core::ReadToken& token :
         model.ask(core::AskReading{prompt, question.className, 0}).tokens)
        if (token.id == core::kUnknownId) {
            unknown.push_back(prompt.substr(static_cast<size_t>(token.begin),
                                            static_cast<size_t>(token.end - token.begin)));
            list += (list.empty() ? "\"" : ", \"") + core::shown(unknown.back()) + "\"";
        }
    if (!unknown.empty())
        printError("Note: The vocabulary of the run lacks these tokens of the prompt, which are "
                   "read as unknown: "
                   + list + ".");
    return unknown;
}

/// Notes on standard error that a search gives fewer texts than requested.
void printCount(const GenerateArguments& arguments, const core::DecodingRequest& request,
                const core::Decoding& written)
{
    const auto found = static_cast<int64_t>(written.best.size());
    if (found < request.best)
        printError(core::filledText(
            "Note: The search \"%1\" gives %2 {text|texts}, not %3. Use --search sampling to draw "
            "that many.",
            {request.search.kind, std::to_string(found), std::to_string(arguments.count)}));
}

/// Generates one text after another; with sampling, each with the next seed.
void generate(const GenerateArguments& arguments)
{
    const auto model = openModel(arguments.model);
    if (!model->answers().has(core::AskSuggestions::kName))
        throw core::Error(
            core::ErrorCode::BadSetting,
            {"generate is for language models; this run is of the task \"%1\".", {model->task()}},
            {"Use predict, tag or translate, as it fits the task.", {}});
    core::AskDecoding question;
    core::DecodingRequest& request = question.request;
    request.source = arguments.prompt;
    request.prefix = arguments.prefix;
    request.search = decodingFrom(*model, arguments.search).search;
    request.longest = arguments.length;
    request.detail = core::TraceDetail::Off;
    const core::WrittenConditions conditions = model->ask(core::AskWrittenClasses());
    question.className = conditionOf(arguments, conditions);
    const bool draws = request.search.kind == "sampling";
    request.best = draws ? 1 : arguments.count;
    const std::vector<std::string> unknown = unknownTokens(*model, question);
    const int64_t first
        = arguments.seed >= 0 ? arguments.seed : request.search.options.value("seed", int64_t{1});
    for (int64_t i = 0; i < (draws ? arguments.count : 1); ++i) {
        if (draws)
            request.search.options["seed"] = first + i;
        const core::Decoding written = model->ask(question);
        if (i == 0)
            printCount(arguments, request, written);
        core::Json facts
            = {{"milliseconds", written.milliseconds}, {"unknown_prompt_tokens", unknown}};
        if (draws)
            facts["seed"] = first + i;
        if (!question.className.empty())
            facts[conditions.columns.empty() ? "class" : "numbers"] = question.className;
        for (const core::Translation& each : written.best)
            show(each, arguments, facts);
    }
}

} // namespace

void addLanguageCommands(CLI::App& cli)
{
    auto* command
        = cli.add_subcommand("generate",
                             "Continue a text with a language model, or generate texts for "
                             "a class or for numbers");
    auto arguments = std::make_shared<GenerateArguments>();
    addModelArguments(*command, arguments->model);
    addSearchArguments(*command, arguments->search);
    command->add_option("--prompt", arguments->prompt, "The text to continue");
    command->add_option("--prefix", arguments->prefix,
                        "The required beginning of the continuation");
    command->add_option("--class", arguments->className,
                        "Class to generate text for, if the model has classes");
    command->add_option("--numbers", arguments->numbers,
                        "Numbers to generate text for, if the model has such columns: \"stars 4\", "
                        "several with semicolons between them");
    command
        ->add_option("--seed", arguments->seed,
                     "Seed for sampling; each further text uses the next seed")
        ->check(CLI::Range(0, 2147483647));
    command->add_option("--count", arguments->count, "Texts")->check(CLI::Range(1, 1000));
    command
        ->add_option("--length", arguments->length,
                     "Maximum number of tokens; default: as set in the run")
        ->check(CLI::Range(1, 100000));
    command->callback([arguments] { generate(*arguments); });
}

} // namespace app
