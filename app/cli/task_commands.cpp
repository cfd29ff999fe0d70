#include "app/cli/task_commands.h"

#include "core/base/message.h"
#include "core/probe/both_sides/both_sides_question.h"
#include "core/probe/classification/classification_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/question_answering/answer_questions.h"
#include "core/probe/regression/regression_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/translation/translation_questions.h"
#include "core/train/open_run.h"

#include <algorithm>

namespace app {

namespace {

/// On standard error: why the scores are low although the search is right.
void printScoreRemarks(const core::TranslationScores& scores)
{
    const std::string all = std::to_string(scores.count);
    if (scores.cutSources > 0)
        printError(core::filledText("Note: Sources longer than the network reads "
                                    "(text.maximum_length), cut there: %1 of %2.",
                                    {std::to_string(scores.cutSources), all}));
    if (scores.cutReferences > 0)
        printError(core::filledText(
            "Note: References longer than the maximum length (task.target_text.maximum_length): "
            "%1 of %2. The loss is that of their beginnings; BLEU and chrF compare with the whole.",
            {std::to_string(scores.cutReferences), all}));
    constexpr double kMany = 0.1;
    if (std::max(scores.unknownShare, scores.unknownSourceShare) > kMany)
        printError(formatted("Note: The vocabularies of this run lack %.1f %% of the source tokens "
                             "and %.1f %% of the target tokens: these data differ from those that "
                             "it was trained on.",
                             100 * scores.unknownSourceShare, 100 * scores.unknownShare));
}

core::AnyQuestion translationScores(core::LiveModel& model, const SearchArguments& search)
{
    core::AskTranslationScores question;
    question.decoding = decodingFrom(model, search);
    return core::AnyQuestion(std::move(question));
}

template <class Question> TaskCommands inspectedBy(TaskCommands commands)
{
    commands.inspect = [](const InspectArguments& arguments) {
        Question question;
        if constexpr (requires { question.example; })
            question.example = {.text = arguments.text, .className = arguments.className};
        else
            question.text = arguments.text, question.className = arguments.className;
        return core::AnyQuestion(std::move(question));
    };
    return commands;
}

template <class Question> TaskCommands predictedBy(TaskCommands commands)
{
    commands.predict
        = [](const std::vector<std::string>& texts) { return core::AnyQuestion(Question{texts}); };
    return commands;
}

template <class Scores> core::AnyQuestion scoresOf(core::LiveModel&, const SearchArguments&)
{
    return core::AnyQuestion(Scores());
}

std::vector<TaskCommands> allCommands()
{
    using namespace core;
    TaskCommands classifier = inspectedBy<AskInspection>(predictedBy<AskPredictions>(
        {.question = AskScores::kName, .scores = &scoresOf<AskScores>}));
    classifier.classes = [](LiveModel& model) { return model.ask(AskClasses()); };
    TaskCommands language = inspectedBy<AskReading>({.question = AskLanguageScores::kName,
                                                     .scores = &scoresOf<AskLanguageScores>,
                                                     .instead = "generate"});
    language.classes = [](LiveModel& model) {
        const WrittenConditions conditions = model.ask(AskWrittenClasses());
        return conditions.columns.empty() ? conditions.choices : std::vector<std::string>();
    };
    TaskCommands translator{.question = AskTranslationScores::kName,
                            .translates = true,
                            .scores = &translationScores,
                            .remarks =
                                [](const AnyAnswer& answer) {
                                    printScoreRemarks(answer.to<AskTranslationScores>().scores);
                                },
                            .instead = "translate"};
    translator.inspect = [](const InspectArguments& arguments) {
        return AnyQuestion(AskTranslation{arguments.text, arguments.target});
    };
    TaskCommands tagger = inspectedBy<AskTags>(
        {.question = AskTagScores::kName, .scores = &scoresOf<AskTagScores>, .instead = "tag"});
    tagger.classes = [](LiveModel& model) { return model.ask(AskTags()).tagNames; };
    TaskCommands bothSides{.question = AskBothSidesScores::kName,
                           .scores = &scoresOf<AskBothSidesScores>,
                           .instead = "ask"};
    bothSides.inspect = [](const InspectArguments& arguments) {
        return AnyQuestion(AskBothSides{arguments.text});
    };
    return {std::move(classifier),
            inspectedBy<AskInspection>(predictedBy<AskNumbers>(
                {.question = AskNumberScores::kName, .scores = &scoresOf<AskNumberScores>})),
            std::move(tagger),
            inspectedBy<AskAnswer>(predictedBy<AskAnswers>(
                {.question = AskAnswerScores::kName, .scores = &scoresOf<AskAnswerScores>})),
            std::move(translator),
            std::move(language),
            std::move(bothSides)};
}

} // namespace

const TaskCommands* commandsOf(const core::TaskAnswers& answers)
{
    static const std::vector<TaskCommands> all = allCommands();
    for (const TaskCommands& commands : all)
        if (answers.has(commands.question))
            return &commands;
    return nullptr;
}

const TaskCommands& commandsFor(const core::LiveModel& model)
{
    if (const TaskCommands* commands = commandsOf(model.answers()))
        return *commands;
    throw core::Error(core::ErrorCode::BadSetting,
                      {"Runs of the task \"%1\" do not have this command.", {model.task()}},
                      {"Ask one of its questions: unroll-cli ask RUN lists them.", {}});
}

core::Readout answered(core::LiveModel& model, const core::AnyQuestion& question)
{
    const core::TaskAnswers& answers = model.answers();
    return answers.readout(question, answers.answer(model, question, core::Monitor()));
}

} // namespace app
