#include "ui/curves/curve_settings.h"

#include "core/metric/score.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::CurvesView", text);
}

} // namespace

std::vector<CurvePlotKind> curvePlotKinds()
{
    using Place = CurvePlotKind::Place;
    using Scale = CurvePlotKind::Scale;
    return {
        {.id = QStringLiteral("loss"),
         .title = lossTitle({}),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                      "The training loss; for classes and tokens the "
                                      "cross-entropy: the mean of -ln p over texts or, for a "
                                      "translator, over tokens.")),
         .quantity = quantity::kLoss,
         .epochQuantity = "valid_loss",
         .scale = Scale::Choosable},
        {.id = QStringLiteral("perplexity"),
         .title = perplexityTitle({}),
         .help = tr(QT_TRANSLATE_NOOP(
             "ui::CurvesView",
             "exp(loss): the network is as unsure as if it chose among that many equally likely "
             "tokens. Unknown tokens count as one frequent word: the more of them there are, the "
             "lower it is.")),
         .quantity = quantity::kPerplexity,
         .epochQuantity = "valid_perplexity",
         .scale = Scale::Logarithmic,
         .shownAtFirst = false},
        {.id = QStringLiteral("learning_rate"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Learning rate")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "As the schedule sets it.")),
         .quantity = quantity::kLearningRate,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("gradient_norm"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Gradient norm (\u00d7 clipped)")),
         .help
         = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Length of the whole gradient before clipping.")),
         .quantity = quantity::kGradientNorm,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("speed"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Tokens per second")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Over about the last second.")),
         .quantity = quantity::kSpeed,
         .epochQuantity = {},
         .place = Place::Strip},
        {.id = QStringLiteral("teacher_forcing"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Teacher forcing")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                      "How often the decoder is fed the true token in training.")),
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
        title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "%1 (validation)")).arg(title);
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
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Loss"));
    if (loss.unit.empty())
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Loss: %1")).arg(name);
    return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Loss: %1 (%2)")).arg(name, coreText(loss.unit));
}

QString perplexityTitle(const std::vector<double>& unknown)
{
    if (unknown.empty())
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Perplexity"));
    const auto [least, most] = std::minmax_element(unknown.begin(), unknown.end());
    const QString low = percent(*least), high = percent(*most);
    return low == high
        ? tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Perplexity (%1 of tokens unknown)")).arg(low)
        : tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Perplexity (%1 to %2 of tokens unknown)"))
              .arg(low, high);
}

QString xAxisTitle(XAxis axis)
{
    switch (axis) {
    case XAxis::Update:
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "update"));
    case XAxis::Epoch:
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "epoch"));
    case XAxis::Tokens:
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "tokens seen"));
    case XAxis::Time:
        return tr(QT_TRANSLATE_NOOP("ui::CurvesView", "training time (s)"));
    }
    return {};
}

} // namespace ui
