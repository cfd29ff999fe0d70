#include "ui/gradient_laboratory/laboratory_text.h"

#include "ui/text/sentences.h"

#include <QCoreApplication>
#include <QStringList>

namespace ui {

namespace {

QString labText(const char* text)
{
    return QCoreApplication::translate("GradientLaboratory", text);
}

QString clipText(const core::LaboratoryCell& cell)
{
    return cell.clipFactor < 1.0
        ? labText("clipping multiplies it by %1").arg(value(cell.clipFactor))
        : labText("clipping leaves it as it is");
}

} // namespace

QString derivativeName(LaboratoryMatrix matrix)
{
    return matrix == LaboratoryMatrix::Recurrent ? QStringLiteral("dL/dU")
                                                 : QStringLiteral("dL/dW");
}

QString laboratorySummary(const core::GradientLaboratory& laboratory)
{
    QStringList lines;
    for (const core::LaboratoryCell& cell : laboratory.cells) {
        const double last = cell.steps.back().gradient, first = cell.steps.front().gradient;
        lines << labText("%1: \u2016dL/dh\u2016 is %2 at step %3, %4 at step 0; norm of the whole "
                         "gradient %5: %6.")
                     .arg(coreText(cell.title), value(last), count(laboratory.steps), value(first),
                          value(cell.gradientNorm), clipText(cell));
    }
    return lines.join(u'\n');
}

QString laboratoryStepText(const core::GradientLaboratory& laboratory, int step,
                           LaboratoryMatrix matrix)
{
    QStringList lines;
    for (const core::LaboratoryCell& cell : laboratory.cells) {
        const core::LaboratoryStep& at = cell.steps.at(size_t(step));
        QStringList parts{labText("\u2016h\u2016 = %1").arg(value(at.state)),
                          labText("\u2016dL/dh\u2016 = %1").arg(value(at.gradient))};
        if (at.memory && at.memoryGradient)
            parts << labText("\u2016c\u2016 = %1").arg(value(*at.memory))
                  << labText("\u2016dL/dc\u2016 = %1").arg(value(*at.memoryGradient));
        const auto& share
            = matrix == LaboratoryMatrix::Recurrent ? at.recurrentShare : at.inputShare;
        if (share)
            parts << labText("share of %1: %2").arg(derivativeName(matrix), percent(*share));
        lines << labText("Step %1, %2: %3")
                     .arg(count(step), coreText(cell.title), parts.join(QStringLiteral(", ")));
    }
    return lines.join(u'\n');
}

} // namespace ui
