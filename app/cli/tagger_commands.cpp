#include "app/cli/commands.h"
#include "app/cli/line_reader.h"
#include "app/cli/tagged_columns.h"
#include "app/cli/task_commands.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/data/tokens.h"
#include "core/task/tagging/tagging_questions.h"
#include "core/task/task_kinds.h"
#include "core/train/run_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

namespace app {

namespace {

std::string tagOf(const core::TaggedText& tagged, size_t token)
{
    return tagged.tagNames[static_cast<size_t>(tagged.tags[token])];
}

core::Json jsonOf(const core::SpanScore& score)
{
    return {{"type", score.type},
            {"gold", score.gold},
            {"predicted", score.predicted},
            {"correct", score.correct},
            {"precision", score.precision},
            {"recall", score.recall},
            {"f1", score.f1}};
}

core::Json jsonOf(const core::TaggingScores& scores)
{
    const size_t size = scores.tags.size();
    core::Json confusion = core::Json::array();
    for (size_t row = 0; row < size; ++row) {
        const auto begin = scores.confusion.begin() + static_cast<std::ptrdiff_t>(row * size);
        confusion.push_back(std::vector<int64_t>(begin, begin + static_cast<std::ptrdiff_t>(size)));
    }
    core::Json json = {{"event", "evaluation"},
                       {"texts", scores.texts},
                       {"tokens", scores.tokens},
                       {"loss", scores.loss},
                       {"token_accuracy", scores.accuracy},
                       {"text_accuracy", scores.textAccuracy},
                       {"tags", scores.tags},
                       {"confusion", confusion}};
    if (!scores.hasSpans)
        return json;
    json["spans"] = jsonOf(scores.spans);
    json["spans_by_type"] = core::Json::array();
    for (const core::SpanScore& type : scores.spansByType)
        json["spans_by_type"].push_back(jsonOf(type));
    json["illegal_moves"] = scores.illegalMoves;
    json["illegal_moves_without_crf"] = scores.illegalMovesWithoutCrf;
    return json;
}

void printSpans(const std::string& name, const core::SpanScore& score)
{
    printLine(formatted("%-20s %9.4f %7.4f %7.4f %6lld %9lld %7lld", name.c_str(), score.precision,
                        score.recall, score.f1, static_cast<long long>(score.gold),
                        static_cast<long long>(score.predicted),
                        static_cast<long long>(score.correct)));
}

/// How often each tag is right, where tags mark no spans.
void printTags(const core::TaggingScores& scores)
{
    printLine(formatted("%-20s precision  recall tokens", "tag"));
    const size_t size = scores.tags.size();
    for (size_t tag = 0; tag < size; ++tag) {
        int64_t gold = 0, predicted = 0;
        for (size_t other = 0; other < size; ++other) {
            gold += scores.confusion[tag * size + other];
            predicted += scores.confusion[other * size + tag];
        }
        const auto right = static_cast<double>(scores.confusion[tag * size + tag]);
        printLine(formatted("%-20s %9.4f %7.4f %6lld", scores.tags[tag].c_str(),
                            right / static_cast<double>(std::max<int64_t>(predicted, 1)),
                            right / static_cast<double>(std::max<int64_t>(gold, 1)),
                            static_cast<long long>(gold)));
    }
}

void printTagging(const core::TaggingScores& scores)
{
    printLine(formatted("%lld texts, %lld tokens: token accuracy %.2f %%, whole texts %.2f %%, "
                        "loss %.4f nats per token",
                        static_cast<long long>(scores.texts), static_cast<long long>(scores.tokens),
                        100 * scores.accuracy, 100 * scores.textAccuracy, scores.loss));
    if (!scores.hasSpans) {
        printTags(scores);
        return;
    }
    printLine(formatted("%-20s precision  recall      F1   gold predicted correct", "span"));
    printSpans("all", scores.spans);
    for (const core::SpanScore& type : scores.spansByType)
        printSpans(type.type, type);
    printLine(formatted("illegal transitions: %lld, with each token tagged on its own %lld",
                        static_cast<long long>(scores.illegalMoves),
                        static_cast<long long>(scores.illegalMovesWithoutCrf)));
}

core::Json jsonOf(const core::TaggedText& tagged)
{
    core::Json tokens = core::Json::array();
    const size_t tags = tagged.tagNames.size();
    for (size_t t = 0; t < tagged.tokens.size(); ++t)
        tokens.push_back(
            {{"token", tagged.tokens[t]},
             {"tag", tagOf(tagged, t)},
             {"probability", tagged.probabilities[t * tags + static_cast<size_t>(tagged.tags[t])]},
             {"known", static_cast<bool>(tagged.known[t])}});
    core::Json spans = core::Json::array();
    for (const core::TagSpan& span : tagged.spans)
        spans.push_back({{"type", span.type}, {"first", span.first}, {"last", span.last}});
    return {{"text", tagged.text},
            {"tokens", tokens},
            {"spans", spans},
            {"step", tagged.step},
            {"epoch", tagged.epoch}};
}

/// Each token with its tag and how probable that is; a star for words that are not known.
void printTagging(const core::TaggedText& tagged)
{
    const size_t tags = tagged.tagNames.size();
    for (size_t t = 0; t < tagged.tokens.size(); ++t)
        printLine(
            formatted("%-20s %c %-12s %.4f", tagged.tokens[t].c_str(), tagged.known[t] ? ' ' : '*',
                      tagOf(tagged, t).c_str(),
                      static_cast<double>(
                          tagged.probabilities[t * tags + static_cast<size_t>(tagged.tags[t])])));
}

struct TagArguments {
    ModelArguments model;
    std::vector<std::string> texts;
    std::string file;
    bool tokens = false;
    std::string format, wordColumn, tagColumn;
};

void printNote(const core::TaggedText& tagged)
{
    if (!tagged.note.empty())
        printError("Note: " + tagged.note.plain());
}

std::vector<std::string> tagsOf(const core::TaggedText& tagged)
{
    std::vector<std::string> tags;
    for (size_t t = 0; t < tagged.tokens.size(); ++t)
        tags.push_back(tagOf(tagged, t));
    return tags;
}

bool isBlank(const std::string& text)
{
    return text.find_first_not_of(" \t\r") == std::string::npos;
}

/// A line for each token: the token, a tab and its tag; an empty line behind each text, as in
/// CoNLL's files.
void tagTexts(core::LiveModel& model, const std::vector<std::string>& texts,
              const TagArguments& arguments)
{
    for (const std::string& text : texts) {
        core::TaggedText tagged = model.ask(
            core::AskTags{text, arguments.tokens ? core::Division::OfData : core::Division::Typed});
        if (isBlank(text)) { // A text without tokens has no tags.
            tagged.tokens.clear();
            tagged.tags.clear();
            tagged.spans.clear();
        }
        if (arguments.model.json) {
            printJson(jsonOf(tagged));
            continue;
        }
        for (size_t t = 0; t < tagged.tokens.size(); ++t)
            printCells({tagged.tokens[t], tagOf(tagged, t)});
        printLine("");
    }
}

/// Completes sentences in columns: an empty line ends each.
class ColumnTagger {
public:
    ColumnTagger(core::LiveModel& model, TagColumns columns, bool json)
        : m_model(model), m_sentence(columns), m_json(json)
    {
    }
    void take(const std::string& line)
    {
        if (!isBlank(line)) {
            m_sentence.add(line);
            return;
        }
        end();
        if (!m_json)
            printLine("");
    }
    void end()
    {
        const std::vector<std::string> words = m_sentence.words();
        std::vector<std::string> tags;
        if (!words.empty()) {
            std::string text;
            for (const std::string& word : words)
                core::appendToken(text, word);
            const core::TaggedText tagged
                = m_model.ask(core::AskTags{text, core::Division::OfData, m_sentence.features()});
            if (!std::exchange(m_noted, true))
                printNote(tagged);
            if (m_json)
                printJson(jsonOf(tagged));
            tags = tagsOf(tagged);
        }
        if (!m_json)
            m_sentence.print(tags);
        m_sentence.clear();
    }

private:
    core::LiveModel& m_model;
    ColumnSentence m_sentence;
    bool m_json;
    bool m_noted = false; ///< A note is printed once, with the first sentence.
};

/// Raw text cannot be divided as every corpus is: what is written as one word may be two in the
/// data.
void noteDivision(const TagArguments& arguments)
{
    const core::DataSpec data = core::readRunSummary(arguments.model.run).spec.data;
    const bool universal = data.format.kind == "conllu"
        || std::any_of(data.train.begin(), data.train.end(), [](const std::string& path) {
                               return path.find(".conllu") != std::string::npos;
                           });
    if (universal)
        printError("Note: Raw text is divided by the words of its vocabulary. Words that are "
                   "written as one but are two in CoNLL-U (\"della\") stay one: give divided text "
                   "with --tokens, or a file with --format conllu.");
}

void checkTagger(const core::LiveModel& model)
{
    if (!model.answers().has(core::AskTags::kName))
        throw core::Error(core::ErrorCode::BadSetting,
                          {"tag is for taggers; this run is of the task \"%1\".", {model.task()}},
                          {});
}

/// Calls `take` with lines of the file or of standard input, as they come.
template <class Take> void readLines(const TagArguments& arguments, Take take)
{
    constexpr size_t kTogether = 64;
    const core::FileDescriptor file = arguments.file.empty()
        ? core::FileDescriptor()
        : core::openRegularFile(arguments.file, O_RDONLY);
    LineReader reader(arguments.file.empty() ? STDIN_FILENO : file.get(), arguments.file);
    for (auto lines = reader.next(kTogether); !lines.empty(); lines = reader.next(kTogether)) {
        take(lines);
        if (std::fflush(stdout) != 0)
            return; // Nobody reads any more; main says so.
    }
}

void tagAll(const TagArguments& arguments)
{
    if (arguments.format.empty() && !(arguments.wordColumn + arguments.tagColumn).empty())
        throw UsageError("--word-column and --tag-column need --format conll or conllu.");
    const auto model = openModel(arguments.model);
    checkTagger(*model);
    if (!arguments.format.empty()) {
        const core::ExperimentSpec spec = core::readRunSummary(arguments.model.run).spec;
        ColumnTagger tagger(*model,
                            tagColumns(arguments.format, arguments.wordColumn, arguments.tagColumn,
                                       spec.data.format, core::columnsOfTask(spec.task).features),
                            arguments.model.json);
        readLines(arguments, [&](const std::vector<std::string>& lines) {
            for (const std::string& line : lines)
                tagger.take(line);
        });
        tagger.end();
        return;
    }
    if (!arguments.tokens)
        noteDivision(arguments);
    printNote(model->ask(core::AskTags()));
    if (!arguments.texts.empty())
        tagTexts(*model, arguments.texts, arguments);
    else
        readLines(arguments, [&](const std::vector<std::string>& lines) {
            tagTexts(*model, lines, arguments);
        });
}

} // namespace

TaskCommands taggerCommands()
{
    return {.question = core::AskTagScores::kName,
            .evaluate =
                [](core::LiveModel& model, const EvaluateArguments& arguments) {
                    const std::vector<std::string> tags = model.ask(core::AskTags()).tagNames;
                    const auto rows = scoredRows(arguments, tags);
                    const auto scores = model.ask(core::AskTagScores{{.rows = rows}}).scores;
                    if (arguments.model.json)
                        printJson(jsonOf(scores));
                    else
                        printTagging(scores);
                },
            .predict = {},
            .instead = "tag",
            .inspect =
                [](core::LiveModel& model, const InspectArguments& arguments) {
                    const core::TaggedText tagged = model.ask(core::AskTags{arguments.text});
                    printNote(tagged);
                    if (arguments.model.json)
                        printJson(jsonOf(tagged));
                    else
                        printTagging(tagged);
                }};
}

void addTagCommand(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "tag", "Tag each token of texts from --text, a file or standard input (one text per line)");
    auto arguments = std::make_shared<TagArguments>();
    addModelArguments(*command, arguments->model);
    command->add_option("--text", arguments->texts, "A text; repeatable");
    command->add_option("--file", arguments->file, "A file with a text on each line")
        ->excludes("--text");
    auto* tokens = command->add_flag("--tokens", arguments->tokens,
                                     "The texts are divided: each token stands between blanks");
    command
        ->add_option("--format", arguments->format,
                     "The file, or standard input, has words in columns: print it with the tags in "
                     "their column (conllu), or in a new one behind the others (conll)")
        ->check(CLI::IsMember({"conll", "conllu"}))
        ->excludes("--text")
        ->excludes(tokens);
    command->add_option("--word-column", arguments->wordColumn,
                        "With --format: column of the words, by number from 1 or by name");
    command->add_option("--tag-column", arguments->tagColumn,
                        "With --format: column of the tags, which are replaced");
    command->footer("Without --format, each token gives a line with the token, a tab and its tag; "
                    "an empty line ends each text. Columns that the network reads as features come "
                    "from the file with --format; otherwise their values are unknown.");
    command->callback([arguments] { tagAll(*arguments); });
}

} // namespace app
