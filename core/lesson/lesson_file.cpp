#include "core/lesson/lesson_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/resource.h"
#include "core/catalogue/spec_settings.h"
#include "core/data/cells/cell_text.h"
#include "core/lesson/lesson_schemas.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace core {

namespace {

constexpr uint64_t kLargestFile = uint64_t{1} << 20;
constexpr size_t kMostSteps = 40, kMostRuns = 8;
constexpr std::string_view kFence = "```", kHeaderLine = "---", kEnding = ".lesson";

/// A value of a block, with the number of the line at which it stands.
struct KeyedLine {
    std::string key, value;
    size_t line = 0;
    bool hasColon = true;
};

/// The lines between two fences, or those of the header.
struct LessonBlock {
    std::string word;
    size_t line = 0;
    std::string text; ///< Whole, as it was written.
    std::vector<KeyedLine> values;
};

class LessonReader {
public:
    LessonReader(std::string_view text, std::string name)
        : m_rest(text), m_name(std::move(name)) { }

    Lesson read();

private:
    [[noreturn]] void refuse(size_t line, const Message& what, Message advice = {}) const;
    bool nextLine();
    void readHeader();
    void beginStep();
    /// The block whose fence is the present line. @param end  the line that ends it.
    LessonBlock readBlock(std::string word, std::string_view end);
    void addBlock(const LessonBlock& block);
    void addQuestion(const LessonBlock& block, LessonQuestionKind kind,
                     const Schema<LessonQuestion>& schema);
    template <class Part> Part part(const LessonBlock& block, const Schema<Part>& schema) const;
    LessonStep& step(const LessonBlock& block);
    void checkMeasure(const LessonBlock& block, const LessonMeasure& measure) const;
    void requireText(const LessonBlock& block, const std::string& value, const char* key) const;
    void addText();
    void checkWhole() const;

