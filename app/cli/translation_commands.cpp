#include "app/cli/commands.h"
#include "app/cli/line_reader.h"
#include "app/cli/task_commands.h"
#include "core/base/message.h"
#include "core/data/cells/cell_text.h"
#include "core/probe/translation/translation_questions.h"

#include <unistd.h>

#include <memory>

namespace app {

namespace {

constexpr size_t kSentencesTogether = 256;

struct TranslateArguments {
    ModelArguments model;
    SearchArguments search;
    int64_t best = 1;
};

/// On standard error: what the translations do not show.
void printRemarks(int64_t line, const core::TranslatedSource& found)
{
    const std::string place = "Line " + std::to_string(line) + ": ";
    if (found.problem)
        printError(place + found.problem->sentence());
    if (found.cutTokens > 0)
        printError(
            place
            + core::filledText("the last %1 of its %2 tokens {was|were} left out; the model reads "
                               "at most %3.",
                               {std::to_string(found.cutTokens), std::to_string(found.tokens),
                                std::to_string(found.tokens - found.cutTokens)}));
    if (!found.best.empty() && !found.best[0].ended)
        printError(place
                   + core::filledText("the translation was cut off after %1 {token|tokens}.",
                                      {std::to_string(found.best[0].tokens.size())}));
}

/// One line out for each line in; of several translations a line each, with the number of theirs.
void printTranslations(int64_t line, const core::TranslatedSource& found, bool several)
{
    for (const core::Translation& each : found.best) {
        if (several)
            printCells({std::to_string(line), formatted("%.4f", each.score), each.text});
        else
            printLine(each.text);
    }
    if (found.best.empty() && !several)
        printLine("");
    printRemarks(line, found);
}

/// Translates standard input line by line.
ExitCode translateLines(const TranslateArguments& arguments)
{
    const auto model = openModel(arguments.model);
    const core::DecodingSpec decoding = decodingFrom(*model, arguments.search);
    int64_t line = 0;
    ExitCode code = ExitCode::Done;
    forEachBatch(LineReader(STDIN_FILENO), kSentencesTogether, [&](const auto& lines) {
        const core::AnyQuestion question(
            core::AskTranslations{lines, decoding, arguments.best, line});
        const core::AnyAnswer answer = model->answers().answer(*model, question, core::Monitor());
        const auto& all = answer.to<core::AskTranslations>();
        const core::Json json = arguments.model.json
            ? core::toJson(model->answers().readout(question, answer)).at("sources")
            : core::Json();
        for (size_t i = 0; i < all.size(); ++i) {
            ++line;
            if (arguments.model.json) {
                core::Json object = {{"line", line}, {"source", lines[i]}};
                object.update(json[i]);
                printJson(object);
            } else {
                printTranslations(line, all[i], arguments.best > 1);
            }
            if (all[i].problem)
                code = ExitCode::Failed;
        }
    });
    return code;
}

void addTranslate(CLI::App& cli, ExitCode& exitCode)
{
    auto* command = cli.add_subcommand(
        "translate", "Translate standard input, one sentence per line, to standard output");
    auto arguments = std::make_shared<TranslateArguments>();
    addModelArguments(*command, arguments->model);
    addSearchArguments(*command, arguments->search);
    command
        ->add_option("--nbest", arguments->best,
                     "Translations per sentence, best first; with more than one, each line has the "
                     "sentence's number, the score and the translation, separated by tabs")
        ->check(CLI::Range(1, 1000));
    command->footer("Without --nbest, each line gives exactly one line, and an empty line stays "
                    "empty. A sentence that cannot be translated as asked gives an empty line, a "
                    "message with its number on standard error, and exit code 1. Cut "
                    "texts are reported on standard error.");
    command->callback([arguments, &exitCode] { exitCode = translateLines(*arguments); });
}

struct DecodeArguments {
    ModelArguments model;
    SearchArguments search;
    std::string text, prefix;
    int64_t best = 5;
};

void addDecode(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "decode", "Translate one sentence and print every step with every candidate and its fate");
    auto arguments = std::make_shared<DecodeArguments>();
    addModelArguments(*command, arguments->model);
    addSearchArguments(*command, arguments->search);
    command->add_option("--text", arguments->text, "The source sentence")->required();
    command->add_option("--prefix", arguments->prefix, "The required beginning of the translation");
    command->add_option("--nbest", arguments->best, "Translations at the end")
        ->check(CLI::Range(1, 1000));
    command->callback([arguments] {
        const auto model = openModel(arguments->model);
        if (commandsFor(*model).translates && core::trimmed(arguments->text).empty())
            throw UsageError("--text is empty: there is nothing to translate.");
        core::DecodingRequest request;
        request.source = arguments->text;
        request.search = decodingFrom(*model, arguments->search).search;
        request.prefix = arguments->prefix;
        request.best = arguments->best;
        request.detail = core::TraceDetail::Candidates;
        printReadout(answered(*model, core::AnyQuestion(core::AskDecoding{request})),
                     arguments->model.json);
    });
}

} // namespace

void addTranslationCommands(CLI::App& cli, ExitCode& exitCode)
{
    addTranslate(cli, exitCode);
    addDecode(cli);
}

} // namespace app
