#include "core/probe/by_hand/bleu_by_hand.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace core {

namespace {

using GramCounts = std::map<std::vector<std::string>, int64_t>;

std::vector<std::string> gramAt(const std::vector<std::string>& tokens, size_t place, size_t order)
{
    const auto from = tokens.begin() + static_cast<int64_t>(place);
    return {from, from + static_cast<int64_t>(order)};
}

GramCounts gramCounts(const std::vector<std::string>& tokens, size_t order)
{
    GramCounts counts;
    for (size_t place = 0; place + order <= tokens.size(); ++place)
        ++counts[gramAt(tokens, place, order)];
    return counts;
}

void markTokens(std::vector<bool>& marked, size_t first, size_t count)
{
    std::fill_n(marked.begin() + static_cast<int64_t>(first), count, true);
}

std::string gramText(const std::vector<std::string>& gram)
{
    std::string text;
    for (const std::string& token : gram)
        text += (text.empty() ? "" : " ") + token;
    return text;
}

/// The n-grams of one order, as they first occur.
std::vector<CountedNgram> countedNgrams(const BleuByHand& sentence, size_t order)
{
    std::vector<GramCounts> references;
    for (const ComparedReference& each : sentence.references)
        references.push_back(gramCounts(each.tokens, order));
    std::vector<CountedNgram> ngrams;
    std::map<std::vector<std::string>, size_t> known;
    for (size_t place = 0; place + order <= sentence.tokens.size(); ++place) {
        const std::vector<std::string> gram = gramAt(sentence.tokens, place, order);
        const auto [found, isNew] = known.try_emplace(gram, ngrams.size());
        if (isNew) {
            CountedNgram ngram;
            ngram.order = static_cast<int64_t>(order);
            ngram.text = gramText(gram);
            for (const GramCounts& counts : references)
                if (const auto there = counts.find(gram); there != counts.end())
                    ngram.inReferences = std::max(ngram.inReferences, there->second);
            ngrams.push_back(std::move(ngram));
        }
        ngrams[found->second].places.push_back(static_cast<int64_t>(place));
    }
    return ngrams;
}

} // namespace

bool isSmoothed(const BleuScore& bleu, size_t order)
{
    return bleu.matches[order] == 0 && bleu.precisions[order] > 0.0;
}

namespace {

/// BP (p_1 ... p_N)^(1/N) of the counts as they are.
double withoutSmoothing(const BleuScore& bleu)
{
    const auto orders = static_cast<size_t>(bleu.options.largestOrder);
    double logs = 0.0;
    for (size_t n = 0; n < orders; ++n) {
        if (bleu.matches[n] == 0)
            return 0.0;
        logs
            += std::log(static_cast<double>(bleu.matches[n]) / static_cast<double>(bleu.totals[n]));
    }
    return 100.0 * bleu.brevityPenalty * std::exp(logs / static_cast<double>(orders));
}

struct PrecisionRow {
    int64_t order = 1, matches = 0, total = 0;
    double precision = 0.0;
    bool smoothed = false;
};

void describeBleu(const BleuByHand& sentence, Readout& readout)
{
    const BleuScore& bleu = sentence.bleu;
    std::vector<PrecisionRow> precisions;
    for (int64_t n = 0; n < bleu.options.largestOrder; ++n) {
        const auto i = static_cast<size_t>(n);
        precisions.push_back(
            {n + 1, bleu.matches[i], bleu.totals[i], bleu.precisions[i], isSmoothed(bleu, i)});
    }
    readout.value({"bleu", "BLEU", "%"}, bleu.score)
        .value({"bleu_unsmoothed", "BLEU without smoothing", "%"}, sentence.unsmoothed)
        .value({"chrf", "chrF", "%"}, sentence.chrf)
        .value({"brevity_penalty", "Brevity penalty"}, bleu.brevityPenalty)
        .value({"hypothesis_length", "Length of the hypothesis", "tokens"}, bleu.hypothesisLength)
        .value({"reference_length", "Length of the closest reference", "tokens"},
               bleu.referenceLength)
        .value({"signature", "Signature"}, bleu.signature)
        .table({"precisions", "Precisions"}, precisions,
               column({"order", "n"}, &PrecisionRow::order),
               column({"matches", "Matches"}, &PrecisionRow::matches),
               column({"total", "n-grams"}, &PrecisionRow::total),
               column({"precision", "Precision (%)"}, &PrecisionRow::precision),
               column({"smoothed", "Smoothed"}, &PrecisionRow::smoothed))
        .list({"tokens", "Tokens of the hypothesis"}, sentence.tokens)
        .table({"references", "References"}, sentence.references,
               column({"tokens", "Tokens"},
                      [](const ComparedReference& each) { return gramText(each.tokens); }),
               column({"length", "Length"},
                      [](const ComparedReference& each) { return std::ssize(each.tokens); }),
               column({"closest", "Closest length"}, &ComparedReference::closest),
               column({"bleu", "BLEU"}, &ComparedReference::bleu),
               column({"chrf", "chrF"}, &ComparedReference::chrf))
        .table({"ngrams", "n-grams"}, sentence.ngrams, column({"order", "n"}, &CountedNgram::order),
               column({"ngram", "n-gram"}, &CountedNgram::text),
               column({"hypothesis", "In the hypothesis"}, &CountedNgram::inHypothesis),
               column({"references", "Most in a reference"}, &CountedNgram::inReferences),
               column({"counted", "Counted"}, &CountedNgram::counted));
}

std::vector<std::string> givenReferences(const AskBleuByHand& question)
{
    std::vector<std::string> references;
    for (const std::string& each : question.references)
        if (each.find_first_not_of(" \t\r\n") != std::string::npos)
            references.push_back(each);
    if (references.empty())
        throw Error(ErrorCode::BadSetting, {"There is no reference to compare with.", {}},
                    {"Write at least one reference.", {}});
    if (references.size() > AskBleuByHand::kMostReferences)
        throw Error(
            ErrorCode::BadSetting,
            {"There are %1 references; at most %2 are compared.",
             {std::to_string(references.size()), std::to_string(AskBleuByHand::kMostReferences)}},
            {"Leave some out.", {}});
    return references;
}

} // namespace

