#include "ui/curves/curve_settings.h"

#include "core/metric/score.h"
#include "ui/curves/curves_view.h"
#include "ui/text/sentences.h"

#include <algorithm>

namespace ui {

namespace {

} // namespace

std::vector<CurvePlotKind> curvePlotKinds()
{
    using Place = CurvePlotKind::Place;
    using Scale = CurvePlotKind::Scale;
    return {
        {.id = QStringLiteral("loss"),
         .title = lossTitle({}),
         .help = CurvesView::tr("The training loss; for classes and tokens the "
                                "cross-entropy: the mean of -ln p over texts or, for a "
                                "translator, over tokens."),
         .quantity = quantity::kLoss,
         .epochQuantity = "valid_loss",
         .scale = Scale::Choosable},
        {.id = QStringLiteral("perplexity"),
         .title = perplexityTitle({}),
         .help = CurvesView::tr(
             "exp(loss): the network is as unsure as if it chose among that many equally likely "
             "tokens. Unknown tokens count as one frequent word: the more of them there are, the "
             "lower it is."),
         .quantity = quantity::kPerplexity,
         .epochQuantity = "valid_perplexity",
         .scale = Scale::Logarithmic,
         .shownAtFirst = false},
        {.id = QStringLiteral("learning_rate"),
         .title = CurvesView::tr("Learning rate"),
         .help = CurvesView::tr("As the schedule sets it."),
         .quantity = quantity::kLearningRate,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("gradient_norm"),
         .title = CurvesView::tr("Gradient norm (\u00d7 clipped)"),
         .help = CurvesView::tr("Length of the whole gradient before clipping."),
         .quantity = quantity::kGradientNorm,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("speed"),
         .title = CurvesView::tr("Tokens per second"),
         .help = CurvesView::tr("Over about the last second."),
         .quantity = quantity::kSpeed,
         .epochQuantity = {},
         .place = Place::Strip},
        {.id = QStringLiteral("teacher_forcing"),
         .title = CurvesView::tr("Teacher forcing"),
         .help = CurvesView::tr("How often the decoder is fed the true token in training."),
         .quantity = quantity::kTeacherForcing,
         .epochQuantity = {},
         .place = Place::Strip,
         .share = true,
         .shownAtFirst = false},
    };
}

CurvePlotKind scorePlotKind(const std::string& score)
{
    const core::ScoreDescription description = core::scoreDescription(score);
    QString title = coreText(description.title);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    if (!description.eachUpdate)
        title = CurvesView::tr("%1 (validation)").arg(title);
    return {.id = QString::fromStdString(score),
            .title = title,
            .help = coreText(description.help),
            .quantity = description.eachUpdate ? std::optional<Quantity>(score) : std::nullopt,
            .epochQuantity = "valid_" + score,
            .share = description.share || score == "macro_f1",
            .shownAtFirst = description.drawnAtFirst,
            .isScore = true};
}

QString lossTitle(const core::LossDescription& loss)
{
    const QString name = coreText(loss.title);
    if (name.isEmpty())
        return CurvesView::tr("Loss");
    if (loss.unit.empty())
        return CurvesView::tr("Loss: %1").arg(name);
    return CurvesView::tr("Loss: %1 (%2)").arg(name, coreText(loss.unit));
}

QString perplexityTitle(const std::vector<double>& unknown)
{
    if (unknown.empty())
        return CurvesView::tr("Perplexity");
    const auto [least, most] = std::minmax_element(unknown.begin(), unknown.end());
    const QString low = percent(*least), high = percent(*most);
    return low == high ? CurvesView::tr("Perplexity (%1 of tokens unknown)").arg(low)
                       : CurvesView::tr("Perplexity (%1 to %2 of tokens unknown)").arg(low, high);
}

QString xAxisTitle(XAxis axis)
{
    switch (axis) {
    case XAxis::Update:
        return CurvesView::tr("update");
    case XAxis::Epoch:
        return CurvesView::tr("epoch");
    case XAxis::Tokens:
        return CurvesView::tr("tokens seen");
    case XAxis::Time:
        return CurvesView::tr("training time (s)");
    }
    return {};
}

} // namespace ui
