#include "ui/gradients/flow_text.h"

#include "core/train/update_place.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ui {

namespace {

struct FlowWords {
    Q_DECLARE_TR_FUNCTIONS(FlowWords)
};

} // namespace

QString matricesText(const core::GradientFlow& flow)
{
    QStringList all;
    for (const core::GradientFlow::Matrix& each : flow.matrices)
        all << QStringLiteral("%1 %2").arg(QString::fromStdString(each.name),
                                           QLocale().toString(each.largest, 'f', 2));
    QString text
        = FlowWords::tr("Largest singular values: %1.").arg(all.join(QStringLiteral(", ")));
    const std::vector<double>& norms = flow.norms.front();
    const bool backwards = flow.direction == 1;
    const double begin = backwards ? norms.back() : norms.front();
    const double end = backwards ? norms.front() : norms.back();
    if (norms.size() > 1 && end > 0.0)
        text += QLatin1Char(' ')
            + (begin > 0.0
                   ? FlowWords::tr("From the last step to the first the gradient of h changes by a "
                                   "factor of %1.")
                         .arg(value(begin / end))
                   : FlowWords::tr("The gradient of h vanishes before the first step."));
    if (flow.jacobians.empty())
        text += QLatin1Char(' ')
            + FlowWords::tr(
                    "The products of Jacobians are too large to compute: choose fewer words.");
    return text;
}

QString flowWords(const core::GradientFlow& flow)
{
    QStringList lines;
    for (size_t s = 0; s < flow.norms.size(); ++s) {
        QStringList numbers;
        for (size_t t = 0; t < flow.tokens.size(); ++t)
            numbers << QStringLiteral("%1 %2").arg(QString::fromStdString(flow.tokens[t]),
                                                   value(flow.norms[s][t]));
        lines << FlowWords::tr("Norm of the gradient with respect to %1 after each word: %2")
                     .arg(QString::fromStdString(flow.states[s]),
                          numbers.join(QStringLiteral(", ")));
    }
    return lines.join(QLatin1Char('\n'));
}

namespace {

struct BatchWords {
    Q_DECLARE_TR_FUNCTIONS(BatchWords)
};

const std::vector<std::vector<core::StepNorms>>& stepsOf(const core::BatchGradients& batch,
                                                         Aligned aligned)
{
    return aligned == Aligned::AtEnd ? batch.fromEnd : batch.fromStart;
}

/// The factor by which the mean changes over the steps that most of the texts have.
QString changeText(const core::BatchGradients& batch)
{
    const std::vector<core::StepNorms>& steps = batch.fromEnd.front();
    size_t far = 0;
    while (far + 1 < steps.size() && 2 * steps[far + 1].texts >= steps.front().texts)
        ++far;
    if (far == 0 || steps.front().mean <= 0.0)
        return {};
    if (steps[far].mean <= 0.0)
        return QLatin1Char(' ')
            + BatchWords::tr("The gradient of %2 vanishes %1 steps before the last one.")
                  .arg(count(qint64(far)), QString::fromStdString(batch.states.front()));
    return QLatin1Char(' ')
        + BatchWords::tr("From the last step to %1 steps before it, as far as half of the texts "
                         "reach, the mean of %2 changes by a factor of %3.")
              .arg(count(qint64(far)), QString::fromStdString(batch.states.front()),
                   value(steps[far].mean / steps.front().mean));
}

} // namespace

std::vector<FlowPlot::Line> batchLines(const core::BatchGradients& batch, Aligned aligned,
                                       const QString& run, int colour)
{
    std::vector<FlowPlot::Line> lines;
    const auto& all = stepsOf(batch, aligned);
    for (size_t s = 0; s < all.size(); ++s) {
        const QString state = QString::fromStdString(batch.states[s]);
        FlowPlot::Line line{run.isEmpty() ? state : QStringLiteral("%1 \u00b7 %2").arg(run, state),
                            colour,
                            int(s),
                            {}};
        for (size_t i = 0; i < all[s].size(); ++i) {
            // From left to right as the layer reads.
            const size_t step = aligned == Aligned::AtEnd ? all[s].size() - 1 - i : i;
            const core::StepNorms& norms = all[s][step];
            line.places.push_back(aligned == Aligned::AtEnd ? -double(step) : double(step + 1));
            line.values.push_back(norms.mean);
            line.low.push_back(norms.lower);
            line.high.push_back(norms.upper);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

QString stepTitle(Aligned aligned)
{
    return aligned == Aligned::AtEnd ? BatchWords::tr("step; 0: the last one of each text")
                                     : BatchWords::tr("step; 1: the first one of each text");
}

QString batchText(const core::BatchGradients& batch)
{
    const QString texts = count(qint64(batch.texts.size()));
    QString which;
    if (batch.place.step == 0)
        which = filled(BatchWords::tr("%1 {text|texts} that were given."), {texts});
    else if (batch.latest)
        which = filled(BatchWords::tr("%1 {text|texts} of update %2, the last one that the "
                                      "training had made."),
                       {texts, count(batch.place.step)});
    else
        which = filled(BatchWords::tr("%1 {text|texts} of update %2 in epoch %3, as the training "
                                      "had them in its shuffled order."),
                       {texts, count(batch.place.step), count(batch.place.epoch)});
    if (batch.itemCount > qint64(batch.texts.size()))
        which += QLatin1Char(' ')
            + BatchWords::tr("They are the first of its %1.").arg(count(batch.itemCount));
    return which + QLatin1Char(' ')
        + BatchWords::tr("The mean of each step over the texts that have it, with the quartiles.")
        + changeText(batch);
}

QString batchWords(const core::BatchGradients& batch, Aligned aligned)
{
    QStringList lines;
    const auto& all = stepsOf(batch, aligned);
    for (size_t s = 0; s < all.size(); ++s) {
        QStringList numbers;
        for (size_t step = 0; step < all[s].size(); ++step)
            numbers << filled(BatchWords::tr("%1: %2 (%3 to %4; %5 {text|texts})"),
                              {count(qint64(aligned == Aligned::AtEnd ? step : step + 1)),
                               value(all[s][step].mean), value(all[s][step].lower),
                               value(all[s][step].upper), count(all[s][step].texts)});
        const QString state = QString::fromStdString(batch.states[s]);
        lines << (aligned == Aligned::AtEnd
                      ? BatchWords::tr("Mean norm of the gradient with respect to %1 by the number "
                                       "of steps before the last one, with quartiles: %2")
                      : BatchWords::tr("Mean norm of the gradient with respect to %1 after each "
                                       "step, with quartiles: %2"))
                     .arg(state, numbers.join(QStringLiteral(", ")));
    }
    lines << BatchWords::tr("The texts:");
    for (const core::Example& text : batch.texts)
        lines << QStringLiteral("%1 (%2)").arg(QString::fromStdString(text.text),
                                               QString::fromStdString(text.label()));
    return lines.join(QLatin1Char('\n'));
}

std::vector<core::UpdatePlace> epochEnds(const RunCurves& run, const core::ExperimentSpec& spec)
{
    std::vector<core::UpdatePlace> places;
    for (size_t i = 0; i < run.size(); ++i)
        if (i + 1 == run.size() || run.epochOf(i + 1) != run.epochOf(i))
            places.push_back(run.place(i, spec));
    return places;
}

} // namespace ui