std::vector<bool> countedTokens(const BleuByHand& sentence, int64_t order)
{
    std::vector<bool> counted(sentence.tokens.size(), false);
    for (const CountedNgram& each : sentence.ngrams)
        for (int64_t time = 0; each.order == order && time < each.counted(); ++time)
            markTokens(counted, static_cast<size_t>(each.places[static_cast<size_t>(time)]),
                       static_cast<size_t>(order));
    return counted;
}

std::vector<bool> sharedTokens(const BleuByHand& sentence, size_t reference, int64_t order)
{
    const std::vector<std::string>& tokens = sentence.references[reference].tokens;
    const auto length = static_cast<size_t>(order);
    std::vector<bool> shared(tokens.size(), false);
    const GramCounts mine = gramCounts(sentence.tokens, length);
    for (size_t place = 0; place + length <= tokens.size(); ++place)
        if (mine.contains(gramAt(tokens, place, length)))
            markTokens(shared, place, length);
    return shared;
}

QuestionKind<AskBleuByHand> AskBleuByHand::kind()
{
    return {"BLEU by hand",
            "BLEU and chrF of a typed sentence: every n-gram with its clipped count, the "
            "precisions, the brevity penalty and the scores.",
            Schema<AskBleuByHand>()
                .add(&AskBleuByHand::hypothesis,
                     {.name = "hypothesis",
                      .label = "Hypothesis",
                      .help = "The translation that is scored."})
                .add(&AskBleuByHand::references,
                     {.name = "references",
                      .label = "References",
                      .help = "Translations by people; a JSON list if one contains a comma."})
                .add(&AskBleuByHand::tokeniser,
                     {.name = "tokeniser",
                      .label = "Tokens",
                      .help = "If words of your language are not separated by blanks, compare "
                              "characters.",
                      .choices = {{"13a", "Words and marks (13a)"},
                                  {"char", "Characters"},
                                  {"none", "Between blanks"}}})
                .add(&AskBleuByHand::lowercase,
                     {.name = "lowercase",
                      .label = "Ignore case",
                      .help = "If capital letters should not matter, compare in lower case."})
                .add(&AskBleuByHand::largestOrder,
                     {.name = "order",
                      .label = "Longest n-grams",
                      .help = "If short sentences score 0, compare shorter n-grams; 4 is usual.",
                      .minimum = 1,
                      .maximum = 4}),
            &describeBleu};
}

BleuByHand answerByHand(const AskBleuByHand& question)
{
    const std::vector<std::string> references = givenReferences(question);
    BleuOptions options;
    options.tokeniser = question.tokeniser;
    options.lowercase = question.lowercase;
    options.largestOrder = question.largestOrder;
    BleuByHand sentence;
    sentence.tokens = bleuTokens(question.hypothesis, options);
    sentence.bleu = sentenceBleu(question.hypothesis, references, options);
    sentence.chrf = sentenceChrf(question.hypothesis, references, question.lowercase);
    sentence.unsmoothed = withoutSmoothing(sentence.bleu);
    for (const std::string& each : references) {
        ComparedReference reference;
        reference.tokens = bleuTokens(each, options);
        reference.closest = std::ssize(reference.tokens) == sentence.bleu.referenceLength;
        reference.bleu = sentenceBleu(question.hypothesis, each, options).score;
        reference.chrf = sentenceChrf(question.hypothesis, each, question.lowercase);
        sentence.references.push_back(std::move(reference));
    }
    for (int64_t order = 1; order <= question.largestOrder; ++order)
        for (CountedNgram& each : countedNgrams(sentence, static_cast<size_t>(order)))
            sentence.ngrams.push_back(std::move(each));
    return sentence;
}

} // namespace core
