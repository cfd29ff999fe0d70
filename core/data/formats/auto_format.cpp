#include "core/base/read_json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/source/json_stream.h"
#include "core/data/source/line_reader.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace core {

namespace {

/// Below this no format was recognised.
constexpr double kLeastFit = 0.3;

/// Stands in when nothing fits: shows the lines, so that the user sees what there is.
class UnrecognisedFormat : public Format {
public:
    explicit UnrecognisedFormat(Message problem)
    {
        m_title = "Not recognised";
        m_selection = {"auto", Json::object()};
        m_layout = {{"line"}, {0}, -1};
        m_problems.push_back(std::move(problem));
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        readLines(text, sink, [&](const Line& line) {
            if (!line.text.empty())
                sink.add({line.number, {line.text}});
        });
    }
};

/// A file that is named as a table and has two columns of sentences is no side of a translation,
/// however many of its rows are short of one; nothing when `sample` holds no such file.
std::shared_ptr<const Format> tableOfPairs(const FormatSample& sample)
{
    if (sample.files.empty() || !namesTable(sample.files.front().file.name))
        return nullptr;
    auto table = makeFormat({"delimited", Json::object()}, sample);
    return table->problems().empty() ? table : nullptr;
}

/// Advice when the sample was made for another task: words with tags (CoNLL, CoNLL-U, "word/TAG")
/// for a task that reads whole texts. Empty otherwise. Words and tags would otherwise pass for
/// texts and classes.
Message otherTask(const FormatSample& sample)
{
    const std::vector<std::string> lines = sampleLines(sample);
    const char* kind = isConllU(lines)       ? "CoNLL-U"
        : isConll(lines)                     ? "CoNLL"
        : !taggedFiles(sample).lines.empty() ? "word/tag"
                                             : nullptr;
    if (!kind)
        return {};
    return {"%1 holds words with tags (%2), for the task that tags each word. Choose that task; "
            "the chosen one needs an answer for each text, such as a table with a text column and "
            "a label column.",
            {nameOf(sample), kind}};
}

/// Advice on a file that holds a web page. Its tags would otherwise pass for labels.
Message webPage(const FormatSample& sample)
{
    if (sample.files.size() != 1)
        return {};
    const std::string_view head = trimmed(sample.files.front().head);
    for (const char* begin : {"<!doctype html", "<!DOCTYPE html", "<html", "<HTML"})
        if (head.starts_with(begin))
            return {"%1 looks like a web page (HTML), not like data. Download the file that the "
                    "page links to, or save its text as a table or a text file.",
                    {nameOf(sample)}};
    return {};
}

/// Advice on a file of questions about words, as questions-words.txt is: four words on each line,
/// under headings that begin with a colon. These would otherwise pass for texts with a label.
Message wordQuestions(const FormatSample& sample)
{
    constexpr size_t kFewestLines = 3, kWords = 4;
    const std::vector<std::string> lines
        = sample.files.size() == 1 ? sampleLines(sample) : std::vector<std::string>();
    const auto isQuestion = [](const std::string& line) {
        return line.starts_with(':') || tokensOf(line).size() == kWords;
    };
    if (lines.size() < kFewestLines || !lines.front().starts_with(": ")
        || !std::all_of(lines.begin(), lines.end(), isQuestion))
        return {};
    return {"%1 holds questions about words (analogies), not texts to learn from. They score word "
            "vectors: choose the task Word vectors with texts of its own, and drop the file on it "
            "or name it in task.questions.",
            {nameOf(sample)}};
}

/// Whether a file begins as JSON does: with a bracket if its name says so, else with an object.
bool beginsAsJson(const SampleFile& entry)
{
    const auto extension = std::filesystem::path(entry.file.name).extension();
    const std::string_view head = trimmed(entry.head);
    if (head.empty() || (head.front() != '{' && head.front() != '['))
        return false;
    const std::string_view next = trimmed(head.substr(1));
    return extension == ".json" || extension == ".jsonl" || extension == ".ndjson"
        || next.starts_with(head.front() == '{' ? '"' : '{');
}

/// The first line of a file that begins as JSON at which it is not JSON. Nothing where there is
/// none in the part that is known.
std::optional<std::string> brokenJsonLine(const SampleFile& entry)
{
    if (!beginsAsJson(entry))
        return std::nullopt;
    const auto isWrong = [](const JsonReading& reading) {
        return !reading.value && reading.fault.text.ends_with("not JSON"); // None of the limits.
    };
    MemoryStream stream(entry.head);
    LineReader lines(stream);
    Line line;
    if (lines.next(line) && readJson(line.text).value) // One object a line.
        while (lines.next(line))
            if (!trimmed(line.text).empty() && isWrong(readJson(line.text)))
                return std::to_string(line.number);
    if (line.number > 1)
        return std::nullopt;
    const JsonReading reading = readJson(entry.whole ? entry.head : closedJson(entry.head));
    if (!isWrong(reading))
        return std::nullopt;
    return reading.fault.arguments.empty() ? "1" : reading.fault.arguments.front();
}

/// Advice on a file that should be JSON; empty if it is.
Message brokenJson(const FormatSample& sample)
{
    if (sample.files.size() != 1)
        return {};
    const auto line = brokenJsonLine(sample.files.front());
    if (!line)
        return {};
    return {
        "%1 is not valid JSON (line %2). Correct that line, or download the file again if it is "
        "incomplete.",
        {nameOf(sample), *line}};
}

/// Advice on a sample without words and tags: a table, texts with labels, or an unknown format.
Message missingTags(const FormatSample& sample)
{
    const FormatSample labelled{sample.files,
                                {"labels", {ColumnKind::Text, ColumnKind::Class}},
                                sample.parallel,
                                sample.monitor};
    const auto other = makeFormat({"auto", Json::object()}, labelled);
    if (other->fit() >= kSureFit)
        return {"%1 holds texts with a label each (%2), not words with tags. Choose the task that "
                "classifies texts, or drop words with tags: CoNLL columns, CoNLL-U or word/tag.",
                {nameOf(sample), other->title()}};
    return {"%1 was not recognised as words with tags. Each word needs a tag: one word and its "
            "tags per "
            "line with an empty line after each sentence (CoNLL, CoNLL-U), or one sentence per "
            "line with each word as word/tag.",
            {nameOf(sample)}};
}

/// Advice on a sample without questions about passages.
Message missingQuestions(const FormatSample& sample)
{
    return {"%1 was not recognised as questions about passages. Give JSON in the form of SQuAD: "
            "\"data\" lists articles, their \"paragraphs\" have a \"context\" and questions "
            "(\"qas\") with \"answers\".",
            {nameOf(sample)}};
}

/// Counts of lines and words in a sample.
struct LineCounts {
    size_t lines = 0, single = 0, words = 0;

