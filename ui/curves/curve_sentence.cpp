#include "ui/curves/curve_sentence.h"

#include "core/metric/score.h"
#include "ui/text/monitor.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::CurvesView", text);
}

/// How many epochs in a row, up to the last, each had a higher validation loss than the one before.
int epochsRisen(const std::vector<core::EpochReport>& epochs)
{
    int risen = 0;
    for (size_t i = epochs.size(); i-- > 1 && epochs[i].validLoss > epochs[i - 1].validLoss;)
        ++risen;
    return risen;
}

/// "; validation accuracy 87.1 %, BLEU 31.2": of the scores those that have plots at first.
QString scoresPart(const core::EpochReport& epoch)
{
    std::vector<core::Score> scores = epoch.validScores;
    std::erase_if(scores, [](const core::Score& score) {
        return !std::isfinite(score.value) || !core::scoreDescription(score.name).drawnAtFirst;
    });
    return scores.empty()
        ? QString()
        : tr(QT_TRANSLATE_NOOP("ui::CurvesView", "; validation %1")).arg(scoresSentence(scores));
}

QString epochsSentence(const std::vector<core::EpochReport>& epochs)
{
    const core::EpochReport& last = epochs.back();
    // Compared by loss whatever the run's own monitor is: the sentence speaks of the loss.
    const auto best
        = std::min_element(epochs.begin(), epochs.end(),
                           [](const auto& a, const auto& b) { return a.validLoss < b.validLoss; });
    const QString lowest = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "best was epoch %1, %2"))
                               .arg(best->epoch)
                               .arg(value(best->validLoss));
    if (best->epoch == last.epoch)
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                    "Validation loss is the lowest so far: epoch %1, %2%3."))
            .arg(last.epoch)
            .arg(value(last.validLoss), scoresPart(last));
    const int risen = epochsRisen(epochs);
    if (risen > 1)
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                    "Validation loss has risen for %1 epochs; %2."))
            .arg(risen)
            .arg(lowest);
    if (risen == 1)
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                    "Validation loss rose in the last epoch; %1."))
            .arg(lowest);
    return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Validation loss fell to %1; %2."))
        .arg(value(last.validLoss), lowest);
}

} // namespace

QString curveSentence(const RunCurves& curves)
{
    if (curves.empty())
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "No update yet."));
    const Series& loss = curves.raw(quantity::kLoss);
    if (loss.size() > 0 && !std::isfinite(loss.at(loss.size() - 1)))
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                    "The loss is no longer a number at update %1; a lower "
                                    "learning rate usually helps."))
            .arg(count(curves.step(loss.size() - 1)));
    std::vector<core::EpochReport> validated = curves.epochs();
    std::erase_if(validated, [](const auto& epoch) { return !std::isfinite(epoch.validLoss); });
    if (!validated.empty())
        return epochsSentence(validated);
    if (curves.size() == 0)
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "No update yet."));
    const size_t last = curves.size() - 1;
    return tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                "Update %1, epoch %2: training loss of the batch %3; not validated "
                                "yet."))
        .arg(count(curves.step(last)), count(curves.epochOf(last)), value(loss.at(last)));
}

} // namespace ui