    std::string_view m_rest, m_line;
    std::string m_name;
    size_t m_number = 0; ///< The present line, counted from 1.
    Lesson m_lesson;
};

void LessonReader::refuse(size_t line, const Message& what, Message advice) const
{
    throw Error(ErrorCode::FileMalformed,
                {"%1, line %2: %3", {m_name, std::to_string(line), what.plain()}},
                std::move(advice));
}

bool LessonReader::nextLine()
{
    if (m_rest.empty())
        return false;
    const size_t end = m_rest.find('\n');
    m_line = m_rest.substr(0, end);
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
    if (m_line.ends_with('\r'))
        m_line.remove_suffix(1);
    ++m_number;
    return true;
}

LessonBlock LessonReader::readBlock(std::string word, std::string_view end)
{
    LessonBlock block{std::move(word), m_number, {}, {}};
    while (nextLine()) {
        if (trimmed(m_line) == end)
            return block;
        block.text += std::string(m_line) + '\n';
        const bool goesOn = m_line.starts_with(' ') || m_line.starts_with('\t');
        const size_t colon = m_line.find(':');
        if (trimmed(m_line).empty())
            continue;
        if (goesOn && !block.values.empty())
            block.values.back().value += ' ' + std::string(trimmed(m_line));
        else
            block.values.push_back({std::string(trimmed(m_line.substr(0, colon))),
                                    colon == std::string_view::npos
                                        ? ""
                                        : std::string(trimmed(m_line.substr(colon + 1))),
                                    m_number, colon != std::string_view::npos});
    }
    refuse(block.line, {"The block does not end.", {}},
           {"Write the line %1 behind it.", {std::string(end)}});
}

template <class Part>
Part LessonReader::part(const LessonBlock& block, const Schema<Part>& schema) const
{
    Json values = schema.toJson(Part{}), given = Json::object();
    for (const KeyedLine& each : block.values)
        try {
            if (!each.hasColon)
                refuse(each.line, {"\"%1\" has no key.", {shown(each.key)}},
                       {"Write a key, a colon and the value: \"%1: ...\".",
                        {schema.options().front().name}});
            if (given.contains(each.key))
                refuse(each.line, {"%1 is written twice.", {each.key}});
            setOption(values, schema.options(), {}, each.key, each.value);
            given[each.key] = values.at(each.key);
        } catch (const Error& error) {
            if (error.failure().code == ErrorCode::FileMalformed)
                throw;
            refuse(each.line, error.failure().what, error.failure().advice);
        }
    std::vector<Problem> problems;
    completed(given, schema.options(), {}, {}, problems);
    if (!problems.empty())
        refuse(block.line, {"%1", {inSentences(problems)}});
    return schema.fromJson(given);
}

void LessonReader::readHeader()
{
    if (!nextLine() || trimmed(m_line) != kHeaderLine)
        refuse(1, {"A lesson begins with three lines: ---, \"title: ...\" and ---.", {}});
    const LessonBlock header = readBlock("header", kHeaderLine);
    m_lesson = part(header, lessonHeaderSchema());
    requireText(header, m_lesson.title, "title");
}

void LessonReader::requireText(const LessonBlock& block, const std::string& value,
                               const char* key) const
{
    if (value.empty())
        refuse(block.line, {"The block %1 has no %2.", {block.word, key}},
               {"Write a line \"%1: ...\".", {key}});
}

LessonStep& LessonReader::step(const LessonBlock& block)
{
    if (m_lesson.steps.empty())
        refuse(block.line, {"The block %1 stands before the first step.", {block.word}},
               {"Write a heading, ## and its title, before it.", {}});
    return m_lesson.steps.back();
}

void LessonReader::checkMeasure(const LessonBlock& block, const LessonMeasure& measure) const
{
    requireText(block, measure.ask, "ask");
    requireText(block, measure.value, "value");
    std::vector<std::string> names;
    for (const LessonRun& run : m_lesson.runs)
        names.push_back(run.name);
    for (const std::string& run : {measure.run, measure.against})
        if (!run.empty() && std::find(names.begin(), names.end(), run) == names.end())
            refuse(block.line, {"There is no run \"%1\" above this line.", {shown(run)}},
                   {"Write a block run with this name before it.", {}});
}

void LessonReader::addQuestion(const LessonBlock& block, LessonQuestionKind kind,
                               const Schema<LessonQuestion>& schema)
{
    LessonStep& current = step(block);
    if (current.question)
        refuse(block.line, {"The step has two questions.", {}}, {"Divide it into two steps.", {}});
    LessonQuestion question = part(block, schema);
    question.kind = kind;
    requireText(block, question.text, "text");
    const bool isChoice = kind == LessonQuestionKind::Choice;
    if (isChoice && question.choices.size() < 2)
        refuse(block.line, {"The question has fewer than two choices.", {}});
    if (isChoice && (question.right < 1 || question.right > std::ssize(question.choices)))
        refuse(block.line,
               {"right is %1; it must be from 1 to %2, the number of choices.",
                {std::to_string(question.right), std::to_string(question.choices.size())}});
    if (question.measure.isSet())
        checkMeasure(block, question.measure);
    current.question = std::move(question);
}

void LessonReader::addBlock(const LessonBlock& block)
{
    if (block.word == "run") {
        const LessonRun run = part(block, lessonRunSchema());
        requireText(block, run.name, "name");
        requireText(block, run.preset, "preset");
        m_lesson.runs.push_back(run);
        if (m_lesson.runs.size() > kMostRuns)
            refuse(block.line, {"The lesson has more than %1 runs.", {std::to_string(kMostRuns)}});
    } else if (block.word == "open") {
        step(block).opening = part(block, lessonOpeningSchema());
    } else if (block.word == "goal") {
        const LessonGoal goal = part(block, lessonGoalSchema());
        requireText(block, goal.text, "text");
        checkMeasure(block, goal.measure);
        if (goal.isReached(-LessonGoal::kUnbounded) && goal.isReached(LessonGoal::kUnbounded))
            refuse(block.line, {"Any value would reach the goal.", {}},
                   {"Write a line \"least: ...\" or \"most: ...\".", {}});
        if (goal.least > goal.most)
            refuse(block.line, {"No value can reach the goal: least is above most.", {}});
        step(block).goals.push_back(goal);
    } else if (block.word == "choice") {
        addQuestion(block, LessonQuestionKind::Choice, lessonChoiceSchema());
    } else if (block.word == "number") {
        addQuestion(block, LessonQuestionKind::Number, lessonNumberSchema());
    } else if (block.word == "sentence") {
        addQuestion(block, LessonQuestionKind::Text, lessonTextSchema());
    } else if (block.word == "hint") {
        step(block).hints.emplace_back(trimmed(block.text));
    } else {
        step(block).explanation += block.text;
    }
}

/// A line of Markdown.
void LessonReader::addText()
{
    std::string& text = m_lesson.steps.empty() ? m_lesson.introduction : m_lesson.steps.back().text;
    if (!text.empty() || !trimmed(m_line).empty()) // No blank lines in front.
        text += std::string(m_line) + '\n';
}

void LessonReader::beginStep()
{
    const std::string title(trimmed(m_line.substr(m_line.find_first_not_of('#'))));
    m_lesson.steps.emplace_back().title = title;
    if (m_lesson.steps.size() > kMostSteps)
        refuse(m_number, {"The lesson has more than %1 steps.", {std::to_string(kMostSteps)}});
}

/// The words behind fences that are blocks of a lesson.
std::vector<std::string> blockWords()
{
    std::vector<std::string> words{"hint", "explanation"};
    for (const KindDescription& each : lessonBlocks())
        words.push_back(each.id);
    return words;
}

void LessonReader::checkWhole() const
{
    if (m_lesson.steps.empty())
        refuse(m_number, {"The lesson has no step.", {}},
               {"A heading, ## and its title, begins a step.", {}});
    for (const LessonRun& run : m_lesson.runs)
        if (std::count_if(m_lesson.runs.begin(), m_lesson.runs.end(),
                          [&](const LessonRun& other) { return other.name == run.name; })
            > 1)
            refuse(m_number, {"Two runs are named \"%1\".", {shown(run.name)}});
}

Lesson LessonReader::read()
{
    readHeader();
    const std::vector<std::string> words = blockWords();
    while (nextLine()) {
        const std::string word(m_line.starts_with(kFence) ? trimmed(m_line.substr(kFence.size()))
                                                          : "");
        if (std::find(words.begin(), words.end(), word) != words.end()) {
            addBlock(readBlock(word, kFence));
        } else if (const std::string near = nearestWord(word, words); !near.empty()) {
            refuse(m_number, {"There is no block \"%1\"; did you mean %2?", {shown(word), near}});
        } else if (m_line.starts_with("## ")) {
            beginStep();
        } else {
            addText();
        }
    }
    checkWhole();
    return std::move(m_lesson);
}

} // namespace

