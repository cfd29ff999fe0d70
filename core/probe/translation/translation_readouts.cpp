#include "core/probe/question_kind.h"
#include "core/probe/translation/translation_questions.h"

#include <cmath>

namespace core {

namespace {

OptionDescription sourceOption()
{
    return {.name = "text",
            .label = "Source",
            .help = "The source sentence. Without one, a short sentence of the run's data."};
}

std::vector<std::string> textsOf(const std::vector<TargetToken>& tokens)
{
    std::vector<std::string> texts;
    for (const TargetToken& token : tokens)
        texts.push_back(token.text);
    return texts;
}

std::vector<std::vector<int32_t>> alignmentPairs(const std::vector<AlignmentLink>& links)
{
    std::vector<std::vector<int32_t>> pairs;
    for (const AlignmentLink& link : links)
        pairs.push_back({link.source, link.target});
    return pairs;
}

void describeTranslation(const TranslationInspection& inspection, Readout& readout)
{
    const std::vector<std::string> targets = textsOf(inspection.targetTokens);
    readout.value({"source", "Source"}, inspection.source)
        .value({"cleaned", "Cleaned source"}, inspection.cleanedSource)
        .list({"source_tokens", "Tokens of the source"}, inspection.sourceTokens)
        .list({"source_ids", "Ids"}, inspection.sourceIds, "source_tokens")
        .matrix({"source_embeddings", "Embeddings of the source tokens"},
                inspection.sourceEmbeddings, inspection.sourceTokens)
        .value({"cut_tokens", "Tokens beyond the maximum length"}, inspection.cutTokens)
        .value({"target", "Target"}, inspection.target)
        .value({"forced", "The target was given"}, inspection.forced)
        .table({"target_tokens", "Tokens of the target"}, inspection.targetTokens,
               column({"token", "Token"}, &TargetToken::text),
               column({"id", "Id"}, &TargetToken::id),
               column({"log_probability", "log p"}, &TargetToken::logProbability),
               column({"likeliest", "Likeliest"}, &TargetToken::likeliest),
               column({"likeliest_log_probability", "Its log p"},
                      &TargetToken::likeliestLogProbability))
        .value({"loss", "Loss per token", "nats"}, inspection.meanLoss)
        .parts({"attention", "Attention"}, inspection.attention,
               [&](const AttentionMap& map, Readout& part) {
                   const bool ofSource = map.group == "encoder";
                   describeAttention(map, ofSource ? inspection.sourceTokens : targets,
                                     map.group == "decoder" ? targets : inspection.sourceTokens,
                                     part);
               })
        .matrix({"gold_alignment", "True alignment (source token, target token)"},
                alignmentPairs(inspection.gold), {}, {"source", "target"});
    describeMoment(inspection, readout);
    if (!std::isnan(inspection.alignmentErrorRate))
        readout.value({"alignment_error_rate", "Alignment error rate"},
                      inspection.alignmentErrorRate);
}

void describeComparison(const TeacherComparison& comparison, Readout& readout)
{
    Readout forced, free;
    describeTranslation(comparison.forced, forced);
    describeTranslation(comparison.freeRunning, free);
    readout
        .value({"first_divergence", "First token at which they differ"}, comparison.firstDivergence)
        .part({"forced", "Teacher forcing"}, std::move(forced))
        .part({"free_running", "Free running"}, std::move(free));
}

void describePairScores(const ScoredPairs& scored, Readout& readout)
{
    const TranslationScores& scores = scored.scores;
    readout.value({"count", "Pairs"}, scores.count)
        .value({"loss", "Loss per token", "nats"}, scores.loss)
        .value({"perplexity", "Perplexity"}, scores.perplexity)
        .value({"uniform_perplexity", "Perplexity of guessing"}, scores.uniformPerplexity)
        .value({"unknown_share", "Share of unknown target tokens"}, scores.unknownShare)
        .value({"known_perplexity", "Perplexity of known tokens"}, scores.knownPerplexity)
        .value({"unknown_source_share", "Share of unknown source tokens"},
               scores.unknownSourceShare)
        .value({"cut_sources", "Sources that are cut"}, scores.cutSources)
        .value({"cut_references", "References that are cut"}, scores.cutReferences)
        .value({"accuracy", "Token accuracy"}, scores.accuracy)
        .value({"bleu", "BLEU"}, scores.bleu.score)
        .list({"bleu_precisions", "BLEU's n-gram precisions"}, scores.bleu.precisions)
        .value({"brevity_penalty", "BLEU's brevity penalty"}, scores.bleu.brevityPenalty)
        .value({"bleu_signature", "BLEU's signature"}, scores.bleu.signature)
        .value({"chrf", "chrF"}, scores.chrf.score)
        .value({"chrf_signature", "chrF's signature"}, scores.chrf.signature)
        .value({"exact_match", "Exact matches"}, scores.exactMatch)
        .value({"seconds", "Time", "s"}, scores.seconds);
    if (!std::isnan(scores.alignmentErrorRate))
        readout.value({"alignment_error_rate", "Alignment error rate"}, scores.alignmentErrorRate);
    readout.table({"rows", "Pairs"}, scored.rows,
                  column({"source", "Source"}, &ScoredTranslation::source),
                  column({"reference", "Reference"}, &ScoredTranslation::reference),
                  column({"translation", "Translation"}, &ScoredTranslation::hypothesis),
                  column({"bleu", "BLEU"}, &ScoredTranslation::bleu),
                  column({"chrf", "chrF"}, &ScoredTranslation::chrf),
                  column({"log_probability", "log p"}, &ScoredTranslation::logProbability),
                  column({"tokens", "Tokens"}, &ScoredTranslation::tokens),
                  column({"exact", "Exact"}, &ScoredTranslation::exact));
}

void describeGains(const std::vector<SearchGain>& gains, Readout& readout)
{
    readout.table(
        {"gains", "Gains"}, gains, column({"source", "Source"}, &SearchGain::source),
        column({"reference", "Reference"}, &SearchGain::reference),
        column({"greedy", "Greedy"}, &SearchGain::greedy),
        column({"searched", "Searched"}, &SearchGain::searched),
        column({"greedy_log_probability", "Greedy log p"}, &SearchGain::greedyLogProbability),
        column({"searched_log_probability", "Searched log p"}, &SearchGain::searchedLogProbability),
        column({"greedy_bleu", "Greedy BLEU"}, &SearchGain::greedyBleu),
        column({"searched_bleu", "Searched BLEU"}, &SearchGain::searchedBleu),
        column({"first_difference", "First difference"}, &SearchGain::firstDifference));
}

} // namespace

Outcomes outcomesOf(const ScoredPairs& scored)
{
    Outcomes outcomes{"bleu", Outcomes::Form::Bleu, scored.scores.bleu.options};
    for (const ScoredTranslation& each : scored.rows)
        outcomes.addPair(each.hypothesis, each.reference);
    return outcomes;
}

QuestionKind<AskTranslation> AskTranslation::kind()
{
    return {"Tokens, attention and loss of a pair",
            "The probability of each target token for one source, and all attention weights.",
            Schema<AskTranslation>()
                .add(&AskTranslation::source, sourceOption())
                .add(&AskTranslation::target,
                     {.name = "target",
                      .label = "Target",
                      .help = "A translation that the decoder is fed (teacher forcing). Without "
                              "one, the greedy translation of the network."}),
            &describeTranslation};
}

QuestionKind<AskComparison> AskComparison::kind()
{
    return {"Teacher forcing beside free running",
            "The reference under teacher forcing beside the network's own translation.",
            Schema<AskComparison>()
                .add(&AskComparison::source, sourceOption())
                .add(&AskComparison::reference,
                     {.name = "reference", .label = "Reference", .help = "The true translation."}),
            &describeComparison};
}

QuestionKind<AskTranslationScores> AskTranslationScores::kind()
{
    return {"Scores of a translator",
            "BLEU, chrF, loss and perplexity over the data, with the translation of each source.",
            splitOptions<AskTranslationScores>().addPath(
                &AskTranslationScores::references,
                {.name = "references",
                 .label = "Further references",
                 .help = "If good translations score low, add text files with other translations "
                         "by people: line N is another reference of pair N. A match with any "
                         "reference counts."}),
            &describePairScores};
}

QuestionKind<AskGains> AskGains::kind()
{
    return {"Gains of a search",
            "Sentences for which a search finds a more probable translation than greedy decoding.",
            splitOptions<AskGains>().add(&AskGains::search,
                                         {.name = "search",
                                          .label = "Search",
                                          .help = "The search that is compared with greedy "
                                                  "decoding.",
                                          .family = "search"}),
            &describeGains};
}

} // namespace core
