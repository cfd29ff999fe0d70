#include "ui/decoding/fate_text.h"

#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using core::Fate;

struct FateText {
    Q_DECLARE_TR_FUNCTIONS(FateText)
public:
    static QString ordinal(int number);
    static QString kept(const DecodingSteps& search, int32_t id);
    static QString belowWidth(const DecodingSteps& search, int32_t id);
    static QString repeats(const DecodingSteps& search, int32_t id);
    static QString tooShort(const DecodingSteps& search);
    static QString outsideTop(const DecodingSteps& search, Fate fate);
    static QString notForced(const DecodingSteps& search, int32_t id);
    static QString cutOff(const DecodingSteps& search, int32_t id);
};

double optionOf(const DecodingSteps& search, const char* name)
{
    const core::Json& options = search.decoding().search.options;
    const auto found = options.find(name);
    return found != options.end() && found->is_number() ? found->get<double>() : 0.0;
}

QString FateText::ordinal(int number)
{
    switch (number) {
    case 2:
        return tr("2nd best");
    case 3:
        return tr("3rd best");
    default:
        return number <= 1 ? tr("best") : tr("%1th best").arg(number);
    }
}

QString FateText::kept(const DecodingSteps& search, int32_t id)
{
    const core::TraceNode& node = search.node(id);
    if (search.forced(id))
        return tr("Forced: the search had to continue with it. Its score is %1.")
            .arg(scoreText(node.score));
    if (search.decoding().search.kind == "sampling")
        return tr("Sampled: its probability was %1.").arg(probabilityText(node.logProbability));
    return node.rank <= 1
        ? tr("Kept: it has the best score of this step, %1.").arg(scoreText(node.score))
        : tr("Kept: it has the %1 score of this step, %2.")
              .arg(ordinal(node.rank), scoreText(node.score));
}

QString FateText::belowWidth(const DecodingSteps& search, int32_t id)
{
    const core::TraceNode& node = search.node(id);
    const int step = search.stepOf(id);
    const int32_t worst = search.worstSurvivorOf(step);
    if (worst < 0)
        return tr("Dropped: its score %1 is not among the best.").arg(scoreText(node.score));
    if (search.forced(worst))
        return notForced(search, id);
    const double last = search.node(worst).score;
    const auto width = int(optionOf(search, "width"));
    if (search.isEnd(id) && node.score >= last && width > 0)
        return tr("Dropped: to finish, a hypothesis must be among the %1 best of the step; this "
                  "one is the %2.")
            .arg(width)
            .arg(ordinal(node.rank));
    const QString place = ordinal(search.survivorsOf(step));
    if (!(node.score < last))
        return tr("Dropped: its score %1 is no better than the %2, which came first.")
            .arg(scoreText(node.score), place);
    return tr("Dropped: its score %1 is below the %2, %3.")
        .arg(scoreText(node.score), place, scoreText(last));
}

QString FateText::repeats(const DecodingSteps& search, int32_t id)
{
    std::vector<int32_t> path = search.path(id);
    const auto length = size_t(std::max(0.0, optionOf(search, "block_ngrams")));
    if (length == 0 || length > path.size())
        return tr("Blocked: it would repeat earlier tokens.");
    path.erase(path.begin(), path.end() - ptrdiff_t(length));
    QStringList words;
    for (const int32_t at : path)
        words << readableToken(search.node(at).text);
    return tr("Blocked: it would repeat \"%1\".").arg(words.join(QLatin1Char(' ')));
}

QString FateText::tooShort(const DecodingSteps& search)
{
    const double least = optionOf(search, "minimum_length");
    return least > 0
        ? filled(tr("Blocked: it would end before the minimum length of %1 {token|tokens}."),
                 {count(qint64(least))})
        : tr("Blocked: it would end before the minimum length.");
}

QString FateText::outsideTop(const DecodingSteps& search, Fate fate)
{
    if (fate == Fate::OutsideTopK) {
        const double most = optionOf(search, "top_k");
        return most > 0 ? filled(
                   tr("Never sampled: it is not among the %1 most likely {token|tokens} (top k)."),
                   {count(qint64(most))})
                        : tr("Never sampled: it is not among the most likely tokens (top k).");
    }
    const double mass = optionOf(search, "top_p");
    return mass > 0
        ? tr("Never sampled: more likely tokens already have %1 of the probability (top p).")
              .arg(percent(mass))
        : tr("Never sampled: more likely tokens already have the probability (top p).");
}

QString FateText::notForced(const DecodingSteps& search, int32_t id)
{
    const int32_t taken = search.worstSurvivorOf(search.stepOf(id));
    return taken < 0 ? tr("Dropped: another token was forced here.")
                     : tr("Dropped: another token was forced here, \"%1\".")
                           .arg(readableToken(search.node(taken).text));
}

/// The answer can be one of them, where nothing ended.
QString FateText::cutOff(const DecodingSteps& search, int32_t id)
{
    const core::TraceNode& node = search.node(id);
    return node.fate == Fate::Chosen
        ? filled(tr("Cut off after %1 {token|tokens}, the maximum length, and chosen: no "
                    "hypothesis had ended, and its score is the best, %2."),
                 {count(node.step), scoreText(node.score)})
        : filled(tr("Cut off: it had not ended after %1 {token|tokens}, the maximum length."),
                 {count(node.step)});
}

} // namespace

QString probabilityText(double logProbability)
{
    const double share = std::exp(logProbability);
    if (share >= 0.0005 || share <= 0.0)
        return percent(share);
    return FateText::tr("%1 %").arg(value(100.0 * share));
}

