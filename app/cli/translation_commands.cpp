#include "app/cli/answers.h"
#include "app/cli/commands.h"
#include "app/cli/line_reader.h"
#include "app/cli/opened_model.h"

#include <unistd.h>

#include <cstdio>
#include <memory>

namespace app {

namespace {

constexpr size_t kSentencesTogether = 256;

struct TranslateArguments {
    ModelArguments model;
    SearchArguments search;
    int64_t best = 1;
};

void printTranslations(const std::string& source,
                       const std::vector<core::Translation>& translations, bool json, bool several)
{
    if (json) {
        printJson(toJson(source, translations));
        return;
    }
    for (const core::Translation& each : translations) {
        if (several)
            std::printf("%.4f\t%s\n", each.score, each.text.c_str());
        else
            std::printf("%s\n", each.text.c_str());
    }
    if (translations.empty())
        std::printf("\n"); // One line out for each line in.
}

void addTranslate(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "translate", "One sentence a line on standard input, its translation on standard output");
    auto arguments = std::make_shared<TranslateArguments>();
    addModelArguments(*command, arguments->model);
    addSearchArguments(*command, arguments->search);
    command->add_option("--nbest", arguments->best, "Translations a sentence, best first")
        ->check(CLI::Range(1, 1000));
    command->callback([arguments] {
        const auto opened = openModel(arguments->model);
        auto& model = core::liveAs<core::LiveTranslator>(*opened);
        const core::DecodingSpec decoding = decodingFrom(model.decoding(), arguments->search);
        LineReader reader(STDIN_FILENO);
        for (auto lines = reader.next(kSentencesTogether); !lines.empty();
             lines = reader.next(kSentencesTogether)) {
            const auto all = model.translate(lines, decoding, arguments->best, core::Monitor());
            for (size_t i = 0; i < all.size(); ++i)
                printTranslations(lines[i], all[i], arguments->model.json, arguments->best > 1);
            if (std::fflush(stdout) != 0)
                return; // Nobody reads any more; main says so.
        }
    });
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
    command->add_option("--prefix", arguments->prefix, "What the translation must begin with");
    command->add_option("--nbest", arguments->best, "Translations at the end")
        ->check(CLI::Range(1, 1000));
    command->callback([arguments] {
        const auto opened = openModel(arguments->model);
        auto& model = core::liveAs<core::LiveTranslator>(*opened);
        core::DecodingRequest request;
        request.source = arguments->text;
        request.search = decodingFrom(model.decoding(), arguments->search).search;
        request.prefix = arguments->prefix;
        request.best = arguments->best;
        request.detail = core::TraceDetail::Candidates;
        const core::Decoding decoding = model.decode(request);
        if (arguments->model.json)
            printJson(toJson(decoding));
        else
            print(decoding);
    });
}

} // namespace

void addTranslationCommands(CLI::App& cli, ExitCode& /*exitCode*/)
{
    addTranslate(cli);
    addDecode(cli);
}

} // namespace app
