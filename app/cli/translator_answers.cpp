#include "app/cli/task_commands.h"

#include "core/base/filled_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {

namespace {

const char* nameOf(core::Fate fate)
{
    switch (fate) {
    case core::Fate::Kept:
        return "kept";
    case core::Fate::Finished:
        return "finished";
    case core::Fate::Chosen:
        return "chosen";
    case core::Fate::BelowWidth:
        return "below_width";
    case core::Fate::RepeatsNgram:
        return "repeats_ngram";
    case core::Fate::TooShort:
        return "too_short";
    case core::Fate::OutsideTopK:
        return "outside_top_k";
    case core::Fate::OutsideTopP:
        return "outside_top_p";
    case core::Fate::NotDrawn:
        return "not_drawn";
    case core::Fate::NotForced:
        return "not_forced";
    case core::Fate::CutOff:
        return "cut_off";
    case core::Fate::Abandoned:
        return "abandoned";
    }
    return "kept";
}

core::Json toJson(const core::TraceNode& node)
{
    return {{"node", node.id},
            {"parent", node.parent},
            {"token", node.text},
            {"id", node.token},
            {"log_probability", node.logProbability},
            {"total", node.total},
            {"length_penalty", node.lengthPenalty},
            {"coverage_penalty", node.coveragePenalty},
            {"score", node.score},
            {"rank", node.rank},
            {"fate", nameOf(node.fate)}};
}

core::Json toJson(const core::Translation& translation)
{
    return {{"text", translation.text},
            {"log_probability", translation.logProbability},
            {"score", translation.score},
            {"ended", translation.ended}};
}

/// The tokens from the beginning to `node`, as they are read.
std::string pathTo(const core::DecodingTrace& trace, const core::TraceNode& node)
{
    std::string path;
    for (const core::TraceNode* each = &node; each->parent >= 0;
         each = &trace.nodes[static_cast<size_t>(each->parent)])
        path = each->text + (path.empty() ? "" : " ") + path;
    return path;
}

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

} // namespace

core::Json toJson(const core::TranslationScores& scores)
{
    core::Json json = {{"event", "evaluation"},
                       {"count", scores.count},
                       {"loss", scores.loss},
                       {"perplexity", scores.perplexity},
                       {"uniform_perplexity", scores.uniformPerplexity},
                       {"unknown_share", scores.unknownShare},
                       {"known_perplexity", scores.knownPerplexity},
                       {"unknown_source_share", scores.unknownSourceShare},
                       {"cut_sources", scores.cutSources},
                       {"cut_references", scores.cutReferences},
                       {"accuracy", scores.accuracy},
                       {"bleu", scores.bleu.score},
                       {"bleu_precisions", scores.bleu.precisions},
                       {"brevity_penalty", scores.bleu.brevityPenalty},
                       {"bleu_signature", scores.bleu.signature},
                       {"chrf", scores.chrf.score},
                       {"chrf_signature", scores.chrf.signature},
                       {"exact_match", scores.exactMatch},
                       {"seconds", scores.seconds}};
    if (!std::isnan(scores.alignmentErrorRate))
        json["alignment_error_rate"] = scores.alignmentErrorRate;
    return json;
}

void print(const core::TranslationScores& scores)
{
    printLine(formatted("%lld pairs: BLEU %.2f, chrF %.2f, exact %.2f %%",
                        static_cast<long long>(scores.count), scores.bleu.score, scores.chrf.score,
                        100 * scores.exactMatch));
    printLine(formatted("  BLEU %.1f/%.1f/%.1f/%.1f, brevity penalty %.3f; %s",
                        scores.bleu.precisions[0], scores.bleu.precisions[1],
                        scores.bleu.precisions[2], scores.bleu.precisions[3],
                        scores.bleu.brevityPenalty, scores.bleu.signature.c_str()));
    printLine(formatted("  chrF %s", scores.chrf.signature.c_str()));
    printLine(formatted("perplexity %.3f per target token (uniform: %.0f), loss %.4f nats, "
                        "token accuracy %.2f %%",
                        scores.perplexity, scores.uniformPerplexity, scores.loss,
                        100 * scores.accuracy));
    printLine("  " + unknownText(scores.unknownShare, scores.knownPerplexity)
              + formatted("; unknown source tokens %.2f %%", 100 * scores.unknownSourceShare));
    if (!std::isnan(scores.alignmentErrorRate))
        printLine(formatted("  alignment error rate %.2f %%", 100 * scores.alignmentErrorRate));
    printLine(formatted("  translated in %.2f s, %.1f sentences/s", scores.seconds,
                        static_cast<double>(scores.count) / scores.seconds));
}

core::Json toJson(int64_t line, const std::string& source, const core::TranslatedSource& found)
{
    core::Json all = core::Json::array();
    for (const core::Translation& each : found.best)
        all.push_back(toJson(each));
    core::Json json = {{"line", line},
                       {"source", source},
                       {"translation", found.best.empty() ? std::string() : found.best[0].text},
                       {"translations", all},
                       {"cut_tokens", found.cutTokens}};
    if (found.problem)
        json["problem"] = found.problem->sentence();
    return json;
}

