#include "ui/gradients/quantity_texts.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace ui {

using core::LayerQuantity;

namespace {

struct QuantityTexts {
    Q_DECLARE_TR_FUNCTIONS(QuantityTexts)
};

} // namespace

QString quantityTitle(LayerQuantity quantity)
{
    switch (quantity) {
    case LayerQuantity::GradientNorm:
        return QuantityTexts::tr("Gradient norm");
    case LayerQuantity::StepSize:
        return QuantityTexts::tr("Step / learning rate");
    case LayerQuantity::StreamScale:
        return QuantityTexts::tr("Residual stream, RMS");
    case LayerQuantity::ResidualWeight:
        return QuantityTexts::tr("ReZero's \u03b1");
    case LayerQuantity::Rectification:
        return QuantityTexts::tr("RAdam's r and \u03c1");
    }
    return {};
}

QString quantityName(LayerQuantity quantity)
{
    switch (quantity) {
    case LayerQuantity::GradientNorm:
        return QuantityTexts::tr("gradient norm");
    case LayerQuantity::StepSize:
        return QuantityTexts::tr("RMS of the step / learning rate");
    case LayerQuantity::StreamScale:
        return QuantityTexts::tr("RMS of the residual stream");
    case LayerQuantity::ResidualWeight:
        return QuantityTexts::tr("\u03b1");
    case LayerQuantity::Rectification:
        return QuantityTexts::tr("value");
    }
    return {};
}

QString quantityMeaning(LayerQuantity quantity)
{
    switch (quantity) {
    case LayerQuantity::GradientNorm:
        return QuantityTexts::tr("L2 norm of the gradient before clipping.");
    case LayerQuantity::StepSize:
        return QuantityTexts::tr("Root mean square of the step of a layer's weights, divided by "
                                 "the learning rate.");
    case LayerQuantity::StreamScale:
        return QuantityTexts::tr("Root mean square of the residual stream at each norm; with "
                                 "ReZero at each residual connection.");
    case LayerQuantity::ResidualWeight:
        return QuantityTexts::tr("ReZero's \u03b1 of each layer: at 0 the layer passes its input "
                                 "on unchanged.");
    case LayerQuantity::Rectification:
        return QuantityTexts::tr("r scales the adaptive step; \u03c1 counts the gradients behind "
                                 "its mean square.");
    }
    return {};
}

QString quantityHelp()
{
    return QuantityTexts::tr(
        "The quantity of each layer that is shown over the training. Gradient norm: if queries and "
        "keys are far below values, they learn slowly without an adaptive optimiser. Step / "
        "learning rate: Adam begins with 1 for each weight that has a gradient, however small it "
        "is; if it is largest in the first updates, warm up, or choose RAdam. Residual stream, "
        "over tokens and features: a norm divides the gradient by it; if it grows far above 1, "
        "gradients shrink on their way to lower layers: choose pre-norm, ReZero or a warm-up. "
        "ReZero's \u03b1 and RAdam's r and \u03c1 are offered for runs that have them; while "
        "\u03c1 is at most 5, the step is not adaptive and r has no value.");
}

std::optional<std::pair<double, QString>> quantityLimit(LayerQuantity quantity)
{
    if (quantity == LayerQuantity::StreamScale || quantity == LayerQuantity::StepSize)
        return std::pair{1.0, QStringLiteral("1")};
    if (quantity == LayerQuantity::Rectification)
        return std::pair{5.0, QuantityTexts::tr("limit of \u03c1: 5")};
    return std::nullopt;
}

namespace {

/// "encoder.transformer.layers.0.self_attn.Q" -> "layer 1 self_attn.Q", "encoder.rnn.l0" ->
/// "layer 1": layers are counted from 1 as everywhere in the window; without a number as it is.
QString fromLayerNumber(const QString& name)
{
    static const QRegularExpression number(QStringLiteral("\\.l?(\\d+)(?:\\.(.+))?$"));
    const QRegularExpressionMatch found = number.match(name);
    if (!found.hasMatch())
        return name;
    const QString layer = QuantityTexts::tr("layer %1").arg(found.capturedView(1).toInt() + 1);
    return found.captured(2).isEmpty() ? layer : layer + u' ' + found.captured(2);
}

} // namespace

QStringList shortNames(const std::vector<std::string>& names)
{
    QStringList whole, numbered;
    for (const std::string& name : names) {
        whole << QString::fromStdString(name);
        numbered << fromLayerNumber(whole.back());
    }
    QStringList shortened = numbered;
    for (qsizetype i = 0; i < whole.size(); ++i)
        if (numbered.count(numbered[i]) > 1) // Layers of encoder and decoder.
            shortened[i] = whole[i].section(u'.', 0, 0) + u' ' + numbered[i];
    return shortened;
}

} // namespace ui
