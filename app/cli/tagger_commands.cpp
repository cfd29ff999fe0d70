#include "app/cli/commands.h"
#include "app/cli/line_reader.h"
#include "app/cli/opened_model.h"
#include "app/cli/output.h"
#include "app/cli/tagged_columns.h"
#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/data/cells/cell_text.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/task/task_kinds.h"
#include "core/train/run_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace app {

namespace {

std::string tagOf(const core::TaggedText& tagged, size_t token)
{
    return tagged.tagNames[static_cast<size_t>(tagged.tags[token])];
}

/// All but the probabilities of all tags, which are many.
core::Json jsonOf(const core::LiveModel& model, const core::TaggedText& tagged)
{
    const core::AnyAnswer answer{std::make_shared<std::any>(tagged)};
    return core::toJson(model.answers()
                            .readout(core::AnyQuestion(core::AskTags()), answer)
                            .without("probabilities"));
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
        core::TaggedText tagged = model.ask(core::AskTags{
            {.text = text,
             .division = arguments.tokens ? core::Division::OfData : core::Division::Typed}});
        if (isBlank(text)) { // A text without tokens has no tags.
            tagged.tokens.clear();
            tagged.tags.clear();
            tagged.spans.clear();
        }
        if (arguments.model.json) {
            printJson(jsonOf(model, tagged));
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
                = m_model.ask(core::AskTags{{.text = text,
                                             .division = core::Division::OfData,
                                             .features = m_sentence.features()}});
            if (!std::exchange(m_noted, true))
                printNote(tagged);
            if (m_json)
                printJson(jsonOf(m_model, tagged));
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
    forEachBatch(LineReader(arguments.file.empty() ? STDIN_FILENO : file.get(), arguments.file),
                 kTogether, take);
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
