#include "core/data/cells/spans.h"
#include "core/probe/question_answering/answer_questions.h"
#include "core/probe/question_kind.h"

#include <numeric>

namespace core {

namespace {

std::string inOneLine(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : " | ") + text;
    return all;
}

void describeAnswerSpans(const char* name, const char* title, const std::vector<AnswerSpan>& spans,
                         Readout& readout)
{
    readout.table({name, title}, spans, column({"answer", "Answer"}, &AnswerSpan::text),
                  column({"probability", "Probability"}, &AnswerSpan::probability),
                  column({"first", "First word"}, &AnswerSpan::first),
                  column({"last", "Last word"}, &AnswerSpan::last));
}

void describePassage(const ReadPassage& read, Readout& readout)
{
    std::vector<size_t> words(read.words.size());
    std::iota(words.begin(), words.end(), size_t{0});
    readout.value({"question", "Question"}, read.question)
        .value({"passage", "Passage"}, read.passage)
        .value({"answer", "Answer"}, read.spans.empty() ? std::string() : read.spans.front().text)
        .value({"probability", "Probability"},
               read.spans.empty() ? 0.0 : read.spans.front().probability);
    describeAnswerSpans("spans", "Likeliest answers", read.spans, readout);
    describeAnswerSpans("references", "Reference answers", read.references, readout);
    if (!read.unread.empty())
        readout.list({"unread_references", "Reference answers that are not read"}, read.unread);
    readout
        .table({"words", "Words of the passage"}, words,
               column({"word", "Word"}, [&](size_t i) { return read.words[i]; }),
               column({"start", "Probability to be the first word"},
                      [&](size_t i) { return read.start[i]; }),
               column({"end", "Probability to be the last word"},
                      [&](size_t i) { return read.end[i]; }),
               column({"known", "In the vocabulary"},
                      [&](size_t i) { return static_cast<bool>(read.known[i]); }))
        .value({"longest_answer", "Longest answer", "words"}, read.longestAnswer)
        .value({"cut_words", "Words of the passage that are not read"}, read.cutWords);
    describeMoment(read, readout);
}

void describeAnswerScores(const ScoredAnswers& scored, Readout& readout)
{
    const AnswerScores& scores = scored.scores;
    readout.value({"count", "Questions"}, scores.count)
        .value({"loss", "Loss", "nats"}, scores.loss)
        .value({"exact_match", "Exact match"}, scores.exactMatch)
        .value({"answer_f1", "F1 of answers"}, scores.f1)
        .value({"out_of_reach", "Answers beyond the maximum length"}, scores.outOfReach)
        .table({"rows", "Questions"}, scored.rows,
               column({"question", "Question"}, &AnswerPrediction::question),
               column({"passage", "Passage"},
                      [](const AnswerPrediction& row) {
                          return std::string(questionAndPassage(row.text).passage);
                      }),
               column({"references", "References"},
                      [](const AnswerPrediction& row) { return inOneLine(row.references); }),
               column({"answer", "Answer"}, &AnswerPrediction::answer),
               column({"probability", "Probability"}, &AnswerPrediction::probability),
               column({"exact", "Exact match"},
                      [](const AnswerPrediction& row) { return row.match.exact; }),
               column({"f1", "F1"}, [](const AnswerPrediction& row) { return row.match.f1; }),
               column({"read", "Reference is read"}, &AnswerPrediction::isRead));
}

} // namespace

Outcomes outcomesOf(const ScoredAnswers& scored)
{
    Outcomes outcomes{"answer_f1", Outcomes::Form::Share};
    for (const AnswerPrediction& each : scored.rows)
        outcomes.add(each.match.f1, 1.0);
    return outcomes;
}

QuestionKind<AskAnswer> AskAnswer::kind()
{
    Schema<AskAnswer> options;
    options.flatten(&AskAnswer::example, exampleSchema())
        .add(&AskAnswer::question,
             {.name = "question",
              .label = "Question",
              .help = "The question about the passage, where a passage is given."})
        .add(&AskAnswer::passage,
             {.name = "passage",
              .label = "Passage",
              .help = "If question and passage are two texts, give both here; they replace the "
                      "text."})
        .add(&AskAnswer::spans,
             {.name = "spans",
              .label = "Answers",
              .help = "How many of the likeliest answers are listed.",
              .minimum = 1,
              .maximum = 100});
    return {"Answer to a question",
            "The likeliest spans of a passage that answer a question, and the probability of each "
            "word to be the first and the last one of the answer.",
            options, &describePassage};
}

QuestionKind<AskAnswers> AskAnswers::kind()
{
    return {"Answers to questions",
            "The likeliest answer for each text, which is a question, a tab and a passage.",
            Schema<AskAnswers>().add(&AskAnswers::texts, textsOption()),
            [](const std::vector<AnsweredText>& answered, Readout& readout) {
                readout.table({"texts", "Texts"}, answered,
                              column({"text", "Text"}, &AnsweredText::text),
                              column({"answer", "Answer"}, &AnsweredText::answer),
                              column({"probability", "Probability"}, &AnsweredText::probability));
            }};
}

QuestionKind<AskAnswerScores> AskAnswerScores::kind()
{
    return {"Scores of answers",
            "Exact match and F1 of the predicted answers over the data, with each question and its "
            "answer.",
            splitOptions<AskAnswerScores>(), &describeAnswerScores};
}

} // namespace core
