#include "core/probe/baselines/baseline_questions.h"
#include "core/probe/question_kind.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <set>

namespace core {

namespace {

std::string plainScore(const ScoreDescription& score, double value)
{
    std::array<char, 48> text{};
    if (score.share)
        std::snprintf(text.data(), text.size(), "%.1f %%", 100.0 * value);
    else
        std::snprintf(text.data(), text.size(), "%.*f", std::max(score.decimals, 1), value);
    return text.data();
}

/// The advice that follows from the texts.
Message adviceFor(const Baselines& baselines)
{
    constexpr double kShortText = 20.0; // characters
    if (!baselines.readsCharacters && baselines.lettersInText > 0.0
        && baselines.lettersInText < kShortText)
        return {"The texts have about %1 {character|characters}: read characters instead of words "
                "(step 2, tokeniser).",
                {std::to_string(std::lround(baselines.lettersInText))}};
    return {
        "If the training loss falls and the validation loss does not, use more data or more "
        "dropout; otherwise train for more epochs, raise or lower the learning rate by a factor "
        "of 3, or give the network more units.",
        {}};
}

/// @param other  the score of `best`.
void setVerdict(const Score& run, const Baseline& best, double other, BaselineReport& report)
{
    const ScoreDescription score = scoreDescription(run.name);
    const double own = run.value;
    const bool equal = own == other || plainScore(score, own) == plainScore(score, other);
    report.beaten = equal || !(score.higherIsBetter ? own > other : own < other);
    const std::vector<std::string> arguments{score.title, plainScore(score, own), best.title,
                                             plainScore(score, other)};
    report.advice = {};
    if (!report.beaten) {
        report.verdict
            = {"The network beats every baseline: its %1 is %2; the best of them, \"%3\", "
               "reaches %4.",
               arguments};
        return;
    }
    if (equal && score.share && score.higherIsBetter && own >= 1.0) {
        report.verdict = {"Nothing is left to beat: the %1 of the network and of the baseline "
                          "\"%3\" is %2.",
                          arguments};
        return;
    }
    report.verdict = {"The network does not beat the baseline \"%3\": its %1 is %2, that of the "
                      "baseline %4.",
                      arguments};
    report.advice = adviceFor(report.baselines);
}

const BaselineTest* testOf(const BaselineReport& report, const Baseline& baseline)
{
    for (const BaselineTest& test : report.tests)
        if (test.baseline == baseline.id)
            return &test;
    return nullptr;
}

/// A column of the comparison; empty where there is none.
auto ofTest(const BaselineReport& report, double PairedComparison::*member)
{
    return [&report, member](const Baseline& baseline) -> std::optional<double> {
        const BaselineTest* test = testOf(report, baseline);
        return test == nullptr ? std::nullopt : std::optional(test->comparison.*member);
    };
}

void describeWords(const TellingWords& words, Readout& part)
{
    part.key({"class", "Class"}, words.className)
        .table({"words", "Words"}, words.words, column({"token", "Word"}, &TellingWord::token),
               column({"evidence", "Evidence for the class", "nats"}, &TellingWord::evidence),
               column({"in_class", "Occurrences in the class"}, &TellingWord::inClass),
               column({"elsewhere", "Occurrences elsewhere"}, &TellingWord::elsewhere));
}

void describeReport(const BaselineReport& report, Readout& readout)
{
    const Baselines& baselines = report.baselines;
    readout.value({"split", "Split"}, baselines.split);
    std::set<std::string> names;
    Readout scores;
    const auto row = [&](const Baseline& each, Readout& part) {
        part.key({"name", "Name"}, each.id).value({"title", "Baseline"}, each.title);
        part.value({"help", "Method"}, each.help);
        for (const Score& score : each.scores)
            part.value({score.name, scoreDescription(score.name).title}, score.value);
    };
    readout.parts({"baselines", "Baseline"}, baselines.all, row);
    if (!report.tests.empty()) {
        readout.value({"score", "Score that is compared"}, baselines.all.front().outcomes.score)
            .table(
                {"comparison", "Paired bootstrap against the network"}, baselines.all,
                column({"name", "Baseline"}, &Baseline::id),
                column({"baseline", "Score of the baseline"},
                       ofTest(report, &PairedComparison::other)),
                column({"network", "Score of the network"}, ofTest(report, &PairedComparison::run)),
                column({"difference", "Difference"}, ofTest(report, &PairedComparison::difference)),
                column({"low", "Lower end of its interval"},
                       ofTest(report, &PairedComparison::low)),
                column({"high", "Upper end of its interval"},
                       ofTest(report, &PairedComparison::high)),
                column({"probability", "Probability that the network is better"},
                       ofTest(report, &PairedComparison::probability)))
            .value({"confidence", "Confidence of the intervals"}, report.settings.confidence)
            .value({"resamples", "Resamples"}, report.settings.resamples)
            .value({"seed", "Seed"}, int64_t(report.settings.seed))
            .value({"verdict", "Verdict"}, report.verdict.plain());
        if (!report.advice.empty())
            readout.value({"advice", "Advice"}, report.advice.plain());
    }
    if (!baselines.words.empty())
        readout.parts({"words", "Telling words"}, baselines.words, &describeWords);
    for (const Message& note : baselines.notes)
        readout.value({"note", "Note"}, note.plain());
}

template <class Question>
QuestionKind<Question> baselineKind(const char* title, const char* summary)
{
    return {title, summary, splitOptions<Question>(), &describeReport};
}

} // namespace

void compareWith(const Outcomes& run, BaselineReport& report, const Monitor& monitor)
{
    std::vector<const Outcomes*> others;
    for (const Baseline& each : report.baselines.all)
        others.push_back(&each.outcomes);
    const bool comparable
        = !others.empty() && std::all_of(others.begin(), others.end(), [&](const Outcomes* each) {
              return each->score == run.score && each->rows() == run.rows();
          });
    if (!comparable)
        throw Error(
            ErrorCode::BadData,
            {"The rows that the network was evaluated on are not those of the baselines.", {}},
            {"Put the data files back as they were, or start a new run.", {}});
    report.tests.clear();
    for (const PairedComparison& each : pairedBootstrap(run, others, report.settings, monitor))
        report.tests.push_back({report.baselines.all[report.tests.size()].id, each});
    const Baseline& best = *bestBaseline(report.baselines);
    setVerdict({run.score, run.whole()}, best, best.outcomes.whole(), report);
}

void judge(const std::vector<Score>& run, BaselineReport& report)
{
    if (report.baselines.all.empty())
        return;
    const std::string& score = report.baselines.all.front().outcomes.score;
    const double own = scoreValue(run, score);
    const Baseline* best = bestBaseline(report.baselines, score);
    if (best != nullptr && !std::isnan(own))
        setVerdict({score, own}, *best, scoreValue(best->scores, score), report);
}

QuestionKind<AskBaselines> AskBaselines::kind()
{
    return baselineKind<AskBaselines>(
        "Baselines",
        "Simple methods that a network has to beat, and their scores: the most frequent class, "
        "naive Bayes, logistic regression, n-grams, the most frequent tag of a word, the source as "
        "its translation; with naive Bayes' most telling words.");
}

QuestionKind<AskBaselineTest> AskBaselineTest::kind()
{
    return baselineKind<AskBaselineTest>(
        "Network against baselines",
        "The network is evaluated and compared with all baselines by a paired bootstrap: the "
        "probability that it is better, and the interval of the difference.");
}

} // namespace core
