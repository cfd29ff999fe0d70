#include "ui/by_hand/by_hand_steps.h"

#include "ui/by_hand/by_hand_view.h"
#include <QLocale>
#include <QStringList>

#include <array>
#include <cmath>
#include <functional>

namespace ui {

namespace {

struct StepTexts {
    const char* title;
    core::Formula formula;
};

const StepTexts& textsOf(AttentionStep step)
{
    static const std::array<StepTexts, kAttentionSteps> all{{
        {QT_TRANSLATE_NOOP("ui::ByHandView", "1. Scores"), {"S = Q K^T", R"tex(S = QK^\top)tex"}},
        {QT_TRANSLATE_NOOP("ui::ByHandView", "2. Scaled"), {"S / sqrt(d)", R"tex(S / \sqrt d)tex"}},
        {QT_TRANSLATE_NOOP("ui::ByHandView", "3. Masked"),
         {"-infinity where j > i", R"tex(-\infty \text{ where } j > i)tex"}},
        {QT_TRANSLATE_NOOP("ui::ByHandView", "4. Weights"),
         {"A = softmax of each row", R"tex(A_{ij} = \frac{e^{s_{ij}}}{\sum_k e^{s_{ik}}})tex"}},
        {QT_TRANSLATE_NOOP("ui::ByHandView", "5. Output"), {"O = A V", R"tex(O = A V)tex"}},
    }};
    return all[static_cast<size_t>(step)];
}

/// "2·3 + 0·1": the products of a sum, the first ones of a long one.
QString products(int64_t count, const std::function<std::pair<double, double>(int64_t)>& factors)
{
    QStringList parts;
    for (int64_t i = 0; i < count; ++i) {
        const auto [left, right] = factors(i);
        const QString second = numberText(right);
        parts << numberText(left) + u'·'
                + (right < 0.0 ? QStringLiteral("(%1)").arg(second) : second);
    }
    return parts.join(QStringLiteral(" + "));
}

QString powerText(double exponent)
{
    return QStringLiteral("e^%1").arg(numberText(exponent));
}

/// The text before "= number".
QString equation(const ComputedAttention& computed, AttentionStep step, size_t head, int64_t row,
                 int64_t column)
{
    const core::AttentionByHand& input = computed.input;
    const auto value
        = [&](AttentionStep of, int64_t at) { return computed.values(of, head).at(row, at); };
    switch (step) {
    case AttentionStep::Scores: {
        const int64_t first = static_cast<int64_t>(head) * computed.features();
        return products(computed.features(), [&](int64_t i) {
            return std::pair(input.queries.at(row, first + i), input.keys.at(column, first + i));
        });
    }
    case AttentionStep::Scaled:
        return ByHandView::tr("%1 / √%2")
            .arg(numberText(value(AttentionStep::Scores, column)), numberText(computed.divisor()));
    case AttentionStep::Masked:
        return std::isinf(value(step, column))
            ? ByHandView::tr("the key comes after the query: it must not be seen")
            : ByHandView::tr("unchanged");
    case AttentionStep::Weights: {
        QStringList powers;
        for (int64_t key = 0; key < input.keys.rows; ++key)
            powers << powerText(value(AttentionStep::Masked, key));
        return QStringLiteral("%1 / (%2)")
            .arg(powerText(value(AttentionStep::Masked, column)),
                 powers.join(QStringLiteral(" + ")));
    }
    case AttentionStep::Output: {
        const int64_t width = input.values.columns / input.heads;
        const core::NumberTable& weights
            = computed.values(AttentionStep::Weights, static_cast<size_t>(column / width));
        return products(input.keys.rows, [&](int64_t key) {
            return std::pair(weights.at(row, key), input.values.at(key, column));
        });
    }
    }
    return {};
}

} // namespace

ComputedAttention::ComputedAttention(const core::AttentionByHand& attention)
    : input(attention), steps(attention)
{
}

void ComputedAttention::setGradients(std::optional<std::pair<int64_t, int64_t>> of)
{
    cell = of;
    slopes = core::attentionGradients(input, steps, of);
}

const core::NumberTable& ComputedAttention::values(AttentionStep step, size_t head) const
{
    const core::AttentionHead& of = steps.heads[head];
    switch (step) {
    case AttentionStep::Scores:
        return of.scores;
    case AttentionStep::Scaled:
        return of.scaled;
    case AttentionStep::Masked:
        return of.masked;
    case AttentionStep::Weights:
        return of.weights;
    case AttentionStep::Output:
        break;
    }
    return steps.output;
}

core::NumberTable ComputedAttention::gradients(AttentionStep step, size_t head) const
{
    if (step == AttentionStep::Output)
        return slopes->output;
    if (step == AttentionStep::Weights)
        return slopes->weights[head];
    core::NumberTable result = slopes->scores[head];
    if (step != AttentionStep::Scores)
        for (double& slope : result.values)
            slope *= std::sqrt(divisor());
    return result;
}

QString stepTitle(AttentionStep step, bool causal)
{
    return step == AttentionStep::Masked && !causal ? ByHandView::tr("3. Not masked")
                                                    : ByHandView::tr(textsOf(step).title);
}

const core::Formula& stepFormula(AttentionStep step)
{
    return textsOf(step).formula;
}

QString rowName(AttentionStep /*step*/, int64_t row)
{
    return QStringLiteral("q%1").arg(row + 1);
}

QString columnName(AttentionStep step, int64_t column)
{
    return step == AttentionStep::Output ? QString::number(column + 1)
                                         : QStringLiteral("k%1").arg(column + 1);
}

QString numberText(double number)
{
    if (std::isinf(number))
        return number < 0.0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    return QLocale().toString(number, 'g', 5);
}

QString cellSentence(const ComputedAttention& computed, AttentionStep step, size_t head,
                     int64_t row, int64_t column)
{
    const double number = computed.values(step, head).at(row, column);
    const QString where = step == AttentionStep::Output
        ? ByHandView::tr("output of %1, column %2")
              .arg(rowName(step, row), columnName(step, column))
        : ByHandView::tr("%1 on %2").arg(rowName(step, row), columnName(step, column));
    QString said = QStringLiteral("%1: %2 = %3")
                       .arg(where, equation(computed, step, head, row, column), numberText(number));
    if (computed.slopes)
        said += u'\n'
            + ByHandView::tr("Derivative of %1 with respect to it: %2")
                  .arg(computed.cell
                           ? ByHandView::tr("the output's cell (%1, %2)")
                                 .arg(rowName(AttentionStep::Output, computed.cell->first),
                                      columnName(AttentionStep::Output, computed.cell->second))
                           : ByHandView::tr("the output's sum"),
                       numberText(computed.gradients(step, head).at(row, column)));
    return said;
}

void writeSteps(TableText& text, const ComputedAttention& computed)
{
    text.row("step", "head", "row", "column", "number");
    const auto write = [&](const char* name, int64_t head, const core::NumberTable& table) {
        for (int64_t row = 0; row < table.rows; ++row)
            for (int64_t column = 0; column < table.columns; ++column)
                text.row(name, head, row + 1, column + 1, table.at(row, column));
    };
    write("queries", 0, computed.input.queries);
    write("keys", 0, computed.input.keys);
    write("values", 0, computed.input.values);
    for (size_t head = 0; head < computed.steps.heads.size(); ++head) {
        const auto number = static_cast<int64_t>(head) + 1;
        write("scores", number, computed.values(AttentionStep::Scores, head));
        write("scaled", number, computed.values(AttentionStep::Scaled, head));
        write("masked", number, computed.values(AttentionStep::Masked, head));
        write("weights", number, computed.values(AttentionStep::Weights, head));
    }
    write("output", 0, computed.steps.output);
    if (computed.slopes) {
        write("gradient of queries", 0, computed.slopes->queries);
        write("gradient of keys", 0, computed.slopes->keys);
        write("gradient of values", 0, computed.slopes->values);
    }
}

} // namespace ui