QString fateWord(Fate fate)
{
    switch (fate) {
    case Fate::Kept:
        return FateText::tr("kept");
    case Fate::Finished:
        return FateText::tr("finished");
    case Fate::Chosen:
        return FateText::tr("chosen");
    case Fate::BelowWidth:
        return FateText::tr("dropped");
    case Fate::RepeatsNgram:
    case Fate::TooShort:
        return FateText::tr("blocked");
    case Fate::OutsideTopK:
    case Fate::OutsideTopP:
        return FateText::tr("never drawn");
    case Fate::NotDrawn:
        return FateText::tr("not drawn");
    case Fate::NotForced:
        return FateText::tr("not forced");
    case Fate::CutOff:
        return FateText::tr("cut off");
    case Fate::Abandoned:
        return FateText::tr("left open");
    }
    return {};
}

/// The one table of reasons.
QString fateSentence(const DecodingSteps& search, int32_t id, int step)
{
    const core::TraceNode& node = search.node(id);
    if (node.parent < 0)
        return FateText::tr("The start token: every hypothesis starts here.");
    const Fate fate = search.fateAt(id, step);
    switch (fate) {
    case Fate::Kept:
        return FateText::kept(search, id);
    case Fate::Finished:
        return (node.stopped ? FateText::tr(
                    "Finished at a stop sequence with score %1; the search continues.")
                             : FateText::tr("Finished with score %1; the search continues."))
            .arg(scoreText(node.score));
    case Fate::Chosen:
        return (node.stopped
                    ? FateText::tr("Chosen: it ended at a stop sequence, and no other has "
                                   "a better score than %1.")
                    : FateText::tr("Chosen: it ended, and no other has a better score than %1."))
            .arg(scoreText(node.score));
    case Fate::BelowWidth:
        return FateText::belowWidth(search, id);
    case Fate::RepeatsNgram:
        return FateText::repeats(search, id);
    case Fate::TooShort:
        return FateText::tooShort(search);
    case Fate::OutsideTopK:
    case Fate::OutsideTopP:
        return FateText::outsideTop(search, fate);
    case Fate::NotDrawn:
        return FateText::tr("Not sampled: its probability was %1.")
            .arg(probabilityText(node.logProbability));
    case Fate::NotForced:
        return FateText::notForced(search, id);
    case Fate::CutOff:
        return FateText::cutOff(search, id);
    case Fate::Abandoned:
        return FateText::tr("Left open: enough other hypotheses had finished.");
    }
    return {};
}

QString nodeSentence(const DecodingSteps& search, int32_t id, int step)
{
    const core::TraceNode& node = search.node(id);
    const QString why = fateSentence(search, id, step);
    if (node.parent < 0)
        return why;
    return FateText::tr("\"%1\": probability %2, log p %3, total %4. %5")
        .arg(readableToken(node.text), probabilityText(node.logProbability),
             scoreText(node.logProbability), scoreText(node.total), why);
}

QString unlistedSentence(const DecodingSteps& search, int number)
{
    if (number < 1 || number > search.count() || search.step(number).unlisted <= 0)
        return {};
    const core::TraceStep& step = search.step(number);
    return filled(FateText::tr("%1 more {candidate was dropped below these, with score|candidates "
                               "were dropped below these; their best score is} %2."),
                  {count(step.unlisted), scoreText(step.bestUnlistedScore)});
}

QString stepSentence(const DecodingSteps& search, int number)
{
    if (search.empty())
        return {};
    if (number <= 0)
        return FateText::tr("Nothing is decided yet: the tree holds only the start token.");
    number = std::min(number, search.count());
    if (number < 1)
        return {};
    const core::TraceStep& step = search.step(number);
    const auto weighed = qint64(step.candidates.size()) + step.unlisted;
    int ended = 0;
    for (const int32_t id : search.candidates(number))
        ended += search.ends(id) && search.survived(id) ? 1 : 0;
    const int open = search.survivorsOf(number) - ended;
    QString text = filled(
        FateText::tr("Step %1: %2 {candidate|candidates}, %3 kept, %4 finished, %5 dropped."),
        {count(number), count(weighed), count(open), count(ended), count(weighed - open - ended)});
    if (number == search.count() && !search.decoding().trace.ending.empty())
        text += QLatin1Char(' ') + sentence(search.decoding().trace.ending);
    return text;
}

QString partingSentence(const std::vector<const DecodingSteps*>& searches,
                        const QStringList& titles, int step)
{
    int most = 0, answered = 0;
    for (const DecodingSteps* search : searches) {
        most = std::max(most, search->count());
        answered += search->empty() ? 0 : 1;
    }
    if (answered < 2)
        return {};
    const int first = firstDifference(searches);
    if (first < 0)
        return step >= most ? FateText::tr("All searches find the same text.")
                            : FateText::tr("All searches agree up to step %1.").arg(step);
    if (step <= first)
        return FateText::tr("All searches agree up to step %1.").arg(step);
    QStringList ways;
    for (size_t i = 0; i < searches.size(); ++i) {
        const DecodingSteps& search = *searches[i];
        if (search.empty() || search.decoding().trace.ranking.empty())
            continue;
        const auto path = search.path(search.decoding().trace.ranking.front());
        const QString word = size_t(first) < path.size()
            ? readableToken(search.node(path[size_t(first)]).text)
            : FateText::tr("(nothing more)");
        ways << FateText::tr("%1 writes \"%2\"").arg(titles.value(int(i)), word);
    }
    return FateText::tr("They differ from step %1 on: %2.")
        .arg(first + 1)
        .arg(ways.join(QStringLiteral(", ")));
}

} // namespace ui