core::Json toJson(const core::TranslationInspection& inspection)
{
    core::Json tokens = core::Json::array();
    for (const core::TargetToken& token : inspection.targetTokens)
        tokens.push_back({{"token", token.text},
                          {"id", token.id},
                          {"log_probability", token.logProbability},
                          {"likeliest", token.likeliest},
                          {"likeliest_log_probability", token.likeliestLogProbability}});
    core::Json attention = core::Json::array();
    for (const core::AttentionMap& map : inspection.attention)
        attention.push_back(toJson(map));
    core::Json gold = core::Json::array();
    for (const core::AlignmentLink& link : inspection.gold)
        gold.push_back({link.source, link.target});
    core::Json json = {{"source", inspection.source},
                       {"cleaned", inspection.cleanedSource},
                       {"source_tokens", inspection.sourceTokens},
                       {"source_ids", inspection.sourceIds},
                       {"source_embeddings", inspection.sourceEmbeddings},
                       {"cut_tokens", inspection.cutTokens},
                       {"target", inspection.target},
                       {"forced", inspection.forced},
                       {"target_tokens", tokens},
                       {"loss", inspection.meanLoss},
                       {"attention", attention},
                       {"gold_alignment", gold},
                       {"step", inspection.step},
                       {"epoch", inspection.epoch}};
    if (!std::isnan(inspection.alignmentErrorRate))
        json["alignment_error_rate"] = inspection.alignmentErrorRate;
    return json;
}

void print(const core::TranslationInspection& inspection)
{
    printLine(inspection.target);
    for (const core::TargetToken& token : inspection.targetTokens)
        printLine(formatted("%6lld  %-20s  %8.4f  likeliest %s (%.4f)",
                            static_cast<long long>(token.id), token.text.c_str(),
                            token.logProbability, token.likeliest.c_str(),
                            token.likeliestLogProbability));
    printLine(
        formatted("%zu attention matrices; --json prints them.", inspection.attention.size()));
}

core::Json toJson(const core::Decoding& decoding)
{
    core::Json steps = core::Json::array();
    for (const core::TraceStep& step : decoding.trace.steps) {
        core::Json candidates = core::Json::array();
        for (const int32_t id : step.candidates)
            candidates.push_back(toJson(decoding.trace.nodes[static_cast<size_t>(id)]));
        steps.push_back({{"candidates", candidates},
                         {"unlisted", step.unlisted},
                         {"finished_so_far", step.finishedSoFar}});
    }
    core::Json best = core::Json::array();
    for (const core::Translation& each : decoding.best)
        best.push_back(toJson(each));
    core::Json search = {{"kind", decoding.search.kind}};
    search.update(decoding.search.options);
    return {{"source", decoding.source},
            {"source_tokens", decoding.sourceTokens},
            {"search", search},
            {"best", best},
            {"ending", decoding.trace.ending.plain()},
            {"expansions", decoding.trace.expansions},
            {"steps", steps},
            {"step", decoding.step},
            {"epoch", decoding.epoch},
            {"milliseconds", decoding.milliseconds}};
}

void print(const core::Decoding& decoding)
{
    int number = 0;
    for (const core::TraceStep& step : decoding.trace.steps) {
        printLine(formatted("Step %d", ++number));
        for (const int32_t id : step.candidates) {
            const core::TraceNode& node = decoding.trace.nodes[static_cast<size_t>(id)];
            printLine(formatted("  %3d  score %8.4f  total %8.4f  log p %8.4f  %-13s %s", node.rank,
                                node.score, node.total, node.logProbability, nameOf(node.fate),
                                pathTo(decoding.trace, node).c_str()));
        }
        if (step.unlisted > 0)
            printLine(
                formatted("       and %lld more below", static_cast<long long>(step.unlisted)));
    }
    printLine(decoding.trace.ending.plain());
    for (const core::Translation& each : decoding.best)
        printLine(formatted("%8.4f  %s", each.score, each.text.c_str()));
}

TaskCommands translatorCommands()
{
    return {.question = core::AskTranslationScores::kName,
            .translates = true,
            .evaluate =
                [](core::LiveModel& model, const EvaluateArguments& arguments) {
                    const auto rows = scoredRows(arguments);
                    const core::DecodingSpec decoding = decodingFrom(model, arguments.search);
                    const auto scores
                        = model.ask(core::AskTranslationScores{{.rows = rows}, decoding}).scores;
                    show(scores, arguments.model.json);
                    printScoreRemarks(scores);
                },
            .predict = {},
            .instead = "translate",
            .inspect =
                [](core::LiveModel& model, const InspectArguments& arguments) {
                    show(model.ask(core::AskTranslation{arguments.text, arguments.target}),
                         arguments.model.json);
                }};
}

} // namespace app
