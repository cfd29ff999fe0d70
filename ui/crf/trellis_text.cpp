#include "ui/crf/trellis_text.h"

#include "ui/crf/crf_view.h"
#include "ui/tagging/tag_names.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <algorithm>

namespace ui {

namespace {

constexpr float kMatters = 0.01F;

/// Texts of the view that all of this belongs to.
QString token(const core::Trellis& trellis, int index)
{
    return readableToken(trellis.tokens[size_t(index)]);
}

QString tag(const core::Trellis& trellis, int index)
{
    return tagName(trellis.tagNames, index);
}

/// A forbidden transition has the sign of infinity.
QString scoreOrInfinity(double score)
{
    return isForbidden(score) ? QStringLiteral("\u2212\u221e") : scoreText(score);
}

size_t cell(const core::Trellis& trellis, int row, int column)
{
    return size_t(row) * trellis.tagNames.size() + size_t(column);
}

/// "plays: NOUN → VERB" of each token at which they part.
QStringList partings(const core::Trellis& trellis, const core::TagPath& from,
                     const core::TagPath& to)
{
    QStringList all;
    for (size_t i = 0; i < trellis.tokens.size(); ++i) {
        if (from.tags[i] != to.tags[i])
            all << CrfView::tr("%1: %2 \u2192 %3")
                       .arg(token(trellis, int(i)), tag(trellis, from.tags[i]),
                            tag(trellis, to.tags[i]));
    }
    return all;
}

QString tagsOf(const core::Trellis& trellis, const core::TagPath& path)
{
    QStringList tags;
    for (const int32_t each : path.tags)
        tags << tag(trellis, each);
    return tags.join(QLatin1Char(' '));
}

} // namespace

int viterbiSteps(const core::Trellis& trellis)
{
    return 2 * int(trellis.tokens.size());
}

bool isFilled(int token, int step)
{
    return token < step;
}

bool isTraced(const core::Trellis& trellis, int token, int step)
{
    return token >= viterbiSteps(trellis) - step;
}

std::vector<int> tagsThatMatter(const core::Trellis& trellis,
                                const std::vector<core::TransitionChange>& changes)
{
    const size_t tags = trellis.tagNames.size();
    std::vector<bool> matters(tags, false);
    for (size_t i = 0; i < trellis.marginals.size(); ++i) {
        if (trellis.marginals[i] > kMatters)
            matters[i % tags] = true;
    }
    const auto takeAll = [&](const core::TagPath& path) {
        for (const int32_t each : path.tags)
            matters[size_t(each)] = true;
    };
    for (const core::TagPath& path : trellis.paths)
        takeAll(path);
    takeAll(trellis.withoutChanges);
    takeAll(trellis.withoutCrf);
    for (const core::TransitionChange& change : changes) {
        for (const int tag : {change.from, change.to}) {
            if (tag >= 0)
                matters[size_t(tag)] = true;
        }
    }
    std::vector<int> all;
    for (size_t i = 0; i < tags; ++i) {
        if (matters[i])
            all.push_back(int(i));
    }
    return all;
}

double moveScore(const core::Trellis& trellis, int from, int to)
{
    if (from < 0)
        return to < 0 ? 0.0 : double(trellis.start[size_t(to)]);
    return to < 0 ? double(trellis.end[size_t(from)])
                  : double(trellis.transitions[cell(trellis, from, to)]);
}

bool isLegal(const core::Trellis& trellis, int from, int to)
{
    if (from < 0)
        return to < 0 || trellis.legalStart[size_t(to)];
    return to < 0 ? trellis.legalEnd[size_t(from)] : trellis.legal[cell(trellis, from, to)];
}

QString moveName(const core::Trellis& trellis, int from, int to)
{
    return CrfView::tr("%1 \u2192 %2")
        .arg(from < 0 ? CrfView::tr("begin") : tag(trellis, from),
             to < 0 ? CrfView::tr("end") : tag(trellis, to));
}

std::vector<bool> illegalMoves(const core::Trellis& trellis, const core::TagPath& path)
{
    std::vector<bool> illegal;
    for (size_t i = 0; i < path.tags.size(); ++i)
        illegal.push_back(!isLegal(trellis, i > 0 ? path.tags[i - 1] : -1, path.tags[i]));
    return illegal;
}

QString nodeText(const core::Trellis& trellis, int at, int which, int step)
{
    const size_t place = cell(trellis, at, which);
    if (!isFilled(at, step))
        return CrfView::tr("%1 at \u201c%2\u201d: emission %3. Its score is computed when the "
                           "steps reach its token.")
            .arg(tag(trellis, which), token(trellis, at),
                 scoreOrInfinity(double(trellis.emissions[place])));
    const int before = trellis.backPointers[place];
    const QString head
        = CrfView::tr("%1 at \u201c%2\u201d").arg(tag(trellis, which), token(trellis, at));
    const QString emission = scoreOrInfinity(double(trellis.emissions[place]));
    const QString sum = scoreOrInfinity(double(trellis.viterbi[place]));
    const QString move = scoreOrInfinity(moveScore(trellis, before, which));
    const QString score = before < 0
        ? CrfView::tr("%1: begin %2 + emission %3 = %4").arg(head, move, emission, sum)
        : CrfView::tr("%1: best before it, %2 with %3, + transition %4 + emission %5 = %6")
              .arg(head, tag(trellis, before),
                   scoreOrInfinity(double(trellis.viterbi[cell(trellis, at - 1, before)])), move,
                   emission, sum);
    QString text
        = CrfView::tr("%1. Probability %2.").arg(score, percent(double(trellis.marginals[place])));
    if (at + 1 == int(trellis.tokens.size()))
        text += CrfView::tr(" After it: end %1.")
                    .arg(scoreOrInfinity(moveScore(trellis, which, -1)));
    return text;
}

QString stepText(const core::Trellis& trellis, int step)
{
    const int tokens = int(trellis.tokens.size());
    if (tokens == 0)
        return {};
    if (step == 0)
        return CrfView::tr("Emissions are known, no scores yet. Step forward: the scores of "
                           "\u201c%1\u201d.")
            .arg(token(trellis, 0));
    if (step == 1)
        return CrfView::tr(
                   "\u201c%1\u201d: the score of each tag is that of beginning with it, plus "
                   "its emission.")
            .arg(token(trellis, 0));
    if (step <= tokens)
        return CrfView::tr("\u201c%1\u201d: for each tag the best of (previous score + "
                           "transition), plus its emission; an arrow marks the best one.")
            .arg(token(trellis, step - 1));
    const core::TagPath& best = trellis.paths.front();
    if (step == tokens + 1)
        return CrfView::tr("The best score after the last token, including end scores: %1, with "
                           "%2. The path follows the arrows back from there.")
            .arg(scoreText(best.score), tag(trellis, best.tags.back()));
    const int at = viterbiSteps(trellis) - step;
    return CrfView::tr("Back along the arrow to \u201c%1\u201d: %2.")
               .arg(token(trellis, at), tag(trellis, best.tags[size_t(at)]))
        + (at == 0
               ? CrfView::tr(" This is the best path, with score %1.").arg(scoreText(best.score))
               : QString());
}

QString pathText(const core::Trellis& trellis, size_t path)
{
    if (path == 0)
        return tagsOf(trellis, trellis.paths[0]);
    return partings(trellis, trellis.paths[0], trellis.paths[path]).join(QStringLiteral(", "));
}

QString withoutCrfText(const core::Trellis& trellis)
{
    if (!trellis.hasCrf)
        return CrfView::tr("This network has no CRF: the emission alone determines the most likely "
                           "tag of each token. Transitions that you set still apply.");
    const QStringList parted = partings(trellis, trellis.paths.front(), trellis.withoutCrf);
    const std::vector<bool> illegal = illegalMoves(trellis, trellis.withoutCrf);
    const auto moves = std::count(illegal.begin(), illegal.end(), true)
        + (isLegal(trellis, trellis.withoutCrf.tags.back(), -1) ? 0 : 1);
    QString text = parted.isEmpty()
        ? CrfView::tr("CRF off: the same tags.")
        : CrfView::tr("CRF off: %1.").arg(parted.join(QStringLiteral(", ")));
    if (moves > 0)
        text += CrfView::tr(" Illegal transitions there: %1 \u26a0").arg(count(moves));
    return text;
}

QString changesText(const core::Trellis& trellis, size_t changes)
{
    if (changes == 0)
        return {};
    const core::TagPath& best = trellis.paths.front();
    const QStringList parted = partings(trellis, trellis.withoutChanges, best);
    const QString head = CrfView::tr("Transitions set by hand: %1.").arg(count(qint64(changes)));
    const QString change = parted.isEmpty()
        ? CrfView::tr("No tag changes.")
        : CrfView::tr("Tags that change: %1.").arg(parted.join(QStringLiteral(", ")));
    return CrfView::tr("%1 %2 Best path: %3 \u2192 %4.")
        .arg(head, change, percent(trellis.withoutChanges.probability), percent(best.probability));
}

QString trellisText(const core::Trellis& trellis, size_t changes)
{
    QStringList lines;
    for (size_t i = 0; i < trellis.paths.size(); ++i) {
        const core::TagPath& path = trellis.paths[i];
        lines << CrfView::tr("Path %1, score %2, probability %3: %4")
                     .arg(count(qint64(i) + 1), scoreText(path.score), percent(path.probability),
                          tagsOf(trellis, path));
    }
    lines << withoutCrfText(trellis) << changesText(trellis, changes);
    for (size_t i = 0; i < trellis.tokens.size(); ++i)
        lines << nodeText(trellis, int(i), trellis.paths.front().tags[i], viterbiSteps(trellis));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace ui
