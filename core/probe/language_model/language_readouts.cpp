#include "core/probe/language_model/language_questions.h"
#include "core/probe/question_kind.h"
#include "core/task/language_model/language_options.h"

#include <cmath>

namespace core {

namespace {

/// Nothing where the tokens of the training were not counted, as after an import.
void describeUnigram(const ReadoutName& name, double number, Readout& readout)
{
    if (!std::isnan(number))
        readout.value(name, number);
}

void describeColumns(const WrittenConditions& conditions, Readout& readout)
{
    readout
        .table({"columns", "Columns"}, conditions.columns,
               column({"name", "Column"}, &WrittenColumn::name),
               column({"least", "Least in the training texts"}, &WrittenColumn::least),
               column({"mean", "Mean"}, &WrittenColumn::mean),
               column({"most", "Greatest"}, &WrittenColumn::most))
        .table({"choices", "Least, mean and greatest as written"}, conditions.choices,
               column({"numbers", "Numbers"}, [](const std::string& choice) { return choice; }));
}

void describeReading(const ReadText& read, Readout& readout)
{
    readout.value({"text", "Text"}, read.text);
    if (!read.className.empty())
        readout.value({"class", "Class"}, read.className);
    readout.value({"unit", "Unit"}, read.unit)
        .value({"nats", "Loss of the text", "nats"}, read.nats);
    describeUnigram({"unigram_nats", "Loss by frequencies alone", "nats"}, read.unigramNats,
                    readout);
    readout.value({"cut_tokens", "Tokens beyond the maximum length"}, read.cutTokens)
        .parts({"tokens", "Token"}, read.tokens, [](const ReadToken& token, Readout& part) {
            part.key({"token", "Token"}, token.text)
                .value({"rank", "Rank"}, token.rank)
                .value({"probability", "Probability"},
                       token.rank > 0 ? std::optional(std::exp(-token.nats)) : std::nullopt)
                .value({"nats", "Loss", "nats"}, token.nats)
                .value({"entropy", "Entropy", "nats"}, token.entropy)
                .value({"word", "Word"}, token.word)
                .table({"candidates", "Candidates"}, token.candidates,
                       column({"token", "Token"}, &NextToken::text),
                       column({"probability", "Probability"}, &NextToken::probability));
        });
}

void describeSuggestions(const Suggestions& suggestions, Readout& readout)
{
    readout.value({"text", "Text"}, suggestions.text)
        .table({"best", "Suggestions"}, suggestions.best,
               column({"text", "Text"}, &Suggestion::text),
               column({"word", "Word"}, &Suggestion::shown),
               column({"probability", "Probability"}, &Suggestion::probability))
        .table({"tokens", "Next tokens"}, suggestions.tokens,
               column({"token", "Token"}, &NextToken::text), column({"id", "Id"}, &NextToken::id),
               column({"probability", "Probability"}, &NextToken::probability));
    describeMoment(suggestions, readout);
}

void describeLanguageScores(const ScoredReadings& scored, Readout& readout)
{
    const LanguageScores& scores = scored.scores;
    readout.value({"unit", "Unit"}, scores.unit)
        .value({"tokens", "Tokens"}, scores.tokens)
        .value({"characters", "Characters"}, scores.characters)
        .value({"lines", "Lines"}, scores.lines)
        .value({"cut_lines", "Lines cut at the maximum length"}, scores.cutLines)
        .value({"loss", "Loss per token", "nats"}, scores.loss)
        .value({"perplexity", "Perplexity"}, scores.perplexity)
        .value({"unknown_share", "Share of unknown tokens"}, scores.unknownShare)
        .value({"known_perplexity", "Perplexity of known tokens"}, scores.knownPerplexity)
        .value(
            {"bits_per_character", "Bits per character (the spelling of unknown tokens included)"},
            scores.bitsPerCharacter)
        .value({"accuracy", "Token accuracy"}, scores.accuracy)
        .value({"uniform_perplexity", "Perplexity of guessing"}, scores.uniformPerplexity);
    describeUnigram({"unigram_perplexity", "Perplexity by frequencies alone"},
                    scores.unigramPerplexity, readout);
    readout.list({"ranks", "True tokens with a rank up to 10, 100, 1,000, beyond"}, scores.ranks)
        .table(
            {"rows", "Texts"}, scored.rows, column({"text", "Text"}, &ReadText::text),
            column({"class", "Class"}, &ReadText::className),
            column({"nats", "Loss (nats)"}, &ReadText::nats),
            column({"tokens", "Tokens"}, [](const ReadText& read) { return read.tokens.size(); }));
}

OptionDescription candidatesOption()
{
    return {.name = "candidates",
            .label = "Candidates",
            .help = "How many of the likeliest tokens are listed at each place.",
            .minimum = 0,
            .maximum = 1000};
}

} // namespace

Outcomes outcomesOf(const ScoredReadings& scored)
{
    Outcomes outcomes{"perplexity", Outcomes::Form::Exponential};
    for (const ReadText& each : scored.rows)
        outcomes.add(each.nats, static_cast<double>(each.tokens.size()));
    return outcomes;
}

QuestionKind<AskReading> AskReading::kind()
{
    return {"Loss of each token of a text",
            "How probable each token of a text was for the language model, and what it expected "
            "in its place.",
            Schema<AskReading>()
                .add(&AskReading::text, textOption())
                .add(&AskReading::className, classOption())
                .add(&AskReading::candidates, candidatesOption()),
            &describeReading};
}

QuestionKind<AskRowReadings> AskRowReadings::kind()
{
    return {"Loss of each token of the data",
            "Loss of each token of the first rows of the run's data.",
            splitOptions<AskRowReadings>()
                .add(&AskRowReadings::first,
                     {.name = "first",
                      .label = "First row",
                      .help = "From 0; blank rows do not count.",
                      .minimum = 0})
                .add(&AskRowReadings::count,
                     {.name = "count",
                      .label = "Rows",
                      .help = "How many rows are read.",
                      .minimum = 1,
                      .maximum = 100000})
                .add(&AskRowReadings::candidates, candidatesOption()),
            [](const std::vector<ReadText>& rows, Readout& readout) {
                readout.parts({"rows", "Row"}, rows, &describeReading);
            }};
}

QuestionKind<AskSuggestions> AskSuggestions::kind()
{
    return {"Suggestions", "Words, or ends of the word begun, that could follow a text.",
            Schema<AskSuggestions>()
                .add(&AskSuggestions::text, textOption())
                .add(&AskSuggestions::className, classOption())
                .add(&AskSuggestions::count,
                     {.name = "count",
                      .label = "Suggestions",
                      .help = "How many are listed.",
                      .minimum = 1,
                      .maximum = 1000}),
            &describeSuggestions};
}

QuestionKind<AskWrittenClasses> AskWrittenClasses::kind()
{
    return {"Classes of generated texts",
            "The classes, or the numbers, for which the model generates texts.",
            {},
            [](const WrittenConditions& conditions, Readout& readout) {
                if (conditions.choices.empty())
                    throw Error(ErrorCode::BadSetting,
                                {"This model generates texts without a class.", {}},
                                {"Choose a run of the task \"%1\".", {kClassToTextTask}});
                if (conditions.columns.empty())
                    describeNames(conditions.choices, readout);
                else
                    describeColumns(conditions, readout);
            }};
}

QuestionKind<AskLanguageScores> AskLanguageScores::kind()
{
    return {"Scores of a language model",
            "Perplexity, bits per character and ranks of the true tokens over the data.",
            splitOptions<AskLanguageScores>(), &describeLanguageScores};
}

} // namespace core
