#include "ui/curves/curve_sentence.h"

#include "core/metric/score.h"
#include "ui/curves/curves_view.h"
#include "ui/text/monitor.h"
#include "ui/text/sentences.h"

#include <algorithm>

namespace ui {

namespace {

/// What a run goes by: values of its monitor, and which of two is better.
struct Watched {
    std::string monitor;

    double of(const core::EpochReport& epoch) const
    {
        return RunCurves::epochValue(epoch, monitor);
    }
    bool better(const core::EpochReport& a, const core::EpochReport& b) const
    {
        return core::monitorRises(monitor) ? of(a) > of(b) : of(a) < of(b);
    }
    QString text(const core::EpochReport& epoch) const { return monitorValue(monitor, of(epoch)); }
    QString title() const
    {
        QString title = monitorText(monitor).title;
        title[0] = title[0].toUpper();
        return title;
    }
};

/// How many epochs in a row, up to the last, were each worse than the one before.
int epochsWorse(const std::vector<core::EpochReport>& epochs, const Watched& watched)
{
    int worse = 0;
    for (size_t i = epochs.size(); i-- > 1 && watched.better(epochs[i - 1], epochs[i]);)
        ++worse;
    return worse;
}

/// Without it a perplexity means little.
constexpr const char* kBesidePerplexity = "unknown_share";

/// "; validation loss 0.43, accuracy 87.1 %, BLEU 31.2": what else is measured; of the scores those
/// that have plots at first.
QString othersPart(const core::EpochReport& epoch, const Watched& watched)
{
    const std::string name = core::monitoredScore(watched.monitor);
    std::vector<core::Score> scores = epoch.validScores;
    std::erase_if(scores, [&name](const core::Score& score) {
        return !std::isfinite(score.value) || score.name == name
            || !(core::scoreDescription(score.name).drawnAtFirst
                 || score.name == kBesidePerplexity);
    });
    QStringList parts;
    if (name != "loss" && std::isfinite(epoch.validLoss))
        parts << CurvesView::tr("loss %1").arg(value(epoch.validLoss));
    if (!scores.empty())
        parts << scoresSentence(scores);
    return parts.isEmpty()
        ? QString()
        : CurvesView::tr("; validation %1").arg(parts.join(QStringLiteral(", ")));
}

QString epochsSentence(const std::vector<core::EpochReport>& epochs, int64_t starred,
                       const Watched& watched)
{
    const core::EpochReport& last = epochs.back();
    auto best = std::find_if(epochs.begin(), epochs.end(),
                             [starred](const auto& epoch) { return epoch.epoch == starred; });
    if (best == epochs.end())
        best = std::min_element(
            epochs.begin(), epochs.end(),
            [&watched](const auto& a, const auto& b) { return watched.better(a, b); });
    const bool rises = core::monitorRises(watched.monitor);
    if (best->epoch == last.epoch)
        return CurvesView::tr(rises ? QT_TRANSLATE_NOOP("ui::CurvesView",
                                                        "%1 is the highest so far: epoch %2, %3%4.")
                                    : QT_TRANSLATE_NOOP("ui::CurvesView",
                                                        "%1 is the lowest so far: epoch %2, %3%4."))
            .arg(watched.title())
            .arg(last.epoch)
            .arg(watched.text(last), othersPart(last, watched));
    const QString bestPart
        = CurvesView::tr("best was epoch %1, %2").arg(best->epoch).arg(watched.text(*best));
    const int worse = epochsWorse(epochs, watched);
    if (worse > 1)
        return CurvesView::tr(
                   rises ? QT_TRANSLATE_NOOP("ui::CurvesView", "%1 has fallen for %2 epochs; %3.")
                         : QT_TRANSLATE_NOOP("ui::CurvesView", "%1 has risen for %2 epochs; %3."))
            .arg(watched.title())
            .arg(worse)
            .arg(bestPart);
    if (worse == 1)
        return CurvesView::tr(
                   rises ? QT_TRANSLATE_NOOP("ui::CurvesView", "%1 fell in the last epoch; %2.")
                         : QT_TRANSLATE_NOOP("ui::CurvesView", "%1 rose in the last epoch; %2."))
            .arg(watched.title(), bestPart);
    if (watched.text(last) == watched.text(*best))
        return CurvesView::tr("%1 is %2 in epoch %3, as in epoch %4, the best one.")
            .arg(watched.title(), watched.text(last))
            .arg(last.epoch)
            .arg(best->epoch);
    return CurvesView::tr("%1 is %2 in epoch %3; %4.")
        .arg(watched.title(), watched.text(last))
        .arg(last.epoch)
        .arg(bestPart);
}

} // namespace

QString curveSentence(const RunCurves& curves, const std::string& monitor)
{
    if (curves.empty())
        return CurvesView::tr("No update yet.");
    const Series& loss = curves.raw(quantity::kLoss);
    if (loss.size() > 0 && !std::isfinite(loss.at(loss.size() - 1)))
        return CurvesView::tr("The loss is no longer a number at update %1; a lower "
                              "learning rate usually helps.")
            .arg(count(curves.step(loss.size() - 1)));
    std::vector<core::EpochReport> validated = curves.epochs();
    const Watched watched{monitor};
    std::erase_if(validated,
                  [&watched](const auto& epoch) { return !std::isfinite(watched.of(epoch)); });
    const core::EpochReport* starred = curves.best();
    if (!validated.empty())
        return epochsSentence(validated, starred != nullptr ? starred->epoch : 0, watched);
    if (curves.size() == 0)
        return CurvesView::tr("No update yet.");
    const size_t last = curves.size() - 1;
    return CurvesView::tr("Update %1, epoch %2: training loss of the batch %3; not validated "
                          "yet.")
        .arg(count(curves.step(last)), count(curves.epochOf(last)), value(loss.at(last)));
}

} // namespace ui
