#include "ui/gradients/sentence_flow.h"

#include "ui/figure/figure.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>
#include <QLocale>

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
                   : FlowWords::tr("At the first step nothing is left of the gradient of h."));
    if (flow.jacobians.empty())
        text += QLatin1Char(' ')
            + FlowWords::tr(
                    "The products of Jacobians are too large to compute: take fewer words.");
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
        lines << FlowWords::tr("Norm of the gradient by %1 after each word: %2")
                     .arg(QString::fromStdString(flow.states[s]),
                          numbers.join(QStringLiteral(", ")));
    }
    return lines.join(QLatin1Char('\n'));
}

void writeFlow(TableText& table, const core::GradientFlow& flow)
{
    table.row("position", "token", "state", "gradient_norm", "jacobian_product");
    for (size_t s = 0; s < flow.norms.size(); ++s)
        for (size_t t = 0; t < flow.tokens.size(); ++t)
            table.row(int64_t(t) + 1, flow.tokens[t], flow.states[s], flow.norms[s][t],
                      flow.jacobians.empty() ? Cell() : Cell(flow.jacobians[s][t]));
}

} // namespace ui
