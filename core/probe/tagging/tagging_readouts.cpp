#include "core/baseline/task_baselines.h"
#include "core/metric/classification.h"
#include "core/probe/question_kind.h"
#include "core/probe/tagging/tagging_questions.h"

#include <algorithm>
#include <numeric>

namespace core {

namespace {

std::vector<std::string> namesOf(const std::vector<int32_t>& tags,
                                 const std::vector<std::string>& names)
{
    std::vector<std::string> all;
    for (const int32_t tag : tags)
        all.push_back(names[static_cast<size_t>(tag)]);
    return all;
}

void describeTags(const TaggedText& tagged, Readout& readout)
{
    std::vector<size_t> indices(tagged.tokens.size());
    std::iota(indices.begin(), indices.end(), size_t{0});
    const size_t tags = tagged.tagNames.size();
    readout.value({"text", "Text"}, tagged.text)
        .table(
            {"tokens", "Tokens"}, indices,
            column({"token", "Token"}, [&](size_t t) { return tagged.tokens[t]; }),
            column({"tag", "Tag"},
                   [&](size_t t) { return tagged.tagNames[static_cast<size_t>(tagged.tags[t])]; }),
            column({"probability", "Probability"},
                   [&](size_t t) {
                       return tagged.probabilities[t * tags + static_cast<size_t>(tagged.tags[t])];
                   }),
            column({"known", "In the vocabulary"},
                   [&](size_t t) { return static_cast<bool>(tagged.known[t]); }))
        .table({"spans", "Spans"}, tagged.spans, column({"type", "Type"}, &TagSpan::type),
               column({"first", "First token"}, &TagSpan::first),
               column({"last", "Token after the last"}, &TagSpan::last))
        .matrix({"probabilities", "Probabilities of the tags"}, tagged.probabilities, tagged.tokens,
                tagged.tagNames);
    if (!tagged.note.empty())
        readout.value({"note", "Note"}, tagged.note.plain());
    describeMoment(tagged, readout);
}

void describePath(const TagPath& path, const std::vector<std::string>& names, Readout& readout)
{
    readout.list({"tags", "Tags"}, namesOf(path.tags, names))
        .value({"score", "Score"}, path.score)
        .value({"probability", "Probability"}, path.probability);
}

Readout pathReadout(const TagPath& path, const std::vector<std::string>& names)
{
    Readout readout;
    describePath(path, names, readout);
    return readout;
}

void describeTrellis(const Trellis& trellis, Readout& readout)
{
    const std::vector<std::string>&tokens = trellis.tokens, &tags = trellis.tagNames;
    readout.value({"text", "Text"}, trellis.text)
        .list({"tokens", "Tokens"}, tokens)
        .list({"tag_names", "Tags of the task"}, tags)
        .value({"has_crf", "The network has a CRF"}, trellis.hasCrf)
        .value({"constrained", "Illegal transitions are never predicted"}, trellis.constrained)
        .matrix({"emissions", "Emission scores"}, trellis.emissions, tokens, tags)
        .matrix({"transitions", "Transition scores (from row to column)"}, trellis.transitions,
                tags, tags)
        .list({"start", "Scores of beginning"}, trellis.start, "tag_names")
        .list({"end", "Scores of ending"}, trellis.end, "tag_names")
        .matrix({"viterbi", "Viterbi scores"}, trellis.viterbi, tokens, tags)
        .matrix({"back_pointers", "Back-pointers"}, trellis.backPointers, tokens, tags)
        .matrix({"marginals", "Marginal probabilities"}, trellis.marginals, tokens, tags)
        .value({"log_partition", "log Z"}, trellis.logPartition)
        .parts({"paths", "Path"}, trellis.paths,
               [&](const TagPath& path, Readout& part) { describePath(path, tags, part); })
        .part({"without_crf", "Each token on its own"}, pathReadout(trellis.withoutCrf, tags))
        .part({"without_changes", "With the learned scores"},
              pathReadout(trellis.withoutChanges, tags));
    describeMoment(trellis, readout);
}

void describeSpans(const SpanScore& score, Readout& readout)
{
    readout.value({"type", "Type"}, score.type)
        .value({"gold", "True spans"}, score.gold)
        .value({"predicted", "Predicted spans"}, score.predicted)
        .value({"correct", "Correct spans"}, score.correct)
        .value({"precision", "Precision"}, score.precision)
        .value({"recall", "Recall"}, score.recall)
        .value({"f1", "F1"}, score.f1);
}

void describeTagScores(const ScoredTags& scored, Readout& readout)
{
    const TaggingScores& scores = scored.scores;
    readout.value({"texts", "Texts"}, scores.texts)
        .value({"tokens", "Tokens"}, scores.tokens)
        .value({"loss", "Loss per token", "nats"}, scores.loss)
        .value({"token_accuracy", "Token accuracy"}, scores.accuracy)
        .value({"text_accuracy", "Texts without a mistake"}, scores.textAccuracy)
        .list({"tags", "Tags"}, scores.tags);
    describeConfusion(scores.confusion, scores.tags, readout);
    if (scores.hasSpans) {
        Readout spans;
        describeSpans(scores.spans, spans);
        readout.part({"spans", "Spans of all types"}, std::move(spans))
            .table({"spans_by_type", "Spans by type"}, scores.spansByType,
                   column({"type", "Type"}, &SpanScore::type),
                   column({"gold", "True"}, &SpanScore::gold),
                   column({"predicted", "Predicted"}, &SpanScore::predicted),
                   column({"correct", "Correct"}, &SpanScore::correct),
                   column({"precision", "Precision"}, &SpanScore::precision),
                   column({"recall", "Recall"}, &SpanScore::recall),
                   column({"f1", "F1"}, &SpanScore::f1))
            .value({"illegal_moves", "Illegal transitions"}, scores.illegalMoves)
            .value({"illegal_moves_without_crf", "Illegal transitions, each token on its own"},
                   scores.illegalMovesWithoutCrf);
    }
    readout.table({"tag_scores", "Scores of each tag"}, classScores(scores.tags, scores.confusion),
                  column({"tag", "Tag"}, &ClassScore::name),
                  column({"precision", "Precision"}, &ClassScore::precision),
                  column({"recall", "Recall"}, &ClassScore::recall),
                  column({"f1", "F1"}, &ClassScore::f1),
                  column({"tokens", "Tokens"}, &ClassScore::support));
    readout.parts({"rows", "Text"}, scored.rows, [&](const TagPrediction& row, Readout& part) {
        part.list({"tokens", "Tokens"}, row.tokens)
            .list({"truth", "True tags"}, namesOf(row.truth, scores.tags), "tokens")
            .list({"tags", "Predicted tags"}, namesOf(row.predicted, scores.tags), "tokens")
            .value({"wrong", "Wrong tags"}, row.wrong);
    });
}

const Schema<TransitionChange>& changeSchema()
{
    static const Schema<TransitionChange> schema
        = Schema<TransitionChange>()
              .add(&TransitionChange::from,
                   {.name = "from",
                    .label = "From tag",
                    .help = "Number of the tag; -1: before the first token.",
                    .minimum = -1})
              .add(&TransitionChange::to,
                   {.name = "to",
                    .label = "To tag",
                    .help = "Number of the tag; -1: after the last token.",
                    .minimum = -1})
              .add(&TransitionChange::score, {.name = "score", .label = "Score"});
    return schema;
}

} // namespace

Outcomes outcomesOf(const ScoredTags& scored)
{
    std::vector<std::vector<int32_t>> truth, predicted;
    for (const TagPrediction& each : scored.rows) {
        truth.push_back(each.truth);
        predicted.push_back(each.predicted);
    }
    return tagOutcomes(scored.scores.tags, truth, predicted);
}

Guess guessOf(const ScoredTags& scored)
{
    if (scored.scores.hasSpans)
        return {};
    std::vector<int64_t> counts(scored.scores.tags.size());
    std::vector<std::vector<int32_t>> truth;
    for (const TagPrediction& each : scored.rows) {
        truth.push_back(each.truth);
        for (const int32_t tag : each.truth)
            ++counts[static_cast<size_t>(tag)];
    }
    const auto most
        = static_cast<int32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    std::vector<std::vector<int32_t>> guessed;
    for (const std::vector<int32_t>& each : truth)
        guessed.emplace_back(each.size(), most);
    return {"Most frequent tag", tagOutcomes(scored.scores.tags, truth, guessed)};
}

QuestionKind<AskTags> AskTags::kind()
{
    return {"Tags of a text", "The tag of each token, with the probabilities of all tags.",
            Schema<AskTags>().flatten(&AskTags::example, readTextSchema()), &describeTags};
}

QuestionKind<AskTrellis> AskTrellis::kind()
{
    Schema<AskTrellis> options;
    options.flatten(&AskTrellis::example, readTextSchema())
        .add(&AskTrellis::paths,
             {.name = "paths",
              .label = "Paths",
              .help = "How many of the best paths are listed.",
              .minimum = 1,
              .maximum = 100})
        .list(&AskTrellis::changes,
              {.name = "changes",
               .label = "Changed transitions",
               .help = "Scores of transitions that replace the learned ones, as JSON: "
                       R"([{"from": 0, "to": 2, "score": -5}].)"},
              changeSchema());
    return {"Trellis of a CRF",
            "Emissions, transitions, best paths, partition function and marginals of a "
            "linear-chain CRF on one text.",
            options, &describeTrellis};
}

QuestionKind<AskTagScores> AskTagScores::kind()
{
    return {"Scores of a tagger",
            "Accuracy, and F1 of the spans where tags mark some, over the data, with the tags of "
            "each text.",
            splitOptions<AskTagScores>(), &describeTagScores};
}

} // namespace core
