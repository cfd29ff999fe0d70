#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/question_kind.h"

namespace core {

namespace {

const char* nameOfFate(Fate fate)
{
    switch (fate) {
    case Fate::Kept:
        return "kept";
    case Fate::Finished:
        return "finished";
    case Fate::Chosen:
        return "chosen";
    case Fate::BelowWidth:
        return "below_width";
    case Fate::RepeatsNgram:
        return "repeats_ngram";
    case Fate::TooShort:
        return "too_short";
    case Fate::OutsideTopK:
        return "outside_top_k";
    case Fate::OutsideTopP:
        return "outside_top_p";
    case Fate::NotDrawn:
        return "not_drawn";
    case Fate::NotForced:
        return "not_forced";
    case Fate::CutOff:
        return "cut_off";
    case Fate::Abandoned:
        return "abandoned";
    }
    return "kept";
}

void describeCandidates(const std::vector<const TraceNode*>& candidates, Readout& readout)
{
    const auto of
        = [](auto member) { return [member](const TraceNode* node) { return node->*member; }; };
    readout.table(
        {"candidates", "Candidates"}, candidates, column({"node", "Node"}, of(&TraceNode::id)),
        column({"parent", "Parent"}, of(&TraceNode::parent)),
        column({"token", "Token"}, of(&TraceNode::text)),
        column({"id", "Id"}, of(&TraceNode::token)),
        column({"log_probability", "log p"}, of(&TraceNode::logProbability)),
        column({"total", "Total"}, of(&TraceNode::total)),
        column({"length_penalty", "Length penalty"}, of(&TraceNode::lengthPenalty)),
        column({"coverage_penalty", "Coverage penalty"}, of(&TraceNode::coveragePenalty)),
        column({"score", "Score"}, of(&TraceNode::score)),
        column({"rank", "Rank"}, of(&TraceNode::rank)),
        column({"fate", "Fate"}, [](const TraceNode* node) { return nameOfFate(node->fate); }));
}

void describeSelection(const ReadoutName& name, const Selection& selection, Readout& readout)
{
    Readout part;
    part.value({"kind", "Kind"}, selection.kind);
    for (const auto& [key, value] : selection.options.items())
        part.value({key, key}, jsonCell(value));
    readout.part(name, std::move(part));
}

void describeDecoding(const Decoding& decoding, Readout& readout)
{
    const std::vector<TraceNode>& nodes = decoding.trace.nodes;
    readout.value({"source", "Source"}, decoding.source)
        .list({"source_tokens", "Tokens of the source"}, decoding.sourceTokens);
    describeSelection({"search", "Search"}, decoding.search, readout);
    describeTranslations({"best", "Best"}, decoding.best, readout);
    readout.value({"ending", "Ending"}, decoding.trace.ending.plain())
        .value({"expansions", "Expanded hypotheses"}, decoding.trace.expansions)
        .parts({"steps", "Step"}, decoding.trace.steps, [&](const TraceStep& step, Readout& part) {
            std::vector<const TraceNode*> candidates;
            for (const int32_t id : step.candidates)
                candidates.push_back(&nodes[static_cast<size_t>(id)]);
            describeCandidates(candidates, part);
            part.value({"unlisted", "Further candidates"}, step.unlisted)
                .value({"finished_so_far", "Finished so far"}, step.finishedSoFar);
        });
    describeMoment(decoding, readout);
    readout.value({"milliseconds", "Time", "ms"}, decoding.milliseconds);
}

const Schema<DecodingRequest>& requestSchema()
{
    static const Schema<DecodingRequest> schema
        = Schema<DecodingRequest>()
              .add(&DecodingRequest::source,
                   {.name = "text",
                    .label = "Text",
                    .help = "The sentence that is translated, or the prompt that is continued."})
              .add(&DecodingRequest::search,
                   {.name = "search",
                    .label = "Search",
                    .help = "How the best output is searched for.",
                    .family = "search"})
              .add(&DecodingRequest::prefix,
                   {.name = "prefix",
                    .label = "Prefix",
                    .help = "Text that the output must begin with."})
              .add(&DecodingRequest::best,
                   {.name = "best",
                    .label = "Outputs",
                    .help = "How many of the best outputs are listed.",
                    .minimum = 1,
                    .maximum = 1000})
              .add(&DecodingRequest::longest,
                   {.name = "length",
                    .label = "Maximum length",
                    .help = "0: as the run says.",
                    .unit = "tokens",
                    .minimum = 0,
                    .maximum = 100000});
    return schema;
}

} // namespace

void describeTranslations(const ReadoutName& name, const std::vector<Translation>& translations,
                          Readout& readout)
{
    readout.table(name, translations, column({"text", "Text"}, &Translation::text),
                  column({"log_probability", "log p"}, &Translation::logProbability),
                  column({"score", "Score"}, &Translation::score),
                  column({"ended", "Ended"}, &Translation::ended));
}

QuestionKind<AskDecoding> AskDecoding::kind()
{
    return {"Decoding, step by step",
            "The outputs of a search on one sentence or prompt, and every candidate that it "
            "weighed.",
            Schema<AskDecoding>()
                .flatten(&AskDecoding::request, requestSchema())
                .add(&AskDecoding::className, classOption()),
            &describeDecoding};
}

QuestionKind<AskDecodingSettings> AskDecodingSettings::kind()
{
    return {"Decoding of the run",
            "How the run decodes: its search and the lengths allowed.",
            {},
            [](const DecodingSpec& decoding, Readout& readout) {
                describeSelection({"search", "Search"}, decoding.search, readout);
                readout.value({"length_factor", "Length factor"}, decoding.lengthFactor)
                    .value({"length_margin", "Length margin", "tokens"}, decoding.lengthMargin)
                    .value({"validation_sentences", "Translated after each epoch", "pairs"},
                           decoding.validationSentences);
            }};
}

} // namespace core