    explicit LineCounts(const FormatSample& sample)
    {
        for (const std::string& line : sampleLines(sample)) {
            const size_t count = tokensOf(line).size();
            lines += count > 0 ? 1 : 0;
            single += count == 1 ? 1 : 0;
            words += count;
        }
    }
    bool areWords() const { return lines > 1 && single * 10 >= lines * 9; }
    bool areSentences() const { return lines > 0 && words >= 5 * lines; }
};

/// Advice on texts without labels: running text, a list of words, or neither.
Message missingLabels(const FormatSample& sample)
{
    const LineCounts counts(sample);
    if (counts.areWords())
        return {"%1 is a list of words without labels. Put the words of each class into a file "
                "named after the class (names/Arabic.txt), or write the label beside each word.",
                {nameOf(sample)}};
    if (counts.areSentences())
        return {"%1 looks like running text without labels. Each text needs one: a label column in "
                "a table, a folder or a file for each class, or a label at the beginning of each "
                "line. If there are labels, choose the format and its columns; to learn to write "
                "such text, choose the task Language model.",
                {nameOf(sample)}};
    return {"No labels were found beside the texts. Each text needs one: a label column in a "
            "table, a folder or a file for each class, or a label at the beginning of each line. "
            "If there are labels, choose the format and its columns.",
            {}};
}

/// Makes every other format that holds such rows from the sample and takes the one that fits best;
/// of two that fit equally, the one further up in the list.
std::shared_ptr<const Format> recognised(const FormatSample& sample)
{
    const bool pairs = sample.columns.arePairs();
    const auto filling = formatsThatFill(sample.columns);
    // Files beside each other can only be read line by line; and a file without pairs is taken for
    // one of two such files.
    if (sample.parallel)
        return makeFormat({"parallel", Json::object()}, sample);
    if (holdsSheets(sample)
        && std::find(filling.begin(), filling.end(), "spreadsheet") != filling.end())
        return makeFormat({"spreadsheet", Json::object()}, sample);
    if (Message page = webPage(sample); !page.empty())
        return std::make_shared<const UnrecognisedFormat>(std::move(page));
    if (Message questions = wordQuestions(sample); !questions.empty())
        return std::make_shared<const UnrecognisedFormat>(std::move(questions));
    const bool alone = !sample.columns.answer();
    if (alone)
        if (Message broken = brokenJson(sample); !broken.empty())
            return std::make_shared<const UnrecognisedFormat>(std::move(broken));
    const bool isTable = !sample.files.empty() && namesTable(sample.files.front().file.name);
    if (alone && !isTable && !holdsTables(sample))
        return makeFormat({"lines", Json::object()}, sample);
    const bool tags = sample.columns.answers(ColumnKind::Tags);
    const bool spans = sample.columns.answers(ColumnKind::Spans);
    if (!pairs && !tags && !alone && !spans)
        if (Message other = otherTask(sample); !other.empty())
            return std::make_shared<const UnrecognisedFormat>(std::move(other));
    std::shared_ptr<const Format> best;
    for (const std::string& id : filling) {
        if (id == "auto" || id == "parallel" || id == "spreadsheet")
            continue;
        sample.monitor.throwIfStopped();
        auto candidate = makeFormat({id, Json::object()}, sample);
        if (candidate->fit() >= kLeastFit && (!best || candidate->fit() > best->fit()))
            best = std::move(candidate);
    }
    if (!best || !best->selection().kind.starts_with("json") || best->fit() < kSureFit)
        if (Message broken = brokenJson(sample); !broken.empty())
            return std::make_shared<const UnrecognisedFormat>(std::move(broken));
    if (best)
        return best;
    if (pairs) {
        auto table = tableOfPairs(sample);
        return table ? table : makeFormat({"parallel", Json::object()}, sample);
    }
    return std::make_shared<const UnrecognisedFormat>(tags        ? missingTags(sample)
                                                          : spans ? missingQuestions(sample)
                                                                  : missingLabels(sample));
}

} // namespace

bool isRunningText(const FormatSample& sample)
{
    return LineCounts(sample).areSentences();
}

FormatRegistry::Entry autoFormat()
{
    return FormatRegistry::entry<NoOptions>(
        {.id = "auto",
         .title = "Recognise",
         .summary
         = "Reads the beginning of the files and chooses the format that fits. The preview "
           "shows what was recognised, and everything can be corrected."},
        Schema<NoOptions>(),
        [](const NoOptions&, const FormatSample& sample) { return recognised(sample); });
}

} // namespace core