const std::vector<KindDescription>& lessonBlocks()
{
    static const std::vector<KindDescription> blocks = [] {
        const auto block = [](const char* id, const char* title, const char* summary,
                              const StructDescription& keys) {
            return KindDescription{
                .id = id, .title = title, .summary = summary, .options = keys.options()};
        };
        return std::vector<KindDescription>{
            block("run", "Run", "A training that steps and goals name.", lessonRunSchema()),
            block("open", "Opening", "The settings, the view and the sentences of a step.",
                  lessonOpeningSchema()),
            block("goal", "Goal", "Reached once a number that the program computes is in a range.",
                  lessonGoalSchema()),
            block("choice", "Choice", "A question with several answers.", lessonChoiceSchema()),
            block("number", "Number", "A question whose answer is a number.", lessonNumberSchema()),
            block("sentence", "Sentence", "A question whose answer is kept and not judged.",
                  lessonTextSchema())};
    }();
    return blocks;
}

Lesson readLesson(std::string_view text, const std::string& name)
{
    return LessonReader(text, name).read();
}

Lesson readLessonFile(const FilePlace& place)
{
    return readLesson(readFile(place, kLargestFile), place.fileName());
}

const std::vector<BundledLesson>& bundledLessons()
{
    static const std::vector<BundledLesson> all = [] {
        constexpr std::string_view kFolder = "lessons/";
        std::vector<BundledLesson> found;
        for (const Resource& each : resources())
            if (each.path.starts_with(kFolder) && each.path.ends_with(kEnding))
                found.push_back(
                    {std::string(each.path.substr(
                         kFolder.size(), each.path.size() - kFolder.size() - kEnding.size())),
                     each.text});
        return found;
    }();
    return all;
}

Lesson findLesson(const std::string& idOrFile)
{
    for (const BundledLesson& each : bundledLessons())
        if (each.id == idOrFile)
            return readLesson(each.text, each.id);
    if (std::filesystem::exists(idOrFile))
        return readLessonFile(idOrFile);
    std::string ids;
    for (const BundledLesson& each : bundledLessons())
        ids += (ids.empty() ? "" : ", ") + each.id;
    throw Error(ErrorCode::FileMissing,
                {"There is neither a lesson nor a file \"%1\".", {shown(idOrFile)}},
                {"The lessons are: %1.", {ids}});
}

} // namespace core
