#include "ui/curves/curve_settings.h"

#include "core/metric/score.h"
#include "ui/curves/curves_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

/// Scores of generated translations: only some pairs are translated after each epoch.
bool isOfTranslations(const std::string& score)
{
    return score == "bleu" || score == "chrf" || score == "exact_match"
        || score == "alignment_error_rate";
}

constexpr std::array kMarkers{QCPScatterStyle::ssCircle,           QCPScatterStyle::ssSquare,
                              QCPScatterStyle::ssTriangle,         QCPScatterStyle::ssDiamond,
                              QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssPlusCircle,
                              QCPScatterStyle::ssCrossSquare};

/// A small flag on a pole whose foot is the point.
QPainterPath flagPath()
{
    QPainterPath path;
    path.moveTo(0, 0);
    path.lineTo(0, -14);
    path.lineTo(8, -11);
    path.lineTo(0, -8);
    return path;
}

QPainterPath starPath(double radius)
{
    QPainterPath path;
    for (int i = 0; i < 10; ++i) {
        const double angle = M_PI * i / 5.0 - M_PI / 2.0;
        const double r = i % 2 == 0 ? radius : radius * 0.45;
        const QPointF corner(r * std::cos(angle), r * std::sin(angle));
        i == 0 ? path.moveTo(corner) : path.lineTo(corner);
    }
    path.closeSubpath();
    return path;
}

} // namespace

std::vector<CurvePlotKind> curvePlotKinds()
{
    using Place = CurvePlotKind::Place;
    using Scale = CurvePlotKind::Scale;
    return {
        {.id = QStringLiteral("loss"),
         .title = lossTitle({}),
         .help = CurvesView::tr("The training loss; for classes and tokens the cross-entropy: the "
                                "mean of -ln p over texts or, for a translator, over tokens."),
         .quantity = quantity::kLoss,
         .epochQuantity = "valid_loss",
         .scale = Scale::Choosable},
        {.id = QStringLiteral("perplexity"),
         .title = perplexityTitle({}),
         .help = CurvesView::tr(
             "exp(loss): the number of equally likely tokens with the same uncertainty. Unknown "
             "tokens count as one frequent word, so that many of them lower the perplexity."),
         .quantity = quantity::kPerplexity,
         .epochQuantity = "valid_perplexity",
         .scale = Scale::Logarithmic,
         .shownAtFirst = false},
        {.id = QStringLiteral("learning_rate"),
         .title = CurvesView::tr("Learning rate"),
         .help = CurvesView::tr("The learning rate of each update, as the schedule sets it."),
         .quantity = quantity::kLearningRate,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("gradient_norm"),
         .title = CurvesView::tr("Gradient norm (\u00d7 clipped)"),
         .help = CurvesView::tr("L2 norm of the whole gradient before clipping."),
         .quantity = quantity::kGradientNorm,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("speed"),
         .title = CurvesView::tr("Tokens per second"),
         .help = CurvesView::tr("Mean over about the last second."),
         .quantity = quantity::kSpeed,
         .epochQuantity = {},
         .place = Place::Strip},
        {.id = QStringLiteral("teacher_forcing"),
         .title = CurvesView::tr("Teacher forcing"),
         .help = CurvesView::tr(
             "Share of training steps in which the network is fed the reference token."),
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
    QString help = coreText(description.help);
    if (isOfTranslations(score)) {
        title = CurvesView::tr("%1 (first validation pairs)").arg(title);
        help = CurvesView::tr("%1 The curve is that of the first validation pairs, translated by "
                              "greedy search after each epoch; Results evaluates all pairs.")
                   .arg(help);
    } else if (!description.eachUpdate) {
        title = CurvesView::tr("%1 (validation)").arg(title);
    }
    return {.id = QString::fromStdString(score),
            .title = title,
            .help = help,
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

CurveStyle curveStyle(int colourIndex)
{
    const Theme& theme = Theme::instance();
    CurveStyle style;
    style.strong = theme.seriesPen(colourIndex);
    style.strong.setWidthF(theme.lineWidth() + 0.5);
    style.strong.setJoinStyle(Qt::BevelJoin);
    const QColor colour = style.strong.color();
    // Width 1 and solid: everything else is many times slower on jagged lines.
    style.pale = QPen(blended(theme.base(), colour, theme.isDark() ? 0.68 : 0.7), 1);
    style.thin = style.strong;
    style.thin.setWidthF(theme.lineWidth());
    const QPen outline(colour, theme.lineWidth());
    const double size = 3.5 + 2.5 * theme.lineWidth();
    const auto shape = kMarkers[size_t(colourIndex) % kMarkers.size()];
    style.marker = QCPScatterStyle(shape, outline, QBrush(theme.base()), size);
    style.star = QCPScatterStyle(starPath(size + 2.0), QPen(theme.text(), 1), QBrush(colour));
    style.cross = QCPScatterStyle(QCPScatterStyle::ssCross, QPen(theme.text(), 1), Qt::NoBrush, 5);
    style.flag = QCPScatterStyle(flagPath(), outline, QBrush(colour));
    style.flag.setSize(6.0);
    return style;
}

} // namespace ui
