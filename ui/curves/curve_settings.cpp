#include "ui/curves/curve_settings.h"

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
    return {
        {.id = QStringLiteral("loss"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Loss (nats)")),
         .quantity = Quantity::Loss,
         .epochQuantity = EpochQuantity::ValidLoss,
         .mayBeLogarithmic = true},
        {.id = QStringLiteral("accuracy"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Accuracy")),
         .quantity = Quantity::Accuracy,
         .epochQuantity = EpochQuantity::ValidAccuracy,
         .share = true},
        {.id = QStringLiteral("macro_f1"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Macro F1 (validation)")),
         .quantity = std::nullopt,
         .epochQuantity = EpochQuantity::ValidMacroF1,
         .share = true,
         .shownAtFirst = false},
        {.id = QStringLiteral("learning_rate"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Learning rate")),
         .quantity = Quantity::LearningRate,
         .place = Place::Strip,
         .mayBeLogarithmic = true},
        {.id = QStringLiteral("gradient_norm"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Gradient norm (\u00d7 clipped)")),
         .quantity = Quantity::GradientNorm,
         .place = Place::Strip,
         .mayBeLogarithmic = true},
        {.id = QStringLiteral("speed"),
         .title = tr(QT_TRANSLATE_NOOP("ui::CurvesView", "Tokens a second")),
         .quantity = Quantity::Speed,
         .place = Place::Strip},
    };
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
