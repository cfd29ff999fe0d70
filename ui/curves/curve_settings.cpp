#include "ui/curves/curve_settings.h"

#include "core/metric/score.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>

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
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Loss (nats)")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                      "Mean of -ln p over texts or, of a translator, tokens.")),
         .quantity = Quantity::Loss,
         .epochQuantity = "valid_loss",
         .scale = Scale::Choosable},
        {.id = QStringLiteral("accuracy"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Accuracy")),
         .help = tr(QT_TRANSLATE_NOOP(
             "ui::CurvesView",
             "Share of texts whose class was the likeliest; of a translator, share of tokens.")),
         .quantity = Quantity::Accuracy,
         .epochQuantity = "valid_accuracy",
         .share = true},
        {.id = QStringLiteral("perplexity"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Perplexity")),
         .help = tr(QT_TRANSLATE_NOOP(
             "ui::CurvesView",
             "exp(loss): the network is as unsure as if it chose among so many tokens.")),
         .quantity = Quantity::Perplexity,
         .epochQuantity = "valid_perplexity",
         .scale = Scale::Logarithmic,
         .shownAtFirst = false},
        {.id = QStringLiteral("learning_rate"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Learning rate")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "As the schedule sets it.")),
         .quantity = Quantity::LearningRate,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("gradient_norm"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Gradient norm (\u00d7 clipped)")),
         .help
         = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Length of the whole gradient before clipping.")),
         .quantity = Quantity::GradientNorm,
         .epochQuantity = {},
         .place = Place::Strip,
         .scale = Scale::Choosable},
        {.id = QStringLiteral("speed"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Tokens a second")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Over about the last second.")),
         .quantity = Quantity::Speed,
         .epochQuantity = {},
         .place = Place::Strip},
        {.id = QStringLiteral("teacher_forcing"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Teacher forcing")),
         .help = tr(QT_TRANSLATE_NOOP("ui::CurvesView",
                                      "How often the decoder is fed the true token in training.")),
         .quantity = Quantity::TeacherForcing,
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
    // Macro F1 says little that accuracy does not say; it is there for who looks for it.
    const bool shown = score == "bleu" || score == "alignment_error_rate";
    return {.id = QString::fromStdString(score),
            .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "%1 (validation)")).arg(title),
            .help = coreText(description.help),
            .quantity = std::nullopt,
            .epochQuantity = "valid_" + score,
            .share = description.share || score == "macro_f1",
            .shownAtFirst = shown};
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
